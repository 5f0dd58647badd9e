import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The echo")
struct EchoTests {
  /// A rain whose taps live long, or, with drops that fall so many times a second, as long as the gaps between them.
  private func rain(_ time: Double, pulses: Double = 300, perSecond: Double = 0) -> Rain {
    var rain = Rain()
    rain[.echoTime] = time
    rain[.echoDensity] = pulses
    rain[.patterRate] = 0
    rain[.drops] = 60 * perSecond
    return rain
  }

  /// The response to scattered impulses of 1 in the frames `onsets`, over `tiles` tiles from number `first` on.
  private func response(
    _ rain: Rain, sampleRate: Int, layout: ChannelLayout = .mono, onsets: [Int] = [Self.start],
    tiles: Int = 1, first: Int = 0, loop: Int? = nil, seed: UInt64 = 1, marksAll: Bool = false
  ) -> (channels: [[Float]], memory: Int) {
    let timeline = Timeline(sampleRate: sampleRate, frames: loop)
    let automation = AutomationReader(rain, timeline)
    var echo = Echo(
      RainBounds(rain), timeline: timeline, layout: layout, gutterRate: Gutter.rate,
      root: Source.root(seed: seed))
    var bus = DropBus(layout, behind: echo.memoryFrames, ahead: 64)
    var impulse = FixedArray<Float>(repeating: 0, count: 8)
    impulse[0] = 1
    var channels = [[Float]](repeating: [], count: layout.channels)
    for tile in 0..<tiles {
      var output = Planes(count: layout.channels, frames: Tile.frames)
      for onset in onsets where Tile.index(of: onset) == tile {
        bus.addScattered(impulse, 0..<8, at: onset - tile * Tile.frames, gain: 1)
        bus.markSounding(from: onset - tile * Tile.frames)
      }
      if marksAll { bus.markSounding(from: 0) }
      echo.apply(automation)
      echo.render(tile: first + tile, from: bus, adding: &output)
      for channel in channels.indices {
        for frame in 0..<Tile.frames { channels[channel].append(output[channel, frame]) }
      }
      bus.advance()
    }
    return (channels, echo.memoryFrames)
  }

  /// The first frame of a tile after the fade from the taps before.
  private static let start = 32

  @Test(
    "skipping silence changes no sample", .enabled(if: Build.isOptimised),
    arguments: [0.02, 0.5, 1.6], [0.0, 5, 200])
  func silence(time: Double, perSecond: Double) {
    let rain = rain(time, pulses: 700, perSecond: perSecond)
    // One impulse alone, one during the echo of the first, and one after long silence, in which the
    // bus moves to its front.
    let onsets = [5, 40_000, 300_000]
    for layout in [ChannelLayout.stereo, .surround5] {
      let some = response(rain, sampleRate: 44_100, layout: layout, onsets: onsets, tiles: 90)
      let all = response(
        rain, sampleRate: 44_100, layout: layout, onsets: onsets, tiles: 90, marksAll: true)
      #expect(some.channels == all.channels)
      #expect(some.channels[0].contains { $0 != 0 })
    }
  }

  @Test("where the law moves, the same pulses go on: no louder at the beginning of a tile")
  func moving() throws {
    let end = 10.0
    func sound(_ layout: ChannelLayout, _ setting: Setting, to number: Double) throws -> [Float] {
      var rain = rain(1, perSecond: 2)
      (rain[.width], rain[.spacing], rain[.dropLevel]) = (0.5, 0.02, -20)
      rain[.pink] = 0
      let curve = RainAutomation.Curve(
        setting, [.init(at: 0, rain[setting]), .init(at: end, number)])
      var renderer = try RainRenderer(
        .init(
          try RainAutomation(rain, curves: [curve]), layout: layout, sampleRate: 44_100, seed: 2))
      return rendered(
        by: &renderer, frames: 60 * Tile.frames, blocks: 4096, channels: layout.channels)
    }
    for layout in [ChannelLayout.mono, .quad] {
      for setting in [Setting.width, .spacing] {
        let still = try sound(layout, setting, to: setting == .width ? 0.5 : 0.02)
        #expect(try sound(layout, setting, to: 0.3) == still, "\(layout), \(setting)")
      }
    }
    // Settings that nobody hears move: the sound stays, where a fade of unlike sounds would make it 3 dB louder.
    for (setting, number) in [(Setting.spacing, 0.0201), (.width, 0.5001), (.echoTime, 1.0001)] {
      let still = try sound(
        .stereo, setting, to: number == 0.0201 ? 0.02 : number == 0.5001 ? 0.5 : 1)
      let moved = try sound(.stereo, setting, to: number)
      let difference = zip(still, moved).map { $0 - $1 }
      #expect(energy(difference) < 1e-3 * energy(still), "\(setting)")
    }
  }

