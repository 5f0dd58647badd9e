internal import Text

/// A course of settings as an SVG of its own: a panel for each row, one above the other over one axis of
/// time.
package enum CoursePicture {
  // Lengths are in pixels.
  private static let width = 960.0
  private static let left = 92.0
  private static let right = 936.0
  private static let top = 62.0
  private static let panelHeight = 130.0
  private static let panelGap = 22.0
  private static let colours = ["#0369a1", "#c2410c", "#5b6472"]

  /// The whole document.
  package static func svg(_ figure: CourseFigure) -> String {
    let count = Double(figure.rows.count)
    let bottom = top + panelHeight * count + panelGap * (count - 1)
    let height = bottom + 56
    let (w, h) = (SVG.px(width), SVG.px(height))
    var elements = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(w) \(h)\" width=\"\(w)\" "
        + "height=\"\(h)\" role=\"img\" font-family=\"sans-serif\" font-size=\"14\" fill=\"#333\">",
      "<title>\(SVG.escaped(figure.title))</title>",
      "<desc>\(SVG.escaped(summary(figure)))</desc>",
      "<rect width=\"\(w)\" height=\"\(h)\" fill=\"#fff\"/>",
      "<text x=\"24\" y=\"36\" font-size=\"20\" font-weight=\"bold\">"
        + "\(SVG.escaped(TextWidth.cut(figure.title, columns: 66)))</text>",
    ]
    for (index, row) in figure.rows.enumerated() {
      elements += panel(
        row, of: figure, top: top + (panelHeight + panelGap) * Double(index),
        colour: colours[index % colours.count])
    }
    for (share, label) in figure.times(atMost: 9) {
      let x = left + share * (right - left)
      elements.append(SVG.line(x, bottom, x, bottom + 5, "stroke-opacity=\".45\""))
      elements.append(
        "<text x=\"\(SVG.px(x))\" y=\"\(SVG.px(bottom + 21))\" text-anchor=\"middle\">\(label)</text>"
      )
    }
    elements.append(
      "<text x=\"\(SVG.px((left + right) / 2))\" y=\"\(SVG.px(bottom + 44))\" "
        + "text-anchor=\"middle\">time</text>")
    elements.append("</svg>")
    return elements.joined(separator: "\n") + "\n"
  }

  private static func panel(
    _ row: CourseFigure.Row, of figure: CourseFigure, top: Double, colour: String
  ) -> [String] {
    let bottom = top + panelHeight
    func y(_ value: Double) -> Double { bottom - row.fraction(value) * panelHeight }
    func x(_ share: Double) -> Double { left + share * (right - left) }

    var elements: [String] = []
    for time in figure.times(atMost: 9) {
      elements.append(SVG.line(x(time.share), top, x(time.share), bottom, "stroke-opacity=\".12\""))
    }
    for tick in row.ticks {
      elements.append(SVG.line(left, y(tick), right, y(tick), "stroke-opacity=\".12\""))
      elements.append(
        "<text x=\"\(SVG.px(left - 8))\" y=\"\(SVG.px(y(tick) + 5))\" text-anchor=\"end\">"
          + "\(CourseFigure.label(tick))</text>")
    }
    let last = Double(row.values.count - 1)
    let points = row.values.enumerated().map { index, value in
      "\(SVG.px(x(Double(index) / last))),\(SVG.px(y(value)))"
    }
    let line = points.joined(separator: "L")
    elements += [
      "<path d=\"M\(SVG.px(left)),\(SVG.px(bottom))L\(line)L\(SVG.px(right)),\(SVG.px(bottom))Z\" "
        + "fill=\"\(colour)\" fill-opacity=\".12\"/>",
      "<path d=\"M\(line)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"1.8\" "
        + "stroke-linejoin=\"round\"/>",
      "<text x=\"\(SVG.px(left + 10))\" y=\"\(SVG.px(top + 19))\" fill=\"\(colour)\">"
        + "\(SVG.escaped("\(row.name), \(row.unit)"))</text>",
      "<rect x=\"\(SVG.px(left))\" y=\"\(SVG.px(top))\" width=\"\(SVG.px(right - left))\" "
        + "height=\"\(SVG.px(panelHeight))\" fill=\"none\" stroke=\"#000\" stroke-opacity=\".45\"/>",
    ]
    return elements
  }

  /// The picture in words.
  private static func summary(_ figure: CourseFigure) -> String {
    let rows = figure.rows.map { row in
      let (low, high) = (row.values.min() ?? 0, row.values.max() ?? 0)
      return "\(row.name) \(FixedPoint.brief(low)) to \(FixedPoint.brief(high)) \(row.unit)"
    }
    return "\(rows.joined(separator: ", ")), over "
      + "\(Duration.seconds(Int(figure.seconds.rounded())).clockText)."
  }
}
