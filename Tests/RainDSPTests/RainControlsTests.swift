import RainTestSupport
import Testing

@testable import RainDSP

@Suite("A rain whose settings move while it plays")
struct RainControlsTests {
  @Test(
    "what was played is an automation that renders the same samples",
    arguments: Build.isOptimised ? [8000, 44_100] : [8000], [ChannelLayout.stereo, .binaural])
  func replay(rate: Int, layout: ChannelLayout) throws {
    var renderer: RainRenderer
    let controls = try RainControls(.everything)
    renderer = try RainRenderer(
      .init(controls, layout: layout, sampleRate: rate, seed: 5))
    var played: [Float] = []
    let random = RandomKey(seed: 11)
    for block in 0..<60 {
      if block > 2 && block % 3 == 0 && block < 50 {
        var rain = Rain.everything
        let key = random.child(block)
        for setting in Rain.numbers {
          let own = key.child(Int(setting.rawValue))
          if own.uniform < 0.3 {
            rain[setting] = min(
              setting.row.range.upperBound, rain[setting] * (0.8 + 0.4 * own.child(1).uniform))
          }
        }
        if block % 2 == 0 { rain.surface = .metal }
        if block % 4 == 0 { rain[.gustTime] = 9 }
        try controls.move(to: rain, over: block % 5 == 0 ? 0 : 0.7)
      }
      played += rendered(by: &renderer, frames: rate / 10 + 77 * block, channels: 2)
    }
    let automation = controls.automation
    #expect(automation.curves.count > 10)
    var again = try RainRenderer(
      .init(automation, layout: layout, sampleRate: rate, seed: 5))
    let replayed = rendered(by: &again, frames: played.count / 2, channels: 2)
    let first = zip(played, replayed).enumerated().first { $1.0 != $1.1 }?.offset
    #expect(first == nil, "the samples part at \(first ?? 0) of \(played.count)")
  }

  @Test("so is each setting that moves alone", .enabled(if: Build.isOptimised))
  func oneByOne() throws {
    for setting in Setting.allCases {
      var rain = Rain.everything
      if setting.row.isChoice {
        rain[setting] = rain[setting] == 0 ? 1 : 0
      } else {
        rain[setting] = min(setting.row.range.upperBound, 1.2 * rain[setting])
      }
      let controls = try RainControls(.everything)
      var renderer = try RainRenderer(.init(controls, sampleRate: 8000))
      var played = rendered(by: &renderer, frames: 9000, channels: 2)
      try controls.move(to: rain, over: 1)
      played += rendered(by: &renderer, frames: 20_000, channels: 2)
      var again = try RainRenderer(.init(controls.automation, sampleRate: 8000))
      #expect(rendered(by: &again, frames: 29_000, channels: 2) == played, "\(setting)")
    }
  }

