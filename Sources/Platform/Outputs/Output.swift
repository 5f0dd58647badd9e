internal import Text

/// A program that reads a WAV from its standard input and writes it to a file in another format:
/// its name in messages, its path, the words after its name for the path of the file, and what the
/// file at a path lacks, in words that go on from its name; nil: nothing.
package typealias EncoderCommand = (
  name: String, path: String, arguments: (_ file: String) -> [String],
  lack: (_ file: String) throws(FileError) -> String?
)

/// The destination of a command: a file that appears under its name only when it is whole, written here or by an
/// encoder, or standard output.
///
/// A regular file or a free name is written beside its name under a temporary one; ``commit()`` flushes
/// and renames it. If the object is released before that, or a signal ends the process, the temporary
/// file is removed. A symbolic link stays one, and its target is replaced. A file that replaces another
/// one lets no more people read it (see ``FileAccess``). An encoder writes under the temporary name; its file is whole
/// once it has ended well.
///
/// A device or a FIFO is written directly and never removed. So is an open file of this process, such
/// as /dev/fd/3, from its current position on, and standard output, `-`.
///
/// Paths are strings as ``PathString`` makes them.
package final class Output {
  /// As the command line has it.
  package let path: String
  private let isForced: Bool
  private var descriptor: Descriptor
  /// The file that gets the name of `target`; nil if the output is written directly.
  private let temporary: TemporaryFile?
  private let target: FilePath
  private var reservedBytes = 0
  private var writtenBytes = 0
  private var isFlushed = false
  private var isOpen = true
  private var encoder: (command: EncoderCommand, program: ChildProgram)?
  /// The bytes of the file of an encoder that has ended well.
  private var encodedBytes: Int?

  /// How much may wait in the pipe to the encoder, so that rendering goes on meanwhile: some 1.5 s of CD quality.
  private static let pipeBytes = 1 << 18

  /// Opens the output, and throws what is known beforehand: a file of that name exists, without
  /// `isForced`; it cannot be replaced; there is no room.
  ///
  /// Room for the bytes that are expected is reserved, or only checked where reserving is slow, so
  /// that a full disk is found at once. With `removesLeftovers`, the folder is read for temporary
  /// files that killed processes left of this file. An encoder writes the file, from what is
  /// written here.
  package init(
    _ path: String, isForced: Bool, expectedBytes: Int? = nil, removesLeftovers: Bool = true,
    encoder: EncoderCommand? = nil
  ) throws(FileError) {
    (self.path, self.isForced) = (path, isForced)
    guard path != "-" else {
      (target, temporary, descriptor) = (FilePath(path), nil, Descriptor(number: STDOUT_FILENO))
      return
    }
    let destination: Destination
    (target, destination) = try Self.destination(path: path, isForced: isForced)
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
      if encoder == nil, let expectedBytes, expectedBytes > 0 { try reserve(expectedBytes) }
    }
    guard let encoder else { return }
    ChildProgram.ignoreBrokenPipes()
    // A path that begins with a dash would be a flag.
    let name = writingPath.hasPrefix("/") ? writingPath : "./\(writingPath)"
    self.encoder = (
      encoder,
      try ChildProgram(
        path: encoder.path, arguments: encoder.arguments(name), pipeBytes: Self.pipeBytes)
    )
  }

  private var isStandardOutput: Bool { path == "-" }

  /// The path in messages.
  private var name: String { isStandardOutput ? StandardOutput.name : path }

  /// Whether it is a file that can be written again, instead of what was written before: no device, FIFO or open file of
  /// this process.
  package var isReplaceable: Bool { temporary != nil }

  /// The path to which an encoder writes the file before ``commit()``.
  package var writingPath: String { PathString.string((temporary?.path ?? target).bytes) }

  /// Less than this is free where the end of a file was left out. On a full disk, ffmpeg, lame and
  /// oggenc end well if only the last bytes that they write find no room.
  private static let leastFreeBytes = 1 << 16

  /// Waits for the encoder to end well: no more is written. Returns the bytes of its file, 0 for a
  /// device; nil without an encoder.
  @discardableResult
  package func finishEncoding() throws(FileError) -> Int? {
    guard let (command, program) = encoder else { return nil }
    if let encodedBytes { return encodedBytes }
    guard program.waitForEnd() == .status(0) else { throw flaw(program.complaint) }
    let length = try reopen()
    guard length != 0 else {
      let message = program.lastMessage
      throw flaw("wrote nothing\(message.isEmpty ? "" : ": \(message)")")
    }
    if length != nil {
      if let free = target.folder.freeBytes, free < Self.leastFreeBytes {
        throw flaw("may have left out the end of the sound: the disk is full")
      }
      if let lack = try command.lack(writingPath) { throw flaw(lack) }
    }
    encodedBytes = length ?? 0
    return encodedBytes
  }

  /// A failure of the encoder; the sentence goes on from its name.
  private func flaw(_ sentence: String) -> FileError {
    .malformed(path: path, "\(encoder?.command.name ?? "") \(sentence)")
  }

  /// Opens the file that the encoder has written, or replaced it by; returns its bytes, nil for a device.
  private func reopen() throws(FileError) -> Int? {
    guard let temporary else { return nil }
    do throws(SystemError) {
      try temporary.reopen()
      descriptor = temporary.descriptor
      if let status = try? target.status() { try FileAccess(target, status).apply(to: descriptor) }
      return Int(try descriptor.status().st_size)
    } catch {
      if error.errno == ENOENT { return 0 }
      throw .failed(path: path, .open, errno: error.errno)
    }
  }

  /// Throws the errors that ``init(_:isForced:expectedBytes:removesLeftovers:encoder:)`` finds before it makes
  /// or opens a file.
  package static func check(path: String, isForced: Bool) throws(FileError) {
    _ = try destination(path: path, isForced: isForced)
  }

  private enum Destination {
    /// To an open file of this process.
    case descriptor(Int32)
    /// To a device or a FIFO.
    case device
    /// To a new file under that name, with all links followed. It replaces the file with that status, if
    /// there is one.
    case file(replacing: stat?)
  }

  private static func destination(
    path: String, isForced: Bool
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
    if status != nil && !isForced {
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

  /// Asks the system to reserve room, without a change of the file's length; not every file system can.
  private func reserve(_ bytes: Int) throws(FileError) {
    // First asked, then reserved: the attempt alone may fill the disk for a while.
    let free = target.folder.freeBytes
    if let free, bytes > free { throw .noRoom(path: path, needed: bytes, free: free) }
    #if os(Linux)
    // posix_fallocate would write into every block where the file system cannot reserve.
    do throws(SystemError) {
      _ = try SystemError.check { SystemCalls.current.reserveRoom(descriptor.number, bytes) }
      reservedBytes = bytes
    } catch {
      if error.errno == ENOSPC, let free { throw .noRoom(path: path, needed: bytes, free: free) }
      if error.errno != EOPNOTSUPP && error.errno != ENOSYS {
        throw .failed(path: path, .reserve, errno: error.errno)
      }
    }
    #endif
  }

  deinit {
    // An encoder that is still at work writes to a file that is discarded: errors do not matter.
    encoder?.program.end()
    if isOpen && !isStandardOutput { try? descriptor.close() }
  }

  /// Whether both are standard output, or would be renamed to one name in one folder; two may well write to one device.
  ///
  /// On disks that ignore case, or the way an accent is written, two names can be one: there the
  /// temporary file of this one is also found under the name that the other's would have.
  package func isRival(of other: Output) -> Bool {
    if isStandardOutput && other.isStandardOutput { return true }
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

  package func write(_ bytes: [UInt8]) throws(FileError) {
    precondition(isOpen, "a committed file is closed")
    if let encoder {
      guard encoder.program.writeAll(bytes.span) else { throw flaw(encoder.program.complaint) }
      return
    }
    try FileError.naming(name, .write, try descriptor.write(bytes.span))
    isFlushed = false
    writtenBytes += bytes.count
  }

  /// Writes what follows the samples of a WAV: a reader of a pipe that goes away at their end has all that it wants.
  package func writeTrailer(_ bytes: [UInt8]) throws(FileError) {
    guard isStandardOutput, !bytes.isEmpty else { return try write(bytes) }
    ChildProgram.ignoreBrokenPipes()
    do { try write(bytes) } catch { if case .readerGone = error { return } else { throw error } }
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

  /// Puts the file under its name, whole and on the disk, unless there is a file of that name by
  /// now.
  package func commit() throws(FileError) { try Self.commit([self]) }

  /// Puts each file under its name, once all of them are whole and on the disk. For many files that
  /// takes hardly longer than for one, as the disk is waited for only twice. Where there is a file
  /// of one of the names by now, the files before it have their names, and the others are
  /// discarded.
  package static func commit(_ files: [Output]) throws(FileError) {
    for file in files { try file.finishEncoding() }
    if let error = commitEach([files], isSynced: true)[0] { throw error }
  }

  /// Puts the files of each group under their names, one group after the other, once all of them are whole and, with
  /// `isSynced`, on the disk; encoders have finished. A group ends with its first error, which is returned; nil where all
  /// have their names.
  package static func commitEach(_ groups: [[Output]], isSynced: Bool) -> [FileError?] {
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
  private static func flushTogether(_ files: [Output]) {
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
    try FileError.naming(name, .close, try descriptor.close())
    guard let temporary else { return }
    do throws(SystemError) {
      try temporary.rename(to: target, replaces: isForced)
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
