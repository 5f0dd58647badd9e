/// A chart as text for a terminal, as wide and as high as its screen.
///
/// Curves are drawn with Braille characters, 2 by 4 dots each, or where only ASCII is shown, with ' . and |, 1 by 2;
/// a column of dots spans from the lowest to the highest value of its time, so that the shortest impact shows.
package struct TerminalChart {
  private let chart: Chart
  private let columns: Int
  private let glyphs: ChartGlyphs
  /// The width of the labels left of the panels, and of the panels, in columns.
  private let gutter: Int
  private let width: Int

  /// The lines of the chart, each with its line break. It leaves the last line of the screen for the prompt, and
  /// gives each panel two rows or more, also where the screen is too low for that.
  package static func text(_ chart: Chart, _ screen: Screen = Screen()) -> String {
    // A heading, three rows, an axis and a mark.
    let lines = screen.lines < 24 ? 0 : 8
    let below = (lines > 0 ? chart.below : []).map { below in
      TerminalChart(below, screen).text(lines: lines + 1).drop { $0 != "\n" }.dropFirst()
    }
    return TerminalChart(chart, screen).text(lines: screen.lines - 1 - below.count * lines)
      + below.joined()
  }

  /// The first panel with its marks, in exactly so many lines, two or more: what a screen that has more to show
  /// makes room for. `parts` are the columns of the parts in the lines of the curve and of the brackets.
  package static func panel(_ chart: Chart, columns: Int, lines: Int, isUnicode: Bool) -> (
    lines: [String], coloredLines: [Int], parts: [(color: Chart.Color, columns: Range<Int>)]
  ) {
    let screen = Screen(columns: columns, lines: lines, isUnicode: isUnicode)
    let printer = TerminalChart(chart, screen)
    let axis = lines >= 7 ? printer.axis() : []
    let room = lines - 1 - axis.count
    var marks = printer.marks() + chart.besides.map { printer.beside($0) }
    marks = Array(marks.prefix(max(1, room / 3)))
    let rows = lines - axis.count - marks.count
    let text = printer.panel(chart.panels[0], rows: rows) + axis + marks
    let left = printer.gutter + 1
    let parts = chart.parts.map { part in
      let start = left + part.steps.lowerBound * printer.width / chart.span
      let end = left + (part.steps.upperBound * printer.width + chart.span - 1) / chart.span
      return (part.color, start..<max(start + 1, end))
    }
    return (
      text.map { printer.glyphs.shown($0) },
      Array(0..<rows) + (chart.parts.isEmpty || marks.isEmpty ? [] : [rows + axis.count]), parts
    )
  }

  private init(_ chart: Chart, _ screen: Screen) {
    self.chart = chart
    columns = screen.columns
    glyphs = screen.isUnicode ? .unicode : .ascii
    let labels =
      chart.panels.flatMap { panel in panel.axis.ticks.map(\.label) + [panel.side] }
      + (chart.field?.axis.ticks.map(\.label) ?? [])
    // Room for "right", so that the panels of a drop in mono and in stereo are equally wide.
    gutter = max(labels.map(\.utf8.count).max() ?? 0, 5) + 1
    width = columns - gutter - 1
  }

  private func text(lines: Int) -> String {
    let axis = axis()
    var marks = marks()
    var besides = chart.besides.map { beside($0) }
    var notes = facts()
    if !chart.settings.isEmpty {
      notes.insert(TextWidth.cut("with \(chart.settings)", columns: columns), at: 0)
    }
    // A waveform needs three rows; of many curves, each has two, or one where the screen has no room for more.
    var fewestRows = chart.panels.count > 2 ? 2 : 3
    // A field has the height of two panels.
    let fieldPanels = chart.field == nil ? 0 : 2
    let headings = chart.panels.count { !$0.heading.isEmpty } + fieldPanels / 2
    func room() -> Int {
      lines - 1 - notes.count - headings - axis.count - marks.count - besides.count
    }
    func rows() -> Int { room() / (chart.panels.count + fieldPanels) }
    // On a low screen, the curves are more important than the rest.
    while rows() < fewestRows {
      if besides.popLast() != nil || notes.popLast() != nil { continue }
      if marks.count <= 2 { break }
      marks.removeLast()
    }
    if chart.panels.count > 2 { fewestRows = 1 }
    // Lines that are left over go to the first curves.
    let tall = rows() == 1 ? room() - chart.panels.count - fieldPanels : 0

    // Where there is no line for the settings, the title has what fits.
    let isShort = notes.isEmpty && !chart.settings.isEmpty
    let title = isShort ? "\(chart.title) with \(chart.settings)" : chart.title
    var text = [TextWidth.cut(title, columns: columns)] + notes
    for (number, panel) in chart.panels.enumerated() {
      if !panel.heading.isEmpty {
        text.append(
          "".padded(to: gutter + 1) + TextWidth.cut(panel.heading, columns: max(1, width)))
      }
      text += self.panel(panel, rows: max(rows(), fewestRows) + (number < tall ? 1 : 0))
    }
    if let field = chart.field {
      let heading =
        "\(field.heading); \(field.scale.low) \(String(glyphs.shades)) \(field.scale.high)"
      text.append("".padded(to: gutter + 1) + TextWidth.cut(heading, columns: max(1, width)))
      text += self.field(field, rows: fieldPanels * max(rows(), fewestRows))
    }
    text += axis + marks + besides
    return text.map { glyphs.shown(trimmed($0)) + "\n" }.joined()
  }

  private func panel(_ panel: Chart.Panel, rows: Int) -> [String] {
    // The same number of dots above and below the middle, which has a dot of its own.
    let middle = rows * glyphs.dotRows / 2
    func dot(_ fraction: Double) -> Int {
      // Two dots have no middle.
      if middle == 1 { return fraction < 0.5 ? 1 : 0 }
      let offset = (fraction - 0.5) * Double(2 * (middle - 1))
      return middle - Int(offset + (offset < 0 ? -0.5 : 0.5))
    }

    var cells = [[UInt8]](repeating: [UInt8](repeating: 0, count: width), count: rows)
    let envelope = panel.envelope(columns: width * glyphs.dotColumns)
    for (column, extent) in envelope.enumerated() {
      let top = dot(panel.axis.fraction(extent.upperBound))
      let bottom = panel.isFilled ? dot(0) : dot(panel.axis.fraction(extent.lowerBound))
      for dot in top...bottom {
        cells[dot / glyphs.dotRows][column / glyphs.dotColumns] |=
          glyphs.bit(column % glyphs.dotColumns, dot % glyphs.dotRows)
      }
    }

    var labels = [String](repeating: "", count: rows)
    for tick in shownTicks(panel.axis, rows: rows) {
      labels[dot(panel.axis.fraction(tick.value)) / glyphs.dotRows] = tick.label
    }
    return self.rows(cells.map { String($0.map(glyphs.character)) }, labels, side: panel.side)
  }

  /// Lines behind their labels; `side` stands where there is room for it.
  private func rows(_ lines: [String], _ labels: [String], side: String = "") -> [String] {
    let sideRow = labels.indices.filter { labels[$0].isEmpty }.min { abs($0 - 2) < abs($1 - 2) }
    return lines.indices.map { row in
      let label = labels[row].isEmpty && row == sideRow ? side : labels[row]
      let bar = labels[row].isEmpty ? glyphs.bar : glyphs.tick
      return label.padded(to: gutter - 1) + " \(bar)" + lines[row]
    }
  }

  /// A character a cell, darker where the level is higher.
  private func field(_ field: Chart.Field, rows: Int) -> [String] {
    let cells = (0..<rows).map { row in
      (0..<width).map { column in
        glyphs.shades[
          field.shade(of: glyphs.shades.count, column: column, of: width, row: row, of: rows)]
      }
    }
    var labels = [String](repeating: "", count: rows)
    // The lowest first: of two in one line, the rounder one.
    for tick in field.axis.ticks {
      let row = min(Int((1 - field.axis.fraction(tick.value)) * Double(rows)), rows - 1)
      if labels[row].isEmpty || tick.label.hasPrefix("1") { labels[row] = tick.label }
    }
    return self.rows(cells.map { String($0) }, labels)
  }

  /// Every tick where there is a line between two of them, otherwise the ends, and the middle if it has a tick.
  private func shownTicks(_ axis: ValueAxis, rows: Int) -> [(value: Double, label: String)] {
    let last = axis.ticks.count - 1
    if rows > 2 * last { return axis.ticks }
    let hasMiddle = last.isMultiple(of: 2) && rows >= 3
    return stride(from: 0, through: last, by: hasMiddle ? last / 2 : last).map { axis.ticks[$0] }
  }

  /// The time axis: a line with ticks and a line of numbers.
  private func axis() -> [String] {
    let ticks = chart.time.ticks(atMost: width / chart.time.columnsPerTick)
    var line = [Character](repeating: glyphs.line, count: width)
    let positions = ticks.map { min(Int($0.share * Double(width)), width - 1) }
    for position in positions { line[position] = glyphs.mark }
    let widths = ticks.map(\.label.utf8.count)
    let lefts = LabelLayout.lefts(
      wishes: zip(positions, widths).map { $0 - ($1 - 1) / 2 }, widths: widths, gap: 1,
      within: 0...width)
    return [
      "".padded(to: gutter) + "\(glyphs.corner)" + String(line),
      chart.time.symbol.padded(to: gutter - 1) + "  " + row(ticks.map(\.label), lefts),
    ]
  }

  /// The parts under the axis: a line of brackets, and the labels that do not fit into them.
  private func marks() -> [String] {
    var line = [Character](repeating: " ", count: width)
    var outside: [(column: Int, label: String)] = []
    var end = 0
    for (index, part) in chart.parts.enumerated() {
      // A part has one column at least, and leaves one for each that follows.
      let following = chart.parts.count - 1 - index
      let start = min(max(part.steps.lowerBound * width / chart.span, end), width - 1 - following)
      end = min(max(part.steps.upperBound * width / chart.span, start + 1), width - following)
      if !bracket(part.label, start..<end, &line) { outside.append((start, part.label)) }
    }
    if chart.parts.isEmpty { return [] }
    let brackets = "".padded(to: gutter + 1) + String(line)
    return [brackets]
      + outside.rows(within: width, gap: 2, width: \.label.utf8.count).map { row in
        let lefts = LabelLayout.lefts(
          wishes: row.map(\.column), widths: row.map(\.label.utf8.count), gap: 2, within: 0...width)
        return "".padded(to: gutter + 1) + self.row(row.map(\.label), lefts)
      }
  }

  /// A line of its own for a part that sounds at the same time as others.
  private func beside(_ part: Chart.Part) -> String {
    var line = [Character](repeating: " ", count: width)
    let end = min(max(part.steps.upperBound * width / chart.span, 1), width)
    let text =
      bracket(part.label, 0..<end, &line) ? String(line) : String(line[..<end]) + " " + part.label
    return "".padded(to: gutter + 1) + text
  }

  /// Draws a bracket over the columns, with the label if it fits; returns whether it does.
  private func bracket(_ label: String, _ range: Range<Int>, _ line: inout [Character]) -> Bool {
    for column in range { line[column] = glyphs.line }
    line[range.lowerBound] = glyphs.start
    line[range.upperBound - 1] = range.count == 1 ? glyphs.single : glyphs.end
    guard label.utf8.count + 4 <= range.count else { return false }
    let left = (range.lowerBound + range.upperBound - label.utf8.count) / 2
    line.replaceSubrange(left - 1...left + label.utf8.count, with: " \(label) ")
    return true
  }

  /// ASCII labels at their columns.
  private func row(_ labels: [String], _ lefts: [Int]) -> String {
    var row = ""
    for (label, left) in zip(labels, lefts) { row += "".padded(to: left - row.utf8.count) + label }
    return row
  }

  /// The facts on one line or two; what does not fit there is left out.
  private func facts() -> [String] {
    chart.facts.map { TextWidth.cut("\($0.name) \($0.reading)", columns: columns) }
      .rows(within: columns, gap: 3, width: TextWidth.columns).prefix(2)
      .map { $0.joined(separator: glyphs.separator) }
  }

  /// The line without spaces and empty Braille characters at its end.
  private func trimmed(_ line: String) -> String {
    var line = line
    while let last = line.unicodeScalars.last, last == " " || last == "\u{2800}" {
      line.unicodeScalars.removeLast()
    }
    return line
  }
}

