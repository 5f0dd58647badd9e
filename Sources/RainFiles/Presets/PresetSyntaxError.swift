/// The first mistake in the text of a preset.
package struct PresetSyntaxError: Error, Sendable, Equatable {
  package let position: PresetDocument.Position
  /// One line of plain text, without the position and without a full stop.
  package let message: String

  package init(position: PresetDocument.Position, message: String) {
    self.position = position
    self.message = message
  }
}