  @Test("an echo as thin or as short as can be has pulses, and its energy")
  func thin() {
    for (time, pulses) in [(0.08, 20.0), (0.02, 250), (0.001, 4000)] {
      let echo = response(rain(time, pulses: pulses), sampleRate: 44_100).channels[0]
      #expect(echo.filter { $0 != 0 }.count == 2 && abs(energy(echo) - 1) < 1e-4, "\(time)")
    }
  }

  @Test("what is scattered keeps its energy, at every sample rate")
  func energies() {
    for rate in [8000, 44_100] {
      for (time, pulses) in [(0.1, 300.0), (0.05, 1000), (0.2, 40)] {
        let echo = response(rain(time, pulses: pulses), sampleRate: rate).channels[0]
        #expect(abs(energy(echo) - 1) < 1e-4, "\(rate) \(time)")
      }
    }
  }

  @Test(
    "pulses as dense as frames keep their energy: those of a pair never share a frame",
    .enabled(if: Build.isOptimised))
  func dense() {
    for pulses in [1500.0, 4000] {
      var power = 0.0
      for seed in 0..<50 {
        let echo = response(rain(0.3, pulses: pulses), sampleRate: 8000, seed: UInt64(seed))
        power += energy(echo.channels[0]) / 50
      }
      // Pairs that share frames with others change the energy by less than a fifth each time.
      #expect(abs(power - 1) < 0.15, "\(pulses): \(power)")
    }
  }

  @Test("there is one pulse in each space of time, and they fall by 60 dB in echoTime")
  func pulses() throws {
    let rate = 8000
    let echo = response(rain(0.5, pulses: 400), sampleRate: rate).channels[0].dropFirst(Self.start)
    var found: [(time: Double, gain: Double)] = []
    for (frame, gain) in echo.enumerated() where gain != 0 {
      found.append((Double(frame) / Double(rate), Double(gain)))
    }
    // 0.6 of 0.5 s.
    try #require(found.count == 120)
    for (k, pulse) in found.enumerated() {
      #expect(pulse.time > Double(k) / 400 - 1 / Double(rate) && pulse.time < Double(k + 1) / 400)
    }
    let levels = LineFit(
      found.map { (x: $0.time, y: CLibrary.decibels($0.gain * $0.gain), weight: 1) })
    #expect(abs(levels.slope + 120) < 0.5)
    // Of two neighbours one is added, the other subtracted.
    for pair in stride(from: 0, to: found.count, by: 2) {
      #expect(abs(found[pair].gain + found[pair + 1].gain) < 1e-6)
    }
    // The first is added in half of all pairs: five standard errors of √60/2.
    let added = stride(from: 0, to: found.count, by: 2).filter { found[$0].gain > 0 }
    #expect(abs(added.count - 30) < 20)
  }

  @Test("another seed has other pulses, and so has another life of the taps")
  func patterns() {
    func heard(_ rain: Rain, seed: UInt64 = 1, first: Int = 0, onset: Int = Self.start) -> Set<Int>
    {
      let echo = response(
        rain, sampleRate: 44_100, onsets: [onset], first: first, seed: seed
      ).channels[0]
      return Set(echo.indices.filter { echo[$0] != 0 }.map { $0 - onset })
    }
    let long = heard(rain(0.1))
    #expect(long.count == 18)
    #expect(long.intersection(heard(rain(0.1), seed: 2)).count < 5)
    // The taps of 2^17 frames are those of 32 tiles.
    #expect(heard(rain(0.1), first: 31) == long)
    #expect(heard(rain(0.1), first: 32) != long)
    // 20 drops a second: 2,048 frames at 44.1 kHz.
    let often = heard(rain(0.05, perSecond: 20))
    #expect(often.count == 8)
    #expect(heard(rain(0.05, perSecond: 20), onset: 600) == often)
    #expect(heard(rain(0.05, perSecond: 20), onset: 2100) != often)
  }

  @Test(
    "left and right have the correlation of drops all around, and one level",
    .enabled(if: Build.isOptimised))
  func image() {
    // J₀(π/2 · width), from a table of Bessel functions.
    for (width, expected) in [(0.0, 1.0), (0.5, 0.851_6), (0.78, 0.658_8), (1, 0.472_0)] {
      var rain = rain(0.1, pulses: 1000, perSecond: 200)
      (rain[.width], rain[.spacing]) = (width, 0)
      let echo = response(
        rain, sampleRate: 8000, layout: .stereo, onsets: drizzle(tiles: 60), tiles: 60
      ).channels
      let (left, right) = (energy(echo[0]), energy(echo[1]))
      let both = zip(echo[0], echo[1]).reduce(0) { $0 + Double($1.0) * Double($1.1) }
      #expect(abs(both / (left * right).squareRoot() - expected) < 0.03, "\(width)")
      #expect(abs(left / right - 1) < 0.03)
    }
  }

