/// One drop as text for a terminal: at most 80 columns and 24 lines.
///
/// The waveform is drawn with Braille characters, 2 by 4 dots each; a column of dots spans from the
/// lowest to the highest amplitude of its time, so that the shortest impact shows. In stereo both
/// channels are drawn, one above the other on the same scale: where a drop falls is half of what it
/// sounds like.
package enum DropChart {
  package static let columns = 80
  package static let lines = 24

  /// The chart, each line with its end.
  package static func text(_ figure: DropFigure) -> String {
    let scale = AmplitudeScale(peak: figure.peak)
    // Room for the amplitudes, and for "right".
    let labels = (-scale.count...scale.count).map(scale.label)
    let gutter = max(labels.map(\.utf8.count).max() ?? 0, 5) + 1
    let width = columns - gutter - 1

    let heading = TextWidth.cut(figure.title, columns: columns)
    let facts = wrap(figure.facts.map { "\($0.name) \($0.reading)" })
    let footing = axis(figure, width: width, gutter: gutter) + marks(figure, width, gutter)
    // The last line stays free for the prompt.
    let rows = (lines - 1 - 1 - facts.count - footing.count) / figure.channels

    var chart = [heading] + facts
    for channel in 0..<figure.channels {
      chart += panel(figure, channel, scale, rows: rows, width: width, gutter: gutter)
    }
    chart += footing
    return chart.map { trimmed($0) + "\n" }.joined()
  }

  // MARK: Waveform

  private static func panel(
    _ figure: DropFigure, _ channel: Int, _ scale: AmplitudeScale, rows: Int, width: Int,
    gutter: Int
  ) -> [String] {
    // The same number of dots above and below 0, which has a dot of its own.
    let reach = rows * 2 - 1
    func dot(_ fraction: Double) -> Int {
      let offset = fraction * Double(reach)
      return rows * 2 - Int(offset + (offset < 0 ? -0.5 : 0.5))
    }

    var cells = [[UInt8]](repeating: [UInt8](repeating: 0, count: width), count: rows)
    for (column, extent) in figure.envelope(channel, columns: width * 2).enumerated() {
      let top = dot(scale.fraction(extent.upperBound))
      let bottom = dot(scale.fraction(extent.lowerBound))
      for dot in top...bottom { cells[dot / 4][column / 2] |= brailleDot(column % 2, dot % 4) }
    }

    var labels = [String](repeating: "", count: rows)
    // Every tick where no two lines in a row have one, otherwise the ends and 0.
    let stride = rows > scale.count * 4 ? 1 : scale.count
    for tick in Swift.stride(from: -scale.count, through: scale.count, by: stride) {
      labels[dot(Double(tick) / Double(scale.count)) / 4] = scale.label(tick)
    }
    return (0..<rows).map { row in
      let name = row == 2 ? figure.channelName(channel) : ""
      let label = labels[row].isEmpty ? name : labels[row]
      let wave = cells[row].map { String(brailleCharacter($0)) }.joined()
      return padded(label, gutter - 1) + " " + (labels[row].isEmpty ? "│" : "┤") + wave
    }
  }

  /// The bit of a dot: Unicode counts the upper six down the columns, the lowest two came later.
  private static func brailleDot(_ column: Int, _ row: Int) -> UInt8 {
    row == 3 ? 0x40 << column : 1 << (column * 3 + row)
  }

  private static func brailleCharacter(_ dots: UInt8) -> Character {
    guard let scalar = Unicode.Scalar(0x2800 + UInt32(dots)) else {
      preconditionFailure("U+2800 to U+28FF are the Braille patterns")
    }
    return Character(scalar)
  }

  // MARK: Time

  /// The time axis: a line with ticks and a line of numbers.
  private static func axis(_ figure: DropFigure, width: Int, gutter: Int) -> [String] {
    let length = figure.milliseconds(figure.span)
    let steps = AxisTicks(into: length, atMost: 9)
    var line = [Character](repeating: "─", count: width)
    var ticks: [(column: Int, label: String)] = []
    var index = 0
    while true {
      let column = Int(steps.position(index) / length * Double(width))
      if column >= width { break }
      line[column] = "┬"
      ticks.append((column, steps.label(index)))
      index += 1
    }
    let widths = ticks.map(\.label.utf8.count)
    let lefts = LabelLayout.lefts(
      wishes: zip(ticks, widths).map { $0.column - ($1 - 1) / 2 }, widths: widths, gap: 1,
      within: 0...width)
    return [
      padded("", gutter) + "└" + String(line),
      padded("ms", gutter - 1) + "  " + row(ticks.map(\.label), lefts),
    ]
  }

  /// The parts of the drop under the axis: a line of brackets with the names that fit into them,
  /// and a line with those that do not.
  private static func marks(_ figure: DropFigure, _ width: Int, _ gutter: Int) -> [String] {
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
      for column in start..<end { line[column] = "─" }
      line[start] = "├"
      line[end - 1] = end - start == 1 ? "│" : "┤"
      if label.utf8.count + 4 <= end - start {
        let left = (start + end - label.utf8.count) / 2
        line.replaceSubrange(left - 1...left + label.utf8.count, with: " \(label) ")
      } else {
        outside.append((start, label))
      }
    }
    if figure.parts.isEmpty { return [] }
    let brackets = padded("", gutter + 1) + String(line)
    if outside.isEmpty { return [brackets] }
    let lefts = LabelLayout.lefts(
      wishes: outside.map(\.column), widths: outside.map(\.label.utf8.count), gap: 2,
      within: 0...width)
    return [brackets, padded("", gutter + 1) + row(outside.map(\.label), lefts)]
  }

  // MARK: Text

  /// ASCII labels at their columns.
  private static func row(_ labels: [String], _ lefts: [Int]) -> String {
    var row = ""
    for (label, left) in zip(labels, lefts) {
      row += String(repeating: " ", count: max(0, left - row.utf8.count)) + label
    }
    return row
  }

  /// The facts on one line or two; what does not fit there is left out.
  private static func wrap(_ facts: [String]) -> [String] {
    var wrapped: [String] = []
    for fact in facts {
      if let last = wrapped.last, TextWidth.columns(last) + TextWidth.columns(fact) + 3 <= columns {
        wrapped[wrapped.count - 1] += " · " + fact
      } else if wrapped.count < 2 {
        wrapped.append(TextWidth.cut(fact, columns: columns))
      }
    }
    return wrapped
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: width - text.utf8.count) + text
  }

  /// Without the blanks, and blank Braille, that end it.
  private static func trimmed(_ line: String) -> String {
    var line = line
    while let last = line.unicodeScalars.last, last == " " || last == "\u{2800}" {
      line.unicodeScalars.removeLast()
    }
    return line
  }
}
