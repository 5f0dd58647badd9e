internal import Platform
#if canImport(Glibc)
// Has `timeval`.
internal import SwiftOverlayShims
#endif

/// A run of a program to its end. Its output is discarded.
struct ProgramRun {
  let seconds: Double
  /// The time of all processors, also that of the system.
  let processorSeconds: Double
  /// The peak of resident memory. It is at least as high as in the program that started this one.
  let residentBytes: Int

  /// The words of a command line, between spaces.
  static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// - Parameter words: the path of the program and its arguments. It has to succeed.
  init(_ words: [String]) {
    var actions = unsafe posix_spawn_file_actions_t()
    _ = unsafe posix_spawn_file_actions_init(&actions)
    _ = unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    var process = pid_t()
    var status: Int32 = -1
    var usage = rusage()
    let start = ContinuousClock.now
    let failure = unsafe posix_spawn(&process, words[0], &actions, nil, arguments, nil)
    if failure == 0 { _ = unsafe wait4(process, &status, 0, &usage) }
    let time = (ContinuousClock.now - start).components
    precondition(failure == 0 && status == 0, "\(words.joined(separator: " ")) succeeds")
    seconds = Double(time.seconds) + Double(time.attoseconds) * 1e-18
    let wholeSeconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    processorSeconds = wholeSeconds + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
    #if canImport(Darwin)
    residentBytes = usage.ru_maxrss
    #else
    residentBytes = usage.ru_maxrss * 1024
    #endif
    for index in words.indices { unsafe free(arguments[index]) }
    _ = unsafe posix_spawn_file_actions_destroy(&actions)
  }
}
