/// The keys and values of a flat JSON object, in the order of the text, with their positions.
///
/// The caller decides which keys and values are right.
package struct PresetDocument: Sendable, Equatable {
  package let entries: [Entry]

  package init(entries: [Entry]) {
    self.entries = entries
  }

  /// A key and its value.
  package struct Entry: Sendable, Equatable {
    package let key: String
    package let keyPosition: Position
    package let scalar: Scalar
    package let scalarPosition: Position

    package init(
      key: String, keyPosition: Position, scalar: Scalar, scalarPosition: Position
    ) {
      self.key = key
      self.keyPosition = keyPosition
      self.scalar = scalar
      self.scalarPosition = scalarPosition
    }
  }

  /// A value.
  package enum Scalar: Sendable, Equatable {
    /// The Double nearest to the number in the text, and its text.
    case number(Double, text: String)
    case string(String)
    case bool(Bool)
    case null
  }

  /// A place in a text as editors count: lines and columns from 1. Columns are Unicode scalars; a line
  /// ends with LF, CR LF or CR.
  package struct Position: Sendable, Equatable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }
}
