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

/// The result of a body, whose error becomes a flaw in the same words.
package func asFlaw<Result: ~Copyable, Failure: Error & CustomStringConvertible>(
  _ body: () throws(Failure) -> Result
) throws(Flaw) -> Result {
  do { return try body() } catch { throw Flaw(error.description) }
}

/// The result of a body that cannot fail, since what it works on was checked before.
package func checked<Result: ~Copyable, Failure: Error & CustomStringConvertible>(
  _ body: () throws(Failure) -> Result
) -> Result {
  do { return try body() } catch { preconditionFailure("it was checked: \(error.description)") }
}
