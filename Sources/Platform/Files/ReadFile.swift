/// All bytes of the file, the pipe or the device at `path`, at most `limit` of them; a longer regular
/// file is refused before it is read.
package func readFile(_ path: String, limit: Int = 1 << 20) throws(FileError) -> [UInt8] {
  let descriptor = try open(path)
  // Nothing was written that could be lost.
  defer { try? descriptor.close() }
  return try readAll(descriptor, path, limit: limit)
}

/// Hands the bytes of the file, the pipe or the device at `path` to `body`, piece by piece, until it
/// returns false; at most `limit` of them, as above.
package func readFile(
  _ path: String, limit: Int, _ body: (ArraySlice<UInt8>) -> Bool
) throws(FileError) {
  let descriptor = try open(path)
  defer { try? descriptor.close() }
  try readChunks(descriptor, path, limit: limit, body)
}

private func open(_ path: String) throws(FileError) -> Descriptor {
  let file = FilePath(path)
  // On Linux, to open /dev/stdin would open the file anew, at its beginning, and fail for a socket.
  guard let number = file.descriptorNumber else {
    return try FileError.naming(path, .read, try Descriptor.open(file, O_RDONLY | O_NOCTTY))
  }
  return try FileError.naming(path, .read, try Descriptor(number: number).duplicate())
}

/// All bytes that are left to read from an open file with that name, at most `limit` of them.
func readAll(_ descriptor: Descriptor, _ path: String, limit: Int) throws(FileError) -> [UInt8] {
  var bytes: [UInt8] = []
  // Room that grew would stay with the process.
  if let status = try? descriptor.status(), status.isRegularFile {
    bytes.reserveCapacity(min(Int(status.st_size), limit))
  }
  try readChunks(descriptor, path, limit: limit) { chunk in
    bytes += chunk
    return true
  }
  return bytes
}

/// The input that a word of the command line names, a file or for `-` standard input, read once to its end.
package final class InputReader {
  /// The name, for messages.
  package let path: String
  private let descriptor: Descriptor

  package init(_ word: String) throws(FileError) {
    path = word == "-" ? "standard input" : word
    if word == "-" {
      descriptor = try FileError.naming(
        path, .read, try Descriptor(number: STDIN_FILENO).duplicate())
    } else {
      descriptor = try open(word)
    }
  }

  // Nothing was written that could be lost.
  deinit { try? descriptor.close() }

  /// The bytes that come next; none at the end.
  package func next() throws(FileError) -> [UInt8] {
    if try FileError.naming(path, .read, try descriptor.status()).isFolder {
      throw .isFolder(path: path)
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    let count = try FileError.naming(path, .read, try descriptor.read(into: &bytes))
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}

/// Hands the bytes that are left to read to `body`, piece by piece, until it returns false.
private func readChunks(
  _ descriptor: Descriptor, _ path: String, limit: Int, _ body: (ArraySlice<UInt8>) -> Bool
) throws(FileError) {
  let status = try FileError.naming(path, .read, try descriptor.status())
  if status.isFolder { throw .isFolder(path: path) }
  if status.isRegularFile && status.st_size > limit { throw .tooLong(path: path, limit: limit) }
  var total = 0
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = try FileError.naming(path, .read, try descriptor.read(into: &buffer))
    if count == 0 { return }
    total += count
    if total > limit { throw .tooLong(path: path, limit: limit) }
    if !body(buffer[..<count]) { return }
  }
}

/// The bytes of the regular file at `path`; nil if there is none.
package func fileLength(_ path: String) -> Int? {
  guard let status = try? FilePath(path).status(), status.isRegularFile else { return nil }
  return Int(status.st_size)
}

/// All bytes of what a word of the command line names, at most `limit`: of a file, or for `-` of standard input.
///
/// Reads the descriptor itself: on Linux, opening /dev/stdin starts at the beginning of a file again,
/// and fails for a socket.
package func readInput(_ word: String, limit: Int) throws(FileError) -> [UInt8] {
  try word == "-"
    ? readAll(Descriptor(number: STDIN_FILENO), "standard input", limit: limit)
    : readFile(word, limit: limit)
}
