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
/// gives the signal its default action back and raises it again. Meanwhile no other thread makes a
/// file or misses one.
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

  /// Whether a handler is at work.
  private static let isEnding = Atomic(false)
  /// The threads that make or rename a file right now.
  private static let busyThreads = Atomic(0)
  /// How long the handler waits for them, in ms: none takes as long, unless its disk does not answer.
  private static let longestWait = 40

  private static let handlersAreInstalled: Bool = {
    // The handler must not be the first to ask for them.
    slots[0].store(0, ordering: .relaxed)
    isEnding.store(false, ordering: .relaxed)
    busyThreads.store(0, ordering: .relaxed)
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

  /// Makes or renames a file: wholly before the handler removes all, or not at all.
  static func beforeEnd<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    // The handler waits for this thread, and must not interrupt it.
    var (all, mask) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &mask)
    busyThreads.add(1, ordering: .sequentiallyConsistent)
    defer {
      busyThreads.subtract(1, ordering: .sequentiallyConsistent)
      unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
    if isEnding.load(ordering: .sequentiallyConsistent) {
      busyThreads.subtract(1, ordering: .sequentiallyConsistent)
      while true { _ = poll(nil, 0, -1) }
    }
    return try body()
  }

  private static let removeFilesAndDie: @convention(c) (Int32) -> Void = { number in
    isEnding.store(true, ordering: .sequentiallyConsistent)
    var wait = 0
    while wait < longestWait, busyThreads.load(ordering: .sequentiallyConsistent) > 0 {
      _ = poll(nil, 0, 1)
      wait += 1
    }
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
    var own = sigset_t()
    unsafe sigemptyset(&own)
    unsafe sigaddset(&own, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &own, nil)
    _ = raise(number)
    // The first process of a container does not die of it.
    _exit(128 + number)
  }
}
