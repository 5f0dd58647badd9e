internal import Synchronization

/// The terminal of the process, taken for a screen of its own: keys come one by one, the mouse is heard, and
/// what was there before comes back in the end, whatever ends the process, but for SIGKILL.
///
/// It is opened by its name /dev/tty, so that it is free of what standard input and output lead to, and so that
/// a write to it never waits.
package final class FullScreen {
  package let descriptor: Int32
  private var isTaken = false
  /// The bytes that the terminal does not take yet.
  private var waiting: [UInt8] = []

  /// The other screen, no cursor, and the mouse: buttons, their motion, and the numbers of cells in decimals.
  private static let take = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
  private static let giveBack: StaticString =
    "\u{1B}[0m\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?25h\u{1B}[?1049l"

  // For the handler of signals that end the process at once: the terminal, -1 while it is not taken; and how it
  // was, in memory that is never freed.
  private static let takenTerminal = Atomic<Int32>(-1)
  nonisolated(unsafe) private static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)

  /// Signals whose default ends the process, and that no one else here listens to.
  private static let fatalSignals = [
    SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,
    SIGVTALRM, SIGPROF, SIGSYS,
  ]

  private static let giveBackAndDie: @convention(c) (Int32) -> Void = { number in
    let terminal = takenTerminal.exchange(-1, ordering: .sequentiallyConsistent)
    if terminal >= 0 {
      _ = unsafe write(terminal, giveBack.utf8Start, giveBack.utf8CodeUnitCount)
      _ = unsafe tcsetattr(terminal, TCSANOW, saved)
    }
    Signal.die(of: number)
  }

  /// Takes the terminal; nil if the process has none.
  package init?() {
    descriptor = unsafe open("/dev/tty", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // All that the handler uses is used here before: Swift initialises it under a lock.
    guard unsafe tcgetattr(descriptor, Self.saved) == 0, Self.giveBack.utf8CodeUnitCount > 0 else {
      _ = close(descriptor)
      return nil
    }
    Self.takenTerminal.store(-1, ordering: .relaxed)
    for number in Self.fatalSignals { _ = signal(number, Self.giveBackAndDie) }
    enter()
  }

  deinit {
    leave()
    _ = close(descriptor)
  }

  /// Takes the terminal, or takes it again after ``leave()``, or after somebody else has changed it.
  package func enter() {
    // As the shell has left it, which may have been changed since.
    if !isTaken { _ = unsafe tcgetattr(descriptor, Self.saved) }
    var modes = unsafe Self.saved.pointee
    // Keys one by one, without an echo. ISIG stays: Ctrl-C and Ctrl-Z are signals of the system to the whole
    // pipeline. IXON goes: Ctrl-S would hold the screen.
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    modes.c_iflag &= ~tcflag_t(IXON | ICRNL)
    unsafe withUnsafeMutableBytes(of: &modes.c_cc) { keys in
      unsafe keys[Int(VMIN)] = 1
      unsafe keys[Int(VTIME)] = 0
    }
    isTaken = true
    Self.takenTerminal.store(descriptor, ordering: .sequentiallyConsistent)
    _ = try? SystemError.check { unsafe tcsetattr(descriptor, TCSADRAIN, &modes) }
    waiting = []
    writeWaiting(Self.take)
  }

  /// Gives the terminal back as it was.
  package func leave() {
    guard isTaken else { return }
    isTaken = false
    waiting = []
    writeWaiting(Self.giveBack.description)
    // What was typed and not read is nothing for the shell.
    _ = try? SystemError.check { unsafe tcsetattr(descriptor, TCSAFLUSH, Self.saved) }
    Self.takenTerminal.store(-1, ordering: .sequentiallyConsistent)
  }

  /// Writes what gets the terminal into another mode. A terminal that takes nothing for a second has gone.
  private func writeWaiting(_ text: String) {
    var waits = 0
    _ = try? Descriptor(number: descriptor).write(Array(text.utf8).span, waitingUpTo: 10) {
      waits += 1
      return waits <= 100
    }
  }

  /// Whether the terminal has taken all that was drawn.
  package var isUpToDate: Bool { waiting.isEmpty }

  /// Draws; what the terminal does not take now waits for ``drawRest()``.
  package func draw(_ text: String) {
    waiting += text.utf8
    drawRest()
  }

  package func drawRest() {
    let count = try? Descriptor(number: descriptor).write(waiting.span) { false }
    waiting.removeFirst(count ?? 0)
  }

  /// The bytes of the keys that were pressed; nil if the terminal is gone.
  package func read() -> [UInt8]? { Descriptor(number: descriptor).readNow(1024) }
}
