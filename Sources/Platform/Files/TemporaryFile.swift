/// A file before it has its name: `.NAME.rainsynth-RANDOM.ENDING` in the same folder, locked for as long
/// as it is in use. It is removed with the object, unless it was renamed. Programs that go by the ending can write it.
final class TemporaryFile {
  let path: FilePath
  /// The open file; the caller closes it.
  private(set) var descriptor: Descriptor
  /// Holds the lock from when `descriptor` is closed until the file is renamed.
  private var duplicate: Descriptor
  private let slot: Int
  private var isRenamed = false

  /// Names up to this many bytes may get longer by the temporary mark. Longer ones are cut instead: how
  /// long a name may be depends on the file system (255 bytes, 143 with eCryptfs).
  private static let mostBytes = 64
  private static let randomDigits = 8
  private static let mark = Array(".rainsynth-".utf8)
  private let random: [UInt8]

  /// Makes the file. With `removesLeftovers`, it first removes the temporary files of the same target
  /// that killed processes left.
  static func make(
    for target: FilePath, mode: mode_t, removesLeftovers: Bool
  ) throws(SystemError) -> TemporaryFile {
    if removesLeftovers { removeLeftovers(for: [target]) }
    while true {
      let random = Array(String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16).utf8)
      let file = try TemporaryFile(path(for: target, random), random, mode: mode)
      if try file.lock() { return file }
      try? file.descriptor.close()
    }
  }

  private init(_ path: FilePath, _ random: [UInt8], mode: mode_t) throws(SystemError) {
    (self.path, self.random) = (path, random)
    // Before the file exists, so that no signal can come in between.
    slot = InterruptionGuard.remember(path)
    do throws(SystemError) {
      descriptor = try InterruptionGuard.beforeEnd { () throws(SystemError) in
        try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
      }
    } catch {
      InterruptionGuard.forget(slot)
      throw error
    }
    // From here on, an error removes the file, by deinit.
    duplicate = descriptor
    duplicate = try descriptor.duplicate()
  }

  deinit {
    // The file is discarded: errors do not matter.
    if !isRenamed { _ = SystemCalls.current.removeFile(path.cString) }
    InterruptionGuard.forget(slot)
    try? duplicate.close()
  }

  /// Locks the file; false if another process took it for a leftover before that.
  private func lock() throws(SystemError) -> Bool {
    do throws(SystemError) {
      try descriptor.lock(LOCK_EX)
    } catch {
      // Without locks in the file system, no process takes a file for a leftover.
      return error.errno != EWOULDBLOCK
    }
    return try descriptor.status().st_nlink > 0
  }

  /// Opens what has its name now: another program may have replaced this one by a rename.
  func reopen() throws(SystemError) {
    let other = try Descriptor.open(path, O_RDONLY | O_NOFOLLOW)
    do throws(SystemError) {
      let second = try other.duplicate()
      try? other.lock(LOCK_EX)
      try? descriptor.close()
      try? duplicate.close()
      (descriptor, duplicate) = (other, second)
    } catch {
      try? other.close()
      throw error
    }
  }

  /// Renames the file, over one of that name with `replaces`; EEXIST if there is one without it.
  func rename(to target: FilePath, replaces: Bool) throws(SystemError) {
    let calls = SystemCalls.current
    let call = replaces ? calls.renameReplacing : calls.renameToFreeName
    do throws(SystemError) {
      _ = try InterruptionGuard.beforeEnd { () throws(SystemError) in
        try SystemError.check { call(path.cString, target.cString) }
      }
      isRenamed = true
    } catch {
      guard !replaces, [EINVAL, ENOSYS, ENOTSUP].contains(error.errno) else { throw error }
      // A file system that cannot refuse, like NFS: between these two calls there is a gap.
      if (try? target.status(ofLink: true)) != nil { throw SystemError(errno: EEXIST) }
      try rename(to: target, replaces: true)
    }
  }

  /// Removes the temporary files that killed processes left of targets in one folder. No process has
  /// locked them.
  static func removeLeftovers(for targets: [FilePath]) {
    guard let first = targets.first else { return }
    // Without the digits; with or without the ending behind them.
    let names = Set(
      targets.flatMap { target in
        let name = ArraySlice(path(for: target, []).name)
        return [name, name.dropLast(target.ending.count)]
      })
    try? first.folder.forEachName { name in
      let ending = FilePath(bytes: name).ending
      let body = name.dropLast(ending.count)
      guard name.first == UInt8(ascii: "."), names.contains(body.dropLast(randomDigits) + ending),
        UInt32(String(decoding: body.suffix(randomDigits), as: UTF8.self), radix: 16) != nil,
        let leftover = try? Descriptor.open(
          first.sibling(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
      else { return }
      defer { try? leftover.close() }
      guard (try? leftover.lock(LOCK_SH)) != nil else { return }
      _ = SystemCalls.current.removeFile(first.sibling(name).cString)
    }
  }

  /// The path that this file would have as the temporary file of another target in the same folder.
  func path(asFor target: FilePath) -> FilePath { Self.path(for: target, random) }

  /// The temporary path of a target, with these digits.
  private static func path(for target: FilePath, _ random: [UInt8]) -> FilePath {
    let ending = target.ending
    let room = max(mostBytes, target.name.count) - randomDigits - mark.count - 1 - ending.count
    var count = min(target.name.count, room)
    // Some file systems (vfat, exFAT, APFS) refuse a name that is cut within a character of UTF-8, whose
    // bytes but for the first are 80 ... BF. No character has more than three of them.
    for _ in 0..<3 where count < target.name.count && target.name[count] & 0xC0 == 0x80 {
      count -= 1
    }
    return target.sibling([UInt8(ascii: ".")] + target.name.prefix(count) + mark + random + ending)
  }
}
