internal import Text

/// One drop as an SVG of its own: no script, no font, nothing from elsewhere.
///
/// A waveform of more samples than half pixels is drawn through the lowest and the highest sample of
/// each half pixel, in their order; otherwise through every sample. In stereo both channels are
/// drawn, one above the other on the same scale.
package struct DropPicture {
  private let figure: DropFigure
  private let scale: AmplitudeScale
  private var svg = ""

  // Lengths are in pixels.
  private static let width = 960.0
  private static let left = 92.0
  private static let right = 936.0
  private static let fontSize = 14.0
  private static let lineHeight = 21.0
  private static let barHeight = 7.0
  private static let besideHeight = 19.0
  private static let panelGap = 18.0

  /// The whole document.
  package static func svg(_ figure: DropFigure) -> String {
    var picture = DropPicture(figure)
    picture.draw()
    return picture.svg
  }

  private init(_ figure: DropFigure) {
    self.figure = figure
    scale = AmplitudeScale(peak: figure.scale)
  }

  private mutating func draw() {
    // Bold takes up to 14 pixels a character.
    let title = TextWidth.cut(figure.title, columns: Int(Self.right - 24) / 14)
    let facts = factLines()
    let labelLine = 50 + Double(facts.count) * Self.lineHeight + 24
    let bar = labelLine + 16
    let panelHeight = figure.channels == 1 ? 340.0 : 220.0
    let top = bar + Self.barHeight + 5 + Double(figure.besides.count) * Self.besideHeight
    let bottom =
      top + panelHeight * Double(figure.channels)
      + Self.panelGap * Double(figure.channels - 1)
    let height = bottom + 64

    add(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(SVG.px(Self.width)) \(SVG.px(height))\" "
        + "width=\"\(SVG.px(Self.width))\" height=\"\(SVG.px(height))\" role=\"img\" "
        + "font-family=\"sans-serif\" font-size=\"\(SVG.px(Self.fontSize))\" fill=\"#333\">")
    add("<title>\(SVG.escaped(figure.title))</title>")
    add("<desc>\(SVG.escaped(summary))</desc>")
    add("<rect width=\"\(SVG.px(Self.width))\" height=\"\(SVG.px(height))\" fill=\"#fff\"/>")
    add(
      "<text x=\"24\" y=\"36\" font-size=\"20\" font-weight=\"bold\">\(SVG.escaped(title))</text>")
    for (index, line) in facts.enumerated() {
      add("<text x=\"24\" y=\"\(SVG.px(62 + Double(index) * Self.lineHeight))\">\(line)</text>")
    }

    drawParts(labelLine: labelLine, bar: bar)
    for (index, part) in figure.besides.enumerated() {
      draw(part, bar + Self.barHeight + 5 + Double(index) * Self.besideHeight)
    }
    for channel in 0..<figure.channels {
      let panelTop = top + (panelHeight + Self.panelGap) * Double(channel)
      drawPanel(channel, panelTop...panelTop + panelHeight)
    }
    drawTimes(bottom: bottom)
    add("</svg>")
  }

  // MARK: Parts

  /// The colors of a part: for its bar and label, and for its ground.
  private func colors(_ part: DropFigure.Part) -> (strong: String, light: String) {
    switch part.kind {
    case .impact: ("#c2410c", "#fdeadb")
    case .delay: ("#5b6472", "#eef0f3")
    case .bubble: ("#0369a1", "#e2f1fb")
    case .splash: ("#a16207", "#fff")
    case .modes: ("#7c3aed", "#fff")
    }
  }

  /// The bar above the panels, and the labels above it with a line to their part.
  private mutating func drawParts(labelLine: Double, bar: Double) {
    let widths = figure.parts.map { room(figure.label($0)) }
    let centers = figure.parts.map {
      (x($0.frames.lowerBound) + x($0.frames.upperBound)) / 2
    }
    let lefts = LabelLayout.lefts(
      wishes: zip(centers, widths).map { $0 - $1 / 2 }, widths: widths, gap: 10,
      within: 24...Self.right)
    // In reverse order: a bar that is too thin to see gets two pixels of the next one, which is drawn
    // before.
    for (index, part) in figure.parts.enumerated().reversed() {
      let strong = colors(part).strong
      let middle = lefts[index] + widths[index] / 2
      add(
        "<text x=\"\(SVG.px(middle))\" y=\"\(SVG.px(labelLine))\" text-anchor=\"middle\" fill=\"\(strong)\">"
          + "\(figure.label(part))</text>")
      let nearest = min(max(centers[index], lefts[index] + 6), lefts[index] + widths[index] - 6)
      add(
        "<path d=\"M\(SVG.px(nearest)),\(SVG.px(labelLine + 5))L\(SVG.px(centers[index])),\(SVG.px(bar))\" "
          + "stroke=\"\(strong)\" fill=\"none\"/>")
      add(rectangle(part, bar, Self.barHeight, fill: strong, atLeast: 2))
    }
  }

  /// The bar of a part that sounds at the same time as others, and its label behind it, or on it
  /// where there is no room.
  private mutating func draw(_ part: DropFigure.Part, _ top: Double) {
    let color = colors(part).strong
    let label = figure.label(part)
    let end = max(x(part.frames.upperBound), Self.left + 2)
    let left = min(end + 8, Self.right - room(label))
    add(rectangle(part, top + 6, 5, fill: color, atLeast: 2))
    if left < end + 8 {
      add(
        "<rect x=\"\(SVG.px(left - 6))\" y=\"\(SVG.px(top))\" width=\"\(SVG.px(room(label) + 6))\" "
          + "height=\"17\" fill=\"#fff\"/>")
    }
    add("<text x=\"\(SVG.px(left))\" y=\"\(SVG.px(top + 13))\" fill=\"\(color)\">\(label)</text>")
  }

  private func rectangle(
    _ part: DropFigure.Part, _ top: Double, _ height: Double, fill: String,
    atLeast least: Double = 0
  ) -> String {
    let left = x(part.frames.lowerBound)
    let width = max(x(part.frames.upperBound) - left, least)
    return "<rect x=\"\(SVG.px(left))\" y=\"\(SVG.px(top))\" width=\"\(SVG.px(width))\" "
      + "height=\"\(SVG.px(height))\" fill=\"\(fill)\"/>"
  }

  // MARK: Panels

  private mutating func drawPanel(_ channel: Int, _ ys: ClosedRange<Double>) {
    let middle = (ys.lowerBound + ys.upperBound) / 2
    let reach = middle - ys.lowerBound
    func y(_ fraction: Double) -> Double { middle - fraction * reach }

    for part in figure.parts {
      add(rectangle(part, ys.lowerBound, reach * 2, fill: colors(part).light))
    }
    for time in times {
      add(SVG.line(time.x, ys.lowerBound, time.x, ys.upperBound, "stroke-opacity=\".12\""))
    }
    for tick in -scale.count...scale.count {
      let y = y(Double(tick) / Double(scale.count))
      let opacity = tick == 0 ? "stroke-opacity=\".45\"" : "stroke-opacity=\".12\""
      add(SVG.line(Self.left, y, Self.right, y, opacity))
      add(
        "<text x=\"\(SVG.px(Self.left - 8))\" y=\"\(SVG.px(y + 5))\" text-anchor=\"end\">"
          + "\(scale.label(tick))</text>")
    }
    add(
      "<rect x=\"\(SVG.px(Self.left))\" y=\"\(SVG.px(ys.lowerBound))\" width=\"\(SVG.px(Self.right - Self.left))\" "
        + "height=\"\(SVG.px(reach * 2))\" fill=\"none\" stroke=\"#000\" stroke-opacity=\".45\"/>")
    let name = figure.channels == 1 ? "amplitude" : "\(figure.channelName(channel)) amplitude"
    add(
      "<text transform=\"translate(24 \(SVG.px(middle))) rotate(-90)\" text-anchor=\"middle\">"
        + "\(name)</text>")

    let points = waveform(channel).map { (x: x($0.frame), y: y(scale.fraction($0.amplitude))) }
    var path = ""
    for point in points {
      path += "\(path.isEmpty ? "M" : "L")\(SVG.px(point.x)),\(SVG.px(point.y))"
    }
    add(
      "<path d=\"\(path)\" fill=\"none\" stroke=\"#14213d\" stroke-width=\"1.3\" "
        + "stroke-linejoin=\"round\"/>")
    // Where there is room, each sample is marked by a dot.
    if (Self.right - Self.left) / Double(figure.span) >= 8 {
      for point in points.dropLast() {
        add(
          "<circle cx=\"\(SVG.px(point.x))\" cy=\"\(SVG.px(point.y))\" r=\"2.6\" fill=\"#14213d\"/>"
        )
      }
    }
  }

  /// The points of the line, and one of silence behind the drop.
  private func waveform(_ channel: Int) -> [(frame: Int, amplitude: Double)] {
    let columns = Int(Self.right - Self.left) * 2
    let end = (frame: figure.span, amplitude: 0.0)
    func point(_ frame: Int) -> (frame: Int, amplitude: Double) {
      (frame, figure.amplitude(frame, channel))
    }
    if figure.frames <= columns { return (0..<figure.frames).map(point) + [end] }

    var points: [(frame: Int, amplitude: Double)] = []
    for column in 0..<columns {
      let start = column * figure.frames / columns
      var low = point(start)
      var high = low
      for frame in start..<(column + 1) * figure.frames / columns {
        let next = point(frame)
        if next.amplitude < low.amplitude { low = next }
        if next.amplitude > high.amplitude { high = next }
      }
      points.append(low.frame < high.frame ? low : high)
      if low.frame != high.frame { points.append(low.frame < high.frame ? high : low) }
    }
    return points + [end]
  }

  // MARK: Time

  private var times: [(x: Double, label: String)] {
    let length = figure.milliseconds(figure.span)
    let steps = AxisTicks(into: length, atMost: 12)
    var times: [(x: Double, label: String)] = []
    // A tick at the end of the axis must not be lost by rounding.
    while steps.position(times.count) <= length * (1 + 1e-9) {
      let x = Self.left + (Self.right - Self.left) * steps.position(times.count) / length
      times.append((min(x, Self.right), steps.label(times.count)))
    }
    return times
  }

  private mutating func drawTimes(bottom: Double) {
    for time in times {
      add(SVG.line(time.x, bottom, time.x, bottom + 5, "stroke-opacity=\".45\""))
      add(
        "<text x=\"\(SVG.px(time.x))\" y=\"\(SVG.px(bottom + 21))\" text-anchor=\"middle\">"
          + "\(time.label)</text>")
    }
    add(
      "<text x=\"\(SVG.px((Self.left + Self.right) / 2))\" y=\"\(SVG.px(bottom + 46))\" "
        + "text-anchor=\"middle\">time, ms</text>")
  }

  private func x(_ frame: Int) -> Double {
    Self.left + (Self.right - Self.left) * Double(frame) / Double(figure.span)
  }

  // MARK: Text

  /// The picture in words.
  private var summary: String {
    let parts = (figure.parts + figure.besides).map(figure.label).joined(separator: ", ")
    let length = "\(FixedPoint.brief(figure.milliseconds(figure.frames))) ms"
    let peak = figure.peak == 0 ? "silence" : "peak amplitude \(Float(figure.peak))"
    let facts = figure.facts.map { "; \($0.name) \($0.reading)" }.joined()
    let settings = figure.settings.isEmpty ? "" : "; with \(figure.settings)"
    return
      "The waveform of one drop, \(length): \(parts.isEmpty ? "" : parts + "; ")\(peak)\(facts)"
      + "\(settings)."
  }

  /// The facts as the content of text elements, wrapped to the width.
  private func factLines() -> [String] {
    let gap = 22.0
    var lines: [String] = []
    var end = 0.0
    for fact in figure.facts {
      let width = room("\(fact.name) \(fact.reading)")
      let follows = end > 0 && end + gap + width <= Self.width - 48
      let content =
        "<tspan fill=\"#667\"\(follows ? " dx=\"\(SVG.px(gap))\"" : "")>\(SVG.escaped(fact.name))</tspan> "
        + SVG.escaped(fact.reading)
      if follows {
        lines[lines.count - 1] += content
        end += gap + width
      } else {
        lines.append(content)
        end = width
      }
    }
    return lines + settingsLines()
  }

  /// The settings that were changed, flag by flag, wrapped to the width.
  private func settingsLines() -> [String] {
    var lines: [String] = []
    for flag in figure.settings.split(separator: " --").enumerated() {
      let text = flag.offset == 0 ? String(flag.element) : "--\(flag.element)"
      if let last = lines.last, room("\(last) \(text)") <= Self.width - 100 {
        lines[lines.count - 1] = "\(last) \(text)"
      } else {
        lines.append(TextWidth.cut(text, columns: 90))
      }
    }
    return lines.enumerated().map { index, line in
      (index == 0 ? "<tspan fill=\"#667\">with</tspan> " : "") + SVG.escaped(line)
    }
  }

  /// An upper bound of the width of a text in the usual sans-serif fonts; DejaVu Sans is the widest.
  private func room(_ text: String) -> Double {
    Double(TextWidth.columns(text)) * Self.fontSize * 0.62
  }

  private mutating func add(_ element: String) {
    svg += element
    svg += "\n"
  }
}
