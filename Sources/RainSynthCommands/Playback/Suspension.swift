internal import Platform

/// Ctrl-Z and fg, for this program and its player.
enum Suspension {
  static func isStop(_ number: Int32) -> Bool { number == SIGTSTP }

  /// Stops both, and returns when the shell lets them go on. `before` and `after` restore the terminal and
  /// take it again.
  static func stop(
    with child: ChildProgram?, before: () -> Void = {}, after: () -> Void = {}
  ) {
    // Not SIGTSTP: its own group is none of the terminal's, and so it may be discarded.
    child?.send(SIGSTOP)
    before()
    SignalInbox.takeDefaultAction(of: SIGTSTP)
    SignalInbox.listen(to: SIGTSTP)
    after()
    child?.send(SIGCONT)
  }
}
