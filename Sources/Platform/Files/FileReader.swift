/// A regular file, or standard input, that is read in any order.
package final class FileReader {
  package let path: String
  /// The bytes that it had when it was opened, or has been written.
  package private(set) var length: Int
  private let descriptor: Descriptor
  /// Where the bytes of standard input begin.
  private let start: Int

  /// Reads standard input from its current position. A regular file is read in place. Everything else
  /// can be read only once, so it is copied to a temporary file without a name.
  package init(standardInputNamed name: String) throws(FileError) {
    let input = Descriptor(number: 0)
    do throws(SystemError) {
      let status = try input.status()
      if status.isRegularFile {
        start = max(0, Int(lseek(0, 0, SEEK_CUR)))
        length = max(0, Int(status.st_size) - start)
        descriptor = try input.duplicate()
      } else {
        descriptor = try Descriptor.makeNamelessFile()
        length = try descriptor.append(from: input)
        start = 0
      }
    } catch {
      throw .failed(path: name, .read, errno: error.errno)
    }
    path = name
  }

  package init(path: String) throws(FileError) {
    // Without O_NONBLOCK, a FIFO that nobody writes to would block us.
    descriptor = try FileError.naming(
      path, .read, try Descriptor.open(FilePath(path), O_RDONLY | O_NOCTTY | O_NONBLOCK))
    (self.path, start, length) = (path, 0, 0)
    // An error closes it, by deinit.
    let status = try FileError.naming(path, .read, try descriptor.status())
    if status.isFolder { throw .isFolder(path: path) }
    guard status.isRegularFile else { throw .isStream(path: path) }
    length = Int(status.st_size)
  }

  deinit {
    // Nothing was written that could be lost.
    try? descriptor.close()
  }

  /// Fills `bytes` with those of the file from an offset on, and cuts them where the file ends.
  package func read(into bytes: inout [UInt8], at offset: Int) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let count = try FileError.naming(
        path, .read, try descriptor.read(into: &bytes, from: done, at: start + offset + done))
      if count == 0 { break }
      done += count
    }
    bytes.removeLast(bytes.count - done)
  }

  package func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try read(into: &bytes, at: offset)
    return bytes
  }
}

/// The identity of a named file, and when it was changed: while the version is equal, so is the content.
package struct FileVersion: Equatable, Sendable {
  private let status: stat

  package init?(path: String) {
    guard let status = try? FilePath(path).status() else { return nil }
    self.status = status
  }

  package static func == (a: Self, b: Self) -> Bool {
    a.status.isSameFile(as: b.status) && a.status.st_size == b.status.st_size
      && a.changed.tv_sec == b.changed.tv_sec && a.changed.tv_nsec == b.changed.tv_nsec
  }

  private var changed: timespec {
    #if canImport(Darwin)
    status.st_mtimespec
    #else
    status.st_mtim
    #endif
  }
}
