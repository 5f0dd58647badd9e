/// A rain, which of its drops is wanted, and how that one is shown.
struct DropRequest {
  static let numbers = 1...1_000_000
  static let peaks = Quantity(Setting.Unit.decibels.written, -100...0)
  static let diameters = Quantity(Unit("mm"), 0.5...6)
  static let scales = Quantity(Setting.Unit.none.written, 1e-6...10)

  let settings: RenderFlags
  /// The rain; where settings move, that of the beginning.
  let job: Rendering
  private let firstValues: String?
  let number: Int
  /// Whether the drop was asked for by its size, and stands beside the theory.
  private let hasTheory: Bool
  let peak: Double?
  let scale: Double?

  init(_ commandLine: ParsedCommandLine) throws {
    settings = try RenderFlags(commandLine)
    let whole = try settings.rendering()
    let job = whole.endless(whole.writtenAutomation.beginning, seed: whole.seed)
    self.job = job
    firstValues = whole.firstValuesSentence
    let diameter = try commandLine.number("diameter", Self.diameters)
    try commandLine.requireOne(of: "number", "diameter", saying: "which drop")
    hasTheory = diameter != nil
    number =
      try diameter.map { try Self.first(ofDiameter: $0, in: job) }
      ?? commandLine.number("number", in: Self.numbers)
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

  /// The number of the first drop of a size in mm, within a two-hundredth: one with a bubble, if there is one among 20,000.
  private static func first(ofDiameter diameter: Double, in job: Rendering) throws -> Int {
    let drops = try Drops(
      job.rain, in: 0..<86_400 * job.sampleRate, sampleRate: job.sampleRate, seed: job.seed)
    var first: Int?
    for (index, (_, drop)) in drops.prefix(20_000).enumerated()
    where (drop.diameter / diameter - 1).magnitude <= 0.005 {
      first = first ?? index + 1
      if drop.soundingBubble(sampleRate: job.sampleRate) != nil { return index + 1 }
    }
    if let first { return first }
    throw Flaw(
      "no drop of this rain has a diameter of \(NumberText.shortest(diameter)) mm; --drop-size and --size-spread "
        + "move the sizes")
  }

  /// Measured speeds in still air, in m/s, of drops of 0.2 mm and every 0.4 mm up to 5.8 mm (Gunn &
  /// Kinzer 1949, "The terminal velocity of fall for water droplets in stagnant air", table 2).
  private static let measuredSpeeds = [
    0.72, 2.47, 4.03, 5.17, 6.09, 6.90, 7.57, 8.06, 8.44, 8.72, 8.92, 9.03, 9.09, 9.14, 9.17,
  ]

  /// The drop beside theory and measurement: its speed, or how far it has fallen, where it drips:
  /// v²/2g, as drag hardly counts there; the radius of the air bubble that has its pitch (Minnaert
  /// 1933, "On musical air-bubbles and the sounds of running water": √(3 γ p/ρ)/2π = 3.26 m/s over
  /// it at one bar), and its damping.
  private static func theory(_ drop: Drop, _ bubble: Bubble?) -> [(String, String)] {
    let step = min(max((drop.diameter - 0.2) / 0.4, 0), 13.999)
    let (low, high) = (measuredSpeeds[Int(step)], measuredSpeeds[Int(step) + 1])
    let fall = low + (high - low) * (step - step.rounded(.down))
    var facts = [("speed", "\(text(drop.speed, 2)), measured in still air \(text(fall, 2)) m/s")]
    if drop.speed < 0.8 * fall {
      facts.append(("drip", "fallen some \(text(drop.speed * drop.speed / 19.62, 1)) m"))
    }
    guard let bubble else { return facts }
    let damping = bubble.frequency * (0.043 + 0.0014 * bubble.frequency.squareRoot())
    return facts + [
      ("Minnaert radius", "\(text(3260 / bubble.frequency, 2)) mm"),
      ("decay", "\(text(bubble.decay, 0)), theory \(text(damping, 0)) /s"),
    ]
  }

  private static func text(_ number: Double, _ decimals: Int) -> String {
    FixedPoint.text(number, decimals: decimals)
  }

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
    let job = job.layout.isSurround ? try job.inStereo() : job
    let recording = try recording(of: job)
    let (drop, timing) = (recording.drop, recording.timing)
    var facts = [
      ("falls at", "\(Self.text(Double(recording.onset) / Double(job.sampleRate), 3)) s"),
      ("diameter", "\(Self.text(drop.diameter, 2)) mm"),
      ("distance", "\(Self.text(drop.distance, 2)) m"),
    ]
    let bubble = timing.bubble.isEmpty ? nil : drop.bubble
    if let bubble {
      let pitches = [bubble.frequency, bubble.lastFrequency].map { Self.text($0, 0) }
      let isSteady = pitches[0] == pitches[1]
      facts.append(("bubble", (isSteady ? pitches[0] : pitches.joined(separator: " → ")) + " Hz"))
    }
    if hasTheory { facts += Self.theory(drop, bubble) }
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
      settings: settings.rainFlags, facts: facts, scale: scale,
      below: [Chart(lawOf: job.rain, drop: drop.diameter)])
  }
}
