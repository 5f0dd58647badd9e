/// The near drops of a rendering, in the order in which they strike. Nothing is rendered.
///
/// ```swift
/// let job = RenderJob(try Preset(named: "puddles"), duration: .seconds(600))
/// var csv: [UInt8] = []
/// await DropLog(try Rendering(job)).write(as: .csv, threads: 2) { csv += $0 }
/// ```
public struct DropLog: Sendable {
  package let job: Rendering
  /// Drops whose level at both ears lies below this amplitude are left out.
  private let threshold: Double

  /// The drops of a rendering.
  ///
  /// - Parameters:
  ///   - job: What is rendered.
  ///   - louderThan: Drops whose level at both ears lies below this one are left out; in dB, relative to full scale.
  public init(_ job: Rendering, louderThan: Double? = nil) {
    self.job = job
    threshold = louderThan.map(Elementary.amplitude(decibels:)) ?? 0
  }

  /// Hands the drops that strike within the frames to `body`, if `hasEnds` with their ends.
  public func forEach<Failure: Error>(
    in frames: Range<Int>, hasEnds: Bool = false, _ body: (LoggedDrop) throws(Failure) -> Void
  ) throws(Failure) {
    var decibels = 0.0
    var gain = 1.0
    try job.drops(in: frames).forEachDrop { (frame, drop, level) throws(Failure) in
      if level != decibels {
        decibels = level
        gain = Elementary.amplitude(decibels: decibels)
      }
      let logged = LoggedDrop(
        drop, at: frame, sampleRate: job.job.sampleRate, layout: job.job.layout, gain: gain,
        hasEnd: hasEnds)
      if logged.loudest >= threshold { try body(logged) }
    }
  }
}
