internal import CommandLineKit
package import RainDSP

/// Rain with a name, as a file or the program itself holds it.
package struct Preset: Sendable {
  package let name: String
  /// One sentence that says what one hears; may be empty.
  package let summary: String
  package let rain: Rain

  package init(name: String, summary: String, rain: Rain) {
    self.name = name
    self.summary = summary
    self.rain = rain
  }
}
