import Foundation
import Platform
import RainDSP
import RainFiles
import RainSynthCommands
import RainTestSupport
import Testing

/// Screens of `live`: those of one size compared cell by cell with Tests/screens, which after a change of the screen
/// `RAINSYNTH_SCREENS=write swift test --filter LiveScreenTests` writes anew, to be looked at; claims for all others.
@Suite struct LiveScreenTests {
  struct Size: Sendable, CustomTestStringConvertible {
    let columns: Int
    let lines: Int
    let isUnicode: Bool

    var testDescription: String { "\(columns)x\(lines)\(isUnicode ? "" : "-ascii")" }
  }

  static let sizes = [(40, 12), (80, 24), (120, 40)].flatMap { columns, lines in
    [true, false].map { Size(columns: columns, lines: lines, isUnicode: $0) }
  }

  /// A state with a moved slider, in the middle of the list. Drops fall into water, so all that is shown is heard.
  private func grids(_ size: Size) -> [(name: String, grid: CellGrid)] {
    var rain = Rain()
    rain[.puddles] = 0.2
    var state = LiveState(
      RainWish(weather: RainLayer(WrittenAutomation(rain))), seed: 42, columns: size.columns,
      lines: size.lines)
    (state.seconds, state.load, state.peaks) = (75, 0.03, [0.5, 0.05])
    for character in "/bubblef" { _ = state.take(.key(.character(character))) }
    for key in [Key.enter, .pageDown, .right] { _ = state.take(.key(key)) }
    var drop = LiveDrop()
    let chart = drop.chart(state.rain, sampleRate: 44_100, seed: 42, scaleNumber: 0)
    func grid(_ key: String) -> CellGrid {
      var state = state
      for character in key { _ = state.take(.key(.character(character))) }
      return LiveScreen.grid(
        state, drop: chart, commandLine: "rainsynth render -o rain.wav --seed=42",
        isUnicode: size.isUnicode)
    }
    return [
      ("sliders", grid("")), ("value", grid("=900")), ("presets", grid("pti")), ("help", grid("?")),
      ("line", grid("w")),
    ]
  }

  /// The letters of styles, for a text of them.
  private static let letters: [CellStyle: Character] = [
    .plain: ".", .dim: "d", .bold: "b", .reversed: "r", .accent: "a", .good: "g", .warm: "w",
    .warning: "!",
  ]

  @Test("says how many presets follow, and that a rain which moves stands as it begins")
  func rest() throws {
    var state = LiveState(
      RainWish(weather: try Preset(named: "storm").layer), preset: "storm", seed: 1)
    func text() -> String { cells(LiveScreen.grid(state, drop: nil, isUnicode: true)) }
    #expect(text().contains("storm, open, as it begins"))
    _ = state.take(.key(.character("p")))
    let shown = Preset.shippedNames.filter {
      text().contains("\n \($0) ") || text().contains("\n▸\($0) ")
    }
    #expect(text().contains("↓ \(Preset.shippedNames.count - shown.count) more"), "\(text())")
    for _ in Preset.shippedNames { _ = state.take(.key(.down)) }
    #expect(!text().contains("more"))
  }

  private func cells(_ grid: CellGrid) -> String {
    let lines = (0..<grid.lines).map { grid.text(line: $0) }
    let styles = (0..<grid.lines).map { line in
      String((0..<grid.columns).map { Self.letters[grid[line, $0].style] ?? "?" })
    }
    return (lines + styles).map { $0 + "\n" }.joined()
  }

  @Test("there is a meter for each ear, or one for all channels", arguments: ChannelLayout.allCases)
  func meters(_ layout: ChannelLayout) {
    for columns in [40, 80] {
      var state = LiveState(seed: 1, layout: layout, columns: columns, lines: 16)
      state.peaks = [0.5, 0.5]
      let line = LiveScreen.grid(state, drop: nil, isUnicode: false).text(line: 1)
      let meters = line.components(separatedBy: "-6 dB").count - 1
      #expect(meters == (layout.channels == 2 ? 2 : 1), "\(line)")
      #expect(line.hasPrefix(layout.channels == 2 ? "L " : layout == .mono ? "M " : "all "))
    }
  }

