import RainTestSupport
import Testing

@testable import RainDSP

@Suite("How channels hear directions")
struct ChannelLayoutTests {
  @Test("the pan has equal power everywhere, 1 and 1 in front, one side alone at the side")
  func pan() {
    func pan(_ azimuth: Double, _ width: Double) -> (left: Double, right: Double) {
      let gains = ChannelLayout.stereo.gains(azimuth: azimuth, width: width)
      return (gains[0], gains[1])
    }
    for k in 0..<64 {
      let (left, right) = pan(Double(k) / 64, 1)
      #expect(abs(left * left + right * right - 2) < 1e-9)
    }
    let root2 = 2.0.squareRoot()
    for (azimuth, left, right) in [
      (0.0, 1.0, 1.0), (0.25, 0, root2), (0.75, root2, 0), (0.5, 1, 1),
    ] {
      let pan = pan(azimuth, 1)
      #expect(abs(pan.left - left) < 1e-9 && abs(pan.right - right) < 1e-9)
    }
    for k in 0..<8 {
      let pan = pan(Double(k) / 8, 0)
      #expect(abs(pan.left - 1) < 1e-9 && abs(pan.right - 1) < 1e-9)
    }
  }

  @Test("the nearer microphone hears a sound earlier, by 25 mm at most, to a frame")
  func lag() {
    func lag(_ azimuth: Double, _ rate: Int, width: Double = 1) -> Int {
      let delays = ChannelLayout.stereo.delays(azimuth: azimuth, width: width, sampleRate: rate)
      #expect(delays[0] == 0 || delays[1] == 0)
      return delays[0] - delays[1]
    }
    for rate in [8000, 11_025, 44_100, 48_000, 192_000] {
      let gap = 0.025 / 343 * Double(rate)
      for k in 0..<64 {
        let lag = lag(Double(k) / 64, rate)
        // The pan of a positive sine is on the right: left hears it later.
        let exact = gap * CLibrary.sine(2 * .pi * Double(k) / 64)
        #expect(abs(Double(lag) - exact) <= 0.5001)
        #expect(abs(lag) <= ChannelLayout.stereo.mostDelay(sampleRate: rate))
      }
    }
    #expect(lag(0.25, 192_000) == 14)
    #expect(lag(0.25, 192_000, width: 0) == 0)
  }

  @Test(
    "each layout has its number of channels, the earliest hears without a delay, and partners pair up"
  )
  func layouts() {
    for layout in ChannelLayout.allCases {
      #expect(ChannelLayout(channels: layout.channels) == layout)
      for k in 0..<64 {
        let delays = layout.delays(azimuth: Double(k) / 64, width: 1, sampleRate: 48_000)
        let all = (0..<layout.channels).map { delays[$0] }
        #expect(all.min() == 0 && all.max() == layout.last(of: delays))
        #expect(layout.last(of: delays) <= layout.mostDelay(sampleRate: 48_000))
      }
      for channel in 0..<layout.channels {
        if let partner = layout.partner(of: channel) {
          #expect(partner != channel && layout.partner(of: partner) == channel)
        }
      }
    }
    #expect(ChannelLayout(channels: 0) == nil && ChannelLayout(channels: 99) == nil)
  }
}
