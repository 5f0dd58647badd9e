import RainTestSupport
import Testing

@testable import RainDSP

@Suite("Rain around the listener")
struct SurroundTests {
  private static let layouts =
    Build.isOptimised
    ? ChannelLayout.allCases.filter(\.sharesLimiter) : [.binaural, .surround5, .firstOrder]

  private static var drops: Rain {
    var rain = Rain.silent
    rain[.drops] = 20
    rain[.dropLevel] = -15
    rain[.echoTime] = 0
    return rain
  }

  @Test("block size, a later start and the way round a loop change no sample", arguments: layouts)
  func blocks(_ layout: ChannelLayout) throws {
    var rain = Rain.everything
    rain[.lfe] = 0.5
    let automation = RainAutomation(rain)
    let whole = try planes(automation, layout, 0..<30_000)
    #expect(try planes(automation, layout, 0..<30_000, blocks: 1013) == whole)
    let late = try planes(automation, layout, 17_777..<30_000, blocks: 333)
    #expect(late == whole.map { Array($0[17_777...]) })
    let loop = 3 * 11_025 + 17
    let first = try planes(automation, layout, 0..<9000, loop: loop)
    #expect(try planes(automation, layout, loop..<loop + 9000, blocks: 901, loop: loop) == first)
  }

  @Test("each drop is heard from its azimuth and its elevation")
  func directions() throws {
    for surface in [Surface.metal, .concrete] {
      var rain = Self.drops
      rain.surface = surface
      let frames = 0..<20 * 11_025
      let sound = try planes(RainAutomation(rain), .firstOrder, frames)
      let drops = Array(try Drops(rain, in: frames, sampleRate: 11_025))
      var count = 0
      for (index, (frame, drop)) in drops.enumerated() {
        let end = frame + drop.timing(sampleRate: 11_025).frames
        let isAlone =
          (index == 0
            || drops[..<index].allSatisfy {
              $0.frame + $0.drop.timing(sampleRate: 11_025).frames < frame
            }) && (index + 1 == drops.count || drops[index + 1].frame > end)
        guard isAlone, end < frames.upperBound else { continue }
        count += 1
        // The intensity: the mean of W times each axis.
        func intensity(_ channel: Int) -> Double {
          (frame..<end).reduce(0) { $0 + Double(sound[0][$1]) * Double(sound[channel][$1]) }
        }
        let power = intensity(0)
        let (left, up, front) = (
          intensity(1) / power, intensity(2) / power, intensity(3) / power
        )
        let across = (1 - up * up).squareRoot()
        #expect(abs(up - Elementary.sine(turns: drop.elevation)) < 1e-4)
        #expect(abs(left + across * Elementary.sine(turns: drop.azimuth)) < 1e-4)
        #expect(abs(front - across * Elementary.cosine(turns: drop.azimuth)) < 1e-4)
        #expect((drop.elevation > 0) == (drop.surface == .metal))
      }
      #expect(count > 2)
    }
  }

