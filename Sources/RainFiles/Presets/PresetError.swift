internal import Text

/// A preset that could not be loaded. Its description is a sentence for people.
public enum PresetError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No shipped preset has that name; `nearest` is the one that was probably meant.
  case unknownName(String, nearest: String?)
  /// The file could not be read; the reason names the file.
  case unreadable(path: String, reason: String)
  /// The file has more than `limit` bytes and cannot be a preset.
  case tooLong(path: String, limit: Int)
  /// The text is not a preset; lines and columns count from 1.
  case invalid(file: String, line: Int, column: Int, reason: String)

  /// The sentence, without a full stop.
  public var description: String {
    switch self {
    case .unknownName(let name, let nearest):
      "no preset is called \(name.quoted)" + (nearest.map { "; \(Suggestion.question($0))" } ?? "")
    case .unreadable(_, let reason): reason
    case .tooLong(let path, let limit):
      "\(PlainText.path(path)): has more than \(limit) bytes, the most that are read"
    case .invalid(let file, let line, let column, let reason):
      "\(PlainText.path(file)):\(line):\(column): \(reason)"
    }
  }
}

extension PresetError {
  /// A flaw in the text of a preset.
  init(_ flaw: Flaw, in file: String) {
    let position = flaw.position ?? .start
    self = .invalid(
      file: file, line: position.line, column: position.column, reason: flaw.sentence)
  }
}
