import Platform
import RainSynthCommands
import Testing

@Suite
struct DropChartTests {
  /// The Braille dots of a panel by column, from the top down, without the labels.
  private func dots(_ chart: Chart) -> [[Int]] {
    let rows = DropChart.text(chart).split(separator: "\n").filter {
      $0.contains("│") && !$0.contains("├") || $0.contains("┤") && !$0.contains("├")
    }
    var columns: [[Int]] = []
    for (row, line) in rows.enumerated() {
      let cells = line.unicodeScalars.drop { $0 != "│" && $0 != "┤" }.dropFirst()
      for (column, cell) in cells.enumerated() {
        while columns.count < column * 2 + 2 { columns.append([]) }
        for (bit, place) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
          .enumerated() where (cell.value - 0x2800) >> UInt32(bit) & 1 == 1
        {
          columns[column * 2 + place.0].append(row * 4 + place.1)
        }
      }
    }
    return columns.map { $0.sorted() }
  }

  private func lines(_ chart: Chart) -> [Substring] {
    DropChart.text(chart).split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("every chart fills its screen, from 40 by 12 on, and no more")
  func screens() {
    for (columns, lines) in [(40, 12), (40, 24), (64, 20), (80, 24), (120, 40), (200, 60)] {
      for isUnicode in [true, false] {
        let screen = Screen(columns: columns, lines: lines, isUnicode: isUnicode)
        for example in ExampleDrop.allCases {
          let chart = DropChart.text(example.chart, screen)
          let rows = chart.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          #expect(rows.count < lines && rows.count >= lines - 2, "\(example) \(columns) \(lines)")
          #expect(rows.allSatisfy { TextWidth.columns(String($0)) <= columns }, "\(example)")
          #expect(rows.allSatisfy { $0.last != " " && $0.last != "\u{2800}" }, "\(example)")
          #expect(rows.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(example)")
          // The time axis ends where the screen does.
          #expect(rows.contains { TextWidth.columns(String($0)) == columns }, "\(example)")
          if !isUnicode { #expect(chart.utf8.allSatisfy { $0 < 0x7F }) }
        }
      }
    }
  }

  @Test("without UTF-8 the waveform is drawn in ASCII, two dots a character")
  func ascii() throws {
    let chart = Chart(
      drop: (0..<74).map { $0 < 37 ? 1 : -1 }, channels: 1, sampleRate: 1000, impact: 0..<37,
      delay: 37..<37, bubble: 37..<74, title: "", facts: [])
    let lines = DropChart.text(chart, Screen(isUnicode: false)).split(separator: "\n")
    let zero = try #require(lines.firstIndex { $0.hasPrefix("    0 +") })
    let wave = lines.map { $0.dropFirst(7) }
    #expect(
      wave[zero - 2].prefix(36).allSatisfy { $0 == " " || $0 == "'" || $0 == "." || $0 == "|" })
    #expect(lines.contains { $0.contains("|-") && $0.contains(" impact 37 ms ") })
    #expect(lines.contains { $0.hasPrefix("      +---") || $0.hasPrefix("      ++--") })
  }

  @Test("splash and modes have lines of their own under what sounds at the same time")
  func besides() {
    let chart = Chart(
      drop: [Float](repeating: 0, count: 730), channels: 1, sampleRate: 1000, impact: 0..<100,
      delay: 100..<400, bubble: 400..<730, splash: 0..<300, modes: 0..<20, title: "", facts: [])
    let lines = DropChart.text(chart).split(separator: "\n").suffix(2)
    #expect(
      lines.first?.hasPrefix("       ├─") == true
        && lines.first?.contains(" splash 300 ms ") == true)
    #expect(lines.last == "       ├┤ modes 20 ms")
  }

  @Test("a fixed scale keeps the axis, and changed settings are shown")
  func scale() {
    func chart(_ level: Float) -> String {
      DropChart.text(
        Chart(
          drop: [level, -level], channels: 1, sampleRate: 1000, impact: 0..<2, delay: 2..<2,
          bubble: nil, title: "A drop", settings: "--delay 40", facts: [], scale: 0.5))
    }
    for level: Float in [0.01, 0.4, 2] {
      #expect(chart(level).contains("\n  0.5 ┤") && chart(level).contains("\n -0.5 ┤"))
      #expect(chart(level).hasPrefix("A drop\nwith --delay 40\n"))
    }
    let low = DropChart.text(
      Chart(
        drop: [1, -1], channels: 2, sampleRate: 1000, impact: 0..<1, delay: 1..<1, bubble: nil,
        title: "A drop", settings: "--delay 40", facts: []), Screen(columns: 40, lines: 12))
    #expect(low.hasPrefix("A drop\nwith --delay 40\n") || low.hasPrefix("A drop with --delay 40\n"))
  }

