/// All bytes of the file, the pipe or the device at `path`, at most `limit` of them; a longer regular
/// file is refused before it is read.
package func readFile(_ path: String, limit: Int = 1 << 20) throws(FileError) -> [UInt8] {
  try InputReader(file: path).readAll(limit: limit)
}

/// A file, a pipe or a device that is read once to its end.
package final class InputReader {
  package let path: String
  private let descriptor: Descriptor

  /// The input that a word of the command line names: a file, or for `-` standard input.
  package convenience init(_ word: String) throws(FileError) {
    try self.init(file: word, isStandardInput: word == "-")
  }

  package init(file: String, isStandardInput: Bool = false) throws(FileError) {
    path = isStandardInput ? "standard input" : file
    let name = FilePath(file)
    // On Linux, to open /dev/stdin would open the file anew, at its beginning, and fail for a socket.
    if let number = isStandardInput ? STDIN_FILENO : name.descriptorNumber {
      descriptor = try FileError.naming(path, .read, try Descriptor(number: number).duplicate())
    } else {
      descriptor = try FileError.naming(
        path, .read, try Descriptor.open(name, O_RDONLY | O_NOCTTY))
    }
  }

  // Nothing was written that could be lost.
  deinit { try? descriptor.close() }

  package func readAll(limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Room that grew would stay with the process.
    if let status = try? descriptor.status(), status.isRegularFile {
      bytes.reserveCapacity(min(Int(status.st_size), limit))
    }
    try forEachPiece(limit: limit) { piece in
      bytes += piece
      return true
    }
    return bytes
  }

  /// Hands the bytes that are left, at most `limit` of them, to `body`, piece by piece, until it returns false.
  package func forEachPiece(
    of length: Int = 1 << 16, limit: Int = .max, _ body: (ArraySlice<UInt8>) -> Bool
  ) throws(FileError) {
    let status = try FileError.naming(path, .read, try descriptor.status())
    if status.isFolder { throw .isFolder(path: path) }
    if status.isRegularFile && status.st_size > limit { throw .tooLong(path: path, limit: limit) }
    var total = 0
    var buffer = [UInt8](repeating: 0, count: length)
    while true {
      let count = try FileError.naming(path, .read, try descriptor.read(into: &buffer))
      if count == 0 { return }
      total += count
      if total > limit { throw .tooLong(path: path, limit: limit) }
      if !body(buffer[..<count]) { return }
    }
  }

  /// The bytes that come next; none at the end.
  package func next() throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachPiece(of: 1 << 18) { piece in
      bytes = Array(piece)
      return false
    }
    return bytes
  }
}

/// The bytes of the regular file at `path`; nil if there is none.
package func fileLength(_ path: String) -> Int? {
  guard let status = try? FilePath(path).status(), status.isRegularFile else { return nil }
  return Int(status.st_size)
}
