/// The default actions of signals. A handler may call these: they take no lock and no memory.
package enum Signal {
  /// Gives the signal its default action and raises it. Returns where the process goes on: after a stop, or
  /// where the system discards it, as for the first process of a container.
  package static func takeDefaultAction(of number: Int32) {
    _ = signal(number, SIG_DFL)
    var own = sigset_t()
    unsafe sigemptyset(&own)
    unsafe sigaddset(&own, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &own, nil)
    _ = raise(number)
  }

  /// Ends the process by a signal, whose number a shell then reports.
  package static func die(of number: Int32) -> Never {
    takeDefaultAction(of: number)
    _exit(128 + number)
  }
}
