/// A page of help about a group of flags instead of a command: `help NAME` prints it, then the flags.
package struct HelpTopic: Sendable, Hashable {
  package let name: String
  /// What its flags are, as in "the settings of the rain".
  package let summary: String
  /// Paragraphs that come before the flags.
  package let details: [String]

  package init(_ name: String, _ summary: String, details: [String] = []) {
    self.name = name
    self.summary = summary
    self.details = details
  }
}
