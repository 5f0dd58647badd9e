import Testing

@testable import RainDSP

/// Whether a setting can change a sample, by the rule and by rendering.
@Suite struct UsedSettingsTests {
  /// A rendering of some kind.
  struct Kind: CustomTestStringConvertible {
    var rain: Rain
    var layout = ChannelLayout.stereo
    var loop: Int?
    var sampleRate = 8000

    var use: UsedSettings {
      UsedSettings(
        of: RainAutomation(rain), layout: layout, sampleRate: sampleRate,
        loop: loop.map { Double($0) / Double(sampleRate) } ?? .infinity
      )
    }

    var testDescription: String {
      let steady = Rain()
      let settings = Setting.allCases.filter { rain[$0] != steady[$0] }
        .map { "\($0.name) \(rain[$0])" }
      return ([layout.rawValue, "loop \(loop ?? 0)"] + settings).joined(separator: ", ")
    }

    /// With another value of a setting.
    func with(_ setting: Setting, _ number: Double) -> Kind {
      var other = self
      other.rain[setting] = number
      return other
    }

    /// The first tile, of so many, that differs from that of another rendering; nil: they are equal.
    func firstDifference(from other: Kind, tiles: Int) throws -> Int? {
      var a = try renderer()
      var b = try other.renderer()
      let (frames, channels) = (Tile.frames, layout.channels)
      return (0..<tiles).first { _ in
        rendered(by: &a, frames: frames, channels: channels)
          != rendered(by: &b, frames: frames, channels: channels)
      }
    }

    private func renderer() throws -> RainRenderer {
      try RainRenderer(
        .init(RainAutomation(rain), layout: layout, sampleRate: sampleRate, seed: 7, loop: loop))
    }
  }

  /// Two values of a setting far from each other; of a choice, all.
  static func values(_ setting: Setting) -> [Double] {
    let row = setting.row
    let (low, high) = (row.range.lowerBound, row.range.upperBound)
    if row.isChoice { return row.words.map(\.number) }
    // At fewer, or farther away, none would be heard in time.
    if setting == .thunder { return [0, 60] }
    let middle =
      row.scale == .ratio ? (max(low, 1e-4 * high) * high).squareRoot() : (low + high) / 2
    return [low, middle]
  }

  /// A rain in which much is switched off.
  static func random(_ number: Int) -> Kind {
    var random = RandomKey(seed: UInt64(number))
    func chance() -> Double {
      random = random.child(1)
      return random.uniform
    }
    var rain = Rain()
    for setting in Setting.allCases where chance() < 0.3 {
      let isShare = setting.row.range == 0...1
      let values = values(setting) + (isShare ? [1] : [])
      rain[setting] = values[Int(chance() * Double(values.count))]
    }
    rain[.gain] = 0
    rain[.drops] = [0, 0, 300, 3000][Int(chance() * 4)]
    rain[.patterRate] = [0, 0, 300, 3000][Int(chance() * 4)]
    if chance() < 0.5 { (rain[.pink], rain[.brown], rain[.white]) = (0, 0, 0) }
    if chance() < 0.2 { (rain[.patterLow], rain[.patterHigh]) = (9000, 3601) }
    rain[.echoDensity] = 100
    let layouts: [ChannelLayout] = [.mono, .stereo, .stereo, .surround5, .firstOrder]
    let layout = layouts[Int(chance() * Double(layouts.count))]
    return Kind(
      rain: rain, layout: layout, loop: chance() < 0.3 ? [8000, 16_000][Int(chance() * 2)] : nil)
  }

  @Test("what a rain does not use changes no sample", arguments: 0..<120)
  func unused(_ number: Int) throws {
    let kind = Self.random(number)
    let use = kind.use
    let lacks = Setting.allCases.compactMap { setting in
      use.lack(for: setting).map { (setting, need: $0.need) }
    }
    // All at once, each value in its turn, since that costs a tenth; one by one where that says
    // something, and in some rains.
    let turns = lacks.map { Self.values($0.0).count }.max() ?? 0
    func changesSample(_ index: Int) throws -> Bool {
      let other = lacks.reduce(kind) { other, lack in
        let values = Self.values(lack.0)
        return other.with(lack.0, values[index % values.count])
      }
      return try kind.firstDifference(from: other, tiles: 2) != nil
    }
    guard try number < 6 || (0..<turns).contains(where: changesSample) else { return }
    for (setting, need) in lacks {
      for value in Self.values(setting) {
        let tile = try kind.firstDifference(from: kind.with(setting, value), tiles: 2)
        #expect(tile == nil, "\(setting.name) \(value): \(need): \(kind.testDescription)")
      }
    }
  }

