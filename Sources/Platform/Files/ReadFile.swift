/// All bytes of the file, the pipe or the device at `path`, at most `limit` of them; a longer regular
/// file is refused before it is read.
package func readFile(_ path: String, limit: Int = 1 << 20) throws(FileError) -> [UInt8] {
  let descriptor = try open(path)
  // Nothing was written that could be lost.
  defer { try? descriptor.close() }
  return try readAll(descriptor, path, limit: limit)
}

/// Hands the bytes of the file, the pipe or the device at `path` to `body`, piece by piece, until it
/// returns false; at most `limit` of them.
package func readFile(
  _ path: String, limit: Int, _ body: (ArraySlice<UInt8>) -> Bool
) throws(FileError) {
  let descriptor = try open(path)
  defer { try? descriptor.close() }
  let status = try FileError.naming(path, .read) { () throws(SystemError) in try descriptor.status()
  }
  if status.isFolder { throw .isFolder(path: path) }
  try readChunks(descriptor, path, limit: limit, body)
}

private func open(_ path: String) throws(FileError) -> Descriptor {
  try FileError.naming(path, .read) { () throws(SystemError) in
    let file = FilePath(path)
    // On Linux, to open /dev/stdin would open the file anew, at its beginning, and fail for a socket.
    if let number = file.descriptorNumber { return try Descriptor(number: number).duplicate() }
    return try Descriptor.open(file, O_RDONLY | O_NOCTTY)
  }
}

/// All bytes that are left to read from an open file with that name, at most `limit` of them.
func readAll(
  _ descriptor: Descriptor, _ path: String, limit: Int
) throws(FileError) -> [UInt8] {
  let status = try FileError.naming(path, .read) { () throws(SystemError) in try descriptor.status()
  }
  if status.isFolder { throw .isFolder(path: path) }
  if status.isRegularFile && status.st_size > limit { throw .tooLong(path: path, limit: limit) }
  var bytes: [UInt8] = []
  try readChunks(descriptor, path, limit: limit) { chunk in
    bytes += chunk
    return true
  }
  return bytes
}

/// Hands the bytes that are left to read to `body`, piece by piece, until it returns false.
private func readChunks(
  _ descriptor: Descriptor, _ path: String, limit: Int, _ body: (ArraySlice<UInt8>) -> Bool
) throws(FileError) {
  var total = 0
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = try FileError.naming(path, .read) { () throws(SystemError) in
      try descriptor.read(into: &buffer)
    }
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