  @Test("screens of the usual terminal are those of the file")
  func screens() throws {
    let size = Size(columns: 80, lines: 24, isUnicode: true)
    let text = grids(size).map { "\($0.name)\n\(cells($0.grid))" }.joined(separator: "\n")
    let file = Repository.root.appendingPathComponent("Tests/screens/\(size.testDescription).txt")
    if ProcessInfo.processInfo.environment["RAINSYNTH_SCREENS"] == "write" {
      try Data(text.utf8).write(to: file)
    }
    let known = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let first = zip(text.split(separator: "\n"), known.split(separator: "\n")).first { $0 != $1 }
    #expect(text == known, "\(first?.0 ?? "") instead of \(first?.1 ?? "")")
  }

  @Test(
    "each size has title and meter above, what was asked for in between, keys below",
    arguments: sizes)
  func parts(_ size: Size) {
    let content = [
      "sliders": [size.isUnicode ? "▸Bubble pitch" : ">Bubble pitch"],
      "value": ["Bubble pitch: 900", "Enter sets"],
      "presets": [size.isUnicode ? "▸tin-roof" : ">tin-roof"],
      "help": ["up down, j k   another setting", "up and down scroll"],
      "line": ["rainsynth render -o rain.wav --seed=42", "any key closes"],
    ]
    for (name, grid) in grids(size) {
      let lines = (0..<size.lines).map { grid.text(line: $0) }
      #expect(lines[0].hasPrefix("rainsynth  steady*  seed"), "\(name)")
      #expect(lines[0].hasSuffix(size.columns < 60 ? "1:15  3.0 %" : "1:15  load 3.0 %"), "\(name)")
      #expect(lines[1].contains("-6 dB") && lines[1].contains("-26 dB"), "\(name)")
      for text in content[name] ?? [] {
        #expect(lines.contains { $0.contains(text) }, "\(name): \(text)")
      }
      #expect(size.isUnicode || lines.joined().allSatisfy(\.isASCII), "\(name)")
      #expect(lines[2].contains("impact"), "the chart lies below the meters")
    }
  }

