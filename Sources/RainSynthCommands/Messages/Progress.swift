internal import CommandLineKit
internal import RainAudio

/// How far a rendering has come, on standard error: one line that a person sees change, or a line
/// of JSON a second for a program.
struct Progress {
  enum Mode: String, CaseIterable {
    /// For a person alone: on a terminal, and after a second.
    case auto
    case always, never, json
  }

  private let mode: Mode
  private let sampleRate: Int
  /// The frames of the whole task; nil for an endless one.
  private let totalFrames: Int?
  private let start = ContinuousClock.now
  private var nextReport: ContinuousClock.Instant
  private var doneFrames = 0
  private var hasLine = false

  /// `totalFrames` is nil for an endless task.
  init(_ mode: Mode, sampleRate: Int, totalFrames: Int?) {
    self.mode = mode == .auto && !Terminal.isTerminal(2) ? .never : mode
    self.sampleRate = sampleRate
    self.totalFrames = totalFrames
    nextReport = start + (mode == .always ? .zero : .seconds(1))
  }

  /// Counts frames that are done, and says so when it is time.
  mutating func advance(by frames: Int) {
    doneFrames += frames
    guard mode != .never else { return }
    let now = ContinuousClock.now
    guard now >= nextReport else { return }
    let report = ProgressReport(
      doneFrames: doneFrames, totalFrames: totalFrames, sampleRate: sampleRate,
      elapsed: now - start)
    if mode == .json {
      StandardError.print("\(report.json)\n")
      nextReport = now + .seconds(1)
    } else {
      // Back to the first column, the line, then erase what is left of the one before.
      StandardError.print("\r\(report.line)\u{1B}[K")
      hasLine = true
      nextReport = now + .milliseconds(200)
    }
  }

  /// Takes the line away.
  mutating func finish() {
    if hasLine { StandardError.print("\r\u{1B}[K") }
    hasLine = false
  }
}
