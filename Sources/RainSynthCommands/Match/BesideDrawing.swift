internal import RainAudio
internal import RainFiles
internal import Text

/// A recording above, its match below, and the third octaves of both beside them.
enum BesideDrawing {
  static func svg(_ recording: Recording, _ match: Match, _ name: String) throws -> String {
    let (channels, rate) = (recording.channels.count, recording.sampleRate)
    func spectrogram(_ samples: [Float]) -> Spectrogram {
      let format = WaveFormat(.f32, layout: channels == 1 ? .mono : .stereo, sampleRate: rate)
      var sound = Spectrogram(format, frames: samples.count / channels)
      let bytes = unsafe samples.withUnsafeBytes { unsafe Array($0) }
      sound.update(bytes.span)
      sound.finish()
      return sound
    }
    var samples = recording.interleaved
    let above = spectrogram(samples)
    var renderer = try RainRenderer(
      match.preset.rain, sampleRate: rate, channels: channels, startingAt: 2 * rate)
    var span = samples.mutableSpan
    renderer.render(into: &span)
    let below = spectrogram(samples)
    let loudest = (above.powers + below.powers).joined().max() ?? 0
    let charts = [(above, name), (below, match.preset.summary)].map {
      SVGChart.svg(Chart($0, title: $1, loudest: loudest))
    }
    // Both have the same parts.
    let height = Double(charts[0].split(separator: "height=\"")[1].prefix { $0 != "\"" }) ?? 0
    let thirds = thirds(match)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1380 \(SVG.px(2 * height))" \
      font-family="sans-serif" font-size="14" fill="\(Palette.text)">
      <title>\(SVG.escaped("\(name), and its match"))</title>
      <style>\(Palette.darkStyle(of: thirds))</style>
      <rect width="100%" height="100%" fill="\(Palette.page)"/>
      \(charts[0])
      <g transform="translate(0 \(SVG.px(height)))">
      \(charts[1])
      </g>
      <g transform="translate(960 80)">
      \(thirds)
      </g>
      </svg>

      """
  }

  /// The third octaves of both, in dB beside the mean of each.
  private static func thirds(_ match: Match) -> String {
    func x(_ frequency: Double) -> Double { 40 + 40 * Elementary.log2(frequency / 62.5) }
    func y(_ level: Double) -> Double { 180 - max(-40, min(40, level)) * 4 }
    func text(_ words: String, _ x: Double, _ y: Double, _ style: String = "") -> String {
      "<text x=\"\(SVG.px(x))\" y=\"\(SVG.px(y))\" text-anchor=\"middle\" \(style)>\(words)</text>"
    }
    var lines = [text("third octaves, dB over Hz", 200, 394)]
    for level in stride(from: -40.0, through: 40, by: 20) {
      lines.append(SVG.line(40, y(level), 360, y(level), "stroke-opacity=\".12\""))
      lines.append(text(FixedPoint.brief(level), 18, y(level) + 5))
    }
    for frequency in [125.0, 500, 2000, 8000] {
      lines.append(text(FixedPoint.brief(frequency), x(frequency), 366))
    }
    let curves = [
      ("recording", Chart.Color.blue, match.thirds.map(\.recording)),
      ("match", .orange, match.thirds.map(\.rain)),
    ]
    for (index, (name, color, levels)) in curves.enumerated() {
      let points = zip(match.thirds, levels).map { "\(SVG.px(x($0.frequency))),\(SVG.px(y($1)))" }
      let (path, shade) = (points.joined(separator: "L"), Palette.strong(color))
      lines.append("<path d=\"M\(path)\" fill=\"none\" stroke=\"\(shade)\"/>")
      lines.append(text(name, 100 + 120 * Double(index), 0, "fill=\"\(shade)\""))
    }
    return lines.joined(separator: "\n")
  }
}
