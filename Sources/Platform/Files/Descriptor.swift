/// A file descriptor. Its methods call the system again where a signal interrupted a call, where it did
/// only a part of the work, or where the file was not ready.
package struct Descriptor: Sendable {
  package let number: Int32

  /// Darwin refuses to write more than an Int32 at once.
  private static let mostBytesAtOnce = 1 << 30

  package init(number: Int32) { self.number = number }

  static func open(
    _ path: FilePath, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> Descriptor {
    let path = path.cString
    return Descriptor(
      number: try SystemError.check { SystemCalls.current.openFile(path, flags | O_CLOEXEC, mode) })
  }

  /// A temporary file that has no name any more: it goes when it is closed.
  static func makeNamelessFile() throws(SystemError) -> Descriptor {
    let folder = SystemCalls.current.variable("TMPDIR") ?? "/tmp"
    let random = String(UInt64.random(in: 0 ... .max), radix: 16)
    let path = FilePath("\(folder)/rainsynth-\(random)")
    let file = try open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    _ = SystemCalls.current.removeFile(path.cString)
    return file
  }

  /// Appends everything that can be read from another file, and returns the number of bytes.
  func append(from input: Descriptor) throws(SystemError) -> Int {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var total = 0
    while true {
      let count = try input.read(into: &buffer)
      if count == 0 { return total }
      try write(buffer.span.extracting(0..<count))
      total += count
    }
  }

  /// The same open file once more: it stays open, and locked, until both are closed.
  func duplicate() throws(SystemError) -> Descriptor {
    Descriptor(number: try SystemError.check { SystemCalls.current.duplicate(number) })
  }

  /// Locks the file for this descriptor and its duplicates; EWOULDBLOCK if another holds a lock
  /// that excludes this one.
  func lock(_ operation: Int32) throws(SystemError) {
    _ = try SystemError.check { SystemCalls.current.lock(number, operation | LOCK_NB) }
  }

  func status() throws(SystemError) -> stat {
    var status = stat()
    _ = try SystemError.check { unsafe fstat(number, &status) }
    return status
  }

  /// Writes all of `bytes`, and waits where the other end is full.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    _ = try write(bytes, waitingUpTo: -1) { true }
  }

  /// Writes `bytes`, and returns how many of them the other end has taken. Where that is full, it
  /// asks `isPatient` whether to wait, for so many milliseconds before it asks again; -1 for any
  /// time.
  package func write(
    _ bytes: Span<UInt8>, waitingUpTo milliseconds: Int32 = 0, while isPatient: () -> Bool
  ) throws(SystemError) -> Int {
    var done = 0
    while done < bytes.count {
      let remaining = bytes.extracting(done..<min(bytes.count, done + Self.mostBytesAtOnce))
      let count = SystemCalls.current.writeBytes(number, remaining)
      if count > 0 {
        done += count
      } else if count == 0 {
        throw SystemError(errno: EIO)
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        guard isPatient() else { return done }
        try wait(for: POLLOUT, milliseconds: milliseconds)
      } else if errno != EINTR {
        throw .last
      }
    }
    return done
  }

  /// Reads into the beginning of `buffer`, waits for the first byte, and returns how many came; 0
  /// at the end of the file.
  func read(into buffer: inout [UInt8]) throws(SystemError) -> Int {
    while true {
      let count = readOnce(into: &buffer)
      if count >= 0 { return count }
      if errno == EAGAIN || errno == EWOULDBLOCK {
        try wait(for: POLLIN, milliseconds: -1)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  private func readOnce(into buffer: inout [UInt8]) -> Int {
    unsafe buffer.withUnsafeMutableBytes { unsafe systemRead(number, $0.baseAddress, $0.count) }
  }

  /// The bytes that are there now, so many at most; nil at the end of the file.
  package func readNow(_ most: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: most)
    let count = readOnce(into: &bytes)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return [] }
    return count <= 0 ? nil : Array(bytes[..<count])
  }

  /// Reads the file from `start` on, into `buffer` from its index `first` on, and returns how many
  /// bytes came; 0 at the end of the file.
  func read(into buffer: inout [UInt8], from first: Int, at start: Int) throws(SystemError) -> Int {
    try SystemError.check {
      unsafe buffer.withUnsafeMutableBytes { buffer in
        let remaining = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[first...])
        return unsafe pread(number, remaining.baseAddress, remaining.count, off_t(start))
      }
    }
  }

  /// Cuts the file, or fills it with zeros, to that length.
  func setLength(_ bytes: Int) throws(SystemError) {
    _ = try SystemError.check { SystemCalls.current.setLength(number, bytes) }
  }

  func flush() throws(SystemError) {
    _ = try SystemError.check { SystemCalls.current.flush(number) }
  }

  /// Closes the file. After an error it is closed, too.
  func close() throws(SystemError) {
    // Not called again after EINTR: by then the number may belong to another file.
    if SystemCalls.current.closeFile(number) == -1 && errno != EINTR { throw .last }
  }

  private func wait(for events: Int32, milliseconds: Int32) throws(SystemError) {
    _ = try SystemError.check { SystemCalls.current.waitFor(number, Int16(events), milliseconds) }
  }
}

// Inside of `Descriptor`, its method hides the function of the system.
private let systemRead = unsafe read(_:_:_:)
