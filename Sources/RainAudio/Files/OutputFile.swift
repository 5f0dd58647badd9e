#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file that appears under its name only when it is whole.
///
/// A regular file or a free name is written beside its name under a temporary one; ``commit()``
/// flushes and renames it. Whoever drops the object before, or ends the process by a signal, leaves
/// nothing behind. A symbolic link stays one, and its target is replaced. A device, a FIFO or a
/// link to one is written straight, and never removed.
///
/// Paths are strings as ``PathString`` makes them.
package final class OutputFile {
  private let path: String
  private let force: Bool
  private let descriptor: Descriptor
  /// The file that gets the name of `target`; nil for a device.
  private let temporary: TemporaryFile?
  private let target: FilePath
  private var reservedBytes = 0
  private var writtenBytes = 0
  private var isOpen = true

  /// - Parameters:
  ///   - path: The name of the file.
  ///   - force: Whether an existing regular file may be replaced.
  ///   - expectedBytes: The length that the file will have. Room for it is reserved where that is
  ///     quick, or asked for, so that a full disk is told at once.
  /// - Throws: ``OutputError/exists(path:)`` without `force`, ``OutputError/noRoom(path:needed:free:)``
  ///   where the system can tell, or what it says.
  package init(path: String, force: Bool, expectedBytes: Int? = nil) throws(OutputError) {
    self.path = path
    self.force = force
    let file = FilePath(path)
    let status = file.status
    let exists = status != nil
    guard exists || errno == ENOENT || file.name.isEmpty else {
      throw .failed(path: path, .open, errno: errno)
    }
    if let status, status.isFolder { throw .isFolder(path: path) }
    if let status, !status.isRegularFile {
      descriptor = try OutputError.naming(path, .open) { () throws(SystemError) in
        try Descriptor.open(file, O_WRONLY | O_NOCTTY)
      }
      temporary = nil
      target = file
      return
    }
    if exists && !force { throw .exists(path: path) }

    target = file.followingLinks()
    guard !target.name.isEmpty else { throw .nameless(path: path) }
    do throws(SystemError) {
      // The permissions of an old file may be narrower than the umask: nobody else opens the new
      // one before it has them.
      let temporary = try TemporaryFile.make(for: target, mode: exists ? 0o600 : 0o666)
      self.temporary = temporary
      descriptor = temporary.descriptor
    } catch {
      guard error.errno == ENOENT else { throw .failed(path: path, .open, errno: error.errno) }
      let folder = PathString.string(target.folder.bytes)
      throw target.folder.status != nil
        ? .folderTakesNone(path: path, folder: folder) : .folderMissing(path: path, folder: folder)
    }
    if let status {
      try call(.open) {
        SystemCalls.current.setPermissions(descriptor.number, status.st_mode & 0o777)
      }
    }
    if let expectedBytes, expectedBytes > 0 { try reserve(expectedBytes) }
  }

  /// Refuses more bytes than are free in a folder, as far as the system can tell.
  package static func requireRoom(for bytes: Int, in folder: String) throws(OutputError) {
    if let free = FilePath(folder).freeBytes, bytes > free {
      throw .noRoom(path: folder, needed: bytes, free: free)
    }
  }

  private func reserve(_ bytes: Int) throws(OutputError) {
    // First asked, then reserved: the attempt alone may fill the disk for a while.
    let free = target.folder.freeBytes
    if let free, bytes > free { throw .noRoom(path: path, needed: bytes, free: free) }
    do throws(SystemError) {
      if try descriptor.reserve(bytes) { reservedBytes = bytes }
    } catch {
      if error.errno == ENOSPC, let free {
        throw .noRoom(path: path, needed: bytes, free: free)
      }
      throw .failed(path: path, .reserve, errno: error.errno)
    }
  }

  deinit {
    // Of a file that is given up, no error matters.
    if isOpen { try? descriptor.close() }
  }

  /// Whether both would be renamed to one name in one folder; two may well write to one device.
  package func isRival(of other: OutputFile) -> Bool {
    guard temporary != nil, other.temporary != nil, target.name == other.target.name,
      let folder = target.folder.status, let otherFolder = other.target.folder.status
    else { return false }
    return folder.st_dev == otherFolder.st_dev && folder.st_ino == otherFolder.st_ino
  }

  package func write(_ bytes: Span<UInt8>) throws(OutputError) {
    precondition(isOpen, "a committed file is closed")
    try OutputError.naming(path, .write) { () throws(SystemError) in
      try descriptor.write(bytes)
    }
    writtenBytes += bytes.count
  }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try write(bytes.span)
  }

  /// Puts the file under its name, whole and on the disk.
  ///
  /// - Throws: ``OutputError/exists(path:)`` if there is a file of that name by now.
  package func commit() throws(OutputError) {
    precondition(isOpen, "a committed file is closed")
    if temporary != nil {
      if writtenBytes < reservedBytes {
        // The room beyond the end would stay taken.
        try call(.flush) { SystemCalls.current.setLength(descriptor.number, writtenBytes) }
      }
      try OutputError.naming(path, .flush) { () throws(SystemError) in try descriptor.flush() }
    }
    isOpen = false
    try OutputError.naming(path, .close) { () throws(SystemError) in try descriptor.close() }
    guard let temporary else { return }
    do throws(SystemError) {
      if force {
        try temporary.renameReplacing(target)
      } else {
        try temporary.renameToFreeName(target)
      }
    } catch {
      throw error.errno == EEXIST
        ? .exists(path: path) : .failed(path: path, .rename, errno: error.errno)
    }
    try flushFolder()
  }

  /// Puts the new name on the disk as well, where folders can be flushed.
  private func flushFolder() throws(OutputError) {
    guard let folder = try? Descriptor.open(target.folder, O_RDONLY | O_DIRECTORY) else { return }
    defer { try? folder.close() }
    do throws(SystemError) {
      try folder.flush()
    } catch {
      if error.errno != EINVAL { throw .failed(path: path, .flush, errno: error.errno) }
    }
  }

  private func call(
    _ operation: OutputError.Operation, _ body: () -> Int32
  ) throws(OutputError) {
    try OutputError.naming(path, operation) { () throws(SystemError) in
      _ = try SystemError.check(body)
    }
  }
}
