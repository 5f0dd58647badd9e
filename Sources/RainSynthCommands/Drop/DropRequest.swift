internal import CommandLineKit
internal import RainDSP
internal import RainFiles
internal import Text

/// A rain, which of its drops is wanted, and how that one is shown.
struct DropRequest {
  static let numbers = 1...1_000_000
  static let peaks = Quantity(Setting.Unit.decibels.written, -100...0)
  static let scales = Quantity(Setting.Unit.none.written, 1e-6...10)

  let settings: RenderFlags
  /// The rain; where settings move, that of the beginning.
  let job: Rendering
  private let firstValues: String?
  let number: Int
  let peak: Double?
  let scale: Double?

  init(_ commandLine: ParsedCommandLine) throws {
    settings = try RenderFlags(commandLine)
    let whole = try settings.rendering()
    job = whole.endless(whole.writtenAutomation.beginning, seed: whole.seed)
    firstValues = whole.firstValuesSentence
    number =
      try commandLine.number("number", in: Self.numbers)
      ?? (commandLine["count"] == nil ? Self.firstWithAllParts(of: job) : 1)
    peak = try commandLine.number("peak", Self.peaks)
    scale = try commandLine.number("scale", Self.scales)
  }

  /// The first drop whose bubble is as loud as its impact, among those of ten minutes; 1 where there is none.
  private static func firstWithAllParts(of job: Rendering) throws -> Int {
    let drops = try Drops(
      job.rain, in: 0..<600 * job.sampleRate, sampleRate: job.sampleRate, seed: job.seed)
    for (index, (_, drop)) in drops.prefix(1000).enumerated() {
      let peaks = drop.peaks(sampleRate: job.sampleRate)
      if peaks.bubble > 0 && peaks.bubble >= peaks.impact { return index + 1 }
    }
    return 1
  }

  /// Says what a person has to know before the drop is shown.
  func announce() {
    settings.announceInputs(of: job, .drop)
    let levels = [Setting.gain, .level, .trim, .dynamics, .dropLevel].map(\.flagName)
    for name in levels where peak != nil && settings.commandLine[name] != nil {
      settings.note("--\(name) changes nothing: --peak sets the level")
    }
    if let sentence = firstValues { settings.note(sentence) }
  }

  /// The drops from that one on, as the job or one with other channels has them.
  func recordings(of job: Rendering) throws -> DropRecording.Recordings {
    try DropRecording.Recordings(
      from: number - 1, of: job.rain, sampleRate: job.sampleRate, layout: job.layout,
      seed: job.seed, peak: peak.map { Float(Elementary.amplitude(decibels: $0)) })
  }

  func recording(of job: Rendering) throws -> DropRecording {
    var recordings = try recordings(of: job)
    if let recording = recordings.next() { return recording }
    throw Flaw("no drop \(number) falls within a day of this rain; raise --drops or lower --number")
  }

  /// The drop as it is drawn, in stereo where the rendering has more channels.
  func drawing() throws -> Chart {
    var shown = job.job
    if shown.layout.isSurround { shown.layout = .stereo }
    let job = try Rendering(shown)
    let recording = try recording(of: job)
    let timing = recording.timing
    let onset = Double(recording.onset) / Double(job.sampleRate)
    var facts = [
      ("falls at", "\(FixedPoint.text(onset, decimals: 3)) s"),
      ("diameter", "\(FixedPoint.text(recording.drop.diameter, decimals: 2)) mm"),
      ("distance", "\(FixedPoint.text(recording.drop.distance, decimals: 2)) m"),
    ]
    if let bubble = recording.drop.bubble, !timing.bubble.isEmpty {
      let pitches = [bubble.frequency, bubble.lastFrequency].map {
        FixedPoint.text($0, decimals: 0)
      }
      facts.append(
        (
          "bubble",
          pitches[0] == pitches[1] ? "\(pitches[0]) Hz" : "\(pitches.joined(separator: " → ")) Hz"
        ))
    }
    let peak = recording.samples.reduce(0) { max($0, $1.magnitude) }
    if let scale, Double(peak) > scale {
      facts.append(("peak", "\(FixedPoint.brief(Double(peak))), beyond the scale"))
    }
    return Chart(
      drop: recording.samples, channels: job.channels, sampleRate: job.sampleRate,
      impact: timing.impact, delay: timing.delay, bubble: timing.bubble, splash: timing.splash,
      modes: timing.modes,
      title:
        "Drop \(number) of \(settings.commandLine["preset"] ?? Preset.standardName), seed \(job.seed)",
      settings: settings.rainFlags, facts: facts, scale: scale)
  }
}