/// The characters of charts for a terminal.
struct ChartGlyphs {
  let isUnicode: Bool
  let dotColumns: Int
  let dotRows: Int
  let bar, tick, corner, line, mark, start, end, single: Character
  let separator: String
  /// From none to the darkest.
  let shades: [Character]

  static let unicode = ChartGlyphs(
    isUnicode: true, dotColumns: 2, dotRows: 4, bar: "│", tick: "┤", corner: "└", line: "─",
    mark: "┬", start: "├", end: "┤", single: "│", separator: " · ", shades: Array(" .:░▒▓█"))
  static let ascii = ChartGlyphs(
    isUnicode: false, dotColumns: 1, dotRows: 2, bar: "|", tick: "+", corner: "+", line: "-",
    mark: "+", start: "|", end: "|", single: "|", separator: ", ", shades: Array(" .:-=+*#%@"))

  /// The bit of a dot: Unicode counts the upper six down the columns, the lowest two came later.
  func bit(_ column: Int, _ row: Int) -> UInt8 {
    row == 3 ? 0x40 << column : 1 << (column * 3 + row)
  }

  func character(_ dots: UInt8) -> Character {
    if !isUnicode { return [" ", "'", ".", "|"][Int(dots & 3)] }
    guard let scalar = Unicode.Scalar(0x2800 + UInt32(dots)) else {
      preconditionFailure("U+2800 to U+28FF are the Braille patterns")
    }
    return Character(scalar)
  }

  /// The line without what the screen does not show.
  func shown(_ line: String) -> String {
    isUnicode
      ? line : line.unicodeScalars.map { $0 == "…" ? "~" : $0.isASCII ? String($0) : "?" }.joined()
  }
}
