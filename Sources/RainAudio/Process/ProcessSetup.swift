#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What a process has from whoever started it: open files, the actions of signals, limits.
package enum ProcessSetup {
  /// Puts right what would go wrong later. To be called before anything else.
  package static func settle() {
    // In the place of a closed one, another file would be opened and be taken for it, also by the
    // library that starts threads. Of this one, reading and writing fail as of a closed one.
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    // Beyond `ulimit -f`, a write shall fail with an error that can be told.
    _ = signal(SIGXFSZ, SIG_IGN)
    #if canImport(Glibc)
    // Or each thread takes 64 MiB or more of addresses for the little that it allocates, and the
    // next one has none left for its stack where `ulimit -v` counts them.
    let mostArenas: Int32 = -8
    _ = mallopt(mostArenas, 1)
    #endif
  }

  /// What the limits leave too little of for so many threads, as a sentence; nil if nothing. The
  /// library that starts them would end the process, or wait for ever.
  package static func lack(threads: Int) -> String? {
    let leastFiles = 32
    if let files = limit(RLIMIT_NOFILE), files < leastFiles {
      return "'ulimit -n' allows \(files) open files; \(leastFiles) are needed"
    }
    // Of a program whose limit is none, a stack takes 2 MiB or less.
    let stack = limit(RLIMIT_STACK) ?? 1 << 21
    // The program itself, and two more threads that serve the others.
    let leastBytes = (threads + 2) * min(stack, 1 << 30) + 1 << 25
    if let bytes = limit(RLIMIT_AS), bytes < leastBytes {
      return "'ulimit -v' allows \(bytes >> 10) KiB of memory; --jobs \(threads) needs "
        + "\(leastBytes >> 10)\(threads > 1 ? ", a lower one less" : "")"
    }
    return nil
  }

  #if canImport(Glibc)
  private typealias Resource = __rlimit_resource
  #else
  private typealias Resource = Int32
  #endif

  /// A limit of this process; nil if there is none.
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

// Its header, malloc.h, is not in the module of the C library.
#if canImport(Glibc)
@_silgen_name("mallopt")
private func mallopt(_ parameter: Int32, _ setting: Int32) -> Int32
#endif
