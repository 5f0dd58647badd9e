/// The first mistake in a JSON text.
package struct JSONSyntaxError: Error, Sendable, Equatable {
  package let position: TextPosition
  /// One line of plain text, without the position and without a full stop.
  package let message: String

  package init(position: TextPosition, message: String) {
    self.position = position
    self.message = message
  }
}
