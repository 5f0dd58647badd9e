internal import Text

/// A job that could not be rendered to a file. Its description is a sentence for people.
public enum RenderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// An option or a setting of the job is wrong.
  case invalidJob(InvalidJob)
  /// The job has no end, but a file has.
  case endless
  /// A file with that name exists, and replacing it was not allowed.
  case exists(path: String)
  /// The file could not be written; the reason names the file.
  case notWritten(path: String, reason: String)

  /// The sentence, without a full stop.
  public var description: String {
    switch self {
    case .invalidJob(let reason): reason.description
    case .endless: "a job without a duration does not fit a file"
    case .exists(let path): "\(PlainText.path(path)): exists"
    case .notWritten(_, let reason): reason
    }
  }
}