  @Test("what changes no sample of the default rain is not used, and what it uses changes one")
  func steady() throws {
    for layout in [ChannelLayout.mono, .stereo, .surround5] {
      let kind = Kind(rain: Rain(), layout: layout, sampleRate: 22_050)
      let use = kind.use
      for setting in Setting.allCases {
        let isUsed = use.lack(for: setting) == nil
        let changes = try Self.values(setting).contains { value in
          try kind.firstDifference(from: kind.with(setting, value), tiles: isUsed ? 200 : 10) != nil
        }
        #expect(changes == isUsed, "\(setting.name) in \(layout.rawValue)")
      }
    }
  }

  @Test("the cures of a setting, all together, let it change a sample", arguments: 0..<120)
  func cures(_ number: Int) throws {
    let kind = Self.random(number)
    for setting in Setting.allCases {
      guard let lack = kind.use.lack(for: setting), !lack.cures.isEmpty else { continue }
      let cured = lack.cures.reduce(kind) { $0.with($1.setting, $1.number) }
      #expect(cured.use.lack(for: setting) == nil, "\(setting.name): \(lack)")
    }
  }

  @Test("bubbles and gutters have no color of a spot, and lean in stereo alone")
  func colored() throws {
    var rain = Rain()
    (rain[.pink], rain[.patterRate], rain[.impactAmplitude]) = (0, 0, 0)
    rain[.gutter] = 0.02
    for layout in ChannelLayout.allCases {
      let kind = Kind(rain: rain, layout: layout)
      let isUsed = kind.use.lack(for: .spot) == nil
      let other = kind.with(.spot, 0)
      #expect(try (kind.firstDifference(from: other, tiles: 9) != nil) == isUsed, "\(layout)")
      #expect(isUsed == (layout == .stereo), "\(layout)")
    }
  }

  @Test("two of three idle settings have cures")
  func curable() {
    let lacks = (0..<400).map { Self.random($0).use }.flatMap {
      Setting.allCases.compactMap($0.lack)
    }
    #expect(3 * lacks.count { !$0.cures.isEmpty } > 2 * lacks.count)
  }

  @Test("each setting changes some rain, and if it needs anything, lacks that in another")
  func needs() {
    var (used, lacking) = (Set<Setting>(), Set<Setting>())
    for number in 0..<8000 {
      let kind = Self.random(number)
      let uses =
        [kind.use]
        + [UsedSettings.Part.drop, .list].map { part in
          UsedSettings(of: RainAutomation(kind.rain), layout: kind.layout, part: part)
        }
      for use in uses {
        for setting in Setting.allCases {
          if use.lack(for: setting) == nil { used.insert(setting) } else { lacking.insert(setting) }
        }
      }
    }
    #expect(used == Set(Setting.allCases))
    #expect(lacking == used.filter { !$0.row.needs.isEmpty })
  }

  @Test("a curve frees its setting, and those that it moves")
  func curves() throws {
    var rain = Rain()
    (rain.surface, rain[.puddles], rain[.bubbleProbability]) = (.ground, 0, 0)
    func lack(_ curves: [RainAutomation.Curve]) throws -> Setting.Need? {
      UsedSettings(of: try RainAutomation(rain, curves: curves), layout: .stereo)
        .lack(for: .chirp)?.need
    }
    #expect(try lack([]) == .bubble)
    let surfaces = RainAutomation.Curve(.surface, [.init(at: 0, .metal), .init(at: 9, .water)])
    #expect(try lack([surfaces]) == nil)
    #expect(try lack([.init(.puddles, [.init(at: 0, 0), .init(at: 9, 0.1)])]) == nil)
    rain[.bubbleAmplitude] = 0
    #expect(try lack([surfaces]) == .bubbleLevel)
  }
}
