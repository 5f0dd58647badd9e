/// A file that could not be read, with its path.
package enum InputError: Error, Equatable, CustomStringConvertible {
  case isFolder(path: String)
  /// The file has more bytes than `limit`.
  case tooLong(path: String, limit: Int)
  /// The system refused, with that errno.
  case failed(path: String, errno: Int32)

  package var description: String {
    switch self {
    case .isFolder(let path): "\(FilePath(path).shown): is a folder"
    case .tooLong(let path, let limit):
      "\(FilePath(path).shown): has more than \(limit) bytes, the most that are read"
    case .failed(let path, let errno): "\(FilePath(path).shown): \(systemMessage(errno))"
    }
  }
}