  @Test(
    "every chart names its parts, its scale, its unit and its channels",
    arguments: ExampleDrop.allCases)
  func labels(example: ExampleDrop) throws {
    let chart = example.chart
    let lines = lines(chart)
    for part in ["impact", "delay", "bubble"] {
      let marked = lines.suffix(3).contains { $0.contains("\(part) ") }
      #expect(marked == chart.parts.contains { $0.name == part })
    }
    #expect(lines.count { $0.hasPrefix("   ms ") || $0.hasPrefix("    ms ") } == 1)
    #expect(lines.count { $0.contains(" 0 ┤") } == chart.panels.count)
    #expect(
      lines.count { $0.hasPrefix(" left │") || $0.hasPrefix("  left │") } == chart.panels.count - 1)
    #expect(
      lines.count { $0.hasPrefix("right │") || $0.hasPrefix(" right │") } == chart.panels.count - 1)
  }

  @Test("one loud sample among 384,000 shows in its column, and nothing else does")
  func impulse() throws {
    var samples = [Float](repeating: 0, count: 384_000)
    samples[96_000] = 1
    let columns = dots(
      Chart(
        drop: samples, channels: 1, sampleRate: 192_000, impact: 0..<1, delay: 1..<1,
        bubble: nil, title: "", facts: []))
    let zero = try #require(columns.first?.first)
    let loud = columns.indices.filter { columns[$0] != [zero] }
    #expect(loud == [columns.count / 4])
    #expect(columns[columns.count / 4] == Array(1...zero))
  }

  @Test("up is plus, and both sides are drawn alike")
  func sides() throws {
    func chart(_ sign: Float) -> Chart {
      Chart(
        drop: (0..<500).map { sign * Float($0 % 25) / 25 }, channels: 1, sampleRate: 8000,
        impact: 0..<500, delay: 500..<500, bubble: nil, title: "", facts: [])
    }
    let plus = dots(chart(1))
    let minus = dots(chart(-1))
    let zero = try #require(plus.first?.max())
    #expect(plus.joined().min() == 2 && plus.joined().max() == zero)
    #expect(minus.map { $0.map { 2 * zero - $0 }.sorted() } == plus)
  }

  @Test("the amplitudes of a column span its samples and meet the next column's")
  func envelope() throws {
    for (frames, columns) in [(1, 146), (7, 146), (146, 146), (1000, 146), (5, 1)] {
      let samples = (0..<frames).map { Float($0 * 7919 % 101) / 101 }
      let chart = Chart(
        drop: samples, channels: 1, sampleRate: 8000,
        impact: 0..<1, delay: 1..<1, bubble: nil, title: "", facts: [])
      let envelope = chart.panels[0].envelope(columns: columns)
      for frame in 0..<frames {
        let extent = envelope[frame * columns / frames]
        #expect(extent.contains(Double(samples[frame])))
      }
      for (extent, next) in zip(envelope, envelope.dropFirst()) { #expect(extent.overlaps(next)) }
      #expect(envelope.last?.contains(0) == true)
    }
  }

  @Test("in stereo the channels have panels of their own on one scale")
  func stereo() {
    let chart = DropChart.text(ExampleDrop.rightOnly.chart)
    let rows = chart.split(separator: "\n").filter { $0.contains("│") || $0.contains("┤") }
    let left = rows.prefix(8)
    #expect(
      left.count { $0.unicodeScalars.contains { $0.value > 0x2800 && $0.value < 0x2900 } } == 1)
    #expect(rows.count { $0.contains("0.5 ┤") } == 4)
  }

  @Test("the parts are marked where they are, however short")
  func marks() {
    func marks(_ impact: Range<Int>, _ delay: Range<Int>, _ bubble: Range<Int>?) -> [String] {
      let chart = Chart(
        drop: [Float](repeating: 0, count: 73_000), channels: 1, sampleRate: 1_000_000,
        impact: impact, delay: delay, bubble: bubble, title: "", facts: [])
      let lines = lines(chart).dropLast()
      let axis = lines.firstIndex { $0.hasPrefix("   ms ") } ?? 0
      return lines[(axis + 1)...].map(String.init)
    }
    let blank = String(repeating: " ", count: 7)
    func bar(_ length: Int) -> String { String(repeating: "─", count: length) }
    #expect(
      marks(0..<20_000, 20_000..<40_000, 40_000..<73_000) == [
        blank + "├── impact 20 ms ──┤├── delay 20 ms ───┤├──────── bubble 33 ms ─────────┤"
      ])
    #expect(
      marks(0..<1, 1..<2, 2..<73_000) == [
        blank + "││├\(bar(27)) bubble 73 ms \(bar(28))┤",
        blank + "impact 0.001 ms  delay 0.001 ms",
      ])
    #expect(
      marks(0..<72_998, 72_998..<72_999, 72_999..<73_000) == [
        blank + "├\(bar(27)) impact 73 ms \(bar(28))┤││",
        blank + String(repeating: " ", count: 42) + "delay 0.001 ms  bubble 0.001 ms",
      ])
    #expect(marks(0..<2_000, 2_000..<2_000, nil) == [blank + "├┤", blank + "impact 2 ms"])
    #expect(marks(0..<0, 0..<0, nil) == [])
  }

  @Test("ticks stand at their times, and numbers under them")
  func ticks() throws {
    let chart = Chart(
      drop: [Float](repeating: 0, count: 1460), channels: 1, sampleRate: 20_000, impact: 0..<1,
      delay: 1..<1, bubble: nil, title: "", facts: [])
    let lines = lines(chart)
    let axis = try #require(lines.firstIndex { $0.contains("└") })
    #expect(
      lines[axis]
        == "      └┬─────────┬─────────┬─────────┬─────────┬─────────┬─────────┬─────────┬──")
    #expect(
      lines[axis + 1]
        == "   ms  0         10        20        30        40        50        60        70")
  }

  @Test(
    "steps are 1, 2 or 5 times a power of ten, and as many as asked for",
    arguments: [
      (73.0, 7, 3, "30"), (79.9, 7, 7, "70"), (80, 7, 3, "60"), (1, 5, 1, "0.2"),
      (0.999, 5, 3, "0.6"), (0.3, 5, 3, "0.3"),
      (2000, 9, 1, "500"), (0.0227, 9, 4, "0.020"), (1e-6, 5, 4, "8e-7"), (1e-6, 5, 5, "1e-6"),
      (1.6e-6, 3, 3, "1.5e-6"), (1.4e-45, 5, 1, "5e-46"), (3e20, 5, 2, "2e20"),
      (7, 5, -3, "-6"), (1e-7, 2, -1, "-5e-8"), (20, 5, 0, "0"),
    ])
  func steps(length: Double, most: Int, index: Int, label: String) throws {
    let steps = AxisTicks(into: length, atMost: most)
    #expect(steps.label(index) == label)
    #expect(steps.position(index) == Double(label))
    #expect(steps.position(most + 1) > length)
  }

  @Test("labels keep their places until they would overlap or leave")
  func row() {
    func lefts(_ wishes: [Int], _ widths: [Int]) -> [Int] {
      LabelLayout.lefts(wishes: wishes, widths: widths, gap: 1, within: 0...20)
    }
    #expect(lefts([0, 8, 15], [5, 5, 5]) == [0, 8, 15])
    #expect(lefts([0, 1, 2], [5, 5, 5]) == [0, 6, 12])
    #expect(lefts([-3, 3, 19], [5, 5, 5]) == [0, 6, 15])
    #expect(lefts([17, 18, 19], [5, 5, 5]) == [3, 9, 15])
    #expect(lefts([], []) == [])
  }
}

