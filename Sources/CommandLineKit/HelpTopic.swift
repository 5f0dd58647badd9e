/// A page of help that is no command's: what `help NAME` prints beside the flags of its groups.
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
