/// The colors of pictures, on light pages and on dark ones.
enum Palette {
  /// A color on light pages, and what it becomes on dark ones.
  private typealias Shade = (light: String, dark: String)

  static let page = "#fff"
  static let line = "#000"
  static let text = "#333"
  static let muted = "#667"

  /// The color of a curve, a bar and its label.
  static func strong(_ color: Chart.Color) -> String { shades(color).strong.light }

  /// The color of the ground behind a curve.
  static func light(_ color: Chart.Color) -> String { shades(color).ground?.light ?? page }

  /// The ground is nil where it is that of the page.
  private static func shades(_ color: Chart.Color) -> (strong: Shade, ground: Shade?) {
    switch color {
    case .ink: (("#14213d", "#c9d9f2"), nil)
    case .orange: (("#c2410c", "#fb923c"), ("#fdeadb", "#3a2414"))
    case .gray: (("#5b6472", "#9aa4b2"), ("#eef0f3", "#20262e"))
    case .blue: (("#0369a1", "#38bdf8"), ("#e2f1fb", "#0c2d3f"))
    case .ochre: (("#a16207", "#eab308"), nil)
    case .violet: (("#7c3aed", "#a78bfa"), nil)
    }
  }

  /// The colors of a field, from its least share above 0 to its greatest.
  private static let heat: [Shade] = [
    ("#edf4fb", "#101b2b"), ("#d8e8f6", "#12283f"), ("#bcd8ee", "#153a5a"), ("#97c3e4", "#1a4f78"),
    ("#6aa9d6", "#226a96"), ("#4189c2", "#3489ae"), ("#2468a8", "#58a8bd"), ("#164a86", "#8cc6c4"),
    ("#0f3062", "#c6e2c6"), ("#0b1d3f", "#fdf7c8"),
  ]
  static let fieldColors = [page] + heat.map(\.light)

  private static let all =
    heat + [(page, "#0d1117"), (line, "#fff"), (text, "#d0d7de"), (muted, "#8b949e")]
    + Chart.Color.allCases.map(shades).flatMap { [$0.strong, $0.ground].compactMap(\.self) }

  /// The rules that give the colors of a drawing their dark form. Renderers that know no CSS take the attributes,
  /// which are those of light pages.
  static func darkStyle(of drawing: String) -> String {
    let rules = all.flatMap { light, dark in
      ["fill", "stroke"].filter { drawing.contains("\($0)=\"\(light)\"") || light == text }
        .map { "[\($0)='\(light)']{\($0):\(dark)}" }
    }
    return "@media (prefers-color-scheme:dark){\(rules.joined())}"
  }
}
