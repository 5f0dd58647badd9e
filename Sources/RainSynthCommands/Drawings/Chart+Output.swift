internal import Platform

extension Chart {
  /// Draws it as an SVG, or in the terminal without an output.
  func write(to output: Output?) throws {
    guard let output else {
      return try StandardOutput.print(TerminalChart.text(self, Screen(descriptor: 1)))
    }
    try output.write(Array(SVGChart.svg(self).utf8))
    try output.commit()
  }
}
