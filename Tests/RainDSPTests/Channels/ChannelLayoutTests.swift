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

  @Test("the nearer microphone hears a sound earlier, by the spacing at most, to a frame")
  func lag() {
    func lag(_ azimuth: Double, _ rate: Int, width: Double = 1, spacing: Double = 0.025) -> Int {
      ChannelLayout.stereo.lag(
        azimuth: azimuth, width: width, spacing: spacing, sampleRate: rate)
    }
    for rate in [8000, 11_025, 44_100, 48_000, 192_000] {
      let gap = 0.025 / 343 * Double(rate)
      for k in 0..<64 {
        let lag = lag(Double(k) / 64, rate)
        // The pan of a positive sine is on the right: left hears it later.
        let exact = gap * CLibrary.sine(2 * .pi * Double(k) / 64)
        #expect(abs(Double(lag) - exact) <= 0.5001)
        #expect(abs(lag) <= ChannelLayout.stereo.mostDelay(spacing: 0.025, sampleRate: rate))
      }
    }
    #expect(lag(0.25, 192_000) == 14)
    #expect(lag(0.25, 192_000, width: 0) == 0)
    #expect(lag(0.25, 192_000, spacing: 0) == 0)
    #expect(lag(0.75, 192_000, spacing: 0.3) == -168)
  }

  @Test("mono and stereo are chosen by their number of channels, the others by name alone")
  func numbers() {
    #expect(ChannelLayout(channels: 1) == .mono && ChannelLayout(channels: 2) == .stereo)
    for count in [0, 3, 4, 6, 8, 12, 16, 99] { #expect(ChannelLayout(channels: count) == nil) }
  }

  @Test("speakers are named by the bits of mmreg.h, in their order")
  func masks() {
    // FL 1, FR 2, FC 4, LFE 8, BL 10, BR 20, SL 200, SR 400, TFL 1000, TFR 4000, TBL 8000, TBR 20000, all hexadecimal.
    let masks: [(ChannelLayout, Int)] = [
      (.quad, 0x33), (.surround5, 0x3F), (.surround5Height, 0x2D03F), (.surround7, 0x63F),
      (.surround7Pair, 0x563F), (.surround7Height, 0x2D63F),
    ]
    for (layout, mask) in masks { #expect(layout.speakerMask == mask) }
  }

  @Test("but in stereo and at two ears, all channels hear a sound at once, and partners pair up")
  func layouts() {
    for layout in ChannelLayout.allCases {
      if layout != .stereo {
        #expect(layout.lag(azimuth: 0.25, width: 1, spacing: 0.3, sampleRate: 48_000) == 0)
        let most = layout.mostDelay(spacing: 0.3, sampleRate: 48_000)
        #expect(layout == .binaural ? most > 31 : most == 0)
      }
      for channel in 0..<layout.channels {
        if let partner = layout.partner(of: channel) {
          #expect(partner != channel && layout.partner(of: partner) == channel)
        }
      }
      // Dolby and Microsoft: one bit of the mask for each speaker.
      #expect(
        layout.speakerMask.nonzeroBitCount == (layout.ambisonicOrder == nil ? layout.channels : 0))
    }
  }

  private static let speakers: [ChannelLayout] = [
    .quad, .surround5, .surround5Height, .surround7, .surround7Pair, .surround7Height,
  ]

  @Test(
    "speakers keep the power of a direction, whatever it is, and share it between neighbors",
    arguments: speakers)
  func power(_ layout: ChannelLayout) {
    for height in [-1.0, -0.3, 0, 0.2, 0.5, 0.7, 0.9, 1] {
      for k in 0..<360 {
        let gains = layout.gains(azimuth: Double(k) / 360, height: height, width: 1)
        let all = (0..<layout.channels).map { gains[$0] }
        #expect(abs(all.reduce(0) { $0 + $1 * $1 } - 2) < 1e-9)
        #expect(all.allSatisfy { $0 > -1e-9 })
        #expect(all.filter { $0 > 1e-9 }.count <= (layout.hasHeight ? 4 : 2))
        if layout != .quad { #expect(all[3] == 0) }
      }
    }
  }

  @Test("a sound from the place of a speaker comes from that speaker alone")
  func speakerPlaces() {
    let places: [(ChannelLayout, [Int: Double])] = [
      (.quad, [0: -45, 1: 45, 2: -135, 3: 135]),
      (.surround5, [0: -30, 1: 30, 2: 0, 4: -110, 5: 110]),
      (.surround7, [0: -30, 1: 30, 2: 0, 4: -135, 5: 135, 6: -90, 7: 90]),
    ]
    for (layout, azimuths) in places {
      for (channel, azimuth) in azimuths {
        let gains = layout.gains(azimuth: azimuth / 360, width: 1)
        #expect(abs(gains[channel] - 2.0.squareRoot()) < 1e-9)
      }
    }
    let above: [(ChannelLayout, [Int: Double])] = [
      (.surround5Height, [6: -30, 7: 30, 8: -110, 9: 110]), (.surround7Pair, [8: -90, 9: 90]),
      (.surround7Height, [8: -45, 9: 45, 10: -135, 11: 135]),
    ]
    for (layout, azimuths) in above {
      for (channel, azimuth) in azimuths {
        let gains = layout.gains(azimuth: azimuth / 360, height: 0.5.squareRoot(), width: 1)
        #expect(abs(gains[channel] - 2.0.squareRoot()) < 1e-9)
      }
    }
  }

  @Test("spherical harmonics have the power of SN3D in each order, and are independent")
  func harmonics() {
    // Over Gauss-Legendre nodes of degree 11 and even azimuths the sums are exact.
    let nodes = [
      (0.2386191860831969, 0.4679139345726910), (0.6612093864662645, 0.3607615730481386),
      (0.9324695142031521, 0.1713244923791704),
    ]
    let layout = ChannelLayout.thirdOrder
    var covariance = [[Double]](repeating: [Double](repeating: 0, count: 16), count: 16)
    for (node, weight) in nodes.flatMap({ [($0.0, $0.1), (-$0.0, $0.1)] }) {
      for k in 0..<12 {
        let gains = layout.gains(azimuth: Double(k) / 12, height: node, width: 1)
        for a in 0..<16 {
          for b in 0..<16 { covariance[a][b] += gains[a] * gains[b] * weight / 24 }
        }
      }
    }
    for a in 0..<16 {
      let order = Double(Int(Double(a).squareRoot()))
      for b in 0..<16 {
        let expected = a == b ? 1 / (2 * order + 1) : 0
        #expect(abs(covariance[a][b] - expected) < 1e-9, "\(a) \(b)")
      }
    }
  }

  @Test("AmbiX has its axes: left, up, front; and the horizontal parts of the third order")
  func axes() {
    let layout = ChannelLayout.thirdOrder
    func gains(_ azimuth: Double, _ height: Double) -> [Double] {
      let gains = layout.gains(azimuth: azimuth, height: height, width: 1)
      return (0..<16).map { gains[$0] }
    }
    func isNear(_ a: [Double], _ b: [Double]) -> Bool {
      zip(a, b).allSatisfy { abs($0 - $1) < 1e-9 }
    }
    #expect(isNear(Array(gains(0, 0)[..<4]), [1, 0, 0, 1]))
    #expect(isNear(Array(gains(0.75, 0)[..<4]), [1, 1, 0, 0]))
    #expect(isNear(Array(gains(0.3, 1)[..<4]), [1, 0, 1, 0]))
    // cos and sin of twice and three times the angle to the left, by √3/2 and √(5/8).
    for k in 0..<24 {
      let (turns, angle) = (Double(k) / 24, -2 * Double.pi * Double(k) / 24)
      let gains = gains(turns, 0)
      let (two, three) = (0.75.squareRoot(), 0.625.squareRoot())
      #expect(abs(gains[4] - two * CLibrary.sine(2 * angle)) < 1e-9)
      #expect(abs(gains[8] - two * CLibrary.sine(2 * angle + .pi / 2)) < 1e-9)
      #expect(abs(gains[9] - three * CLibrary.sine(3 * angle)) < 1e-9)
      #expect(abs(gains[15] - three * CLibrary.sine(3 * angle + .pi / 2)) < 1e-9)
    }
  }

  @Test("a quarter of a turn more is the field turned by a quarter")
  func rotation() {
    for k in 0..<32 {
      for height in [-0.6, 0, 0.4] {
        let here = ChannelLayout.firstOrder.gains(
          azimuth: Double(k) / 32, height: height, width: 1)
        let turned = ChannelLayout.firstOrder.gains(
          azimuth: Double(k) / 32 + 0.25, height: height, width: 1)
        // Clockwise: what was in front is on the right, what was on the left in front.
        #expect(abs(turned[1] + here[3]) < 1e-9 && abs(turned[3] - here[1]) < 1e-9)
        #expect(turned[0] == here[0] && turned[2] == here[2])
      }
    }
  }
}
