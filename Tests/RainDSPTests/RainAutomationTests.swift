import RainTestSupport
import Testing

@testable import RainDSP

@Suite("Rain whose settings move")
struct RainAutomationTests {
  private typealias Key = RainAutomation.Key
  private typealias Curve = RainAutomation.Curve

  /// An automation in which every setting moves, from `everything` to others, between 0.7 and 1.9 s.
  private static func everythingMoves() throws -> (RainAutomation, from: Rain, to: Rain) {
    let from = Rain.everything
    var to = from
    var curves: [Curve] = []
    // The rainfall last: the numbers hold at that of `from`.
    for setting in Setting.allCases.dropFirst() + [.rainfall] {
      let (range, value) = (setting.row.range, from[setting])
      if setting.row.isChoice {
        to[setting] = value == 0 ? 1 : value - 1
        curves.append(Curve(setting, [Key(at: 0.7, value), Key(at: 1.9, to[setting], .smooth)]))
      } else {
        var target = value > 0 ? value * 1.3 : value + 0.2 * (range.upperBound - value)
        if setting == .gustTime { target = 7 }
        if !range.contains(target) { target = value * 0.8 }
        to[setting] = target
        curves.append(Curve(setting, [Key(at: 0.7, value), Key(at: 1.9, target)]))
      }
    }
    return (try RainAutomation(from, curves: curves), from, to)
  }

