package import RainAudio

/// A job that can be rendered: it was checked, its times are frames, and its settings move in seconds.
///
/// ```swift
/// var job = RenderJob(try Preset(named: "downpour"), duration: .seconds(600))
/// job.sampleRate = 48_000
/// try await Rendering(job).write(to: "rain.wav")
/// ```
///
/// A rendering has the options of its job as properties of its own: `rendering.sampleRate`.
#if !hasFeature(Embedded)
@dynamicMemberLookup
#endif
public struct Rendering: Sendable {
  /// The job that was asked for.
  public private(set) var job: RenderJob
  /// The frames to render, counted from the beginning of the rain; up to Int.max without an end.
  public private(set) var frames: Range<Int>
  /// The frames of the whole; Int.max without an end.
  public private(set) var totalFrames: Int
  /// The settings over time.
  public private(set) var automation: RainAutomation
  private(set) var fades: Fades

  #if !hasFeature(Embedded)
  /// An option of the job.
  public subscript<Value>(dynamicMember option: KeyPath<RenderJob, Value>) -> Value {
    job[keyPath: option]
  }
  #endif

  /// The rendering of a job.
  ///
  /// - Throws: The first reason why the job cannot be rendered.
  public init(_ job: RenderJob) throws(InvalidJob) {
    do {
      try job.rain.validate()
    } catch {
      throw .rain(error)
    }
    for option in RenderJob.options where !option.isInRange(job) {
      throw .outOfRange(option: option.name, range: option.range(in: job) ?? "")
    }
    let (extent, rate, total) = (job.extent, job.sampleRate, job.totalFrames)
    let from = extent.from.frames(sampleRate: rate)
    let to = extent.to?.frames(sampleRate: rate)
    fades = Fades(
      inFrames: extent.fadeIn.frames(sampleRate: rate),
      outFrames: extent.fadeOut.frames(sampleRate: rate))
    if let to, to > total { throw .toAfterEnd }
    if from > to ?? total { throw .fromAfterEnd(option: to == nil ? "duration" : "to") }
    if extent.duration == nil, extent.isLoop || fades.outFrames > 0 {
      throw .endless(option: extent.isLoop ? "loop" : "fadeOut")
    }
    if extent.isLoop, fades.inFrames + fades.outFrames > 0 { throw .fadedLoop }
    if extent.isLoop, total < rate { throw .shortLoop }
    if fades.inFrames + fades.outFrames > total { throw .longFades }

    let seconds = extent.duration == nil ? nil : Double(total) / Double(rate)
    automation = try job.writtenAutomation.automation(lasting: seconds)
    if extent.isLoop, let seconds, let name = automation.openCurve(after: seconds) {
      throw .openLoop(setting: name)
    }
    (self.job, frames, totalFrames) = (job, from..<(to ?? total), total)
  }

  /// Whether there is nothing that sounds, at any time.
  package var isEmpty: Bool { job.rain.isSilent && job.writtenAutomation.curves.isEmpty }

  /// Whether gain is as low as it can be from the first frame to the last.
  package var isTurnedDown: Bool {
    let silence = Setting.gain.row.range.lowerBound
    let keys = automation.curves.first { $0.setting == .gain }.map { Array($0.keys) } ?? []
    let start = Double(frames.lowerBound) / Double(job.sampleRate)
    let end = isEndless ? keys.last?.seconds ?? start : start + seconds
    return keys.allSatisfy { $0.value <= silence || !(start..<end).contains($0.seconds) }
      && automation.rains(at: [start, end]).allSatisfy { $0[.gain] <= silence }
  }

  package var encoder: PCMEncoder { encoder(of: nil) }

  /// The encoder of the mix, or of a stem. Each has a dither of its own: four times the same would
  /// be 6 dB louder in the sum.
  func encoder(of stem: RainStem?) -> PCMEncoder {
    var key = Source.dither.key(below: Source.root(seed: job.seed))
    if let number = RainStem.allCases.firstIndex(where: { $0 == stem }) { key = key.child(number) }
    // Rain that is silent at all times gets no dither: the result is digital silence.
    return PCMEncoder(
      format: job.format, channels: job.channels,
      dither: job.isDithered && !isEmpty ? key : nil)
  }

  /// A rendering without an end of constant rain, which is valid, with a seed and the other options of this
  /// one.
  package func endless(_ rain: Rain, seed: UInt64) -> Rendering {
    var endless = self
    endless.job.writtenAutomation = WrittenAutomation(rain)
    endless.job.writtenAutomation.place = job.writtenAutomation.place
    endless.job.seed = seed
    endless.job.extent = Extent(duration: nil)
    (endless.frames, endless.totalFrames) = (0..<Int.max, .max)
    endless.automation = RainAutomation(rain)
    endless.fades = Fades(inFrames: 0, outFrames: 0)
    return endless
  }

  /// Some frames of this rendering, as a whole that ends with them and has no fades.
  package func excerpt(_ frames: Range<Int>) -> Rendering {
    var excerpt = self
    excerpt.job.extent = Extent(
      duration: Duration(frame: frames.upperBound, sampleRate: job.sampleRate))
    excerpt.job.extent.from = Duration(frame: frames.lowerBound, sampleRate: job.sampleRate)
    (excerpt.frames, excerpt.totalFrames) = (frames, frames.upperBound)
    excerpt.fades = Fades(inFrames: 0, outFrames: 0)
    return excerpt
  }