  @Test("a slider that changes nothing is dim, with a hollow knob, and the foot says why")
  func unused() {
    var rain = Rain()
    (rain[.puddles], rain.surface, rain[.bubbleProbability]) = (0, .metal, 0)
    var state = LiveState(RainWish(weather: RainLayer(WrittenAutomation(rain))), seed: 42)
    for character in "/chirp" { _ = state.take(.key(.character(character))) }
    _ = state.take(.key(.enter))
    let grid = LiveScreen.grid(state, drop: nil, isUnicode: true)
    let lines = (0..<24).map { grid.text(line: $0) }
    #expect(lines[22].hasPrefix("no drop of this rain has a bubble, so Rise of pitch changes "))
    let hollow = lines.filter { $0.contains("○") }
    #expect(
      hollow.contains { $0.contains(Setting.chirp.row.title) }
        && !hollow.contains { $0.contains(Setting.splash.row.title) })
  }

  @Test("a terminal that gets the changes shows the next screen", arguments: sizes)
  func changes(_ size: Size) throws {
    for isColored in [true, false] {
      var terminal = TerminalReader(columns: size.columns, lines: size.lines)
      var old: CellGrid?
      for (name, grid) in grids(size) {
        terminal.read(grid.changes(from: old, isColored: isColored))
        #expect(terminal.unknown.isEmpty, "\(terminal.unknown)")
        var whole = TerminalReader(columns: size.columns, lines: size.lines)
        whole.read(grid.changes(from: nil, isColored: isColored))
        #expect(terminal == whole, "\(name)")
        #expect((0..<size.lines).allSatisfy { terminal.text(line: $0) == grid.text(line: $0) })
        if !isColored {
          #expect(terminal.cells.allSatisfy { ["0", "0;1", "0;7"].contains($0.style) })
        }
        old = grid
      }
    }
  }

  @Test("each size shows the sliders, the chart and the keys, and none traps")
  func anySize() {
    var drop = LiveDrop()
    let chart = drop.chart(Rain(), sampleRate: 44_100, seed: 1, scaleNumber: 0)
    for columns in [1, 2, 39, 40, 41, 60, 79, 99, 100, 101, 200, 1000] {
      for lines in [1, 2, 11, 12, 13, 15, 16, 30, 100, 1000] {
        var state = LiveState(seed: .max, columns: columns, lines: lines)
        state.load = 2
        let grid = LiveScreen.grid(state, drop: chart, isUnicode: true)
        let text = (0..<grid.lines).map { grid.text(line: $0) }.joined(separator: "\n")
        if columns >= 40 && lines >= 12 {
          #expect(text.contains("How hard it rains"), "\(columns) x \(lines)")
          #expect(text.contains("? help") && text.contains("too slow"), "\(columns) x \(lines)")
          #expect(text.unicodeScalars.contains { 0x2801...0x28FF ~= $0.value })
        } else if columns >= 26 {
          #expect(text.contains("40 x 12 cells are needed"))
        }
      }
    }
  }

  @Test("the colors of the chart are named, and what is cut off ends with a sign")
  func colors() throws {
    var drop = LiveDrop()
    var rain = Rain()
    rain[.puddles] = 0
    rain[.bubbleProbability] = 1
    let chart = drop.chart(rain, sampleRate: 44_100, seed: 1, scaleNumber: 0)
    var state = LiveState(seed: 1, columns: 40, lines: 12)
    func lines() -> [(text: String, style: (Int) -> CellStyle)] {
      let grid = LiveScreen.grid(state, drop: chart, isUnicode: true)
      return (0..<grid.lines).map { line in (grid.text(line: line), { grid[line, $0].style }) }
    }
    let line = lines()[2]
    for (name, style) in [("impact", CellStyle.warm), ("bubble", .accent)] {
      let range = try #require(line.text.firstRange(of: name), "\(line.text)")
      #expect(
        line.style(line.text.distance(from: line.text.startIndex, to: range.lowerBound)) == style
      )
    }
    let sentence = state.isChanged ? "" : lines()[10].text
    #expect(sentence.hasSuffix("…"), "\(sentence)")
    _ = state.take(.key(.character("p")))
    #expect(lines().contains { $0.text.hasSuffix("…") && $0.text.contains("steady") })
  }

  @Test("the chart holds its scale while a slider moves")
  func scale() throws {
    var drop = LiveDrop()
    var rain = Rain()
    rain[.puddles] = 0
    rain[.bubbleProbability] = 1
    func chart(_ rain: Rain, _ scaleNumber: Int) throws -> Chart {
      let chart = drop.chart(rain, sampleRate: 44_100, seed: 1, scaleNumber: scaleNumber)
      return try #require(chart)
    }
    let first = try chart(rain, 3)
    rain[.bubbleAmplitude] = 1.5
    rain[.bubbleDecay] = 20
    let louder = try chart(rain, 3)
    #expect(
      louder.panels[0].axis.high == first.panels[0].axis.high
        && louder.panels[0].values.count == first.panels[0].values.count)
    #expect(louder.panels[0].values != first.panels[0].values)
    let fitted = try chart(rain, 4)
    #expect(
      fitted.panels[0].axis.high > first.panels[0].axis.high
        && fitted.panels[0].values.count > first.panels[0].values.count)
    // On water, drops of 2 mm trap no bubble, but the drop of the picture does.
    rain[.bubbleProbability] = 0
    rain.surface = .water
    #expect(try chart(rain, 4).parts.contains { $0.name == "bubble" })
    rain.surface = .ground
    #expect(try !chart(rain, 4).parts.contains { $0.name == "bubble" })
    // There is a drop to be seen in every rain.
    rain[.drops] = 0
    _ = try chart(rain, 5)
  }
}
