internal import Platform

extension Chart {
  /// Draws it as an SVG in the file at a path, which is open, and says so; in the terminal without one.
  func write(to output: Output?, _ path: String?, isQuiet: Bool) throws {
    guard let output, let path else {
      return try StandardOutput.print(TerminalChart.text(self, Screen(descriptor: 1)))
    }
    try output.write(Array(SVGChart.svg(self).utf8))
    try output.commit()
    if !isQuiet { StandardError.note(written: path) }
  }
}