  @Test("the first channel of ambisonics is mono, and the first order the beginning of the third")
  func orders() throws {
    // Echoes come from other sides.
    var rain = Rain.everything
    rain[.echoTime] = 0
    let automation = RainAutomation(rain)
    let first = try planes(automation, .firstOrder, 0..<20_000)
    let third = try planes(automation, .thirdOrder, 0..<20_000)
    #expect(Array(third[..<4]) == first)
    let mono = try planes(automation, .mono, 0..<20_000)[0]
    #expect(zip(mono, first[0]).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test("the bed comes from everywhere alike: each order has its power, and no two channels agree")
  func bed() throws {
    var rain = Rain.silent
    (rain[.white], rain[.gust], rain[.bedCorrelation]) = (0.1, 0, 0)
    let mono = try planes(RainAutomation(rain), .mono, 0..<24_000)[0]
    let power = mono.reduce(0) { $0 + Double($1) * Double($1) } / 24_000
    for layout in [ChannelLayout.firstOrder, .surround5] {
      let sound = try planes(RainAutomation(rain), layout, 0..<24_000)
      func mean(_ a: Int, _ b: Int) -> Double {
        zip(sound[a], sound[b]).reduce(0) { $0 + Double($1.0) * Double($1.1) } / 24_000
      }
      let levels = layout.diffuseLevels
      for a in 0..<layout.channels {
        let own = levels[a] * levels[a]
        // Of 24,000 independent samples; white noise within ±√3 has a kurtosis of 1.8.
        #expect(abs(mean(a, a) / power - own) <= 5 * own * (0.8 / 24_000).squareRoot())
        for b in 0..<a {
          let deviation = levels[a] * levels[b] / 24_000.0.squareRoot()
          #expect(abs(mean(a, b) / power) <= 5 * deviation)
        }
      }
    }
    let levels = ChannelLayout.thirdOrder.diffuseLevels
    for channel in 0..<16 {
      let order = Double(Int(Double(channel).squareRoot()))
      #expect(abs(levels[channel] * levels[channel] * (2 * order + 1) - 1) < 0.005)
    }
    // The angle between its neighbors, halved, over all: 30° of the center.
    let five = ChannelLayout.surround5.diffuseLevels
    let powers = (0..<6).map { five[$0] * five[$0] * 180 }
    #expect(zip(powers, [55.0, 55, 30, 0, 110, 110]).allSatisfy { abs($0 - $1) < 0.5 })
  }

  @Test("echoes come from other sides than their drop, with the same energy in each layout")
  func echoes() throws {
    func energy(_ layout: ChannelLayout, echo: Double) throws -> (all: Double, apart: Double) {
      var rain = Self.drops
      rain[.drops] = 600
      rain[.echoTime] = echo
      rain[.echoLevel] = 0
      let sound = try planes(RainAutomation(rain), layout, 0..<110_000)
      let powers = sound.map { $0.reduce(0) { $0 + Double($1) * Double($1) } }
      return (powers.reduce(0, +), powers[0])
    }
    // An echo keeps the energy; in ambisonics, that of the first channel, which is mono.
    for layout in Self.layouts {
      let dry = try energy(layout, echo: 0)
      let wet = try energy(layout, echo: 0.5)
      let ratio =
        layout.ambisonicOrder == nil ? wet.all / dry.all : wet.apart / dry.apart
      #expect(ratio > 0.85 && ratio < 1.15, "\(layout) \(ratio)")
    }
    // A drop in front sounds from behind, too, but for its echo nothing does.
    var rain = Self.drops
    rain[.echoTime] = 0.5
    let behind = try planes(RainAutomation(rain), .quad, 0..<110_000).map {
      $0.contains { $0 != 0 }
    }
    #expect(behind == [true, true, true, true])
  }

  @Test("the limiter is one for all channels: loud drops keep their directions", arguments: layouts)
  func limiter(_ layout: ChannelLayout) throws {
    var quiet = Self.drops
    (quiet[.drops], quiet[.dropLevel]) = (2000, 10)
    quiet[.gain] = -40
    var loud = quiet
    loud[.gain] = 24
    let (a, b) = (
      try planes(RainAutomation(quiet), layout, 0..<20_000),
      try planes(RainAutomation(loud), layout, 0..<20_000)
    )
    var bent = 0
    for frame in 0..<20_000 {
      guard
        let most = (0..<layout.channels).max(by: { a[$0][frame].magnitude < a[$1][frame].magnitude }
        ),
        // Below, numbers become subnormal.
        a[most][frame].magnitude > 1e-20
      else { continue }
      #expect(b.allSatisfy { $0[frame].magnitude <= Limiter.ceiling })
      let factor = b[most][frame] / a[most][frame]
      if factor < 1580 { bent += 1 }
      for channel in 0..<layout.channels {
        #expect(
          abs(b[channel][frame] - factor * a[channel][frame]) <= 1e-5 * b[most][frame].magnitude)
      }
    }
    #expect(bent > 100)
  }

  @Test("a drop by itself holds the samples of the rendering", arguments: layouts)
  func recording(_ layout: ChannelLayout) throws {
    var rain = Self.drops
    rain[.gain] = 24
    rain[.highpass] = 60
    rain[.lfe] = 1
    var recordings = try DropRecording.Recordings(
      from: 0, of: rain, sampleRate: 11_025, layout: layout, seed: 1)
    let (first, second) = (recordings.next(), recordings.next())
    let (one, two) = (try #require(first), try #require(second))
    let end = one.onset + one.samples.count / layout.channels
    try #require(end < two.onset)
    let sound = try planes(RainAutomation(rain), layout, one.onset..<end)
    for channel in 0..<layout.channels {
      let own = stride(from: channel, to: one.samples.count, by: layout.channels).map {
        one.samples[$0]
      }
      #expect(own == sound[channel])
    }
  }

  @Test("the channel of low frequencies is silent, or has what lies below 120 Hz in all others")
  func lowFrequencies() throws {
    for layout in [
      ChannelLayout.surround5, .surround5Height, .surround7, .surround7Pair, .surround7Height,
    ] {
      var rain = Rain.everything
      // Below the limiter, which is one for all channels.
      rain[.gain] = -30
      var sound = try planes(RainAutomation(rain), layout, 0..<9000)
      #expect(sound[3].allSatisfy { $0 == 0 })
      #expect(sound.enumerated().allSatisfy { $0.offset == 3 || $0.element.contains { $0 != 0 } })
      rain[.lfe] = 0.5
      let with = try planes(RainAutomation(rain), layout, 0..<9000)
      let pole = Elementary.exp(-2 * .pi * 120 / 11_025)
      var (once, twice) = (0.0, 0.0)
      for frame in 0..<9000 {
        let sum = sound.reduce(0) { $0 + Double($1[frame]) }
        once += (1 - pole) * (sum - once)
        twice += (1 - pole) * (once - twice)
        // 10 dB lower, as it is played 10 dB louder.
        #expect(abs(Double(with[3][frame]) - 0.5 * twice * 0.1.squareRoot()) < 1e-6)
        // Before frame 0 there was noise.
        if frame == 2000 { #expect(twice != 0) }
      }
      sound[3] = with[3]
      #expect(sound == with)
    }
  }

  @Test("an arc tangent is exact to a billionth of a turn")
  func arctangent() {
    for k in -249...249 {
      let turns = Double(k) / 1000
      let tangent = Elementary.sine(turns: turns) / Elementary.cosine(turns: turns)
      #expect(abs(Elementary.arctangent(tangent) - turns) < 1e-9)
    }
  }
}