  /// This rendering for two speakers.
  package func inStereo() throws(InvalidJob) -> Rendering {
    var job = job
    job.layout = .stereo
    return try Rendering(job)
  }

  package var waveFormat: WaveFormat {
    WaveFormat(job.format, layout: job.layout, sampleRate: job.sampleRate)
  }

  /// Whether the rendering has no end.
  public var isEndless: Bool { frames.upperBound == .max }

  /// The length of the frames to render, in s.
  package var seconds: Double { Double(frames.count) / Double(job.sampleRate) }

  /// The frames of a loop; nil for rain that does not go round.
  package var loop: Int? { job.extent.isLoop ? totalFrames : nil }
}

extension RainAutomation {
  /// The name of a curve that ends after a loop of that length at another value than it begins with; nil if
  /// all settings come round.
  fileprivate func openCurve(after seconds: Double) -> String? {
    func isClosed(_ automation: RainAutomation) -> Bool {
      let rains = automation.rains(at: [0, seconds])
      return rains[0] == rains[1]
    }
    if curves.isEmpty || isClosed(self) { return nil }
    let open = curves.first { curve in
      // By itself, a curve may contradict the settings that are constant.
      guard let alone = try? RainAutomation(rain, curves: [curve]) else { return true }
      return !isClosed(alone)
    }
    return (open ?? curves[0]).setting.name
  }
}

/// The length of a rendering, the part of it that is rendered, and how its ends are shaped.
///
///     0          from                    to        duration
///     |-----------|======================|----------|
///     |< fadeIn >|                        |< fadeOut >|
///
/// Parts that follow one another join to the whole without a seam: fades and loops belong to the
/// whole, not to the part.
public struct Extent: Sendable, Hashable {
  /// The length of the whole; nil for endless rain.
  public var duration: Duration?
  /// Where the part begins.
  public var from = Duration.zero
  /// Where the part ends; nil for the end of the whole.
  public var to: Duration?
  /// Whether the end of the whole leads on to its beginning without a seam. The whole then lasts 1 s
  /// or more and has no fades.
  public var isLoop = false
  /// How long the whole takes to rise from silence.
  public var fadeIn = Duration.zero
  /// How long the whole takes to fall to silence at its end.
  public var fadeOut = Duration.zero
  /// When the whole begins in a session, as a WAV says in `bext`.
  public var timeReference = Duration.zero

  /// The whole of a rendering of that length; nil for endless rain.
  public init(duration: Duration?) { self.duration = duration }

  /// The longest time: 10⁹ h. At 192 kHz that is a tenth of the frames that an Int of 64 bits can
  /// count.
  public static let longest = Duration.longestWritten

  /// The longest time at a rate, whose frames an Int counts, and those of a tile beyond its end: in
  /// WebAssembly 13.5 h at 44,100 Hz.
  package static func longest(sampleRate: Int) -> Duration {
    min(longest, Duration(frame: Int.max - (1 << 16), sampleRate: max(1, sampleRate)))
  }
}

// In Int64, as an Int has 32 bits in WebAssembly.
extension Duration {
  /// The time of a frame, to the nanosecond. ``frames(sampleRate:)`` gives the frame again.
  package init(frame: some BinaryInteger, sampleRate: Int) {
    let rate = Int64(sampleRate)
    let (seconds, frames) = Int64(frame).quotientAndRemainder(dividingBy: rate)
    let nanoseconds = (frames * 1_000_000_000 + rate / 2) / rate
    self = .seconds(seconds) + .nanoseconds(nanoseconds)
  }

  /// The number of frames nearest to this time, which is not negative; half a frame is rounded up.
  /// Fractions of a nanosecond are ignored. `Int.max` where it cannot count so many.
  package func frames(sampleRate: Int) -> Int { Int(clamping: wideFrames(sampleRate: sampleRate)) }

  /// The same number where an Int cannot count so many; `Int64.max` at a rate at which nothing
  /// does, as a damaged file may say.
  package func wideFrames(sampleRate: Int) -> Int64 {
    let (seconds, attoseconds) = components
    let (nanoseconds, rate) = (attoseconds / 1_000_000_000, Int64(sampleRate))
    if seconds >= .max / rate { return .max }
    return seconds * rate + (nanoseconds * rate + 500_000_000) / 1_000_000_000
  }
}

extension Rendering {
  package func configuration(startingAt frame: Int) -> RainRenderer.Configuration {
    RainRenderer.Configuration(
      automation, layout: job.layout, sampleRate: job.sampleRate, seed: job.seed,
      startingAt: frame, loop: loop)
  }

  /// Whether it begins with the rain: an excerpt without a frame does not, or the lists that follow
  /// it would have a second header.
  package var isBeginning: Bool { frames.lowerBound == 0 && (!frames.isEmpty || totalFrames == 0) }

  package func flashes(in frames: Range<Int>) -> Flashes {
    checked { () throws(InvalidSetting) in
      try Flashes(automation, in: frames, sampleRate: job.sampleRate, seed: job.seed, loop: loop)
    }
  }

  package func drops(in frames: Range<Int>) -> Drops {
    checked { () throws(InvalidSetting) in
      try Drops(automation, in: frames, sampleRate: job.sampleRate, seed: job.seed, loop: loop)
    }
  }
}
