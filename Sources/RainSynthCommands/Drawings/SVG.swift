internal import Text

/// Pieces of an SVG.
enum SVG {
  /// A length, to the hundredth of a pixel.
  static func px(_ length: Double) -> String {
    FixedPoint.trimmed(length, decimals: 2)
  }

  /// A text as the content of an element.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A black line.
  static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ opacity: String
  ) -> String {
    "<path d=\"M\(px(x1)),\(px(y1))L\(px(x2)),\(px(y2))\" stroke=\"#000\" \(opacity)/>"
  }
}