/// Drops that are hard to draw.
enum ExampleDrop: CaseIterable {
  case usual, mono, rightOnly, noBubble, noDelay, oneFrame, threeFrames, long, silent, faint, full
  case wordy, empty

  var chart: Chart {
    switch self {
    case .usual: ring(44_100, 2, [35, 220, 1100])
    case .mono: ring(44_100, 1, [35, 220, 1100])
    case .rightOnly: ring(44_100, 2, [35, 220, 1100], left: 0)
    case .noBubble: ring(44_100, 2, [35, 220, 0])
    case .noDelay: ring(44_100, 1, [35, 0, 1100])
    case .oneFrame: ring(44_100, 1, [1, 0, 0])
    case .threeFrames: ring(8000, 2, [1, 1, 1])
    case .long: ring(192_000, 2, [10, 40, 383_950])
    case .silent: ring(44_100, 2, [100, 1, 1000], level: 0)
    case .faint: ring(44_100, 1, [3, 10, 3000], level: 1e-6)
    case .full: ring(8000, 2, [1000, 1, 40], level: 1)
    case .wordy:
      ring(
        96_000, 2, [3, 3, 9000], title: String(repeating: "<雨> & \"rain\"\n\u{1B}[31m", count: 20),
        facts: (0..<30).map { ("fact <\($0)>", String(repeating: "'雨'", count: $0 + 1)) })
    case .empty: ring(44_100, 2, [0, 0, 0], title: "", facts: [])
    }
  }

  /// A decaying wave under parts of so many frames.
  private func ring(
    _ sampleRate: Int, _ channels: Int, _ lengths: [Int], level: Float = 0.43, left: Float = 1,
    title: String = "A drop", facts: [(String, String)] = [("diameter", "2.1 mm"), ("pan", "0")]
  ) -> Chart {
    var samples: [Float] = []
    var envelope = level
    for frame in 0..<lengths.reduce(0, +) {
      let amplitude = frame % 20 < 10 ? envelope : -envelope
      envelope *= 0.999
      for channel in 0..<channels { samples.append(channel == 0 ? left * amplitude : amplitude) }
    }
    let delayStart = lengths[0]
    let bubbleStart = delayStart + lengths[1]
    return Chart(
      drop: samples, channels: channels, sampleRate: sampleRate, impact: 0..<delayStart,
      delay: delayStart..<bubbleStart,
      bubble: lengths[2] == 0 ? nil : bubbleStart..<bubbleStart + lengths[2], title: title,
      facts: facts)
  }
}

/// A drop in a terminal.
enum DropChart {
  static func text(_ chart: Chart, _ screen: Screen = Screen()) -> String {
    TerminalChart.text(chart, screen)
  }
}

/// A drop as an SVG.
enum DropPicture {
  static func svg(_ chart: Chart) -> String { SVGChart.svg(chart) }
}
