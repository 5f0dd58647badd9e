package import Platform

/// A course of settings as text for a terminal: a panel for each row, one above the other, filled below
/// its line with Braille dots, or where only ASCII is shown, with ' . and |.
package struct CourseChart {
  private let figure: CourseFigure
  private let glyphs: ChartGlyphs
  private let columns: Int
  /// The columns of the labels left of the panels, and of the panels.
  private let gutter: Int
  private let width: Int

  /// A panel is no lower and no higher than so many lines.
  private static let panelRows = 2...8

  /// The chart, each line with its end. It leaves the last line of the screen for the prompt.
  package static func text(_ figure: CourseFigure, _ screen: Screen = Screen()) -> String {
    CourseChart(figure, screen).text(lines: screen.lines - 1)
  }

  private init(_ figure: CourseFigure, _ screen: Screen) {
    self.figure = figure
    columns = screen.columns
    glyphs = screen.isUnicode ? .unicode : .ascii
    let labels = figure.rows.flatMap { row in row.ticks.map { CourseFigure.label($0).utf8.count } }
    gutter = (labels.max() ?? 0) + 1
    width = columns - gutter - 1
  }

  private func text(lines: Int) -> String {
    // The title, the axis, and above each panel its name.
    let room = (lines - 3 - figure.rows.count) / max(1, figure.rows.count)
    let rows = min(max(room, Self.panelRows.lowerBound), Self.panelRows.upperBound)
    var chart = [TextWidth.cut(figure.title, columns: columns)]
    for row in figure.rows {
      chart.append(padded("", gutter + 1) + "\(row.name), \(row.unit)")
      chart += panel(row, rows: rows)
    }
    return (chart + axis()).map { glyphs.shown(trimmed($0)) + "\n" }.joined()
  }

  private func panel(_ row: CourseFigure.Row, rows: Int) -> [String] {
    let (across, down) = (width * glyphs.dotColumns, rows * glyphs.dotRows)
    var cells = [[UInt8]](repeating: [UInt8](repeating: 0, count: width), count: rows)
    for column in 0..<across {
      let value = figure.value(row, at: (Double(column) + 0.5) / Double(across))
      // A line of dots stands for the least value.
      let filled = 1 + Int((row.fraction(value) * Double(down - 1)).rounded())
      for dot in (down - filled)..<down {
        cells[dot / glyphs.dotRows][column / glyphs.dotColumns] |=
          glyphs.bit(column % glyphs.dotColumns, dot % glyphs.dotRows)
      }
    }
    var labels = [String](repeating: "", count: rows)
    labels[0] = CourseFigure.label(row.high)
    labels[rows - 1] = CourseFigure.label(row.low)
    return (0..<rows).map { index in
      let bar = labels[index].isEmpty ? glyphs.bar : glyphs.tick
      return padded(labels[index], gutter - 1) + " \(bar)"
        + cells[index].map { String(glyphs.character($0)) }.joined()
    }
  }

  /// The time axis: a line with ticks and a line of times.
  private func axis() -> [String] {
    // Ten columns have room for a time.
    let times = figure.times(atMost: max(1, width / 10))
    var line = [Character](repeating: glyphs.line, count: width)
    let places = times.map { min(Int($0.share * Double(width)), width - 1) }
    for place in places { line[place] = glyphs.mark }
    let widths = times.map(\.label.utf8.count)
    let lefts = LabelLayout.lefts(
      wishes: zip(places, widths).map { $0 - ($1 - 1) / 2 }, widths: widths, gap: 1,
      within: 0...width)
    var labels = ""
    for (time, left) in zip(times, lefts) {
      labels += padded("", max(0, left - labels.utf8.count)) + time.label
    }
    return [
      padded("", gutter) + "\(glyphs.corner)" + String(line), padded("", gutter + 1) + labels,
    ]
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.utf8.count)) + text
  }

  /// Without the blanks, and blank Braille, that end it.
  private func trimmed(_ line: String) -> String {
    var line = line
    while let last = line.unicodeScalars.last, last == " " || last == "\u{2800}" {
      line.unicodeScalars.removeLast()
    }
    return line
  }
}
