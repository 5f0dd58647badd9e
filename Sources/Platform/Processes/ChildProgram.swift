internal import Synchronization
internal import Text

/// A program that reads what this one writes, and whose messages are kept for the case that it fails.
///
/// It is the only process of a group of its own: Ctrl-C in the terminal ends this program, which decides
/// when the other one ends. When this program is killed, the other reads the end of its input.
package final class ChildProgram {
  package enum Ending: Sendable, Equatable {
    case status(Int32)
    case signal(Int32)
  }

  /// The pipe that leads to its standard input; a write never waits.
  package private(set) var input: Int32
  /// The pipe that its messages come from; -1 once it has ended.
  package private(set) var messages: Int32
  package private(set) var ending: Ending?
  private let identifier: pid_t
  /// The last of its messages.
  private var kept: [UInt8] = []

  /// Held while pipes are made and a program is started: two at a time could inherit each other's pipes, and so not read
  /// the end of their input.
  private static let starting = Mutex(())

  /// As much of its messages as is kept, in bytes.
  private static let longestMessage = 1 << 14

  /// Starts the program in the file at a path. So many bytes may wait in the pipe to it, where the
  /// system lets that be chosen.
  package init(path: String, arguments: [String], pipeBytes: Int) throws(FileError) {
    (input, messages, identifier) = try FileError.naming(
      path, .open,
      try InterruptionGuard.beforeEnd { () throws(SystemError) in
        let child = Self.starting.withLock { _ in Self.start(path, arguments) }
        guard let child else { throw .last }
        InterruptionGuard.remember(child: child.identifier)
        return child
      })
    Self.limitPipe(input, bytes: pipeBytes)
    PipeEnds.makeNonblocking(input)
    PipeEnds.makeNonblocking(messages)
  }

  /// Lets no more than so many bytes, or a page, wait in a pipe.
  package static func limitPipe(_ descriptor: Int32, bytes: Int) {
    #if os(Linux)
    // The system would round up to a power of two, and so let nearly twice as many wait.
    let power = bytes > 0 ? 1 << (Int.bitWidth - 1 - bytes.leadingZeroBitCount) : 0
    // F_SETPIPE_SZ, which the headers declare for _GNU_SOURCE alone.
    _ = fcntl(descriptor, 1031, Int32(clamping: power))
    #endif
  }

  private static func start(
    _ path: String, _ arguments: [String]
  ) -> (input: Int32, messages: Int32, identifier: pid_t)? {
    guard let input = PipeEnds() else { return nil }
    guard let messages = PipeEnds() else {
      for end in [input.reading, input.writing] { _ = close(end) }
      return nil
    }
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, input.reading, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, messages.writing, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, messages.writing, STDERR_FILENO)
    // Signals as in a fresh process, and a group of its own.
    var (all, none) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags | Int32(POSIX_SPAWN_SETPGROUP)))
    var words = unsafe ([path] + arguments).map { word in
      unsafe strdup(PathString.bytes(of: word).map { CChar(bitPattern: $0) } + [0])
    }
    unsafe words.append(nil)
    #if canImport(Darwin)
    let environment = unsafe _NSGetEnviron().pointee
    #else
    let environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = unsafe environ
    #endif
    var identifier = pid_t()
    let error = unsafe posix_spawn(
      &identifier, FilePath(path).cString, &actions, &attributes, &words, environment)
    for index in unsafe words.indices { unsafe free(words[index]) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
    _ = close(input.reading)
    _ = close(messages.writing)
    guard error == 0 else {
      _ = close(input.writing)
      _ = close(messages.reading)
      errno = error
      return nil
    }
    return (input.writing, messages.reading, identifier)
  }

  deinit {
    closeInput()
    if messages >= 0 { _ = close(messages) }
    if ending == nil { InterruptionGuard.forget(child: identifier) }
  }

  package func takeMessages() {
    while messages >= 0 {
      guard let bytes = Descriptor(number: messages).readNow(Self.longestMessage) else {
        _ = close(messages)
        messages = -1
        return
      }
      if bytes.isEmpty { return }
      kept = (kept + bytes).suffix(Self.longestMessage)
    }
  }

  /// Its last message: a line of plain text; empty if it said nothing.
  package var lastMessage: String {
    let lines = String(decoding: kept, as: UTF8.self).split(whereSeparator: \.isNewline)
    let line = lines.last { line in line.contains { !$0.isWhitespace } }
    return PlainText.line(String(line ?? ""), limit: 200)
  }

  /// All that it says until it ends, as far as it is kept; after so long it is ended.
  package func allMessages(milliseconds: Int) -> String {
    waitForEnd(milliseconds: milliseconds)
    end()
    return String(decoding: kept, as: UTF8.self)
  }

  package func lookForEnd() -> Ending? {
    if ending == nil {
      ending = reap(WNOHANG)
      if ending != nil { takeMessages() }
    }
    return ending
  }

  /// Takes its ending from the system, and its identifier off the list of programs that a signal ends, in one step: another
  /// program may get that identifier.
  private func reap(_ options: Int32) -> Ending? {
    let ending = try? InterruptionGuard.beforeEnd { () throws(SystemError) -> Ending? in
      var status: Int32 = 0
      let result = try SystemError.check { unsafe waitpid(identifier, &status, options) }
      guard result == identifier else { return nil }
      InterruptionGuard.forget(child: identifier)
      // WIFEXITED and its kin are macros that Swift does not see.
      return status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
    return ending ?? nil
  }

  /// Closes its standard input, and waits for its end, but no longer than that; returns the ending.
  @discardableResult
  package func waitForEnd(milliseconds: Int = .max) -> Ending? {
    closeInput()
    let last = ContinuousClock.now + .milliseconds(milliseconds)
    while lookForEnd() == nil, ContinuousClock.now < last {
      // Its messages end with it, or a moment sooner.
      _ = Readiness.wait([(messages, .reading)], milliseconds: messages < 0 ? 1 : 100)
      takeMessages()
    }
    return ending
  }

  /// How it has ended although it should not have: words that go on from its name, and its last message.
  package var complaint: String {
    let how =
      switch ending {
      case .status(0)?, nil: "ended before the sound did"
      case .status(let status)?: "failed with exit status \(status)"
      case .signal(let number)?: "was ended by signal \(number)"
      }
    return lastMessage.isEmpty ? how : "\(how): \(lastMessage)"
  }

  /// Writes what the pipe takes now, and returns how many bytes that were; nil if nobody reads them.
  package func write(_ bytes: Span<UInt8>) -> Int? {
    try? Descriptor(number: input).write(bytes) { false }
  }

  /// From now on, a program that ends before it has read all does not end this one by SIGPIPE.
  package static func ignoreBrokenPipes() {
    // Its handlers would be installed later otherwise, instead of this.
    InterruptionGuard.install()
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Writes all of the bytes, and waits for it to read them. Returns false if it reads no more; it has ended then.
  package func writeAll(_ bytes: Span<UInt8>) -> Bool {
    let written = try? Descriptor(number: input).write(bytes) {
      _ = Readiness.wait([(input, .writing), (messages, .reading)], milliseconds: -1)
      takeMessages()
      return true
    }
    if written == nil { waitForEnd() }
    return written != nil
  }

  /// Closes its standard input, after which it ends by itself.
  package func closeInput() {
    guard input >= 0 else { return }
    _ = close(input)
    input = -1
  }

  package func send(_ number: Int32) { if ending == nil { _ = kill(identifier, number) } }

  /// Ends it at once and waits for that.
  package func end() {
    closeInput()
    guard lookForEnd() == nil else { return }
    send(SIGKILL)
    ending = reap(0) ?? .signal(SIGKILL)
  }

  /// The path of the program that a shell would start by that name; nil if there is none.
  package static func path(of name: String) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return isProgram(name) ? name : nil }
    let folders = SystemCalls.current.variable("PATH") ?? "/usr/bin:/bin"
    return folders.split(separator: ":", omittingEmptySubsequences: false).lazy
      .map { $0.isEmpty ? "./\(name)" : "\($0)/\(name)" }
      .first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    let file = FilePath(path)
    guard (try? file.status())?.isRegularFile == true else { return false }
    return unsafe access(file.cString, X_OK) == 0
  }
}

/// The two ends of a new pipe, which programs that are started do not inherit.
struct PipeEnds {
  let reading: Int32
  let writing: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  static func makeNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }
}

/// Waits for several descriptors at a time.
package enum Readiness {
  package enum Direction: Sendable { case reading, writing }

  /// Waits until one of the descriptors is ready, or has ended, or the time is over, -1 for any
  /// time; a signal may end the wait, too. Returns for each descriptor whether it is ready or has
  /// ended; one below 0 never is.
  package static func wait(
    _ interests: [(descriptor: Int32, direction: Direction)], milliseconds: Int
  ) -> [Bool] {
    var requests = interests.map {
      pollfd(
        fd: $0.descriptor, events: Int16($0.direction == .reading ? POLLIN : POLLOUT), revents: 0)
    }
    let count = unsafe poll(&requests, nfds_t(requests.count), Int32(clamping: milliseconds))
    return requests.map { count > 0 && $0.revents != 0 }
  }
}
