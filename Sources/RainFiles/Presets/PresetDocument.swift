/// The text of a preset as its keys and what they are set to, in the order of the file, each with
/// its place.
///
/// It knows nothing of rain: which keys there may be, and what they may hold, is for its caller to
/// say.
package struct PresetDocument: Sendable, Equatable {
  package let entries: [Entry]

  package init(entries: [Entry]) {
    self.entries = entries
  }

  /// One key and what it is set to.
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

  /// What a key can be set to.
  package enum Scalar: Sendable, Equatable {
    /// A finite number, the nearest to what is written, and how it is written.
    case number(Double, text: String)
    case string(String)
    case bool(Bool)
    case null
  }

  /// A place in a text as editors count: line and column from 1. Columns are Unicode scalars; a line
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
