internal import Platform
internal import RainFiles

/// `play`: the rendering of a job, from its first frame to its last.
struct WholePlay: PlaybackHandler {
  private let job: Rendering
  private let playback: Playback
  private let settings: RenderFlags
  private var progress: Progress
  /// The frames that are written.
  private var done = 0

  init(_ job: Rendering, _ players: [PlayerCommand], _ settings: RenderFlags) throws {
    self.job = job
    self.settings = settings
    playback = try Playback(job, players, isLive: false)
    progress = Self.makeProgress(job, settings)
  }

  private static func makeProgress(_ job: Rendering, _ settings: RenderFlags) -> Progress {
    settings.makeProgress(
      totalFrames: job.isEndless ? nil : job.frames.count, sampleRate: job.sampleRate,
      isPlayed: true)
  }

  /// Plays until all is played or a signal comes, which it returns.
  mutating func run() throws -> Int32? {
    defer { progress.finish() }
    guard let signal = try playback.run(&self) else { return nil }
    return try playback.finish(after: signal)
  }

  // MARK: PlaybackHandler

  /// As long as the end of a sound may go unnoticed.
  let milliseconds = 50

  mutating func look(_ ready: [Bool]) -> Bool {
    let written = (playback.frame ?? job.frames.lowerBound) - job.frames.lowerBound
    progress.advance(by: written - done)
    done = written
    return true
  }

  mutating func take(_ event: PlaybackEvent) throws {
    switch event {
    case .begins:
      (progress, done) = (Self.makeProgress(job, settings), 0)
      if let announcement = playback.announcement { note(announcement) }
      try playback.start(
        JobRenderer(job, startingAt: job.frames.lowerBound), job.frames)
    case .note(let sentence): note(sentence)
    case .suspends, .resumes, .resized: break
    }
  }

  private mutating func note(_ sentence: String) {
    progress.finish()
    settings.note(sentence)
  }
}
