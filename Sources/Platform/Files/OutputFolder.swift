/// A folder that several files are written to.
package enum OutputFolder {
  /// Makes the folder, and those above it, where they are missing. Another thread or process may do so at the same time.
  package static func make(_ path: String) throws(FileError) {
    let bytes = FilePath(path).bytes
    let ends = bytes.indices.filter { $0 > 0 && bytes[$0] == FilePath.slash } + [bytes.count]
    for end in ends {
      let folder = FilePath(bytes: Array(bytes[..<end]))
      do throws(SystemError) {
        _ = try SystemError.check { unsafe mkdir(folder.cString, 0o777) }
      } catch {
        // It may be there already; below a file, the next call says more.
        guard
          (try? folder.status())?.isFolder == true || error.errno == EEXIST && end < bytes.count
        else {
          throw .failed(path: path, .open, errno: error.errno)
        }
      }
    }
  }

  /// Removes the temporary files that killed processes left of the files with these names. The folder
  /// is read once: use it before many files are written with `removesLeftovers: false`.
  package static func removeLeftovers(of names: [String], in folder: String) {
    TemporaryFile.removeLeftovers(for: names.map { FilePath("\(folder)/\($0)") })
  }

  /// Runs `body` while no other process does so for the same folder. Where the file system has no
  /// locks, it runs without one.
  package static func whileLocked(_ path: String, _ body: () throws -> Void) throws {
    guard let folder = try? Descriptor.open(FilePath(path), O_RDONLY | O_DIRECTORY) else {
      return try body()
    }
    // The lock goes with the descriptor.
    defer { try? folder.close() }
    _ = try? SystemError.check { flock(folder.number, LOCK_EX) }
    try body()
  }
}

/// Appends lines, each with its line break, to a text file: all of them or none. What a killed process, or a full
/// disk, left of a line before is cut off. Only one process may do so at a time: see
/// ``OutputFolder/whileLocked(_:_:)``.
package func appendLines(_ lines: [UInt8], to path: String) throws(FileError) {
  try FileError.naming(path, .write, try append(lines, to: FilePath(path)))
}

private func append(_ lines: [UInt8], to path: FilePath) throws(SystemError) {
  let file = try Descriptor.open(path, O_RDWR | O_CREAT | O_APPEND, mode: 0o666)
  defer { try? file.close() }
  let length = try lengthOfWholeLines(in: file)
  do throws(SystemError) {
    try file.write(lines.span)
  } catch {
    try? file.setLength(length)
    throw error
  }
}

/// The length of the file up to its last line break; cuts off the rest.
private func lengthOfWholeLines(in file: Descriptor) throws(SystemError) -> Int {
  let length = Int(try file.status().st_size)
  var end = length
  var buffer = [UInt8](repeating: 0, count: 4096)
  while end > 0 {
    let start = max(0, end - buffer.count)
    let count = try file.read(into: &buffer, from: 0, at: start)
    guard count > 0 else { break }
    let read = min(count, end - start)
    if let index = buffer[..<read].lastIndex(of: UInt8(ascii: "\n")) {
      end = start + index + 1
      break
    }
    end = start
  }
  if end < length { try file.setLength(end) }
  return end
}
