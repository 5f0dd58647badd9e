#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// An open file of the system, with the detours that its calls can take: interrupted by a signal,
/// done by half, not ready.
struct Descriptor {
  let number: Int32

  /// Darwin refuses to write more than an Int32 at once.
  private static let mostBytesAtOnce = 1 << 30

  /// Opens a file above the three standard descriptors: if one of these is closed, what is meant
  /// for it must not end up in this file.
  ///
  /// - Throws: The errno.
  static func open(
    _ path: FilePath, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> Descriptor {
    let path = path.cString
    let number = try SystemError.check { systemOpen(path, flags | O_CLOEXEC, mode) }
    guard number <= STDERR_FILENO else { return Descriptor(number: number) }
    let low = Descriptor(number: number)
    defer { try? low.close() }
    return Descriptor(
      number: try SystemError.check { fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) })
  }

  func status() throws(SystemError) -> stat {
    var status = stat()
    _ = try SystemError.check { unsafe fstat(number, &status) }
    return status
  }

  /// Writes all of `bytes`, and waits where the other end is full.
  func write(_ bytes: Span<UInt8>) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        return unsafe systemWrite(number, rest.baseAddress, min(rest.count, Self.mostBytesAtOnce))
      }
      if count > 0 {
        done += count
      } else if count == 0 {
        throw SystemError(errno: EIO)
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        try wait(for: POLLOUT)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Reads into the front of `buffer`, and waits where nothing is there yet.
  ///
  /// - Returns: The bytes read; 0 at the end of the file.
  func read(into buffer: inout [UInt8]) throws(SystemError) -> Int {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe systemRead(number, buffer.baseAddress, buffer.count)
      }
      if count >= 0 { return count }
      if errno == EAGAIN || errno == EWOULDBLOCK {
        try wait(for: POLLIN)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Has the system set room for `bytes` bytes aside, without a change of the file's length.
  ///
  /// - Returns: Whether it did. Where it cannot, the free room is compared at least.
  /// - Throws: ENOSPC if there is no room.
  func reserve(_ bytes: Int) throws(SystemError) -> Bool {
    #if os(Linux)
    // posix_fallocate would write into every block where the file system cannot reserve.
    do throws(SystemError) {
      let keepSize: Int32 = 1
      _ = try SystemError.check { fallocate(number, keepSize, 0, Int64(bytes)) }
      return true
    } catch {
      if error.errno != EOPNOTSUPP && error.errno != ENOSYS { throw error }
    }
    #endif
    var volume = statvfs()
    _ = try SystemError.check { unsafe fstatvfs(number, &volume) }
    // Some network file systems do not know their size, and say 0.
    let blocks = UInt64(bytes) / max(1, UInt64(volume.f_frsize))
    if volume.f_blocks > 0 && blocks >= UInt64(volume.f_bavail) {
      throw SystemError(errno: ENOSPC)
    }
    return false
  }

  /// Hands what was written to the disk.
  func flush() throws(SystemError) {
    _ = try SystemError.check { fsync(number) }
  }

  /// Closes the file, which is closed whatever it throws.
  func close() throws(SystemError) {
    // Never again after EINTR: the number may be that of another file by then.
    if systemClose(number) == -1 && errno != EINTR { throw .last }
  }

  private func wait(for events: Int32) throws(SystemError) {
    var request = pollfd(fd: number, events: Int16(events), revents: 0)
    _ = try SystemError.check { unsafe poll(&request, 1, -1) }
  }
}

// Inside of `Descriptor`, its methods hide the functions of the system.
private let systemWrite = unsafe write(_:_:_:)
private let systemRead = unsafe read(_:_:_:)
private let systemClose = close(_:)

private func systemOpen(_ path: [CChar], _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}

#if os(Linux)
// The headers declare it for _GNU_SOURCE alone, which Swift does not set.
#if canImport(Glibc)
@_silgen_name("fallocate64")
private func fallocate(_ number: Int32, _ mode: Int32, _ offset: Int64, _ length: Int64) -> Int32
#else
@_silgen_name("fallocate")
private func fallocate(_ number: Int32, _ mode: Int32, _ offset: Int64, _ length: Int64) -> Int32
#endif
#endif