  @Test("the echo ends after 0.6 of echoTime")
  func memory() {
    for time in [0.05, 0.2, 1] {
      let echo = response(rain(time), sampleRate: 22_050, layout: .stereo, tiles: 6)
      #expect(abs(Double(echo.memory) - 0.6 * time * 22_050) < 160)
      for channel in echo.channels {
        #expect(channel.dropFirst(Self.start + echo.memory).allSatisfy { $0 == 0 })
        // The space of the last pulse, of 150 a second.
        #expect(channel.dropFirst(Self.start + echo.memory - 260).contains { $0 != 0 })
      }
    }
  }

  @Test(
    "over many lives the echo has the same power at every frequency",
    .enabled(if: Build.isOptimised))
  func colorless() {
    // Four drops a second: the taps live for a tile.
    let rain = rain(0.03, perSecond: 4)
    // With one set of 4 taps, some frequencies have four times the power of others.
    var powers = [Double](repeating: 0, count: 32)
    let tiles = 1000
    for tile in 0..<tiles {
      let echo = response(rain, sampleRate: 22_050, onsets: [32], first: tile).channels[0]
      let heard = echo.indices.filter { echo[$0] != 0 }
      for k in powers.indices {
        // Up to near half the rate, past a quarter of it, where pulses on a grid of four would leave
        // nothing. Below the first band, pairs of opposite signs have less power.
        let cycles = (300 + 326.7 * Double(k)) / 22_050
        var (real, imaginary) = (0.0, 0.0)
        for frame in heard {
          let turn = cycles * Double(frame)
          real += Double(echo[frame]) * CLibrary.cosine(2 * .pi * turn)
          imaginary += Double(echo[frame]) * CLibrary.sine(2 * .pi * turn)
        }
        powers[k] += (real * real + imaginary * imaginary) / Double(tiles)
      }
    }
    // The power of one set of taps spreads by about 1: five standard errors are five times that over √1000.
    for power in powers { #expect(abs(power - 1) < 0.16) }
  }

  /// Impulses in a third of the frames of a tile, the same frames in each.
  private func drizzle(tiles: Int) -> [Int] {
    stride(from: 0, to: tiles * Tile.frames, by: 4).filter { frame in
      RandomKey(seed: 3).child(frame % Tile.frames).uniform < 0.33
    }
  }

  @Test("new taps fade in within 32 frames, with equal power")
  func fades() {
    // At 8 kHz, the taps of 1.5 drops a second live for a tile.
    let rain = rain(0.1, perSecond: 1.5)
    // In a loop of two tiles, two sets of taps take turns; in a loop of one, the first stays.
    let changing = response(
      rain, sampleRate: 8000, onsets: drizzle(tiles: 3), tiles: 3, loop: 2 * Tile.frames
    ).channels[0]
    let steady = response(
      rain, sampleRate: 8000, onsets: drizzle(tiles: 3), tiles: 3, loop: Tile.frames
    ).channels[0]
    for frame in 0..<Tile.frames {
      let first = steady[Tile.frames + frame]
      let toSecond = changing[Tile.frames + frame]
      let toFirst = changing[2 * Tile.frames + frame]
      let share = min(1, (Float(frame) + 0.5) / 32)
      let second = (toSecond - first * (1 - share).squareRoot()) / share.squareRoot()
      let expected = second * (1 - share).squareRoot() + first * share.squareRoot()
      #expect(abs(toFirst - expected) < 1e-4)
    }
    #expect(changing != steady)
  }

  @Test("with an echoTime of 0 nothing is scattered")
  func none() {
    #expect(response(rain(0), sampleRate: 44_100).memory == 0)
    #expect(EchoLaw.scattered(distance: 10, of: rain(0)) == 0)
  }

  @Test("at the critical distance half of the energy is scattered, beyond it more")
  func distances() {
    var rain = Rain()
    for (decibels, critical) in [(0.0, 1.0), (-6.020_6, 2), (6, 0.501_2)] {
      rain[.echoLevel] = decibels
      #expect(abs(EchoLaw.scattered(distance: critical, of: rain) - 0.5) < 1e-4)
      #expect(abs(EchoLaw.scattered(distance: 3 * critical, of: rain) - 0.9) < 1e-4)
    }
  }
}
