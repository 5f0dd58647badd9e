/// A place in a text as editors count: lines and columns from 1. Columns are Unicode scalars; a line ends with LF,
/// CR LF or CR.
package struct TextPosition: Sendable, Equatable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
