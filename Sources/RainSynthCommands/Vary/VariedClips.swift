internal import RainDSP
internal import RainFiles
internal import Text

/// The clips that settings, a preset and variations give, by their numbers.
struct VariedClips: Sendable {
  private let settings: RenderFlags
  private let preset: Preset?
  private let variations: Variations
  private let draws: ClipDraws

  init(_ settings: RenderFlags, _ preset: Preset?, _ variations: Variations) throws {
    (self.settings, self.preset, self.variations) = (settings, preset, variations)
    draws = ClipDraws(seed: try settings.rendering(of: preset).seed)
  }

  /// The rendering of a clip, and what was drawn for it, as keys and JSON.
  func rendering(
    _ number: Int
  ) throws -> (job: Rendering, varied: [(key: String, json: String)]) {
    let drawn = draws.values(ofClip: number, variations.settings)
    var varied = drawn.map(ClipRun.varied)
    var preset = preset
    if let (list, distribution) = variations.presets {
      preset = list[Int(draws.draw("preset", ofClip: number, distribution))]
      varied.append(("preset", JSONText.string(preset?.name ?? "")))
    }
    let seconds = variations.duration.map { draws.draw("duration", ofClip: number, $0) }
    if let seconds { varied.append(("duration", NumberText.shortest(seconds))) }
    do {
      let job = try settings.rendering(
        of: preset, drawn: drawn, seed: draws.seed(ofClip: number),
        duration: seconds.map { .seconds($0) })
      return (job, varied)
    } catch {
      throw Failure(Failure(error).status, "clip \(number): \(Failure(error).sentence)")
    }
  }
}

/// The clips of a run of `vary`.
struct VaryRun {
  /// The clips that are planned at a time.
  private static let clipsAtOnce = 4096

  private let settings: RenderFlags
  private let clips: VariedClips
  private var run: ClipRun
  private var failed: [Int] = []

  init(
    folder: String, _ settings: RenderFlags, _ waveFile: WaveWriter, _ clips: VariedClips,
    log: DropLogFormat?
  ) throws {
    (self.settings, self.clips) = (settings, clips)
    run = try ClipRun(folder: folder, .lines, of: "vary", settings, waveFile, log: log)
  }

  /// Renders the clips of these numbers that are not there yet.
  nonisolated(nonsending) mutating func render(_ numbers: Range<Int>) async throws {
    var first = numbers.lowerBound
    while first < numbers.upperBound {
      let end = first + min(Self.clipsAtOnce, numbers.upperBound - first)
      var missing: [ClipRun.RenderedClip] = []
      for number in first..<end {
        if let clip = try planned(number) { missing.append(clip) }
      }
      failed += try await run.render(missing).compactMap { missing[$0].clip.number }
      first = end
    }
    if run.unchanged > 0, !settings.isQuiet {
      StandardError.note("\(run.unchanged) of \(numbers.count) clips were there already")
    }
    try run.finish()
    guard failed.isEmpty else {
      throw Failure(
        .couldNot, "\(failed.count) of \(numbers.count) clips failed, the first: \(failed[0])")
    }
  }

  /// The clip of that number; nil if it is there.
  private mutating func planned(_ number: Int) throws -> ClipRun.RenderedClip? {
    let (job, varied) = try clips.rendering(number)
    return try run.planned(
      job, file: ClipRun.fileName(job.title, number, ending: run.ending), number: number,
      preset: job.title,
      name: "clip \(number)", varied: varied, hasText: settings.hasText)
  }
}
