internal import Text

/// A rendering that could not be written to a file. Its description is a sentence for people.
public enum RenderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The rain has no end, but a file has.
  case endless
  /// A file with that name exists, and replacing it was not allowed.
  case exists(path: String)
  /// The file could not be written; the reason names the file.
  case notWritten(path: String, reason: String)

  /// The sentence, without a full stop.
  public var description: String {
    switch self {
    case .endless: "rain without a duration does not fit a file"
    case .exists(let path): "\(PlainText.path(path)): exists"
    case .notWritten(_, let reason): reason
    }
  }
}
