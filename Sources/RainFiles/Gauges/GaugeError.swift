package import Platform
internal import Text

/// A file of a rain gauge that cannot be read. Its description is a sentence for people.
package enum GaugeError: Error, Sendable, CustomStringConvertible {
  /// The system refused, or the file is no table.
  case unreadable(InputError)
  /// A line is wrong; lines count from 1.
  case row(path: String, line: Int, String)
  /// There is no such column; nil if one has to be chosen.
  case noColumn(path: String, column: String?, names: String)
  /// There is one row or none.
  case tooShort(path: String)

  /// The sentence, without a full stop.
  package var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .row(let path, let line, let sentence): "\(PlainText.path(path)):\(line): \(sentence)"
    case .noColumn(let path, let column?, let names):
      "\(PlainText.path(path)): has no column \(column.quoted); it has \(names)"
    case .noColumn(let path, nil, let names):
      "\(PlainText.path(path)): has the columns \(names); choose one with --column"
    case .tooShort(let path):
      "\(PlainText.path(path)): has no two rows with a time and an amount"
    }
  }
}
