import RainDSP
import Testing

@testable import RainPlugin

@Suite("The rate of a host")
struct HostRateTests {
  /// Frames of a host whose engine makes a sine of a frequency in Hz, in blocks of so many frames
  /// from a frame on.
  private func sine(_ frequency: Double, _ hostRate: Double, from start: Int, block: Int) -> [Float]
  {
    var rate = HostRate(hostRate, channels: 1)
    let engine = Double(rate.engine)
    var next: Int?
    var sound: [Float] = []
    var part = [Float](repeating: 0, count: block)
    while sound.count < 3000 {
      unsafe part.withUnsafeMutableBufferPointer { part in
        guard let target = part.baseAddress else { return }
        unsafe rate.render(block, at: start + sound.count, into: target, isNew: false) {
          first, frames in
          #expect(next == nil || next == first, "the engine goes on where it was")
          for index in frames.indices {
            frames[index] = Float(
              Elementary.sine(turns: frequency * Double(first + index) / engine))
          }
          next = first + frames.count
        }
      }
      sound += part
    }
    return sound
  }

  static let rates = [
    1000, 1234.5678, 2000, 3999, 4000, 7999, 192_001, 352_800, 384_000, 384_001, 705_600, 768_000,
  ]

  @Test("keeps what it can carry, and nothing of what it cannot", arguments: rates)
  func band(hostRate: Double) {
    let rate = HostRate(hostRate, channels: 1)
    #expect((8000...192_000).contains(rate.engine) && !rate.isOfEngine)
    // The rate that the host has in fact, where the engine has a whole number.
    let lower = min(hostRate, Double(rate.engine))
    for share in [0.01, 0.1, 0.3] {
      let sound = sine(share * lower, hostRate, from: 100_000, block: 100)
      let power = sound.reduce(0) { $0 + $1 * $1 } / Float(sound.count)
      #expect(abs(power - 0.5) < 0.03, "\(share): \(power)")
    }
    guard hostRate < 8000 else { return }
    // Above half the rate of the host, and within that of the engine: 70 dB below.
    let sound = sine(0.6 * hostRate, hostRate, from: 100_000, block: 100)
    #expect(sound.allSatisfy { $0.magnitude < 3e-4 })
  }

  @Test("between the frames of the engine the sound is smooth, without images", arguments: [2, 4])
  func images(factor: Int) {
    let sound = sine(48_000, Double(factor) * 192_000, from: 100_000, block: 64)
    // A quarter turn of the sine, in frames.
    for index in factor..<sound.count - factor {
      let expected = Elementary.sine(turns: Double(index + 100_000) / Double(4 * factor))
      #expect(abs(Double(sound[index]) - expected) < 2e-3)
    }
  }

  @Test(
    "blocks and places change no sample, and before its beginning there is silence",
    arguments: rates)
  func blocks(hostRate: Double) {
    let whole = sine(100, hostRate, from: 0, block: 500)
    for block in [1, 7, 128, 1000] {
      #expect(sine(100, hostRate, from: 0, block: block).prefix(3000) == whole.prefix(3000))
    }
    #expect(sine(100, hostRate, from: 1001, block: 333).prefix(1900) == whole[1001..<2901])
  }

  @Test("rates of the engine are left alone")
  func own() {
    for rate in [8000.0, 11_025, 12_345.678, 44_100, 45_678.901, 123_456.78, 192_000] {
      let host = HostRate(rate, channels: 2)
      #expect(host.isOfEngine && abs(Double(host.engine) - rate) <= 0.5)
    }
    let rain = HostRain(.mono)
    for rate in [0, -1, 999, 768_001, .nan, .infinity] as [Double] {
      #expect(!rain.activate(sampleRate: rate))
    }
  }
}
