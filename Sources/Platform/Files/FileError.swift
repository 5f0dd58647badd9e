/// A file that could not be read or written, with its path.
package enum FileError: Error, Equatable, CustomStringConvertible {
  package enum Operation: String, Sendable {
    case read, open, reserve, write, flush, close, rename
  }

  /// A pipe or a device, where a file is needed that can be read in any order.
  case isStream(path: String)
  /// The file is not what it should be; the sentence goes on from its name.
  case malformed(path: String, String)
  /// Its samples are coded, which another program can undo; the sentence goes on from its name.
  case coded(path: String, String)
  case tooLong(path: String, limit: Int)
  /// A file of that name exists, and replacing it was not allowed.
  case exists(path: String)
  case isFolder(path: String)
  /// The path ends with a slash but is not an existing folder, or contains a NUL.
  case nameless(path: String)
  case folderMissing(path: String, folder: String)
  /// The folder is there, but no files can be made in it, as in /proc.
  case folderTakesNone(path: String, folder: String)
  /// The existing file cannot be replaced: the rename at the end would fail. The sentence goes on from its name.
  case notReplaceable(path: String, String)
  case noRoom(path: String, needed: Int, free: Int)
  /// Nobody reads the pipe any more. The program stops without a message.
  case readerGone(path: String)
  case failed(path: String, Operation, errno: Int32)

  package var description: String {
    switch self {
    case .isStream(let path): "\(FilePath(path).shown): is a pipe or a device, not a file"
    case .malformed(let path, let flaw), .coded(let path, let flaw),
      .notReplaceable(let path, let flaw):
      "\(FilePath(path).shown): \(flaw)"
    case .tooLong(let path, let limit):
      "\(FilePath(path).shown): has more than \(limit) bytes, the most that are read"
    case .exists(let path): "\(FilePath(path).shown): exists; -f replaces it"
    case .isFolder(let path): "\(FilePath(path).shown): is a folder"
    case .nameless(let path): "\(FilePath(path).shown) names no file"
    case .folderMissing(let path, let folder):
      "\(FilePath(path).shown): the folder \(FilePath(folder).shown) does not exist"
    case .folderTakesNone(let path, let folder):
      "\(FilePath(path).shown): the folder \(FilePath(folder).shown) takes no new files"
    case .noRoom(let path, let needed, let free):
      "\(FilePath(path).shown): no room for \(needed) bytes: \(free) are free"
    case .readerGone(let path): "\(FilePath(path).shown): nobody reads it any more"
    case .failed(let path, let operation, let errno):
      "\(FilePath(path).shown): "
        + ([.flush, .close, .rename].contains(operation) ? "\(operation.rawValue): " : "")
        + "\(SystemError(errno: errno))"
    }
  }

  /// Evaluates `body`, and names the path and the operation in its error.
  static func naming<Result>(
    _ path: String, _ operation: Operation, _ body: @autoclosure () throws(SystemError) -> Result
  ) throws(FileError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw error.errno == EPIPE
        ? .readerGone(path: path) : .failed(path: path, operation, errno: error.errno)
    }
  }
}
