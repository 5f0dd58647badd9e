/// `play`: the rendering of a job, from its first frame to its last.
struct WholePlay: PlaybackHandler {
  private let job: Rendering
  private let playback: Playback
  private let settings: RenderFlags
  private var progress: Progress?
  private var done = 0

  init(_ job: Rendering, _ players: [PlayerCommand], _ settings: RenderFlags) throws {
    self.job = job
    self.settings = settings
    playback = try Playback(job, players, isLive: false)
  }

  /// Plays until all is played, or a signal comes; returns the one that the process dies of.
  mutating func run() throws -> Int32? {
    defer { progress?.finish() }
    return try playback.play(&self)
  }

  // MARK: PlaybackHandler

  mutating func look(_ ready: [Bool]) -> Bool {
    let written = (playback.sound?.frame ?? job.frames.lowerBound) - job.frames.lowerBound
    progress?.advance(by: written - done)
    done = written
    return true
  }

  mutating func begin() throws {
    (progress, done) = (settings.makeProgress(of: job, isPlayed: true), 0)
    if let announcement = playback.announcement { note(announcement) }
    try playback.start(JobRenderer(job, startingAt: job.frames.lowerBound), job.frames)
  }

  mutating func note(_ sentence: String) {
    progress?.finish()
    settings.note(sentence)
  }
}
