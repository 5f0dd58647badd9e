/// A chart as an SVG of its own: no script, no font, nothing from elsewhere. On a dark page its colors are dark.
package struct SVGChart {
  private let chart: Chart

  // Lengths are in pixels.
  private static let width = 960.0
  private static let left = 92.0
  private static let right = 936.0
  private static let margin = 24.0
  private static let fontSize = 14.0
  private static let lineHeight = 21.0
  private static let barHeight = 7.0
  /// The height of a label beside an axis.
  private static let tickRoom = 15.0
  private static let panelGap = 18.0
  private static let headingHeight = 24.0
  /// Where a curve has fewer values to the pixel than this, each is marked by a dot.
  private static let pixelsPerDot = 8.0

  package static func svg(_ chart: Chart) -> String { SVGChart(chart: chart).document.text }

  private var document: (text: String, height: Double) {
    // Bold takes up to 14 pixels a character.
    let title = TextWidth.cut(chart.title, columns: Int(Self.right - Self.margin) / 14)
    let notes = factLines() + settingsLines()
    let notesEnd = 50 + Double(notes.count) * Self.lineHeight
    var top = notesEnd
    var elements: [String] = []
    if !chart.parts.isEmpty {
      elements += parts(labelLine: notesEnd + 24, bar: notesEnd + 40)
      top = notesEnd + 40 + Self.barHeight + 5
    }
    for part in chart.besides {
      let beside = beside(part, top)
      elements += beside.elements
      top += beside.height
    }
    let panelHeight = panelHeight
    for panel in chart.panels {
      if !panel.heading.isEmpty {
        elements.append(text(panel.heading, Self.left, top + 16, fill: Palette.strong(panel.color)))
        for other in panel.others {
          let color = Palette.strong(other.color)
          elements.append(text(other.heading, Self.right, top + 16, anchor: "end", fill: color))
        }
        top += Self.headingHeight
      }
      elements += self.panel(panel, top...top + panelHeight)
      top += panelHeight + Self.panelGap
    }
    if let field = chart.field {
      elements += heading(of: field, top)
      top += Self.headingHeight
      elements += self.field(field, top)
      top += Self.fieldHeight + Self.panelGap
    }
    let bottom = top - Self.panelGap
    elements += times(bottom: bottom)

    var height = bottom + 64
    let below = chart.below.map { below in
      let (text, own) = SVGChart(chart: below).document
      defer { height += own }
      return "<g transform=\"translate(0 \(SVG.px(height)))\">\n\(text)</g>"
    }
    let size = "width=\"\(SVG.px(Self.width))\" height=\"\(SVG.px(height))\""
    let frame = [
      "<rect \(size) fill=\"\(Palette.page)\"/>",
      "<text x=\"24\" y=\"36\" font-size=\"20\" font-weight=\"bold\">\(SVG.escaped(title))</text>",
    ]
    let lines = notes.enumerated().map { index, line in
      "<text x=\"24\" y=\"\(SVG.px(62 + Double(index) * Self.lineHeight))\">\(line)</text>"
    }
    let drawing = (frame + lines + elements).joined(separator: "\n")
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(SVG.px(Self.width)) \
      \(SVG.px(height))" \(size) role="img" font-family="sans-serif" \
      font-size="\(SVG.px(Self.fontSize))" fill="\(Palette.text)">
      <title>\(SVG.escaped(chart.title))</title>
      <desc>\(SVG.escaped(chart.summary))</desc>
      <style>\(Palette.darkStyle(of: drawing))</style>
      \(([drawing] + below).joined(separator: "\n"))
      </svg>

      """
    return (text, height)
  }

  /// One panel has the height of a picture; many share a little more than that.
  private var panelHeight: Double {
    switch chart.panels.count {
    case 1: chart.field == nil ? 340 : 130
    case 2: 220
    default: 130
    }
  }

  /// The bar above the panels, and the labels above it with a line to their part.
  private func parts(labelLine: Double, bar: Double) -> [String] {
    let widths = chart.parts.map { room($0.label) }
    let centers = chart.parts.map { (x($0.steps.lowerBound) + x($0.steps.upperBound)) / 2 }
    let lefts = LabelLayout.lefts(
      wishes: zip(centers, widths).map { $0 - $1 / 2 }, widths: widths, gap: 10,
      within: Self.margin...Self.right)
    // In reverse order: a bar too thin to see gets two pixels of the next one, drawn before.
    return chart.parts.enumerated().reversed().flatMap { index, part in
      let color = Palette.strong(part.color)
      let (left, width, center) = (lefts[index], widths[index], centers[index])
      let nearest = min(max(center, left + 6), left + width - 6)
      return [
        text(part.label, left + width / 2, labelLine, anchor: "middle", fill: color),
        "<path d=\"M\(SVG.point(nearest, labelLine + 5))L\(SVG.point(center, bar))\" "
          + "stroke=\"\(color)\" fill=\"none\"/>",
        rectangle(part, bar, Self.barHeight, fill: color, atLeast: 2),
      ]
    }
  }

  /// The bar of a part that sounds beside others; its label behind it, or above where it is long.
  private func beside(_ part: Chart.Part, _ top: Double) -> (elements: [String], height: Double) {
    let color = Palette.strong(part.color)
    let end = max(x(part.steps.upperBound), Self.left + 2)
    let fits = end + 8 + room(part.label) <= Self.right
    let bar = fits ? top + 6 : top + 19
    let label = text(
      part.label, fits ? end + 8 : end, top + 13, anchor: fits ? nil : "end", fill: color)
    return ([rectangle(part, bar, 5, fill: color, atLeast: 2), label], fits ? 19 : 32)
  }

  private func rectangle(
    _ part: Chart.Part, _ top: Double, _ height: Double, fill: String, atLeast least: Double = 0
  ) -> String {
    let left = x(part.steps.lowerBound)
    let width = max(x(part.steps.upperBound) - left, least)
    return SVG.rectangle(left, top, width, height, "fill=\"\(fill)\"")
  }

  private func panel(_ panel: Chart.Panel, _ ys: ClosedRange<Double>) -> [String] {
    let (top, bottom) = (ys.lowerBound, ys.upperBound)
    var elements = chart.parts.map {
      rectangle($0, top, bottom - top, fill: Palette.light($0.color))
    }
    elements += grid(panel.axis, ys)
    if panel.heading.isEmpty {
      let name = panel.side.isEmpty ? "amplitude" : "\(panel.side) amplitude"
      elements.append(
        "<text transform=\"translate(24 \(SVG.px((top + bottom) / 2))) rotate(-90)\" "
          + "text-anchor=\"middle\">\(name)</text>")
    }
    return elements + ([panel] + panel.others).flatMap { curve($0, ys) }
  }

  private func curve(_ panel: Chart.Panel, _ ys: ClosedRange<Double>) -> [String] {
    let (top, bottom) = (ys.lowerBound, ys.upperBound)
    func y(_ value: Double) -> Double { bottom - panel.axis.fraction(value) * (bottom - top) }
    func x(_ step: Int) -> Double { self.x(step, of: panel.span) }
    var elements: [String] = []
    let color = Palette.strong(panel.color)
    let points = panel.points(columns: Int(Self.right - Self.left) * 2)
    let line = points.map { SVG.point(x($0.step), y($0.value)) }.joined(separator: "L")
    if panel.isFilled {
      elements.append(
        "<path d=\"M\(SVG.point(Self.left, bottom))L\(line)L\(SVG.point(Self.right, bottom))Z\" "
          + "fill=\"\(color)\" fill-opacity=\".12\"/>")
    }
    elements.append(
      "<path d=\"M\(line)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(panel.isFilled ? 1.8 : 1.3)\" "
        + "stroke-linejoin=\"round\"/>")
    if !panel.isFilled, (Self.right - Self.left) / Double(panel.span) >= Self.pixelsPerDot {
      elements += points.dropLast().map { point in
        "<circle cx=\"\(SVG.px(x(point.step)))\" cy=\"\(SVG.px(y(point.value)))\" r=\"2.6\" fill=\"\(color)\"/>"
      }
    }
    return elements
  }

  /// The lines of an axis and of that of time, and a frame around them.
  private func grid(_ axis: ValueAxis, _ ys: ClosedRange<Double>) -> [String] {
    let (top, bottom) = (ys.lowerBound, ys.upperBound)
    var elements = ticks.map { SVG.line($0.x, top, $0.x, bottom, "stroke-opacity=\".12\"") }
    // Labels would lie on each other: from 0 on, each second or third has one.
    let fractions = axis.ticks.map { axis.fraction($0.value) }
    let nearest = zip(fractions, fractions.dropFirst()).map { $1 - $0 }.min() ?? 1
    let stride = max(1, Int((Self.tickRoom / (nearest * (bottom - top))).rounded(.up)))
    let zero = axis.ticks.firstIndex { $0.value == 0 } ?? 0
    for (index, tick) in axis.ticks.enumerated() {
      let isZero = tick.value == 0 && axis.low < 0
      let y = bottom - axis.fraction(tick.value) * (bottom - top)
      elements += [
        SVG.line(Self.left, y, Self.right, y, "stroke-opacity=\"\(isZero ? ".45" : ".12")\"")
      ]
      if (index - zero).isMultiple(of: stride) {
        elements.append(text(tick.label, Self.left - 8, y + 5, anchor: "end"))
      }
    }
    let frame = SVG.rectangle(
      Self.left, top, Self.right - Self.left, bottom - top,
      "fill=\"none\" stroke=\"\(Palette.line)\" stroke-opacity=\".45\"")
    return elements + [frame]
  }

  private static let fieldHeight = 256.0

  /// The name of a field, and what its colors stand for.
  private func heading(of field: Chart.Field, _ top: Double) -> [String] {
    let swatch = 14.0
    let end = Self.right - room(field.scale.high) - 8
    let start = end - swatch * Double(Palette.fieldColors.count)
    let swatches = Palette.fieldColors.enumerated().map { index, color in
      SVG.rectangle(start + swatch * Double(index), top + 5, swatch, 12, "fill=\"\(color)\"")
    }
    return [
      text(field.heading, Self.left, top + 16),
      text(field.scale.low, start - 8, top + 16, anchor: "end"),
      text(field.scale.high, Self.right, top + 16, anchor: "end"),
    ] + swatches
  }

  /// Runs of cells of one color, as lines as thick as a row.
  private func field(_ field: Chart.Field, _ top: Double) -> [String] {
    let (columns, rows) = (field.shares.count, field.shares[0].count)
    let colors = Palette.fieldColors
    var runs = [String](repeating: "", count: colors.count)
    for row in 0..<rows {
      func color(_ column: Int) -> Int {
        field.shade(of: colors.count, column: column, of: columns, row: row, of: rows)
      }
      var start = 0
      for column in 1...columns where column == columns || color(column) != color(start) {
        runs[color(start)] += "M\(start) \(row)h\(column - start)"
        start = column
      }
    }
    let scale =
      "translate(\(SVG.px(Self.left)) \(SVG.px(top))) scale(\(SVG.px((Self.right - Self.left) / Double(columns))) "
      + "\(SVG.px(Self.fieldHeight / Double(rows)))) translate(0 .5)"
    // The first color is that of the page.
    let paths = runs.indices.dropFirst().filter { !runs[$0].isEmpty }.map {
      "<path d=\"\(runs[$0])\" stroke=\"\(colors[$0])\"/>"
    }
    return ["<g transform=\"\(scale)\" shape-rendering=\"crispEdges\">"] + paths + ["</g>"]
      + grid(field.axis, top...top + Self.fieldHeight)
  }

  private var ticks: [(x: Double, label: String)] {
    let most = (Self.right - Self.left) / (Double(chart.time.columnsPerTick) * Self.characterWidth)
    return chart.time.ticks(atMost: Int(most)).map { share, label in
      (Self.left + (Self.right - Self.left) * share, label)
    }
  }

  private func times(bottom: Double) -> [String] {
    let ticks = ticks
    // The last label must not be cut by the edge.
    let widths = ticks.map { room($0.label) }
    let lefts = LabelLayout.lefts(
      wishes: zip(ticks, widths).map { $0.x - $1 / 2 }, widths: widths, gap: 4,
      within: 0...Self.width - 4)
    return zip(ticks, zip(lefts, widths)).flatMap { tick, label in
      [
        SVG.line(tick.x, bottom, tick.x, bottom + 5, "stroke-opacity=\".45\""),
        text(tick.label, label.0 + label.1 / 2, bottom + 21, anchor: "middle"),
      ]
    } + [text(chart.time.name, (Self.left + Self.right) / 2, bottom + 46, anchor: "middle")]
  }

  private func x(_ step: Int, of span: Int? = nil) -> Double {
    Self.left + (Self.right - Self.left) * Double(step) / Double(span ?? chart.span)
  }

  private func text(
    _ words: String, _ x: Double, _ y: Double, anchor: String? = nil, fill: String? = nil
  ) -> String {
    "<text x=\"\(SVG.px(x))\" y=\"\(SVG.px(y))\"" + (anchor.map { " text-anchor=\"\($0)\"" } ?? "")
      + (fill.map { " fill=\"\($0)\"" } ?? "") + ">\(SVG.escaped(words))</text>"
  }

  /// The facts as the content of text elements, wrapped to the width.
  private func factLines() -> [String] {
    let gap = 22.0
    let lines = chart.facts.rows(within: Self.width - 2 * Self.margin, gap: gap) {
      room("\($0.name) \($0.reading)")
    }
    return lines.map { line in
      line.enumerated().map { index, fact in
        "<tspan fill=\"\(Palette.muted)\"\(index > 0 ? " dx=\"\(SVG.px(gap))\"" : "")>"
          + "\(SVG.escaped(fact.name))</tspan> \(SVG.escaped(fact.reading))"
      }.joined()
    }
  }

  /// The settings that were changed, flag by flag, wrapped to the width.
  private func settingsLines() -> [String] {
    let flags = chart.settings.split(separator: " --").enumerated().map { index, flag in
      TextWidth.cut(index == 0 ? String(flag) : "--\(flag)", columns: 90)
    }
    let lines = flags.rows(within: Self.width - 100, gap: Self.characterWidth, width: room)
    return lines.enumerated().map { index, line in
      (index == 0 ? "<tspan fill=\"\(Palette.muted)\">with</tspan> " : "")
        + SVG.escaped(line.joined(separator: " "))
    }
  }

  /// An upper bound of the width of a character in the usual sans-serif fonts; DejaVu Sans is the widest.
  private static let characterWidth = fontSize * 0.62

  private func room(_ text: String) -> Double {
    Double(TextWidth.columns(text)) * Self.characterWidth
  }
}

/// Pieces of an SVG.
enum SVG {
  /// A length, to the hundredth of a pixel.
  static func px(_ length: Double) -> String { FixedPoint.trimmed(length, decimals: 2) }

  static func escaped(_ text: String) -> String {
    text.replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
  }

  static func point(_ x: Double, _ y: Double) -> String { "\(px(x)),\(px(y))" }

  static func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ attributes: String
  ) -> String {
    "<rect x=\"\(px(x))\" y=\"\(px(y))\" width=\"\(px(width))\" height=\"\(px(height))\" \(attributes)/>"
  }

  static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ opacity: String
  ) -> String {
    "<path d=\"M\(point(x1, y1))L\(point(x2, y2))\" stroke=\"\(Palette.line)\" \(opacity)/>"
  }
}

extension Chart {
  /// Draws it as an SVG in a file, which is open, and says so; in the terminal without one.
  func write(to output: Output?, isQuiet: Bool) throws {
    guard let output else {
      return try StandardOutput.print(TerminalChart.text(self, Screen(descriptor: 1)))
    }
    try output.write(whole: SVGChart.svg(self), isQuiet: isQuiet)
  }
}
