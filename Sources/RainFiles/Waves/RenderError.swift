internal import Wording

/// A job that could not be rendered to a file. Its description is a sentence for people.
public enum RenderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The job is wrong.
  case invalidJob(InvalidJob)
  /// The job has no end, but a file has.
  case endless
  /// There is a file with that name, which was not to be replaced.
  case exists(path: String)
  /// The file could not be written; the reason names it.
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
