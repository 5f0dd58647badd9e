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
    if let place = buffer[..<read].lastIndex(of: UInt8(ascii: "\n")) {
      end = start + place + 1
      break
    }
    end = start
  }
  if end < length { try file.setLength(end) }
  return end
}
