/// A text file to which several processes append lines. A line is there as a whole or not at all: what a
/// killed process, or a full disk, left of one is cut off.
package struct LineFile: Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// Cuts off what a killed process left of a line.
  package func repair() throws(OutputError) {
    guard let length = fileLength(path), length > 0 else { return }
    try whileLocked { (file) throws(SystemError) in _ = try Self.wholeLength(of: file) }
  }

  /// Appends a line, which ends with a line break.
  package func append(_ line: [UInt8]) throws(OutputError) {
    try whileLocked { (file) throws(SystemError) in
      let length = try Self.wholeLength(of: file)
      do throws(SystemError) {
        try file.write(line.span)
      } catch {
        _ = SystemCalls.current.setLength(file.number, length)
        throw error
      }
    }
  }

  /// Runs `body` with the open file while no other process does.
  private func whileLocked(
    _ body: (Descriptor) throws(SystemError) -> Void
  ) throws(OutputError) {
    try OutputError.naming(path, .write) { () throws(SystemError) in
      let file = try Descriptor.open(FilePath(path), O_RDWR | O_CREAT | O_APPEND, mode: 0o666)
      // The lock goes with the descriptor. Where the file system has none, lines are written without one.
      defer { try? file.close() }
      _ = try? SystemError.check { SystemCalls.current.lock(file.number, LOCK_EX) }
      try body(file)
    }
  }

  /// The length of the file up to its last line break; cuts off the rest.
  private static func wholeLength(of file: Descriptor) throws(SystemError) -> Int {
    let length = Int(try file.status().st_size)
    var end = length
    var buffer = [UInt8](repeating: 0, count: 4096)
    while end > 0 {
      let start = max(0, end - buffer.count)
      let count = try file.read(into: &buffer, from: 0, at: start)
      guard count > 0 else { break }
      let read = min(count, end - start)
      if let place = buffer[..<read].lastIndex(of: UInt8(ascii: "\n")) {
        end = start + place + 1
        break
      }
      end = start
    }
    if end < length {
      _ = try SystemError.check { SystemCalls.current.setLength(file.number, end) }
    }
    return end
  }
}
