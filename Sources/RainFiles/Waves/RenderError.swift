internal import Text

/// A rendering that could not be written to a file. Its description is a sentence for people.
public enum RenderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The rain has no end, but a file has.
  case endless
  /// A file with that name exists, and replacing it was not allowed.
  case exists(path: String)
  /// The file could not be written; the reason names the file.
  case notWritten(path: String, reason: String)
  /// The encoder would not keep the samples that its format promises to keep.
  case lossy(reason: String)
  /// The file of the mix has the name of a stem.
  case nameOfStem(path: String)

  /// The sentence, without a full stop.
  public var description: String {
    switch self {
    case .endless: "rain without a duration does not fit a file"
    case .exists(let path): "\(PlainText.path(path)): exists"
    case .notWritten(_, let reason), .lossy(let reason): reason
    case .nameOfStem(let path):
      "\(path.quoted) is the name of a stem, too; give the mix or --stems another one"
    }
  }
}
