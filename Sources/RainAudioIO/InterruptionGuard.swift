internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Removes the temporary files when a signal ends the process, which then dies of that signal.
///
/// The handler does what a handler may: it loads the addresses of the names, removes the files,
/// gives the signal its default action back and raises it again.
enum InterruptionGuard {
  /// Those that end a process and come from outside: from people, from a reader of the progress
  /// that goes away, from timers and limits that were set before. A crash, like SIGKILL, leaves its
  /// file to the next run.
  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM,
    SIGPROF,
  ]

  /// The addresses of the names of the files, or 0.
  private static let slots = InlineArray<256, Atomic<UInt>> { _ in Atomic(0) }

  private static let handlersAreInstalled: Bool = {
    for number in signals {
      // Who starts a command with a signal ignored, like nohup, wants it to stay so.
      let previous = signal(number, SIG_IGN)
      if unsafe unsafeBitCast(previous, to: UInt.self) != unsafeBitCast(SIG_IGN, to: UInt.self) {
        _ = signal(number, removeFilesAndDie)
      }
    }
    return true
  }()

  /// Has the file removed if a signal ends the process from now on.
  ///
  /// - Returns: The slot to ``forget(_:)`` it by.
  static func remember(_ path: FilePath) -> Int {
    _ = handlersAreInstalled
    let name = path.cString
    // Never freed: a handler may be reading it on another thread.
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: name.count)
    _ = unsafe copy.initialize(from: name)
    let address = UInt(bitPattern: copy.baseAddress)
    for slot in 0..<slots.count {
      let (isOurs, _) = slots[slot].compareExchange(
        expected: 0, desired: address, ordering: .releasing)
      if isOurs { return slot }
    }
    preconditionFailure("no more than \(slots.count) files are written at a time")
  }

  static func forget(_ slot: Int) {
    slots[slot].store(0, ordering: .relaxed)
  }

  private static let removeFilesAndDie: @convention(c) (Int32) -> Void = { number in
    var slot = 0
    while slot < slots.count {
      if let name = unsafe UnsafePointer<CChar>(
        bitPattern: slots[slot].load(ordering: .acquiring))
      {
        _ = unsafe unlink(name)
      }
      slot += 1
    }
    _ = signal(number, SIG_DFL)
    // It waits until this handler returns.
    _ = raise(number)
  }
}
