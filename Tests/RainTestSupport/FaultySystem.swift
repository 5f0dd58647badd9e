import Platform
import Synchronization

/// A system of its own: it logs every call and makes it, and fails at the chosen ones. What is written to standard
/// output and standard error goes to two lists, relative paths begin in its folder, and there is no terminal.
package final class FaultySystem: Sendable {
  package enum Call: String {
    case openFile, duplicate, lock, setPermissions, reserveRoom, writeBytes, waitFor, setLength
    case flush, flushVolume, closeFile, renameReplacing, renameToFreeName, removeFile
  }

  package enum Fault: Hashable {
    /// The call does nothing, and says so with this errno.
    case refusal(Int32)
    /// A write takes half of the bytes.
    case half
  }

  package struct Record {
    package var calls: [Call] = []
    package var madePaths: [[CChar]] = []
    package var removedPaths: [[CChar]] = []
    package var standardOutput: [UInt8] = []
    package var standardError: [UInt8] = []
  }

  private let fault: Fault
  private let faultyCalls: ClosedRange<Int>
  private let folder: String
  private let variables: [String: String]
  private let moment: @Sendable () -> Void
  private let state = Mutex(Record())

  /// The calls with these numbers, counted from 0, go wrong; `moment` is called before each call. The folder ends in a
  /// slash; an empty one is that of the process.
  package init(
    _ fault: Fault = .half, at faultyCalls: ClosedRange<Int> = -1 ... -1, folder: String = "",
    variables: [String: String] = [:], moment: @escaping @Sendable () -> Void = {}
  ) {
    self.fault = fault
    self.faultyCalls = faultyCalls
    self.folder = folder
    self.variables = variables
    self.moment = moment
  }

  package var record: Record { state.withLock { $0 } }

  /// Runs `body` on this system.
  package func run<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await SystemCalls.$current.withValue(calls, operation: body)
  }

  private var calls: SystemCalls {
    let system = SystemCalls()
    var faulty = system
    faulty.folder = Array(folder.utf8)
    faulty.isTerminal = { _ in false }
    faulty.variable = { self.variables[$0] }
    faulty.openFile = { path, flags, mode in
      if flags & O_CREAT != 0 { self.state.withLock { $0.madePaths.append(path) } }
      return self.does(.openFile) { system.openFile(path, flags, mode) }
    }
    faulty.duplicate = { number in self.does(.duplicate) { system.duplicate(number) } }
    faulty.lock = { number, operation in self.does(.lock) { system.lock(number, operation) } }
    faulty.setPermissions = { number, mode in
      self.does(.setPermissions) { system.setPermissions(number, mode) }
    }
    #if os(Linux)
    faulty.reserveRoom = { number, bytes in
      self.does(.reserveRoom) { system.reserveRoom(number, bytes) }
    }
    #endif
    faulty.writeBytes = { number, bytes in
      if number == STDERR_FILENO {
        self.state.withLock { $0.standardError += Self.copy(bytes) }
        return bytes.count
      }
      let isRefused = self.does(.writeBytes) { 0 } == -1
      if isRefused { return -1 }
      let isHalf = self.fault == .half && self.faultyCalls.contains(self.record.calls.count - 1)
      let taken = bytes.extracting(first: isHalf ? (bytes.count + 1) / 2 : bytes.count)
      guard number == STDOUT_FILENO else { return system.writeBytes(number, taken) }
      self.state.withLock { $0.standardOutput += Self.copy(taken) }
      return taken.count
    }
    faulty.waitFor = { number, events, milliseconds in
      self.does(.waitFor) {
        number == STDOUT_FILENO ? 1 : system.waitFor(number, events, milliseconds)
      }
    }
    faulty.setLength = { number, bytes in
      self.does(.setLength) { system.setLength(number, bytes) }
    }
    // To wait for a disk would not tell more.
    faulty.flush = { _ in self.does(.flush) { 0 } }
    #if os(Linux)
    faulty.flushVolume = { _ in self.does(.flushVolume) { 0 } }
    #endif
    // A file is closed even if the call fails.
    faulty.closeFile = { number in
      let result = number == STDOUT_FILENO ? 0 : system.closeFile(number)
      return self.does(.closeFile) { result }
    }
    faulty.renameReplacing = { old, new in
      self.does(.renameReplacing) { system.renameReplacing(old, new) }
    }
    faulty.renameToFreeName = { old, new in
      self.does(.renameToFreeName) { system.renameToFreeName(old, new) }
    }
    faulty.removeFile = { path in
      self.state.withLock { $0.removedPaths.append(path) }
      return self.does(.removeFile) { system.removeFile(path) }
    }
    return faulty
  }

  private static func copy(_ bytes: Span<UInt8>) -> [UInt8] {
    unsafe bytes.withUnsafeBytes { unsafe Array($0) }
  }

  private func does(_ call: Call, _ body: () -> Int32) -> Int32 {
    moment()
    let index = state.withLock { record in
      record.calls.append(call)
      return record.calls.count - 1
    }
    if faultyCalls.contains(index), case .refusal(let number) = fault {
      errno = number
      return -1
    }
    return body()
  }
}
