/// Checks what a process inherits from the one that starts it: open files, actions of signals, limits.
/// Some of these would cause errors later, far from their cause.
package enum ProcessSetup {
  /// The stack of every thread but the main one, in bytes. Rendering needs 256 KiB (measured with
  /// `ulimit -s`, x86-64, optimised), and more than 1 MiB without the optimiser.
  #if DEBUG
  private static let threadStack = 4 << 20
  #else
  private static let threadStack = 1 << 20
  #endif

  /// A main stack with fewer bytes is too small to render on; another thread renders then.
  private static let leastStack = 512 << 10

  /// Corrects what can be corrected. Call it before anything else.
  package static func settle() {
    occupyStandardDescriptors()
    // Beyond `ulimit -f`, a write shall fail with an error that can be reported.
    _ = signal(SIGXFSZ, SIG_IGN)
    #if canImport(Glibc)
    // Otherwise the allocator reserves 64 MiB or more of addresses for each thread, and under `ulimit
    // -v` none are left for the stack of the next thread.
    let mostArenas: Int32 = -8
    _ = mallopt(mostArenas, 1)
    #endif
    #if os(Linux)
    // The default is `ulimit -s` (GNU), often 8 MiB, which `ulimit -v` counts; or 128 KiB (musl), which
    // is too little.
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setstacksize(&attributes, threadStack)
    _ = unsafe setThreadDefaults(&attributes)
    unsafe pthread_attr_destroy(&attributes)
    #endif
  }

  /// Opens a placeholder where standard input, output or error is closed. Otherwise the next file that
  /// is opened, such as the WAV, would get that number, and messages would be written into it.
  ///
  /// Reading and writing fail as they do with a closed descriptor.
  private static func occupyStandardDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      #if os(Linux)
      // A descriptor that only names a file. Unlike /dev/null, the root folder is always there.
      let onlyPath: Int32 = 0x20_0000
      _ = unsafe open("/", onlyPath)
      #else
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
      #endif
    }
  }

  /// Whether the main thread has a stack too small to render on.
  package static var hasSmallStack: Bool { limit(RLIMIT_STACK).map { $0 < leastStack } ?? false }

  /// A sentence about the stack of the main thread, if it is too small and no other thread can be had;
  /// nil otherwise.
  package static var stackLack: String? {
    guard let stack = limit(RLIMIT_STACK), hasSmallStack, !canStart(threads: 2) else { return nil }
    return "'ulimit -s' allows \(stack >> 10) KiB of stack; where no thread can be started, "
      + "\(leastStack >> 10) are needed"
  }

  /// A sentence about the limit that is too low for so many threads; nil if there is none. Without this
  /// check, the library that starts them would end the process or wait for ever.
  package static func lack(threads: Int) -> String? {
    let leastFiles = 32
    if let files = mostOpenFiles, files < leastFiles {
      return "'ulimit -n' allows \(files) open files; \(leastFiles) are needed"
    }
    // The stacks of the threads, and of two more that serve them, and the program itself.
    let leastBytes = (threads + 2) * threadStack + (32 << 20)
    if let bytes = limit(RLIMIT_AS), bytes < leastBytes {
      return "'ulimit -v' allows \(bytes >> 10) KiB of memory; --jobs \(threads) needs "
        + "\(leastBytes >> 10)\(threads > 1 ? ", a lower one less" : "")"
    }
    return nil
  }

  package static var mostOpenFiles: Int? { limit(RLIMIT_NOFILE) }

  /// Whether the system lets this process start so many threads now: `ulimit -u`, or the limit of a
  /// container, may leave too few. On Linux, the library that starts threads would try for ever;
  /// it also needs /proc.
  ///
  /// They are started, all at a time, and end at once.
  package static func canStart(threads: Int) -> Bool {
    #if os(Linux)
    // Dispatch, which runs the tasks of Swift, looks up every second or so in /proc which of its threads
    // run, and ends the process if it cannot.
    guard unsafe access("/proc/self/task", R_OK) == 0 else { return false }
    guard let ends = PipeEnds() else { return false }
    // Each thread waits for the end of the pipe, which comes when its other end is closed.
    let reading = unsafe UnsafeMutableRawPointer(bitPattern: Int(ends.reading) + 1)
    var started: [pthread_t] = []
    while started.count < threads {
      var thread = pthread_t()
      guard unsafe pthread_create(&thread, nil, waitForEnd, reading) == 0 else { break }
      started.append(thread)
    }
    close(ends.writing)
    for thread in started { pthread_join(thread, nil) }
    close(ends.reading)
    return started.count == threads
    #else
    return true
    #endif
  }

  #if canImport(Glibc)
  private typealias Resource = __rlimit_resource
  #else
  private typealias Resource = Int32
  #endif

  private static func limit(_ resource: Resource) -> Int? {
    var limit = rlimit()
    #if canImport(Glibc)
    let result = unsafe getrlimit(Int32(resource.rawValue), &limit)
    #else
    let result = unsafe getrlimit(resource, &limit)
    #endif
    return result == 0 && limit.rlim_cur < Int.max ? Int(limit.rlim_cur) : nil
  }
}

#if os(Linux)
/// Reads the pipe whose number is one less than the address, until it ends.
private let waitForEnd: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
  argument in
  var byte: UInt8 = 0
  while unsafe read(Int32(Int(bitPattern: argument) - 1), &byte, 1) == -1, errno == EINTR {}
  return nil
}

#if canImport(Glibc)
// Its header, malloc.h, is not in the module of the C library.
@_silgen_name("mallopt")
private func mallopt(_ parameter: Int32, _ setting: Int32) -> Int32
#endif

// Declared for _GNU_SOURCE alone, which Swift does not set.
@_silgen_name("pthread_setattr_default_np")
private func setThreadDefaults(_ attributes: UnsafePointer<pthread_attr_t>) -> Int32
#endif
