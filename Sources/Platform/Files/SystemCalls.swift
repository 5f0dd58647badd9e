/// The calls of the system that make and write files, with the results of POSIX: -1 and an errno where
/// they fail; and what a command finds around it: its folder, its terminal, its environment. Tests replace them.
package struct SystemCalls: Sendable {
  @TaskLocal package static var current = SystemCalls()

  /// The prefix of a relative path, with its slash; empty: such a path begins in the folder of the process.
  package var folder: [UInt8] = []
  package var isTerminal: @Sendable (_ number: Int32) -> Bool = { isatty($0) == 1 }
  /// The value of a variable of the environment; nil if there is none of that name.
  package var variable: @Sendable (_ name: String) -> String? = { name in
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
  package var openFile: @Sendable (_ path: [CChar], _ flags: Int32, _ mode: mode_t) -> Int32 = {
    unsafe open($0, $1, $2)
  }
  /// A second number for the same open file.
  package var duplicate: @Sendable (_ number: Int32) -> Int32 = { fcntl($0, F_DUPFD_CLOEXEC, 0) }
  package var lock: @Sendable (_ number: Int32, _ operation: Int32) -> Int32 = { flock($0, $1) }
  package var setPermissions: @Sendable (_ number: Int32, _ mode: mode_t) -> Int32 = {
    fchmod($0, $1)
  }
  #if os(Linux)
  /// EOPNOTSUPP where the file system cannot reserve, and on tmpfs, where reserving is as slow as
  /// writing.
  package var reserveRoom: @Sendable (_ number: Int32, _ bytes: Int) -> Int32 = {
    if isInMemory($0) {
      errno = EOPNOTSUPP
      return -1
    }
    let keepSize: Int32 = 1
    return fallocate($0, keepSize, 0, Int64($1))
  }
  #endif
  package var writeBytes: @Sendable (_ number: Int32, _ bytes: Span<UInt8>) -> Int = {
    number, bytes in
    unsafe bytes.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) }
  }
  /// Waits until one of the events can be had, or the time is over; -1 for any time.
  package var waitFor:
    @Sendable (_ number: Int32, _ events: Int16, _ milliseconds: Int32) -> Int32 = {
      var request = pollfd(fd: $0, events: $1, revents: 0)
      return unsafe poll(&request, 1, $2)
    }
  package var setLength: @Sendable (_ number: Int32, _ bytes: Int) -> Int32 = {
    ftruncate($0, off_t($1))
  }
  package var flush: @Sendable (_ number: Int32) -> Int32 = { fsync($0) }
  #if os(Linux)
  /// Flushes all files of the volume on which the file lies; tells errors since that was opened.
  package var flushVolume: @Sendable (_ number: Int32) -> Int32 = { syncfs($0) }
  #endif
  package var closeFile: @Sendable (_ number: Int32) -> Int32 = { close($0) }
  package var renameReplacing: @Sendable (_ old: [CChar], _ new: [CChar]) -> Int32 = {
    unsafe rename($0, $1)
  }
  /// EEXIST if a file of the new name exists; EINVAL or another errno if the file system cannot check
  /// that.
  package var renameToFreeName: @Sendable (_ old: [CChar], _ new: [CChar]) -> Int32 = {
    #if canImport(Darwin)
    unsafe renamex_np($0, $1, UInt32(RENAME_EXCL))
    #elseif canImport(Glibc)
    let noReplace: UInt32 = 1
    return unsafe renameat2(AT_FDCWD, $0, AT_FDCWD, $1, noReplace)
    #else
    errno = ENOSYS
    return -1
    #endif
  }
  package var removeFile: @Sendable (_ path: [CChar]) -> Int32 = { unsafe unlink($0) }

  package init() {}
}

#if os(Linux)
private func isInMemory(_ number: Int32) -> Bool {
  let tmpfs = 0x0102_1994
  // The structure begins with the kind of the file system; 64 words are four times its size.
  var words = [Int](repeating: 0, count: 64)
  return unsafe fstatfs(number, &words) == 0 && words[0] == tmpfs
}

// The header declares it for _GNU_SOURCE alone, which Swift does not set.
@_silgen_name("syncfs")
private func syncfs(_ number: Int32) -> Int32

// Swift imports no header that declares it.
@_silgen_name("fstatfs")
private func fstatfs(_ number: Int32, _ volume: UnsafeMutableRawPointer?) -> Int32
#endif

// The headers declare these for _GNU_SOURCE alone, which Swift does not set.
#if canImport(Glibc)
@_silgen_name("fallocate64")
private func fallocate(_ number: Int32, _ mode: Int32, _ offset: Int64, _ length: Int64) -> Int32

@_silgen_name("renameat2")
private func renameat2(
  _ oldFolder: Int32, _ old: UnsafePointer<CChar>, _ newFolder: Int32, _ new: UnsafePointer<CChar>,
  _ flags: UInt32
) -> Int32
#elseif canImport(Musl)
@_silgen_name("fallocate")
private func fallocate(_ number: Int32, _ mode: Int32, _ offset: Int64, _ length: Int64) -> Int32
#endif

package struct SystemError: Error, CustomStringConvertible {
  package let errno: Int32

  /// The message of the system, such as "No space left on device".
  package var description: String { unsafe String(cString: strerror(errno)) }

  /// The error of the call that has just failed.
  static var last: SystemError { SystemError(errno: systemErrno) }

  /// The result of `call`, which is repeated while signals interrupt it.
  static func check<Number: SignedInteger>(_ call: () -> Number) throws(SystemError) -> Number {
    while true {
      let result = call()
      if result != -1 { return result }
      let error = last
      if error.errno != EINTR { throw error }
    }
  }
}

// Inside of `SystemError`, its property hides the variable of the system.
private var systemErrno: Int32 { errno }
