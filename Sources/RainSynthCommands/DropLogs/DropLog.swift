internal import RainDSP
internal import RainFiles

/// The near drops of a job, in the order in which they strike. Nothing is rendered.
struct DropLog: Sendable {
  let job: RenderJob
  private let course: RainCourse
  /// Drops whose level at both ears lies below this amplitude are left out.
  private let threshold: Double
  /// The mean rate a minute; where it moves, the highest at a key.
  let mostPerMinute: Double

  /// The job has to be valid; `louderThan` is in dB, relative to full scale.
  init(_ job: RenderJob, louderThan: Double? = nil) {
    self.job = job
    do {
      course = try job.course
    } catch {
      preconditionFailure("the curves of a job are checked before: \(error)")
    }
    let keys = course.curves.flatMap(\.keys).map(\.seconds)
    mostPerMinute = course.rains(at: [0] + keys).map(\.drops).max() ?? 0
    threshold = louderThan.map(Elementary.amplitude(decibels:)) ?? 0
  }

  /// The setting `intensity` in mm/h; where it moves, its mean.
  var meanIntensity: Double {
    let (start, end) = (job.frames.lowerBound, job.frames.upperBound)
    guard !course.rests, !job.isEndless else { return job.rain.intensity }
    let moments = (0..<100).map {
      (Double(start) + (Double($0) + 0.5) / 100 * Double(end - start)) / Double(job.sampleRate)
    }
    return course.rains(at: moments).reduce(0) { $0 + $1.intensity } / 100
  }

  /// Hands the drops that strike within the frames to `body`, if `hasEnds` with their ends.
  func forEach<Failure: Error>(
    in frames: Range<Int>, hasEnds: Bool = false, _ body: (LoggedDrop) throws(Failure) -> Void
  ) throws(Failure) {
    let drops: Drops
    do {
      drops = try Drops(
        course, in: frames, sampleRate: job.sampleRate, seed: job.seed,
        loop: job.excerpt.isLoop ? job.totalFrames : nil)
    } catch {
      preconditionFailure("the settings of a job are checked before: \(error)")
    }
    var decibels = 0.0
    var gain = 1.0
    try drops.forEachDrop { (frame, drop, level) throws(Failure) in
      if level != decibels {
        decibels = level
        gain = Elementary.amplitude(decibels: decibels)
      }
      let logged = LoggedDrop(
        drop, at: frame, sampleRate: job.sampleRate, channels: job.channels, gain: gain,
        hasEnd: hasEnds)
      if logged.loudest >= threshold { try body(logged) }
    }
  }
}
