/// A flaw of a text that someone wrote: a sentence without a full stop, which names the wrong word and says
/// what to write instead.
package struct Flaw: Error, Sendable, Hashable, CustomStringConvertible {
  package let sentence: String
  /// Where the mistake stands; nil where the caller knows, or the sentence says it.
  package let position: TextPosition?

  package init(_ sentence: String, at position: TextPosition? = nil) {
    self.sentence = sentence
    self.position = position
  }

  package var description: String { sentence }
}

/// A position in a text as editors count: lines and columns from 1. Columns are Unicode scalars; a line ends with LF,
/// CR LF or CR.
package struct TextPosition: Sendable, Hashable, Comparable {
  package let line: Int
  package let column: Int

  package static let start = TextPosition(line: 1, column: 1)

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
