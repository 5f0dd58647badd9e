import RainTestSupport
import Testing

@testable import RainDSP

@Suite("How two microphones hear")
struct MicrophonePairTests {
  @Test("the pan has equal power everywhere, 1 and 1 in front, one side alone at the side")
  func pan() {
    let wide = MicrophonePair(width: 1)
    for k in 0..<64 {
      let (left, right) = wide.pan(azimuth: Double(k) / 64)
      #expect(abs(left * left + right * right - 2) < 1e-9)
    }
    let root2 = 2.0.squareRoot()
    for (azimuth, left, right) in [
      (0.0, 1.0, 1.0), (0.25, 0, root2), (0.75, root2, 0), (0.5, 1, 1),
    ] {
      let pan = wide.pan(azimuth: azimuth)
      #expect(abs(pan.left - left) < 1e-9 && abs(pan.right - right) < 1e-9)
    }
    let narrow = MicrophonePair(width: 0)
    for k in 0..<8 {
      let pan = narrow.pan(azimuth: Double(k) / 8)
      #expect(abs(pan.left - 1) < 1e-9 && abs(pan.right - 1) < 1e-9)
    }
  }

  @Test("the nearer microphone hears a sound earlier, by 60 mm at most, to a frame")
  func lag() {
    let wide = MicrophonePair(width: 1)
    for rate in [8000, 11_025, 44_100, 48_000, 192_000] {
      let gap = 0.06 / 343 * Double(rate)
      for k in 0..<64 {
        let lag = MicrophonePair.frames(lag: wide.lag(azimuth: Double(k) / 64), sampleRate: rate)
        // The pan of a positive sine is on the right: left hears it later.
        let exact = gap * CLibrary.sine(2 * .pi * Double(k) / 64)
        #expect(abs(Double(lag) - exact) <= 0.5001)
        #expect(abs(lag) <= MicrophonePair.mostLag(sampleRate: rate))
      }
    }
    #expect(MicrophonePair.frames(lag: wide.lag(azimuth: 0.25), sampleRate: 192_000) == 34)
    #expect(MicrophonePair(width: 0).lag(azimuth: 0.25) == 0)
  }
}
