import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The soft clip")
struct SoftClipTests {
  @Test("up to the knee a sample is unchanged, bit for bit")
  func identity() {
    for k in -1000...1000 {
      let x = Float(k) / 1000 * SoftClip.knee
      #expect(SoftClip.apply(x) == x)
    }
  }

  @Test("above the knee it rises without a step or a corner and stays below its ceiling, -3 dB")
  func bend() {
    var before = SoftClip.apply(0)
    let step: Float = 1 / 4096
    for k in 1...40_000 {
      let y = SoftClip.apply(Float(k) * step)
      #expect(y >= before && y - before <= step * 1.001 && y < SoftClip.ceiling)
      before = y
    }
    // The slope right above the knee is 1.
    let slope = (SoftClip.apply(SoftClip.knee + 1e-3) - SoftClip.knee) / 1e-3
    #expect(abs(slope - 1) < 0.02)
    #expect(SoftClip.apply(1e6) <= SoftClip.ceiling)
    #expect(
      abs(CLibrary.decibels(Double(SoftClip.ceiling) * Double(SoftClip.ceiling)) + 3) < 0.02)
  }

  @Test("is symmetric, and ±1 comes out at full scale")
  func symmetric() {
    for x: Float in [0.3, 0.9, 1, 1.5, 20] { #expect(SoftClip.apply(-x) == -SoftClip.apply(x)) }
    #expect(SoftClip.apply(0.66) < SoftClip.bentByOneDecibel)
    #expect(SoftClip.apply(0.667) > SoftClip.bentByOneDecibel)
    let x = 0.6638
    // 1 dB is a factor of 10^(1/20).
    #expect(abs(Double(SoftClip.apply(Float(x))) / x - 0.891_251) < 1e-4)
  }

  @Test("bends and counts a loud sample at any place, and no other")
  func places() {
    for loud in 0..<43 {
      var mixed = FixedArray<Float>(repeating: 0, count: 64)
      for frame in 0..<43 { mixed[frame] = frame == loud ? -1.25 : 0.49 }
      var frames = [Float](repeating: 0, count: 45)
      var span = frames.mutableSpan
      let clipped = SoftClip.render(
        mixed, 0..<43, gain: 1, beyond: SoftClip.bentByOneDecibel, into: &span, at: 1)
      #expect(clipped == 1)
      #expect(frames.first == 0 && frames.last == 0)
      for frame in 0..<43 {
        #expect(frames[frame + 1] == (frame == loud ? -SoftClip.apply(1.25) : 0.49))
      }
    }
  }

  @Test("the gain is its level in decibels, 1 at 0 dB")
  func gain() {
    var rain = Rain()
    #expect(SoftClip.gain(of: rain) == 1)
    for decibels in [-60.0, -6, 3, 24] {
      rain.gain = decibels
      #expect(
        abs(Double(SoftClip.gain(of: rain)) / CLibrary.power(10, decibels / 20) - 1) < 1e-6)
    }
  }
}
