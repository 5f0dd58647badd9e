/// `live` with a screen: takes keys, and draws what has changed.
struct FullLive: PlaybackHandler {
  private let session: LiveSession
  private let terminal: FullScreen
  private let screen: Screen
  private var state: LiveState
  private var keys = KeyReader()
  private var drop = LiveDrop()
  private var chart: Chart?
  /// The grid that the terminal shows, and the state that it was drawn of.
  private var drawn: (grid: CellGrid, state: LiveState)?
  private var nextTick = ContinuousClock.now
  private var hasHungUp = false

  /// How often the meter and the clock move, in ms.
  private static let clockMilliseconds = 80
  /// A lone escape is the key when nothing has followed it for so long, in ms.
  private static let escapeMilliseconds = 40
  /// The factor by which the level meter falls in each step of the clock.
  private static let meterFall: Float = 0.84

  init(_ session: LiveSession, _ state: LiveState) throws {
    // Notes stand before the screen, which would cover them.
    if Terminal.isTerminal(path: "/dev/tty") { StandardError.accept() }
    guard let terminal = FullScreen() else {
      throw Failure(.wrongUsage, "there is no terminal to draw on; --plain reads lines")
    }
    self.session = session
    self.terminal = terminal
    screen = Screen(descriptor: terminal.descriptor)
    self.state = state
  }

  /// Runs until `q` or a signal, which it returns.
  mutating func run() throws -> Int32? {
    defer { terminal.leave() }
    redraw()
    draw()
    return try session.playback.run(&self) ?? (hasHungUp ? SIGHUP : nil)
  }

  // MARK: PlaybackHandler

  var descriptors: [(descriptor: Int32, direction: Readiness.Direction)] {
    [(terminal.descriptor, .reading), (terminal.isUpToDate ? -1 : terminal.descriptor, .writing)]
  }

  var milliseconds: Int { keys.isWaiting ? Self.escapeMilliseconds : Self.clockMilliseconds }

  mutating func look(_ ready: [Bool]) throws -> Bool {
    if ready[1] { terminal.drawRest() }
    if ready[0] {
      // The terminal is gone.
      guard let bytes = terminal.read() else {
        hasHungUp = true
        return false
      }
      for key in keys.keys(bytes) { try take(.key(key)) }
    } else if keys.isWaiting {
      for key in keys.flush() { try take(.key(key)) }
    }
    if let flaw = session.checkTake() { try take(.failed(flaw)) }
    if ContinuousClock.now >= nextTick {
      nextTick = .now + .milliseconds(Self.clockMilliseconds)
      tick()
    }
    draw()
    return !state.isOver
  }

  /// Ctrl-C loses no more than q does.
  mutating func outlives(_ signal: Int32) -> Bool { signal == SIGINT && state.asksBeforeEnd() }

  func begin() throws { try session.begin(isPlaying: state.isPlaying) }

  mutating func note(_ sentence: String) throws { try take(.noted(sentence)) }

  func suspend() { terminal.leave() }

  mutating func resume() {
    terminal.enter()
    redraw()
  }

  // MARK: State

  private mutating func take(_ input: LiveInput) throws {
    if input == .key(.control("l")) { redraw() }
    try session.take(input, &state)
  }

  /// Moves the clock and the meter, and shows the load.
  private mutating func tick() {
    (state.seconds, state.load) = (session.seconds, session.playback.load)
    let peaks = session.playback.sound?.takePeaks() ?? [0, 0]
    state.peaks = zip(state.peaks, peaks).map { level, peak in
      let level = max(peak, level * Self.meterFall)
      return level < 1e-6 ? 0 : level
    }
  }

  // MARK: Screen

  /// Lets the whole screen be drawn, in its present size.
  private mutating func redraw() {
    let size = Terminal.size(terminal.descriptor) ?? (Screen.standardColumns, Screen.standardLines)
    _ = state.take(.resized(columns: min(size.columns, 1000), lines: min(size.lines, 1000)))
    drawn = nil
  }

  /// Draws what has changed, once the terminal has taken what was drawn before.
  private mutating func draw() {
    guard terminal.isUpToDate else { return }
    if let drawn, drawn.state == state { return }
    if drawn?.state.rain != state.rain || drawn?.state.scaleNumber != state.scaleNumber
      || drawn?.state.seed != state.seed
    {
      chart = drop.chart(
        state.rain, sampleRate: session.job.sampleRate, seed: state.seed,
        scaleNumber: state.scaleNumber)
    }
    let grid = LiveScreen.grid(
      state, drop: chart,
      commandLine: state.mode == .commandLine ? session.commandLine(of: state) : "",
      isUnicode: screen.isUnicode)
    terminal.draw(grid.changes(from: drawn?.grid, isColored: screen.hasColors))
    drawn = (grid, state)
  }
}
