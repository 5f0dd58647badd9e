package import Platform

/// One drop as text for a terminal, as wide and as high as its screen.
///
/// The waveform is drawn with Braille characters, 2 by 4 dots each, or where only ASCII is shown, with
/// ' . and |, 1 by 2; a column of dots spans from the lowest to the highest amplitude of its time, so
/// that the shortest impact shows. In stereo both channels are drawn, one above the other on the same
/// scale, since their difference shows where the drop falls.
package struct DropChart {
  private let figure: DropFigure
  private let columns: Int
  private let glyphs: ChartGlyphs
  private let scale: AmplitudeScale
  /// The width of the labels left of the panels, and of the panels, in columns.
  private let gutter: Int
  private let width: Int

  /// A waveform needs at least this many rows.
  private static let fewestRows = 3

  /// The chart, each line with its line break. It leaves the last line of the screen for the prompt,
  /// and has twelve lines or more.
  package static func text(_ figure: DropFigure, _ screen: Screen = Screen()) -> String {
    DropChart(figure, screen).text(lines: screen.lines - 1)
  }

  /// The waveform with its marks, in exactly so many lines, two or more: what a screen that has more to show
  /// makes room for. The columns of each part are those of the waveform.
  package static func panel(
    _ figure: DropFigure, columns: Int, lines: Int, isUnicode: Bool
  ) -> (
    lines: [String], waveform: Range<Int>,
    parts: [(kind: DropFigure.Part.Kind, columns: Range<Int>)]
  ) {
    let screen = Screen(columns: columns, lines: lines, isUnicode: isUnicode)
    let chart = DropChart(figure, screen)
    let axis = lines >= 7 ? chart.axis() : []
    let room = lines - 1 - axis.count
    var marks = chart.marks() + figure.besides.map { chart.beside($0) }
    marks = Array(marks.prefix(max(1, room / 3)))
    let rows = lines - axis.count - marks.count
    let text = chart.panel(0, rows: rows) + axis + marks
    let left = chart.gutter + 1
    let parts = figure.parts.map { part in
      let start = left + part.frames.lowerBound * chart.width / figure.span
      let end = left + (part.frames.upperBound * chart.width + figure.span - 1) / figure.span
      return (part.kind, start..<max(start + 1, end))
    }
    return (text.map { chart.glyphs.shown($0) }, 0..<rows, parts)
  }

  private init(_ figure: DropFigure, _ screen: Screen) {
    self.figure = figure
    columns = screen.columns
    glyphs = screen.isUnicode ? .unicode : .ascii
    scale = AmplitudeScale(peak: figure.scale)
    // Room for the amplitudes, and for "right".
    let labels = (-scale.count...scale.count).map(scale.label)
    gutter = max(labels.map(\.utf8.count).max() ?? 0, 5) + 1
    width = columns - gutter - 1
  }

  private func text(lines: Int) -> String {
    let axis = axis()
    var marks = marks()
    var besides = figure.besides.map { beside($0) }
    var headings = settings() + facts()
    func rows() -> Int {
      (lines - 1 - headings.count - axis.count - marks.count - besides.count) / figure.channels
    }
    // On a low screen, the waveform is more important than the rest.
    while rows() < Self.fewestRows {
      if besides.popLast() != nil || headings.popLast() != nil { continue }
      if marks.count <= 2 { break }
      marks.removeLast()
    }

    // Where there is no line for the settings, the title has what fits.
    let isShort = headings.isEmpty && !figure.settings.isEmpty
    let title = isShort ? "\(figure.title) with \(figure.settings)" : figure.title
    var chart = [TextWidth.cut(title, columns: columns)] + headings
    for channel in 0..<figure.channels {
      chart += panel(channel, rows: max(rows(), Self.fewestRows))
    }
    chart += axis + marks + besides
    return chart.map { glyphs.shown(trimmed($0)) + "\n" }.joined()
  }

  // MARK: Waveform

  private func panel(_ channel: Int, rows: Int) -> [String] {
    // The same number of dots above and below 0, which has a dot of its own.
    let zero = rows * glyphs.dotRows / 2
    func dot(_ fraction: Double) -> Int {
      let offset = fraction * Double(zero - 1)
      return zero - Int(offset + (offset < 0 ? -0.5 : 0.5))
    }

    var cells = [[UInt8]](repeating: [UInt8](repeating: 0, count: width), count: rows)
    let envelope = figure.envelope(channel, columns: width * glyphs.dotColumns)
    for (column, extent) in envelope.enumerated() {
      let top = dot(scale.fraction(extent.upperBound))
      let bottom = dot(scale.fraction(extent.lowerBound))
      for dot in top...bottom {
        cells[dot / glyphs.dotRows][column / glyphs.dotColumns] |=
          glyphs.bit(column % glyphs.dotColumns, dot % glyphs.dotRows)
      }
    }

    var labels = [String](repeating: "", count: rows)
    // Every tick where there is a line between two of them, otherwise the ends and 0 only.
    let stride = rows > scale.count * 4 ? 1 : scale.count
    for tick in Swift.stride(from: -scale.count, through: scale.count, by: stride) {
      labels[dot(Double(tick) / Double(scale.count)) / glyphs.dotRows] = scale.label(tick)
    }
    let nameRow = labels.indices.filter { labels[$0].isEmpty }.min { abs($0 - 2) < abs($1 - 2) }
    return (0..<rows).map { row in
      let name = row == nameRow ? figure.channelName(channel) : ""
      let label = labels[row].isEmpty ? name : labels[row]
      let wave = cells[row].map { String(glyphs.character($0)) }.joined()
      let bar = labels[row].isEmpty ? glyphs.bar : glyphs.tick
      return padded(label, gutter - 1) + " \(bar)" + wave
    }
  }

  // MARK: Time

  /// The time axis: a line with ticks and a line of numbers.
  private func axis() -> [String] {
    let length = figure.milliseconds(figure.span)
    // Eight columns have room for a number.
    let steps = AxisTicks(into: length, atMost: max(2, width / 8))
    var line = [Character](repeating: glyphs.line, count: width)
    var ticks: [(column: Int, label: String)] = []
    var index = 0
    while true {
      let column = Int(steps.position(index) / length * Double(width))
      if column >= width { break }
      line[column] = glyphs.mark
      ticks.append((column, steps.label(index)))
      index += 1
    }
    let widths = ticks.map(\.label.utf8.count)
    let lefts = LabelLayout.lefts(
      wishes: zip(ticks, widths).map { $0.column - ($1 - 1) / 2 }, widths: widths, gap: 1,
      within: 0...width)
    return [
      padded("", gutter) + "\(glyphs.corner)" + String(line),
      padded("ms", gutter - 1) + "  " + row(ticks.map(\.label), lefts),
    ]
  }

  /// The parts of the drop under the axis: a line of brackets with the names that fit into them,
  /// and a line with those that do not.
  private func marks() -> [String] {
    var line = [Character](repeating: " ", count: width)
    var outside: [(column: Int, label: String)] = []
    var end = 0
    for (index, part) in figure.parts.enumerated() {
      // A part has one column at least, and leaves one for each that follows.
      let following = figure.parts.count - 1 - index
      let start = min(
        max(part.frames.lowerBound * width / figure.span, end), width - 1 - following)
      end = min(
        max(part.frames.upperBound * width / figure.span, start + 1), width - following)
      let label = figure.label(part)
      if !bracket(label, start..<end, &line) { outside.append((start, label)) }
    }
    if figure.parts.isEmpty { return [] }
    let brackets = padded("", gutter + 1) + String(line)
    if outside.isEmpty { return [brackets] }
    var lines = [brackets]
    var labels = outside[...]
    while let first = labels.first {
      // As many side by side as fit.
      var count = 1
      var length = first.label.utf8.count
      for next in labels.dropFirst() {
        length += 2 + next.label.utf8.count
        if length > width { break }
        count += 1
      }
      let row = labels.prefix(count)
      let lefts = LabelLayout.lefts(
        wishes: row.map(\.column), widths: row.map(\.label.utf8.count), gap: 2, within: 0...width)
      lines.append(padded("", gutter + 1) + self.row(row.map(\.label), lefts))
      labels = labels.dropFirst(count)
    }
    return lines
  }

  /// A line of its own for a part that sounds at the same time as others.
  private func beside(_ part: DropFigure.Part) -> String {
    var line = [Character](repeating: " ", count: width)
    let end = min(max(part.frames.upperBound * width / figure.span, 1), width)
    let label = figure.label(part)
    let text = bracket(label, 0..<end, &line) ? String(line) : String(line[..<end]) + " " + label
    return padded("", gutter + 1) + text
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

  // MARK: Text

  /// ASCII labels at their columns.
  private func row(_ labels: [String], _ lefts: [Int]) -> String {
    var row = ""
    for (label, left) in zip(labels, lefts) {
      row += String(repeating: " ", count: max(0, left - row.utf8.count)) + label
    }
    return row
  }

  private func settings() -> [String] {
    figure.settings.isEmpty ? [] : [TextWidth.cut("with \(figure.settings)", columns: columns)]
  }

  /// The facts on one line or two; what does not fit there is left out.
  private func facts() -> [String] {
    var wrapped: [String] = []
    for fact in figure.facts.map({ "\($0.name) \($0.reading)" }) {
      if let last = wrapped.last, TextWidth.columns(last) + TextWidth.columns(fact) + 3 <= columns {
        wrapped[wrapped.count - 1] += glyphs.separator + fact
      } else if wrapped.count < 2 {
        wrapped.append(TextWidth.cut(fact, columns: columns))
      }
    }
    return wrapped
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: width - text.utf8.count) + text
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