  @Test("a change is heard within a tile, and comes to rest as that rain alone")
  func heard() throws {
    let rate = 44_100
    var steady = Rain()
    steady[.drops] = 0
    let controls = try RainControls(steady)
    var renderer = try RainRenderer(.init(controls, layout: .mono, sampleRate: rate, seed: 2))
    var plain = try RainRenderer(steady, sampleRate: rate, channels: 1, seed: 2)
    let before = rendered(by: &renderer, frames: 10_000, blocks: 512, channels: 1)
    #expect(before == rendered(by: &plain, frames: 10_000, blocks: 512, channels: 1))
    var loud = steady
    loud[.gain] = -12
    try controls.move(to: loud)
    let after = rendered(by: &renderer, frames: 4410, blocks: 441, channels: 1)
    #expect(after != rendered(by: &plain, frames: 4410, blocks: 441, channels: 1))
    _ = rendered(by: &renderer, frames: 20_000, blocks: 512, channels: 1)
    var quiet = try RainRenderer(loud, sampleRate: rate, channels: 1, seed: 2, startingAt: 34_410)
    #expect(
      rendered(by: &renderer, frames: 9000, channels: 1)
        == rendered(by: &quiet, frames: 9000, channels: 1))
  }

  @Test(
    "an automation that is not kept goes on as the whole one, and stays small",
    .enabled(if: Build.isOptimised))
  func forgotten() throws {
    let all = try RainControls(Rain())
    let last = try RainControls(Rain(), keepsAutomation: false)
    let random = RandomKey(seed: 12)
    var first = try RainRenderer(.init(all, layout: .mono, sampleRate: 8000))
    var second = try RainRenderer(.init(last, layout: .mono, sampleRate: 8000))
    for tile in 0..<1500 {
      var rain = Rain()
      let key = random.child(tile)
      // A way of a minute that the next tile interrupts depends on all ways before it.
      rain[.gain] = -20 * key.child(0).uniform
      rain[.gustTime] = 10 + 50 * key.child(1).uniform
      rain.surface = key.child(2).uniform < 0.5 ? .metal : .leaves
      if tile > 1400 { rain[.bubbleFrequency] = 500 + 1000 * key.child(3).uniform }
      for controls in [all, last] { try controls.move(to: rain, over: 60) }
      _ = rendered(by: &first, frames: Tile.frames, channels: 1)
      _ = rendered(by: &second, frames: Tile.frames, channels: 1)
    }
    #expect(all.automation.curves.contains { $0.keys.count == 1501 })
    #expect(last.automation.curves.allSatisfy { $0.keys.count <= 512 })
    let frame = 1500 * Tile.frames
    first = try RainRenderer(
      .init(
        RainControls(continuing: all.automation), layout: .mono, sampleRate: 8000, startingAt: frame
      ))
    second = try RainRenderer(
      .init(
        RainControls(continuing: last.automation), layout: .mono, sampleRate: 8000,
        startingAt: frame))
    let samples = rendered(by: &first, frames: 100 * Tile.frames, channels: 1)
    #expect(rendered(by: &second, frames: 100 * Tile.frames, channels: 1) == samples)
  }

  @Test("the thread that renders moves settings as controls do, without them")
  func ownThread() throws {
    let controls = try RainControls(.everything)
    var first = try RainRenderer(.init(controls, sampleRate: 8000, seed: 5))
    var second = try RainRenderer(
      .init(RainAutomation(.everything), sampleRate: 8000, seed: 5, isLive: true))
    for step in 0..<12 {
      var rain = Rain.everything
      rain[.gain] = Double(step % 5)
      rain.surface = step % 2 == 0 ? .metal : .leaves
      rain[.bubbleFrequency] = 800 + 300 * Double(step % 3)
      try controls.move(to: rain, over: Double(step % 3))
      let moves = second.move(to: rain, over: Double(step % 3))
      #expect(moves)
      let sound = rendered(by: &first, frames: 5000, channels: 2)
      #expect(rendered(by: &second, frames: 5000, channels: 2) == sound)
    }
    func moves(_ rain: Rain, over seconds: Double = 0) -> Bool {
      second.move(to: rain, over: seconds)
    }
    let steady = Rain()
    for setting in Setting.allCases {
      for number in [setting.row.range.lowerBound.nextDown, 1e300, .nan] {
        var rain = steady
        rain[setting] = number
        #expect(!moves(rain), "\(setting) \(number)")
      }
    }
    var rain = steady
    rain[.surface] = 0.5
    #expect(!moves(rain))
    #expect(!moves(steady, over: -1) && !moves(steady, over: .nan))
  }

  /// An even rain in blocks of the sizes, one after the other; `body` moves it before the frames `moves`.
  private func even(
    _ renderer: inout RainRenderer, _ count: Int, sizes: [Int], moves: [Int] = [],
    _ body: (Int) throws -> Void = { _ in }
  ) throws -> [Float] {
    var (samples, done, step) = ([Float](), 0, 0)
    while done < count {
      if moves.contains(done) { try body(done) }
      let next = min(count, moves.first { $0 > done } ?? .max)
      let frames = min(sizes[step % sizes.count], next - done)
      samples += rendered(by: &renderer, frames: frames, blocks: frames, channels: 2)
      (done, step) = (done + frames, step + 1)
    }
    return samples
  }

  private static let sizes = [
    [1], [64], [441], [1024], [4096], [9000], [64, 64, 64, 3000, 5, 5000, 800],
  ]

  @Test("an even one has the samples of any other, in blocks of any size", arguments: sizes)
  func isEven(sizes: [Int]) throws {
    var dense = Rain.everything
    (dense[.drops], dense[.echoTime]) = (20_000, 0.4)
    var bare = Rain.silent
    bare[.echoTime] = 0.2
    for rain in [Rain.everything, dense, Rain(), bare] {
      let count = Build.isOptimised ? 60_000 : 9000
      var plain = try RainRenderer(rain, sampleRate: 8000, channels: 2, seed: 3)
      var configuration = RainRenderer.Configuration(
        RainAutomation(rain), sampleRate: 8000, seed: 3, isLive: true)
      configuration.isEven = true
      var renderer = try RainRenderer(configuration)
      let sound = rendered(by: &plain, frames: count, channels: 2)
      let isSame = try even(&renderer, count, sizes: sizes) == sound
      #expect(isSame)
      // A tile that has begun is left, in all its stages.
      for (step, start) in [500, Tile.frames, count - 3, 400_000, 12, 12, 12, 12].enumerated() {
        plain.seek(to: start)
        if step.isMultiple(of: 2) {
          renderer.seek(to: start)
        } else {
          _ = renderer.restart(rain, seed: 3, at: start)
        }
        let frames = 2 * Tile.frames - start % Tile.frames - 60 - 120 * step
        let isSame =
          try even(&renderer, frames, sizes: sizes)
          == rendered(by: &plain, frames: frames, channels: 2)
        #expect(isSame, "from \(start)")
      }
    }
  }

  @Test("its moves act with the first tile that begins a quarter of a tile later", arguments: sizes)
  func evenMoves(sizes: [Int]) throws {
    let controls = try RainControls(.everything)
    var configuration = RainRenderer.Configuration(controls, sampleRate: 8000, seed: 5)
    configuration.isEven = true
    var renderer = try RainRenderer(configuration)
    let quarter = Tile.frames / 4
    let moves = [0, 100, 3 * quarter, 7 * quarter + 1, 20 * quarter, 23 * quarter + 1]
    let count = 40_000
    let sound = try even(&renderer, count, sizes: sizes, moves: moves) { frame in
      var rain = Rain.everything
      rain[.gain] = -Double(moves.firstIndex(of: frame) ?? 0)
      rain[.drops] = 300 + Double(frame) / 20
      try controls.move(to: rain)
    }
    let gain = try #require(controls.automation.curves.first { $0.setting == .gain })
    // The first of two moves before a tile is not heard.
    let tiles = [0, 1, 3, 6, 7]
    let starts = tiles.map { Double($0 * Tile.frames * 1000 / 8000) / 1000 }
    let ends = tiles.map { Double(($0 + 1) * Tile.frames * 1000 / 8000) / 1000 }
    #expect(Set(starts).union(ends).union([0]).isSuperset(of: gain.keys.map(\.seconds)))
    #expect(gain.keys.last?.value == -5 && gain.keys.last?.seconds == ends[4])
    var again = try RainRenderer(.init(controls.automation, sampleRate: 8000, seed: 5))
    let replayed = rendered(by: &again, frames: count, channels: 2)
    #expect(zip(replayed, sound).enumerated().first { $1.0 != $1.1 }?.offset == nil)
  }

  @Test("a restart gives the samples of a new renderer, whatever was played before")
  func restart() throws {
    var low = Rain()
    (low[.lowpass], low[.highpass], low[.echoTime], low[.gust]) = (900, 200, 1, 0.7)
    (low[.drops], low[.patterRate], low[.brown]) = (40, 90, 0.02)
    var regular = Rain()
    (regular[.regularity], regular.surface, regular[.gustTime]) = (0.8, .metal, 9)
    let rains = [Rain.everything, low, regular, Rain()]
    var renderer = try RainRenderer(
      .init(RainAutomation(.everything), sampleRate: 8000, seed: 5, isLive: true))
    let frames = [70_001, 0, 12_288, 400_000, 9000, 9000, 123, 70_001]
    for (step, frame) in frames.enumerated() {
      let (rain, seed) = (rains[step % 3 + step / 4], UInt64(step / 2))
      renderer.move(to: rains[(step + 1) % 4], over: 1)
      _ = rendered(by: &renderer, frames: 3 * Tile.frames + 7 * step, channels: 2)
      let restarts = renderer.restart(rain, seed: seed, at: frame)
      #expect(restarts && renderer.frame == frame)
      var new = try RainRenderer(
        rain, sampleRate: 8000, channels: 2, seed: seed, startingAt: frame)
      let sound = rendered(by: &new, frames: 20_000, channels: 2)
      #expect(rendered(by: &renderer, frames: 20_000, channels: 2) == sound, "\(step)")
    }
    var wrong = Rain()
    wrong[.gain] = .nan
    let restarts = renderer.restart(wrong, seed: 1, at: 0)
    #expect(!restarts)
  }

  @Test("settings that follow curves move to what the curves say of the end of each tile")
  func curves() throws {
    let rate = 8000
    let automation = try RainAutomation(
      Rain(),
      curves: [
        .init(.gain, [.init(at: 0, -20), .init(at: 5, 0, .smooth)]),
        .init(.drops, [.init(at: 0, 200), .init(at: 4, 900)]),
      ])
    let moving = SettingSet([.gain, .drops])
    var rain = Rain()
    rain[.distance] = 1.5
    var first = try RainRenderer(
      .init(RainAutomation(Rain()), sampleRate: rate, seed: 5, isLive: true))
    var second = try RainRenderer(
      .init(RainAutomation(Rain()), sampleRate: rate, seed: 5, isLive: true))
    first.live?.follow(automation)
    func target(_ tile: Int) -> Rain {
      let now = automation.rain(at: Double(tile * Tile.frames) / Double(rate))
      var target = rain
      (target[.gain], target[.drops]) = (now[.gain], now[.drops])
      return target
    }
    let start = SettingMove(to: rain, following: moving, over: 0)
    first.restart(start, seed: 7, at: 2 * Tile.frames)
    let restarts = second.restart(target(2), seed: 7, at: 2 * Tile.frames)
    #expect(restarts)
    for tile in 2..<9 {
      if tile == 6 {
        rain.surface = .metal
        first.live?.move(to: SettingMove(to: rain, following: moving, over: 0))
      }
      let moves = second.move(to: target(tile + 1))
      #expect(moves)
      let sound = rendered(by: &second, frames: Tile.frames, channels: 2)
      #expect(rendered(by: &first, frames: Tile.frames, channels: 2) == sound, "\(tile)")
    }
  }

  @Test("a move after a seek to an earlier frame replaces the moves that begin later")
  func seek() throws {
    let controls = try RainControls(.everything)
    var renderer = try RainRenderer(.init(controls, layout: .mono, sampleRate: 8000, seed: 5))
    func play(_ gain: Double, from frame: Int) throws -> [Float] {
      renderer.seek(to: frame)
      var rain = Rain.everything
      rain[.gain] = gain
      try controls.move(to: rain, over: 1)
      return rendered(by: &renderer, frames: 20_000, channels: 1)
    }
    _ = try play(-12, from: 0)
    _ = try play(-20, from: 400_000)
    let again = try play(-6, from: 80_000)
    let gain = try #require(controls.automation.curves.first { $0.setting == .gain })
    #expect(gain.keys.map(\.value) == [Rain.everything[.gain], -12, -6])
    var played = try RainRenderer(
      .init(controls.automation, layout: .mono, sampleRate: 8000, seed: 5, startingAt: 80_000))
    #expect(rendered(by: &played, frames: 20_000, channels: 1) == again)
  }

  @Test("wrong settings and times are refused")
  func wrong() throws {
    var rain = Rain()
    rain[.gain] = 99
    #expect(throws: InvalidSetting.self) { try RainControls(rain) }
    let controls = try RainControls(Rain())
    #expect(throws: InvalidSetting.self) { try controls.move(to: rain) }
    #expect(throws: InvalidSetting.self) { try controls.move(to: Rain(), over: -1) }
    #expect(throws: InvalidSetting.self) { try controls.move(to: Rain(), over: .nan) }
    #expect(controls.automation == RainAutomation(Rain()))
  }

  @Test("threads may move settings while another renders")
  func threads() async throws {
    let controls = try RainControls(Rain())
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<3 {
        group.addTask {
          for step in 0..<400 {
            var rain = Rain()
            rain[.gain] = Double(step % 20 - number)
            try? controls.move(to: rain, over: 0.05)
          }
        }
      }
      group.addTask {
        var renderer: RainRenderer
        do { renderer = try RainRenderer(.init(controls, layout: .mono, sampleRate: 8000)) } catch {
          return
        }
        _ = rendered(by: &renderer, frames: 80_000, channels: 1)
      }
    }
    let automation = controls.automation
    #expect(try RainAutomation(automation.rain, curves: automation.curves) == automation)
  }
}