  @Test(
    "equal automations are equal, and a renderer keeps the curves of an automation that is gone")
  func shared() throws {
    let (automation, _, to) = try Self.everythingMoves()
    #expect(try Self.everythingMoves().0 == automation && RainAutomation(to) != automation)
    #expect(try Set([automation, Self.everythingMoves().0, RainAutomation(to)]).count == 2)
    func renderer() throws -> RainRenderer {
      try RainRenderer(
        .init(
          Self.everythingMoves().0, layout: .mono, sampleRate: 11_025, seed: 3, startingAt: 11_025))
    }
    var alone = try renderer()
    #expect(
      rendered(by: &alone, frames: 8192, blocks: 4096, channels: 1)
        == (try sound(automation, 11_025..<19_217, channels: 1)))
  }

  private func sound(
    _ automation: RainAutomation, _ frames: Range<Int>, blocks: Int = 4096, rate: Int = 11_025,
    channels: Int = 2, seed: UInt64 = 3, loop: Int? = nil
  ) throws -> [Float] {
    var renderer = try RainRenderer(
      .init(
        automation, layout: channels == 1 ? .mono : .stereo, sampleRate: rate, seed: seed,
        startingAt: frames.lowerBound, loop: loop))
    return rendered(by: &renderer, frames: frames.count, blocks: blocks, channels: channels)
  }

  @Test("an automation that is constant is the rain alone")
  func constant() throws {
    let rain = Rain.everything
    let still = try RainAutomation(
      rain, curves: [Curve(.gain, [Key(at: 1, rain[.gain]), Key(at: 2, rain[.gain])])])
    let whole = rendered(rain, 0..<9000, channels: 2)
    #expect(try sound(still, 0..<9000, rate: 11_025, seed: 1) == whole)
    #expect(try sound(RainAutomation(rain), 0..<9000, rate: 11_025, seed: 1) == whole)
  }

  @Test(
    "any slice of it, in any blocks, has the samples of the whole",
    arguments: [1, 2], [nil, 22_173])
  func slices(channels: Int, loop: Int?) throws {
    let (automation, _, _) = try Self.everythingMoves()
    let end = 4 * 11_025
    let whole = try sound(automation, 0..<end, channels: channels, loop: loop)
    let random = RandomKey(seed: 7)
    for number in 0..<(Build.isOptimised ? 10 : 5) {
      let start = Int(random.child(number).uniform * Double(end - 3000))
      let slice = try sound(
        automation, start..<start + 3000, blocks: [1, 77, 512, 4096, 5000][number % 5],
        channels: channels, loop: loop)
      #expect(
        slice == Array(whole[start * channels..<(start + 3000) * channels]), "from \(start)")
    }
  }

  @Test("a loop whose gusts change their time has the samples of the whole in any slice")
  func gustTimeInLoop() throws {
    var rain = Rain()
    rain[.gust] = 0.5
    let automation = try RainAutomation(
      rain, curves: [Curve(.gustTime, [Key(at: 0, 2), Key(at: 1, 600), Key(at: 2, 2)])])
    let (frames, rate) = (2 * 44_100, 44_100)
    let whole = try sound(automation, 0..<frames, rate: rate, channels: 1, loop: frames)
    for start in stride(from: 1000, to: frames - 2000, by: 4111) {
      let slice = try sound(
        automation, start..<start + 2000, rate: rate, channels: 1, loop: frames)
      #expect(slice == Array(whole[start..<start + 2000]), "from \(start)")
    }
  }

  @Test("before its first key and after its last it is the rain of that key, bit for bit")
  func plateaus() throws {
    let (automation, from, to) = try Self.everythingMoves()
    let rate = 11_025
    let before = 0..<Tile.frames
    #expect(try sound(automation, before) == sound(RainAutomation(from), before))
    // Behind the last key, what sounded before dies away: 4 s of bubbles, echo and filters.
    let after = 8 * rate..<9 * rate
    #expect(try sound(automation, after) == sound(RainAutomation(to), after))
    #expect(
      try sound(automation, 2 * rate..<3 * rate) != sound(RainAutomation(to), 2 * rate..<3 * rate))
    #expect(automation.rain(at: 0.5) == from)
    #expect(automation.rain(at: 100) == to)
  }

  @Test(
    "settings that come from 0 and go to 0 leave nothing behind", .enabled(if: Build.isOptimised))
  func silence() throws {
    let rate = 8000
    let steady = Rain()
    for setting: Setting in [
      .drops, .patterRate, .patterLevel, .pink, .gust, .echoTime, .regularity,
    ] {
      let curve = Curve(setting, [Key(at: 0.5, 0), Key(at: 1, 0.7), Key(at: 1.5, 0)])
      let automation = try RainAutomation(steady, curves: [curve])
      let after = 8 * rate..<8 * rate + 2000
      #expect(
        try sound(automation, after, rate: rate)
          == sound(RainAutomation(automation.rain(at: 2)), after, rate: rate), "\(setting)")
    }
  }

  @Test(
    "a heavier rain keeps every drop of the lighter one, and each has the settings of its moment")
  func keepsDrops() throws {
    let ramp = Curve(.drops, [Key(at: 0, 300), Key(at: 20, 3000)])
    let automation = try RainAutomation(Rain(), curves: [ramp])
    func frames(_ drops: Drops) -> [Int] { drops.map(\.frame) }
    let all = 0..<20 * 8000
    let moving = try Drops(automation, in: all, sampleRate: 8000)
    let found = frames(moving)
    #expect(found.count == moving.count)
    var light = Rain()
    light[.drops] = 300
    var heavy = Rain()
    heavy[.drops] = 3000
    let fewest = try frames(Drops(light, in: all, sampleRate: 8000))
    let most = try frames(Drops(heavy, in: all, sampleRate: 8000))
    #expect(Set(fewest).isSubset(of: found) && Set(found).isSubset(of: most))
    #expect(fewest.count < found.count && found.count < most.count)

    let muffled = Curve(.bubbleFrequency, [Key(at: 0, 500), Key(at: 20, 8000)])
    var steady = Rain()
    (steady[.variation], steady[.sizeSpread], steady[.bubbleProbability]) = (0, 0, 1)
    let pitches = try RainAutomation(steady, curves: [muffled])
    for (frame, drop) in try Drops(pitches, in: all, sampleRate: 8000) {
      let end = (frame / Tile.frames + 1) * Tile.frames
      let expected = pitches.rain(at: Double(end) / 8000)[.bubbleFrequency]
      #expect(drop.bubble?.frequency == expected)
    }
  }

  @Test("the drops that fall are those that sound", arguments: [nil, 16_123])
  func dropsSound(loop: Int?) throws {
    let curve = Curve(.drops, [Key(at: 0, 100), Key(at: 1, 2000), Key(at: 2, 100)])
    var rain = Rain.silent
    rain[.drops] = 100
    rain[.dropLevel] = -30
    rain[.echoTime] = 0
    let automation = try RainAutomation(rain, curves: [curve])
    let sound = try sound(automation, 0..<24_000, rate: 8000, channels: 1, seed: 1, loop: loop)
    let drops = try Drops(automation, in: 0..<24_000, sampleRate: 8000, seed: 1, loop: loop)
    var silentUntil = 0
    for (frame, drop) in drops {
      #expect(sound[silentUntil..<max(silentUntil, frame)].allSatisfy { $0 == 0 })
      let isHeard = sound[frame..<min(frame + 8, sound.count)].contains { $0 != 0 }
      #expect(frame < silentUntil || isHeard)
      silentUntil = max(silentUntil, frame + drop.timing(sampleRate: 8000).frames + 8)
    }
  }

  @Test("a loop of an automation that ends as it begins has the samples of its repetitions")
  func loop() throws {
    let curve = Curve(.rainfall, [Key(at: 0, 2), Key(at: 1, 20), Key(at: 2, 2)])
    let automation = try RainAutomation(Rain(), curves: [curve])
    let frames = 2 * 8000 + 123
    let first = try sound(automation, 0..<frames, rate: 8000, loop: frames)
    let second = try sound(automation, frames..<2 * frames, rate: 8000, loop: frames)
    #expect(first == second)
  }

  @Test(
    "a way that begins in the last tile of a loop is not heard before it",
    arguments: CurveShape.allCases)
  func lastTile(shape: CurveShape) throws {
    // Tiles of 0.512 s: the last one lies from 1.536 s to 2 s.
    let keys = [Key(at: 0, 0), Key(at: 0.6, -20, .step), Key(at: 1.9, -20), Key(at: 2, 0, shape)]
    let automation = try RainAutomation(Rain(), curves: [Curve(.gain, keys)])
    var soft = Rain()
    soft[.gain] = -20
    let moving = try sound(automation, 0..<20_096, rate: 8000, channels: 1, loop: 16_000)
    let still = try sound(RainAutomation(soft), 0..<20_096, rate: 8000, channels: 1, loop: 16_000)
    #expect(moving[12_288..<16_000] == still[12_288..<16_000])
    // Behind the seam, no step is heard.
    #expect(abs(moving[16_000] - still[16_000]) <= 0.01 * abs(still[16_000]))
    #expect(moving[20_000] != still[20_000])
    let slice = try sound(automation, 16_000..<20_096, rate: 8000, channels: 1, loop: 16_000)
    #expect(slice[...] == moving[16_000...])
  }

  @Test("a key that holds its number keeps the moment at which the next way begins")
  func holds() throws {
    let keys = [
      Key(at: 1, -4), Key(at: 2, -4), Key(at: 4, -2), Key(at: 6, -2), Key(at: 8, -2),
      Key(at: 12, 0, from: 9), Key(at: 14, 0), Key(at: 15, -1),
    ]
    let automation = try RainAutomation(Rain(), curves: [Curve(.gain, keys)])
    let moments = [0.0, 1.5, 2, 3, 4, 7, 8.5, 9, 10.5, 12, 14, 14.5, 15]
    #expect(
      automation.rains(at: moments).map(\.[.gain])
        == [-4, -4, -4, -3, -2, -2, -2, -2, -1, 0, 0, -0.5, -1])
  }

  @Test("numbers move on their scale: levels and rates by ratio, shares in a line")
  func scales() throws {
    func value(
      _ setting: Setting, _ from: Double, _ to: Double, _ shape: RainAutomation.Shape,
      at time: Double
    )
      throws -> Double
    {
      let automation = try RainAutomation(
        Rain(), curves: [Curve(setting, [Key(at: 10, from), Key(at: 20, to, shape)])])
      return automation.rain(at: time)[setting]
    }
    #expect(try abs(value(.pink, 0.01, 0.16, .line, at: 15) - 0.04) < 1e-12)
    #expect(try abs(value(.lowpass, 500, 8000, .line, at: 12.5) - 1000) < 1e-9)
    #expect(try abs(value(.drops, 100, 10_000, .line, at: 15) - 1000) < 1e-8)
    #expect(try value(.gain, -20, 0, .line, at: 15) == -10)
    #expect(try value(.puddles, 0, 0.5, .line, at: 12) == 0.1)
    #expect(try value(.pink, 0, 0.5, .line, at: 12) == 0.1)
    #expect(try value(.puddles, 0, 1, .smooth, at: 12.5) == 0.15625)
    #expect(try value(.puddles, 0, 1, .step, at: 19.999) == 0)
    #expect(try value(.puddles, 0, 1, .step, at: 20) == 1)
    #expect(try value(.puddles, 0.25, 1, .line, at: -5) == 0.25)
    #expect(try value(.puddles, 0.25, 1, .line, at: 1e9) == 1)
  }

  @Test(
    "a number moves between any two of its range, also where their ratio is no number",
    arguments: [
      (.leastNonzeroMagnitude, 1.0), (1, .leastNonzeroMagnitude), (0x1p-1030, 0.5),
      (1e-303, 1_000_000), (1_000_000, 1e-303), (.leastNonzeroMagnitude, 0x1p-1060),
      (0x1p-1004, 0x1p19), (0x1p-1005, 0x1.8p18),
    ])
  func extremeRatios(from: Double, to: Double) throws {
    let automation = try RainAutomation(
      Rain(), curves: [Curve(.drops, [Key(at: 0, from), Key(at: 1, to)])])
    let drops = stride(from: 0, through: 1, by: 1 / 64.0).map { automation.rain(at: $0)[.drops] }
    #expect(drops[0] == from && drops[64] == to)
    #expect(drops == drops.sorted(by: from < to ? { $0 < $1 } : { $0 > $1 }))
    #expect(drops.allSatisfy { min(from, to) <= $0 && $0 <= max(from, to) * 1.001 })
    _ = try sound(automation, 0..<9000)
  }

  /// Steady rain without gusts.
  private static var calm: Rain {
    var rain = Rain()
    (rain[.gust], rain[.patterGust], rain[.patterCluster]) = (0, 0, 0)
    rain[.drift] = 0
    return rain
  }

  @Test(
    "in a slow ramp each part has the level of the rain at its moment",
    .enabled(if: Build.isOptimised))
  func quasiStatic() throws {
    let rate = 8000
    let ramp = Curve(.rainfall, [Key(at: 0, 1), Key(at: 300, 40)])
    let automation = try RainAutomation(Self.calm, curves: [ramp])
    for part in [1, 5, 8] {
      let frames = 30 * part * rate..<30 * (part + 1) * rate
      let moving = try sound(automation, frames, rate: rate, channels: 1)
      let middle = automation.rain(at: 30 * (Double(part) + 0.5))
      let resting = try sound(RainAutomation(middle), frames, rate: rate, channels: 1)
      let (a, b) = (Sample(moving), Sample(resting))
      #expect(abs(CLibrary.decibels(a.power / b.power)) < 0.4, "part \(part)")
    }
  }

  @Test("the drops of a storm follow its rate (chi-squared)", .enabled(if: Build.isOptimised))
  func storm() throws {
    let rate = 8000
    let curve = Curve(
      .rainfall,
      [Key(at: 0, 0.3), Key(at: 200, 8, .smooth), Key(at: 400, 60), Key(at: 600, 1.2, .smooth)])
    let automation = try RainAutomation(Self.calm, curves: [curve])
    var chiSquared = 0.0
    for part in 0..<60 {
      let frames = 10 * part * rate..<10 * (part + 1) * rate
      var expected = 0.0
      for tile in frames.lowerBound / Tile.frames...frames.upperBound / Tile.frames {
        let end = (tile + 1) * Tile.frames
        let count = min(end, frames.upperBound) - max(tile * Tile.frames, frames.lowerBound)
        let drops = automation.rain(at: Double(end) / Double(rate))[.drops]
        expected += drops / 60 * Double(count) / Double(rate)
      }
      let count = Double(try Drops(automation, in: frames, sampleRate: rate).count)
      chiSquared += (count - expected) * (count - expected) / expected
    }
    // 60 degrees of freedom: within 34 and 95 in 994 of 1,000 cases.
    #expect((34...95).contains(chiSquared), "\(chiSquared)")
  }

  @Test("filters that move leave no seam between tiles", .enabled(if: Build.isOptimised))
  func seams() throws {
    let rate = 8000
    var noise = Self.calm
    (noise[.drops], noise[.patterRate]) = (0, 0)
    let times = stride(from: 0.0, to: 120, by: 1.7)
    func curve(_ setting: Setting, _ a: Double, _ b: Double) -> Curve {
      Curve(setting, times.enumerated().map { Key(at: $1, $0 % 2 == 0 ? a : b) })
    }
    let automation = try RainAutomation(
      noise,
      curves: [
        curve(.lowpass, 400, 3000), curve(.highpass, 21, 900), curve(.bedHighpass, 30, 1500),
        curve(.bedLowpass, 300, 3500), curve(.bedCorrelation, 0, 2000), curve(.surface, 0, 6),
        curve(.pink, 0.01, 0.05), curve(.gain, -9, 3),
      ])
    let sound = try sound(automation, 0..<100 * rate, rate: rate, channels: 1)
    var atSeams = 0.0
    var elsewhere = 0.0
    let tiles = sound.count / Tile.frames
    for tile in 1..<tiles {
      // The power of the jump against that of the slopes around it, which move with the level.
      func jump(_ frame: Int) -> Double {
        let bend = Double(sound[frame + 1]) - 2 * Double(sound[frame]) + Double(sound[frame - 1])
        return bend * bend
      }
      let around = (16..<80).map { jump(tile * Tile.frames - $0) + jump(tile * Tile.frames + $0) }
      let mean = around.reduce(0, +) / 128
      atSeams += (jump(tile * Tile.frames) + jump(tile * Tile.frames - 1)) / 2 / mean
      elsewhere += jump(tile * Tile.frames + 1000) / mean
    }
    #expect(atSeams / Double(tiles) < 1.5, "elsewhere \(elsewhere / Double(tiles))")
  }

  @Test("wrong curves are refused with the key")
  func wrong() throws {
    func flaw(_ curves: [Curve]) -> String {
      do {
        _ = try RainAutomation(Rain(), curves: curves)
        return "none"
      } catch {
        return error.description
      }
    }
    #expect(flaw([Curve(.gain, [])]) == "the curve of gain has no key")
    #expect(
      flaw([Curve(.gain, [Key(at: 2, 0), Key(at: 1, 0)])])
        == "key 2 of the curve of gain lies before key 1")
    #expect(
      flaw([Curve(.gain, [Key(at: .nan, 0)])]) == "key 1 of the curve of gain has no time")
    #expect(
      flaw([Curve(.gain, [Key(at: 0, 0), Key(at: 1, 99)])])
        == "key 2 of the curve of gain: gain is 99; it has to lie within -60 to 24")
    #expect(
      flaw([Curve(.gain, [Key(at: 0, 0)]), Curve(.gain, [Key(at: 0, 0)])])
        == "the curve of gain is there twice")
  }
}
