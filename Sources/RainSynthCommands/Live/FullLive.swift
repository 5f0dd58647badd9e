internal import Platform
internal import RainFiles
internal import Text

/// `live` with a screen: waits for keys, signals and the clock, and draws what has changed.
struct FullLive {
  private let session: LiveSession
  private let terminal: FullScreen
  private let screen: Screen
  private var state: LiveState
  private var status = LiveStatus()
  private var keys = KeyReader()
  private var drop = LiveDrop()
  private var figure: DropFigure?
  private var shown: CellGrid?
  /// What the figure was made from.
  private var drawn: (state: LiveState, status: LiveStatus)?
  private var isOver = false

  /// How often the meter and the clock move, in ms.
  private static let clockMilliseconds = 80
  /// A lone escape is the key when nothing has followed it for so long, in ms.
  private static let escapeMilliseconds = 40
  /// What the level meter falls by in each step of the clock.
  private static let meterFall: Float = 0.84

  init(_ session: LiveSession, _ terminal: FullScreen, _ state: LiveState) {
    self.session = session
    self.terminal = terminal
    screen = Screen(descriptor: terminal.descriptor)
    self.state = state
    status.peaks = [Float](repeating: 0, count: session.job.channels)
  }

  /// Runs until `q` or a signal, which it returns.
  mutating func run() throws(Failure) -> Int32? {
    try session.start()
    redraw()
    var clock = ContinuousClock.now
    while !isOver {
      draw()
      let ready = Readiness.wait(
        [
          (terminal.descriptor, .reading), (session.inbox.descriptor, .reading),
          (session.player?.child.messages ?? -1, .reading),
          (terminal.isUpToDate ? -1 : terminal.descriptor, .writing),
        ], milliseconds: keys.isWaiting ? Self.escapeMilliseconds : Self.clockMilliseconds)
      if ready[3] { terminal.drawRest() }
      for number in session.inbox.take() {
        if let end = take(number) { return end }
      }
      if ready[0] {
        // The terminal is gone.
        guard let bytes = terminal.read() else { return SIGHUP }
        for key in keys.keys(bytes) { try take(.key(key)) }
      } else if keys.isWaiting {
        for key in keys.flush() { try take(.key(key)) }
      }
      if let change = try session.check() { try take(.failed(change)) }
      if ContinuousClock.now >= clock {
        clock = .now + .milliseconds(Self.clockMilliseconds)
        tick()
      }
    }
    return nil
  }

  /// Does what a signal asks for; returns one that ends the program.
  private mutating func take(_ number: Int32) -> Int32? {
    switch number {
    case SIGWINCH: redraw()
    case SIGTSTP:
      Suspension.stop(
        with: session.player?.child, before: { terminal.leave() }, after: { terminal.enter() })
      redraw()
    case SIGCONT:
      // After SIGSTOP, nobody could restore anything before.
      terminal.enter()
      redraw()
    default: return number
    }
    return nil
  }

  /// Lets the whole screen be drawn, in its present size.
  private mutating func redraw() {
    let size = Terminal.size(terminal.descriptor) ?? (80, 24)
    _ = state.take(.resized(columns: min(size.columns, 1000), lines: min(size.lines, 1000)))
    shown = nil
    drawn = nil
  }

  private mutating func take(_ input: LiveInput) throws(Failure) {
    if input == .key(.control("l")) { redraw() }
    for effect in state.take(input) {
      if effect == .quit { isOver = true }
      if let answer = try session.perform(effect, state) { try take(answer) }
    }
  }

  /// Moves the clock and the meter, and shows the speed.
  private mutating func tick() {
    status.seconds = Int(session.seconds)
    status.speed = session.speed
    let peaks = session.takePeaks()
    status.peaks = zip(status.peaks, [peaks.left, peaks.right]).map { level, peak in
      let level = max(peak, level * Self.meterFall)
      return level < 1e-6 ? 0 : level
    }
  }

  /// Draws what has changed, once the terminal has taken what was drawn before.
  private mutating func draw() {
    guard terminal.isUpToDate else { return }
    if let drawn, drawn.state == state, drawn.status == status { return }
    if drawn?.state.rain != state.rain || drawn?.state.scaleNumber != state.scaleNumber
      || drawn?.state.seed != state.seed
    {
      figure = drop.figure(
        state.rain, sampleRate: session.job.sampleRate, seed: state.seed,
        scaleNumber: state.scaleNumber)
    }
    let commandLine =
      state.mode == .commandLine ? LiveCommand.commandLine(of: state, session.job) : ""
    let grid = LiveScreen.grid(
      state, status, drop: figure, commandLine: commandLine, isUnicode: screen.isUnicode)
    terminal.draw(grid.changes(from: shown, isColoured: screen.hasColours))
    shown = grid
    drawn = (state, status)
  }
}
