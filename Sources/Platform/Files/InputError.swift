/// A file that could not be read, with its path.
package enum InputError: Error, Equatable, CustomStringConvertible {
  case isFolder(path: String)
  /// A pipe or a device, where a file is needed that can be read in any order.
  case isStream(path: String)
  /// The file is not what it should be; the sentence goes on from its name.
  case malformed(path: String, String)
  /// The file has more bytes than `limit`.
  case tooLong(path: String, limit: Int)
  /// The system refused, with that errno.
  case failed(path: String, errno: Int32)

  package var description: String {
    switch self {
    case .isFolder(let path): "\(FilePath(path).shown): is a folder"
    case .isStream(let path): "\(FilePath(path).shown): is a pipe or a device, not a file"
    case .malformed(let path, let flaw): "\(FilePath(path).shown): \(flaw)"
    case .tooLong(let path, let limit):
      "\(FilePath(path).shown): has more than \(limit) bytes, the most that are read"
    case .failed(let path, let errno): "\(FilePath(path).shown): \(SystemError(errno: errno))"
    }
  }
}

extension InputError {
  /// Runs `body`, and names the path in its error.
  static func naming<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(InputError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .failed(path: path, errno: error.errno)
    }
  }
}
