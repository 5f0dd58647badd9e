import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The limiter")
struct LimiterTests {
  @Test("up to the knee a sample is unchanged, bit for bit")
  func identity() {
    for k in -1000...1000 {
      let x = Float(k) / 1000 * Limiter.knee
      #expect(Limiter.apply(x) == x)
    }
  }

  @Test("above the knee it rises without a step or a corner and stays below its ceiling, -3 dB")
  func bend() {
    var before = Limiter.apply(0)
    let step: Float = 1 / 4096
    for k in 1...40_000 {
      let y = Limiter.apply(Float(k) * step)
      #expect(y >= before && y - before <= step * 1.001 && y < Limiter.ceiling)
      before = y
    }
    // The slope right above the knee is 1.
    let slope = (Limiter.apply(Limiter.knee + 1e-3) - Limiter.knee) / 1e-3
    #expect(abs(slope - 1) < 0.02)
    #expect(Limiter.apply(1e6) <= Limiter.ceiling)
    #expect(
      abs(CLibrary.decibels(Double(Limiter.ceiling) * Double(Limiter.ceiling)) + 3) < 0.02)
  }

  @Test("is symmetric, and ±1 comes out at full scale")
  func symmetric() {
    for x: Float in [0.3, 0.9, 1, 1.5, 20] { #expect(Limiter.apply(-x) == -Limiter.apply(x)) }
    #expect(Limiter.apply(0.66) < Limiter.bentByOneDecibel)
    #expect(Limiter.apply(0.667) > Limiter.bentByOneDecibel)
    let x = 0.6638
    // 1 dB is a factor of 10^(1/20).
    #expect(abs(Double(Limiter.apply(Float(x))) / x - 0.891_251) < 1e-4)
  }

  @Test("bends and counts a loud sample at any place, and no other")
  func places() {
    for loud in 0..<43 {
      var mix = MixTile(RainBounds(Rain()), sampleRate: 44_100, layout: .mono)
      for frame in 0..<43 { mix.planes[0, frame] = frame == loud ? -1.25 : 0.49 }
      var frames = [Float](repeating: 0, count: 45)
      var span = frames.mutableSpan
      var clipped = 0
      mix.write(0, 0..<43, to: &span, at: 1, counting: &clipped)
      #expect(clipped == 1)
      #expect(frames.first == 0 && frames.last == 0)
      for frame in 0..<43 {
        #expect(frames[frame + 1] == (frame == loud ? -Limiter.apply(1.25) : 0.49))
      }
    }
  }

  @Test("the gain is its level in decibels, 1 at 0 dB")
  func gain() {
    var rain = Rain()
    #expect(Limiter.gain(of: rain) == 1)
    for decibels in [-60.0, -6, 3, 24] {
      rain[.gain] = decibels
      #expect(
        abs(Double(Limiter.gain(of: rain)) / CLibrary.power(10, decibels / 20) - 1) < 1e-6)
    }
  }
}
