extension String {
  /// The text between quotation marks, safe to show and of bounded length.
  package var quoted: String { "'\(PlainText.line(self, limit: 64))'" }
}
