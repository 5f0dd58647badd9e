internal import Text

/// A file that appears under its name only when it is whole.
///
/// A regular file or a free name is written beside its name under a temporary one; ``commit()`` flushes
/// and renames it. If the object is released before that, or a signal ends the process, the temporary
/// file is removed. A symbolic link stays one, and its target is replaced. A file that replaces another
/// one lets no more people read it (see ``FileAccess``).
///
/// A device or a FIFO is written directly and never removed. So is an open file of this process, such
/// as /dev/fd/3, from its current position on.
///
/// Paths are strings as ``PathString`` makes them.
package final class OutputFile {
  private let path: String
  private let force: Bool
  private var descriptor: Descriptor
  /// The file that gets the name of `target`; nil if the output is written directly.
  private let temporary: TemporaryFile?
  private let target: FilePath
  private var reservedBytes = 0
  private var writtenBytes = 0
  private var isFlushed = false
  private var isOpen = true

  /// - Parameters:
  ///   - path: The name of the file.
  ///   - force: Whether an existing regular file may be replaced.
  ///   - expectedBytes: The length that the file will have. The room is reserved, or only checked where
  ///     reserving is slow, so that a full disk is found at once.
  ///   - removesLeftovers: Whether to look for temporary files that killed processes left of this file,
  ///     which reads the folder.
  /// - Throws: ``FileError/exists(path:)`` without `force`, ``FileError/notReplaceable(path:_:)``
  ///   or ``FileError/noRoom(path:needed:free:)`` where that is known beforehand, or the error of the
  ///   system.
  package init(
    path: String, force: Bool, expectedBytes: Int? = nil, removesLeftovers: Bool = true
  ) throws(FileError) {
    self.path = path
    self.force = force
    let destination: Destination
    (target, destination) = try Self.destination(path: path, force: force)
    switch destination {
    case .descriptor(let number):
      descriptor = try FileError.naming(path, .open, try Descriptor(number: number).duplicate())
      temporary = nil
    case .device:
      descriptor = try FileError.naming(
        path, .open, try Descriptor.open(target, O_WRONLY | O_NOCTTY))
      temporary = nil
    case .file(let status):
      do throws(SystemError) {
        // The access of an old file may be narrower than the umask: nobody else opens the new one
        // before it has the same.
        let temporary = try TemporaryFile.make(
          for: target, mode: status == nil ? 0o666 : 0o600, removesLeftovers: removesLeftovers)
        self.temporary = temporary
        descriptor = temporary.descriptor
      } catch {
        guard error.errno == ENOENT else { throw .failed(path: path, .open, errno: error.errno) }
        let folder = PathString.string(target.folder.bytes)
        throw (try? target.folder.status()) != nil
          ? .folderTakesNone(path: path, folder: folder)
          : .folderMissing(path: path, folder: folder)
      }
      if let status {
        try FileError.naming(path, .open, try FileAccess(target, status).apply(to: descriptor))
      }
      if let expectedBytes, expectedBytes > 0 { try reserve(expectedBytes) }
    }
  }

  /// Whether it is a device, a FIFO or an open file of this process.
  package var isWrittenDirectly: Bool { temporary == nil }

  /// The path to which another program may write the file before ``commit()``.
  var writingPath: String { PathString.string((temporary?.path ?? target).bytes) }

  /// Opens the file that another program has written, or replaced it by; returns its bytes, nil for a device.
  func reopen() throws(FileError) -> Int? {
    guard let temporary else { return nil }
    do throws(SystemError) {
      try temporary.reopen()
      descriptor = temporary.descriptor
      if let status = try? target.status() {
        try FileAccess(target, status).apply(to: descriptor)
      }
      return Int(try descriptor.status().st_size)
    } catch {
      if error.errno == ENOENT { return 0 }
      throw .failed(path: path, .open, errno: error.errno)
    }
  }

  /// Throws the errors that ``init(path:force:expectedBytes:removesLeftovers:)`` finds before it makes
  /// or opens a file.
  package static func check(path: String, force: Bool) throws(FileError) {
    _ = try destination(path: path, force: force)
  }

  /// How the bytes for a path are written.
  private enum Destination {
    /// To an open file of this process.
    case descriptor(Int32)
    /// To a device or a FIFO.
    case device
    /// To a new file under that name, with all links followed. It replaces the file with that status, if
    /// there is one.
    case file(replacing: stat?)
  }

  /// Where the bytes for a path are written, and how.
  private static func destination(
    path: String, force: Bool
  ) throws(FileError) -> (FilePath, Destination) {
    let file = FilePath(path)
    if let number = file.descriptorNumber { return (file, .descriptor(number)) }
    let status: stat?
    do throws(SystemError) {
      status = try file.status()
    } catch {
      guard error.errno == ENOENT || file.name.isEmpty else {
        throw .failed(path: path, .open, errno: error.errno)
      }
      status = nil
    }
    if let status, status.isFolder { throw .isFolder(path: path) }
    if let status, !status.isRegularFile { return (file, .device) }
    let target = file.followingLinks()
    if status != nil && !force {
      // No run that is refused gets to make a file beside it.
      TemporaryFile.removeLeftovers(for: [target])
      throw .exists(path: path)
    }
    guard !target.name.isEmpty else { throw .nameless(path: path) }
    if let status, (try? target.status())?.isSameFile(as: status) != true {
      // A link in /proc to an open file of another process, which has lost its name.
      throw .failed(path: path, .open, errno: ENOENT)
    }
    if let obstacle = ReplacementObstacle.sentence(at: target, status) {
      throw .notReplaceable(path: path, obstacle)
    }
    return (target, .file(replacing: status))
  }

  /// Refuses more bytes than are free in a folder, as far as the system can tell.
  package static func requireRoom(for bytes: Int, in folder: String) throws(FileError) {
    if let free = FilePath(folder).freeBytes, bytes > free {
      throw .noRoom(path: folder, needed: bytes, free: free)
    }
  }

  private func reserve(_ bytes: Int) throws(FileError) {
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
    // The file is discarded: errors do not matter.
    if isOpen { try? descriptor.close() }
  }

  /// Whether both would be renamed to one name in one folder; two may well write to one device.
  ///
  /// On disks that ignore case, or the way an accent is written, two names can be one: there the
  /// temporary file of this one is also found under the name that the other's would have.
  package func isRival(of other: OutputFile) -> Bool {
    guard let temporary, other.temporary != nil,
      let folder = try? target.folder.status(), let otherFolder = try? other.target.folder.status(),
      folder.isSameFile(as: otherFolder)
    else { return false }
    if target.name == other.target.name { return true }
    // Long names are cut in a temporary name, and must be alike all the same.
    guard Self.folded(target.name) == Self.folded(other.target.name) else { return false }
    let probe = temporary.path(asFor: other.target)
    // The probe has the random digits of this file. Comparing inode numbers does not help: with FUSE, a
    // file may have one for each spelling of its name.
    return probe.bytes != temporary.path.bytes && (try? probe.status(ofLink: true)) != nil
  }

  /// A name without case; names that are canonically equal are equal strings.
  private static func folded(_ name: [UInt8]) -> String {
    // Both conversions, since some letters change in one only: ß becomes SS, and ς becomes Σ.
    PathString.string(name).lowercased().uppercased()
  }

  package func write(_ bytes: Span<UInt8>) throws(FileError) {
    precondition(isOpen, "a committed file is closed")
    try FileError.naming(path, .write, try descriptor.write(bytes))
    isFlushed = false
    writtenBytes += bytes.count
  }

  /// Puts on the disk what is written so far; ``commit()`` takes little time then.
  package func flush() throws(FileError) {
    guard temporary != nil, !isFlushed else { return }
    try releaseRoom()
    try FileError.naming(path, .flush, try descriptor.flush())
    isFlushed = true
  }

  /// The room that was reserved beyond the end would stay taken.
  private func releaseRoom() throws(FileError) {
    guard temporary != nil, writtenBytes < reservedBytes else { return }
    try FileError.naming(path, .flush, try descriptor.setLength(writtenBytes))
    reservedBytes = writtenBytes
  }

  /// Puts the file under its name, whole and on the disk.
  ///
  /// - Throws: ``FileError/exists(path:)`` if there is a file of that name by now.
  package func commit() throws(FileError) { try Self.commit([self]) }

  /// Puts each file under its name, once all of them are whole and on the disk. For many files that takes
  /// hardly longer than for one, as the disk is waited for only twice.
  ///
  /// - Throws: ``FileError/exists(path:)`` if there is a file of one of the names by now. The files before
  ///   it have their names, the others are discarded.
  package static func commit(_ files: [OutputFile]) throws(FileError) {
    if let error = commitEach([files], isSynced: true)[0] { throw error }
  }

  /// Puts the files of each group under their names, one group after the other, once all of them are whole and, with
  /// `isSynced`, on the disk. A group ends with its first error, which is returned; nil where all have their names.
  package static func commitEach(_ groups: [[OutputFile]], isSynced: Bool) -> [FileError?] {
    if isSynced { flushTogether(groups.flatMap(\.self)) }
    var errors = groups.map { files in
      caught { () throws(FileError) in
        for file in files { try isSynced ? file.flush() : file.releaseRoom() }
        for file in files { try file.takeName() }
      }
    }
    var folders: Set<[UInt8]> = []
    for (group, files) in groups.enumerated() where isSynced && errors[group] == nil {
      for file in files where file.temporary != nil {
        guard folders.insert(file.target.folder.bytes).inserted else { continue }
        let error = caught { () throws(FileError) in try file.flushFolder() }
        errors[group] = errors[group] ?? error
      }
    }
    return errors
  }

  private static func caught(_ body: () throws(FileError) -> Void) -> FileError? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// Flushes files of one folder together, where the system can. Throws nothing: a file that this did not flush
  /// stays marked so, and ``flush()`` flushes it and reports its error.
  private static func flushTogether(_ files: [OutputFile]) {
    #if os(Linux)
    // syncfs takes about as long as one fsync, for any number of files. It may report errors of other files, and
    // none before Linux 5.8. So after an error each file is flushed by itself.
    let unflushed = files.filter { $0.temporary != nil && !$0.isFlushed }
    // Files in one folder lie on one volume.
    if unflushed.count > 1, Set(unflushed.map(\.target.folder.bytes)).count == 1 {
      let released = unflushed.filter { (try? $0.releaseRoom()) != nil }
      if SystemCalls.current.flushVolume(unflushed[0].descriptor.number) == 0 {
        for file in released { file.isFlushed = true }
      }
    }
    #endif
  }

  /// Closes the file, which is flushed, and renames it.
  private func takeName() throws(FileError) {
    precondition(isOpen, "a committed file is closed")
    isOpen = false
    try FileError.naming(path, .close, try descriptor.close())
    guard let temporary else { return }
    do throws(SystemError) {
      try temporary.rename(to: target, replaces: force)
    } catch {
      throw error.errno == EEXIST
        ? .exists(path: path) : .failed(path: path, .rename, errno: error.errno)
    }
  }

  /// Puts the new name on the disk as well, where folders can be flushed.
  private func flushFolder() throws(FileError) {
    guard let folder = try? Descriptor.open(target.folder, O_RDONLY | O_DIRECTORY) else { return }
    defer { try? folder.close() }
    do throws(SystemError) {
      try folder.flush()
    } catch {
      if error.errno != EINVAL { throw .failed(path: path, .flush, errno: error.errno) }
    }
  }
}
