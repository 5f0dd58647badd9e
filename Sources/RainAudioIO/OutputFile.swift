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
/// Paths are strings as ``ArgumentText`` makes them.
package final class OutputFile {
  /// The temporary file and the name that it is for.
  private struct Replacement {
    let target: FilePath
    let temporary: FilePath
    /// The slot of ``InterruptionGuard``.
    let slot: Int
  }

  private let path: String
  private let force: Bool
  private let descriptor: Descriptor
  private let replacement: Replacement?
  private var reservedBytes = 0
  private var writtenBytes = 0
  private var isOpen = true
  private var isCommitted = false

  /// - Parameters:
  ///   - path: The name of the file.
  ///   - force: Whether an existing regular file may be replaced.
  ///   - expectedBytes: The length that the file will have. Room for it is reserved, so that a full
  ///     disk is told at once.
  /// - Throws: ``OutputError/exists(path:)`` without `force`, or what the system says.
  package init(path: String, force: Bool, expectedBytes: Int? = nil) throws(OutputError) {
    self.path = path
    self.force = force
    let file = FilePath(path)
    var status = stat()
    let exists = unsafe stat(file.cString, &status) == 0
    guard exists || errno == ENOENT else {
      throw .failed(path: path, .open, errno: errno)
    }
    if exists && status.isFolder { throw .isFolder(path: path) }
    if exists && !status.isRegularFile {
      descriptor = try OutputError.naming(path, .open) { () throws(SystemError) in
        try Descriptor.open(file, O_WRONLY | O_NOCTTY)
      }
      replacement = nil
      return
    }
    if exists && !force { throw .exists(path: path) }

    let target = file.followingLinks()
    guard !target.name.isEmpty else {
      throw path.isEmpty ? .failed(path: path, .open, errno: ENOENT) : .isFolder(path: path)
    }
    TemporaryName.removeLeftovers(for: target)
    let temporary = TemporaryName.make(for: target)
    // Before the file exists, so that no signal falls between.
    let slot = InterruptionGuard.remember(temporary)
    do throws(SystemError) {
      // The permissions of an old file may be narrower than the umask: nobody else opens the new
      // one before it has them.
      descriptor = try Descriptor.open(
        temporary, O_WRONLY | O_CREAT | O_EXCL, mode: exists ? 0o600 : 0o666)
    } catch {
      InterruptionGuard.forget(slot)
      throw error.errno == ENOENT
        ? .folderMissing(path: path, folder: ArgumentText.string(target.folder.bytes))
        : .failed(path: path, .open, errno: error.errno)
    }
    replacement = Replacement(target: target, temporary: temporary, slot: slot)
    if exists {
      try call(.open) { fchmod(descriptor.number, status.st_mode & 0o777) }
    }
    if let expectedBytes, expectedBytes > 0 {
      let isReserved = try OutputError.naming(path, .reserve) { () throws(SystemError) in
        try descriptor.reserve(expectedBytes)
      }
      if isReserved { reservedBytes = expectedBytes }
    }
  }

  deinit {
    // Of a file that is given up, no error matters.
    if isOpen { try? descriptor.close() }
    if let replacement {
      if !isCommitted { _ = unsafe unlink(replacement.temporary.cString) }
      InterruptionGuard.forget(replacement.slot)
    }
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
    if replacement != nil {
      if writtenBytes < reservedBytes {
        // The room beyond the end would stay taken.
        try call(.flush) { ftruncate(descriptor.number, off_t(writtenBytes)) }
      }
      try OutputError.naming(path, .flush) { () throws(SystemError) in try descriptor.flush() }
    }
    isOpen = false
    try OutputError.naming(path, .close) { () throws(SystemError) in try descriptor.close() }
    guard let replacement else { return }
    if force {
      try renameReplacing(replacement)
    } else {
      try renameToFreeName(replacement)
    }
    isCommitted = true
    try flushFolder(of: replacement.target)
  }

  private func renameReplacing(_ replacement: Replacement) throws(OutputError) {
    try call(.rename) {
      unsafe rename(replacement.temporary.cString, replacement.target.cString)
    }
  }

  /// Renames, but does not replace: a second name for the file, link(2), is refused where there is
  /// one already.
  private func renameToFreeName(_ replacement: Replacement) throws(OutputError) {
    let (temporary, target) = (replacement.temporary.cString, replacement.target.cString)
    if unsafe link(temporary, target) == 0 {
      try call(.rename) { unsafe unlink(temporary) }
      return
    }
    if errno == EEXIST { throw .exists(path: path) }
    // A file system without second names, like FAT: between these two calls there is a gap.
    var status = stat()
    if unsafe lstat(target, &status) == 0 { throw .exists(path: path) }
    try renameReplacing(replacement)
  }

  /// Puts the new name on the disk as well, where folders can be flushed.
  private func flushFolder(of target: FilePath) throws(OutputError) {
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
