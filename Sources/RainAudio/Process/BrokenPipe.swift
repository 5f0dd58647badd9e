#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// How the process ends when nobody reads its output any more.
package enum BrokenPipe {
  /// Ends the process by SIGPIPE, also where the parent process set that signal to be ignored.
  package static func die() -> Never {
    _ = signal(SIGPIPE, SIG_DFL)
    var pipe = sigset_t()
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    unsafe pthread_sigmask(SIG_UNBLOCK, &pipe, nil)
    _ = raise(SIGPIPE)
    // The status that a shell reports for a process that died of it.
    exit(128 + SIGPIPE)
  }
}
