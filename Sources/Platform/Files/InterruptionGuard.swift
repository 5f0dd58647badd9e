internal import Synchronization

/// Removes the temporary files when a signal ends the process, and ends the programs that write them. The process then
/// dies of that signal.
///
/// A handler may run between any two instructions, on any thread, so it does only what POSIX allows in
/// one: it loads the addresses of the names from `slots`, removes the files, gives the signal its default
/// action back and raises it again. Two things must not fall between: a file that is made but not in a
/// slot yet, and a file that was renamed but is still in one. Threads and handler agree by two atomic
/// variables: each side writes its own before it reads the other's.
///
///     a thread that makes or renames              the handler
///     ------------------------------              -----------
///     block signals
///     busyThreads += 1                            isEnding = true
///     isEnding? -- yes --> busyThreads -= 1,      busyThreads > 0? -- yes --> wait, 40 ms at most
///        |                 stop for ever             |
///        no                                          no
///        |                                           |
///     make or rename the file                     remove the files of all slots
///     busyThreads -= 1                            die of the signal
///     unblock signals
///
/// Whichever is first, the other sees it: a thread that got in finishes before the files are removed, and
/// no thread gets in after that.
///
///     slot:  0 --remember(path)--> address of the name --forget(slot)--> 0
package enum InterruptionGuard {
  /// Signals that end a process and come from outside: from people, from a reader of the progress
  /// that goes away, from timers and limits that were set before. After a crash or SIGKILL, the next run
  /// removes the file.
  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM,
    SIGPROF,
  ]

  private typealias Slots = InlineArray<512, Atomic<UInt>>

  /// The addresses of the names of the files, NUL at the end; 0 for a free slot.
  private static let slots = Slots { _ in Atomic(0) }

  /// The programs that end with this process; 0 for a free slot.
  private static let children = Slots { _ in Atomic(0) }

  private static func occupy(_ slots: borrowing Slots, with word: UInt) -> Int {
    for slot in 0..<slots.count {
      if slots[slot].compareExchange(expected: 0, desired: word, ordering: .releasing).exchanged {
        return slot
      }
    }
    preconditionFailure("no more than \(slots.count) files and programs are there at a time")
  }

  private static let isEnding = Atomic(false)
  private static let busyThreads = Atomic(0)
  /// How long the handler waits for them, in ms. To make or rename a file takes less, unless the disk does
  /// not answer.
  private static let longestWait = 40

  private static let handlersAreInstalled: Bool = {
    // Swift initialises a global variable when it is first used, under a lock, which a handler must not
    // take. So each one that the handler uses is used here before.
    _ = longestWait
    slots[0].store(0, ordering: .relaxed)
    children[0].store(0, ordering: .relaxed)
    isEnding.store(false, ordering: .relaxed)
    busyThreads.store(0, ordering: .relaxed)
    for number in signals {
      // A signal that is ignored from the start, as nohup arranges it, stays ignored, and a program that
      // uses the library keeps its handlers. The handler of SIGQUIT may be that of Swift's crash reporter,
      // which would leave the files.
      let previous = signal(number, SIG_IGN)
      let address = unsafe unsafeBitCast(previous, to: UInt.self)
      let isIgnored = unsafe address == unsafeBitCast(SIG_IGN, to: UInt.self)
      let isDefault = unsafe address == unsafeBitCast(SIG_DFL, to: UInt.self)
      let isOurs = isDefault || number == SIGQUIT && !isIgnored
      _ = signal(number, isOurs ? removeFilesAndDie : previous)
    }
    return true
  }()

  /// Installs the handlers now, so that a program can replace them by its own.
  package static func install() { _ = handlersAreInstalled }

  /// From now on, the file is removed if a signal ends the process. Returns the slot for
  /// ``forget(_:)``.
  static func remember(_ path: FilePath) -> Int {
    _ = handlersAreInstalled
    // Never freed: a handler may be reading it on another thread.
    return occupy(slots, with: unsafe UInt(bitPattern: strdup(path.cString)))
  }

  static func forget(_ slot: Int) { slots[slot].store(0, ordering: .relaxed) }

  /// From now on, the program ends if a signal ends this process. Call it ``beforeEnd(_:)``.
  static func remember(child identifier: Int32) {
    _ = handlersAreInstalled
    _ = occupy(children, with: UInt(identifier))
  }

  static func forget(child identifier: Int32) {
    for slot in 0..<children.count {
      _ = children[slot].compareExchange(
        expected: UInt(identifier), desired: 0, ordering: .relaxed)
    }
  }

  /// Runs `body`, which makes or renames a file, or starts a program, either wholly before the handler does its work or
  /// not at all.
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
    // First the programs, which would make their files again.
    var child = 0
    while child < children.count {
      let identifier = Int32(truncatingIfNeeded: children[child].load(ordering: .acquiring))
      if identifier > 0 {
        _ = kill(identifier, SIGKILL)
        _ = waitpid(identifier, nil, 0)
      }
      child += 1
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
    Signal.die(of: number)
  }
}

/// The default actions of signals. A handler may call these: they take no lock and no memory.
package enum Signal {
  /// Gives the signal its default action and raises it. Returns where the process goes on: after a stop, or
  /// where the system discards it, as for the first process of a container.
  package static func takeDefaultAction(of number: Int32) {
    _ = signal(number, SIG_DFL)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    _ = raise(number)
  }

  /// Ends the process by a signal, whose number a shell then reports.
  package static func die(of number: Int32) -> Never {
    takeDefaultAction(of: number)
    _exit(128 + number)
  }
}
