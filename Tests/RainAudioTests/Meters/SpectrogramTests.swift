@testable import RainAudio
import RainTestSupport
import Testing

@Suite("spectrogram")
struct SpectrogramTests {
  /// The spectrogram of Floats at 8 kHz, the channels side by side, in pieces of so many bytes.
  private func spectrogram(_ samples: [Float], channels: Int = 1, pieces: Int = .max) -> Spectrogram
  {
    let bytes = samples.flatMap { sample in
      (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * UInt32($0))) }
    }
    var result = Spectrogram(
      WaveFormat(isFloat: true, bytesPerSample: 4, channels: channels, sampleRate: 8000),
      frames: samples.count / channels)
    var start = 0
    while start < bytes.count {
      let end = start + min(pieces, bytes.count - start)
      result.update(Array(bytes[start..<end]).span)
      start = end
    }
    result.finish()
    return result
  }

  private func sine(_ frequency: Double, frames: Int) -> [Float] {
    (0..<frames).map { Float(CLibrary.sine(2 * .pi * frequency * Double($0) / 8000)) }
  }

  @Test("the transform of complex numbers is their sum with turning factors")
  func transform() {
    let count = 16
    let real = (0..<count).map { Double(($0 * 7 + 3) % 11 - 5) }
    let imaginary = (0..<count).map { Double(($0 * 5 + 1) % 13 - 6) }
    var (x, y) = (real, imaginary)
    FourierTransform(count: count).transform(&x, &y)
    for k in 0..<count {
      var (a, b) = (0.0, 0.0)
      for n in 0..<count {
        let turns = Double(k * n) / Double(count)
        let angle = -2 * Double.pi * turns
        let (cosine, sine) = (CLibrary.cosine(angle), CLibrary.sine(angle))
        a += real[n] * cosine - imaginary[n] * sine
        b += real[n] * sine + imaginary[n] * cosine
      }
      #expect(abs(x[k] - a) < 1e-9 && abs(y[k] - b) < 1e-9)
    }
  }

  @Test(
    "a sine at full scale has 0 dBFS in the row of its frequency, from its beginning to its end")
  func sine() {
    for (frequency, channels) in [(500.0, 1), (1000, 1), (3000, 2)] {
      let one = sine(frequency, frames: 16_000)
      let sound = spectrogram(channels == 1 ? one : one.flatMap { [$0, $0] }, channels: channels)
      #expect(sound.powers.count == Spectrogram.columns)
      for powers in sound.powers.dropFirst(8).dropLast(8) {
        let row = powers.indices.max { powers[$0] < powers[$1] } ?? 0
        let ratio = sound.frequencies.upperBound / sound.frequencies.lowerBound
        let octaves = CLibrary.logarithm(frequency / sound.frequencies.lowerBound)
        #expect(abs(Double(row) - 64 * octaves / CLibrary.logarithm(ratio)) <= 1.5)
        // The mean of the bins of the row: the Hann window spreads a sine over one and a half.
        let width = frequency * (CLibrary.exponential(CLibrary.logarithm(ratio) / 64) - 1)
        let bins = max(1, width / (sound.bandwidth / 1.5))
        #expect(1 / (bins + 1)...1.01 ~= powers[row], "\(powers[row]) of \(bins)")
        #expect((powers.min() ?? 1) < 1e-6)
      }
      #expect(sound.extremes.allSatisfy { $0.low >= -1 && $0.high <= 1 && $0.high > 0.9 })
    }
  }

  @Test("channels are averaged, also an odd number of them")
  func channels() {
    let one = sine(1000, frames: 4000)
    let alone = spectrogram(one)
    let beside = spectrogram(one.flatMap { [0, $0, 0] }, channels: 3)
    for (a, b) in zip(alone.powers, beside.powers) {
      for (x, y) in zip(a, b) { #expect(abs(x / 3 - y) < 1e-9) }
    }
  }

  @Test("how the bytes are cut changes nothing, and a sound of any length has all columns")
  func pieces() {
    for frames in [1, 7, 210, 212, 4321, 40_000] {
      let samples = (0..<frames).map { Float(($0 * 7919) % 256) / 256 - 0.5 }
      let whole = spectrogram(samples)
      #expect(
        whole.powers.count == Spectrogram.columns && whole.powers.allSatisfy { $0.count == 64 })
      #expect(whole.extremes.allSatisfy { $0.low.isFinite && $0.low <= $0.high })
      #expect(whole.extremes.map(\.high).max() == samples.max())
      for size in [4, 404] {
        let cut = spectrogram(samples, pieces: size)
        #expect(cut.powers == whole.powers && cut.extremes.map(\.low) == whole.extremes.map(\.low))
      }
    }
  }

  @Test("what is no number is silence")
  func broken() {
    let sound = spectrogram([.nan, .infinity, 0, 1e30])
    #expect(sound.powers.joined().allSatisfy { $0 == 0 })
  }
}
