internal import CommandLineKit
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Wording

/// `drop`: one drop by itself, with the samples that it adds to the mix.
enum DropCommand {
  static let specification = CommandSpecification(
    "drop", "Shows one drop by itself: its waveform, its parts and its numbers",
    usage: [
      "[settings] [--number N]",
      "[settings] [--number N] [--svg FILE] [--csv FILE] [-o WAV]",
    ],
    details: [
      """
      The drop is heard as it is in the rain, through --muffle and --low-cut, but without echo, patter \
      and bed. Without --svg, --csv or -o a chart of it is drawn. Impact, delay and bubble follow each \
      other; the splash and the modes of the surface sound at the same time.
      """,
      """
      Drops differ. --variation 0 --size-spread 0 makes all of them 2 mm large and alike, so that a picture \
      shows what a setting does. --scale gives several pictures the same axis.
      """,
      """
      --watch draws the drop anew whenever the file of the preset is saved, and shows what is wrong in it, \
      until Ctrl-C: for a terminal beside an editor.
      """,
    ],
    examples: [
      "rainsynth drop -p puddles",
      "rainsynth drop --variation 0 --size-spread 0 --delay 20 --scale 0.2",
      "rainsynth drop --number 7 --svg drop.svg --csv drop.csv -o drop.wav",
    ],
    options: [
      Option(
        "number", takes: "N", "which drop, in the order in which they fall",
        range: "1 .. \(numbers.upperBound)", standard: "1", isEveryday: true),
      Option(
        "scale", takes: "N", "amplitude at which the axis ends",
        range: scales.description, standard: "the drop's peak"),
      Option("svg", takes: "FILE", "draw it as a picture", completion: .file, isEveryday: true),
      Option(
        "csv", takes: "FILE", "write its samples as a table", completion: .file),
      Option(
        "output", short: "o", takes: "FILE", "write it as a WAV", completion: .file,
        isEveryday: true),
      WatchedPreset.option,
    ],
    shared: [WaveFile.group] + SettingFlags.groups.map { $0.without(absentFlags) } + [
      Program.helpGroup
    ],
    arguments: [Argument("FILE.json", .file(ending: ".json"))],
    absences: [
      (
        ["duration", "from", "to", "loop", "fade-in", "fade-out"],
        "a drop lasts as long as it sounds"
      ),
      (["curve", "gauge", "column", "unit", "speed"], "a drop has the settings of one moment"),
    ])

  /// Flags of time do not apply to one drop, and it is rendered at once.
  static let absentFlags: Set = [
    "duration", "from", "to", "loop", "fade-in", "fade-out", "jobs", "progress",
    "curve", "gauge", "column", "unit", "speed",
  ]

  private static let numbers = 1...1_000_000
  private static let scales = Quantity(Parameter.Unit.none.written, 1e-6...10)

  static func run(_ commandLine: ParsedCommandLine) throws(Failure) {
    if commandLine["watch"] != nil { try DropWatch.run(commandLine) }
    if let argument = commandLine.arguments.first {
      throw Failure(
        .wrongUsage,
        "drop takes \(argument.quoted) only behind --watch; a preset follows --preset")
    }
    let settings = try Settings(commandLine, standardDuration: RenderCommand.standardDuration)
    let waveFile = try WaveFile(commandLine)
    var job = try settings.job(of: Settings.preset(commandLine))
    // Of settings that move, a drop has those of the beginning.
    job.writtenCourse = WrittenCourse(job.rain)
    let number = try number(commandLine["number"])
    let scale = try scale(commandLine["scale"])
    let (svg, csv, wave) = (commandLine["svg"], commandLine["csv"], commandLine["output"])
    try checkNames(commandLine, isForced: settings.isForced)
    if wave == "-" {
      try PlaybackHint.refuseTerminal(["drop"] + commandLine.words, PlaybackHint.wave)
    }
    if let wave { try PlaybackHint.refuseTerminal(path: wave) }
    settings.announceInputs()
    let recording = try recording(number, job)
    let figure = figure(
      of: recording, job,
      title: "Drop \(number) of \(settings.preset ?? "steady"), seed \(job.seed)",
      settings: settings.rainFlags, scale: scale)
    // If one output cannot be written, none is.
    let outputs = (
      svg: try open(svg, settings), csv: try open(csv, settings), wave: try open(wave, settings)
    )
    let opened = [outputs.svg, outputs.csv, outputs.wave].compactMap(\.self)
    for (index, output) in opened.enumerated() {
      guard !opened[..<index].contains(where: output.isRival) else {
        throw Failure(.wrongUsage, "--svg, --csv and -o have to go to different places")
      }
    }
    if let output = outputs.svg {
      try output.write(Array(DropPicture.svg(figure).utf8))
      try output.commit()
    }
    if let output = outputs.csv {
      try DropTable.write(figure) { (bytes) throws(Failure) in try output.write(bytes) }
      try output.commit()
    }
    if let output = outputs.wave {
      try write(recording, number, of: job, waveFile, to: output)
    }
    if opened.isEmpty { try StandardOutput.print(DropChart.text(figure, Screen(descriptor: 1))) }
  }

  /// The picture of the drop that a command line asks for, as it is drawn in a terminal.
  static func figure(_ commandLine: ParsedCommandLine) throws(Failure) -> DropFigure {
    let settings = try Settings(commandLine, standardDuration: RenderCommand.standardDuration)
    var job = try settings.job(of: Settings.preset(commandLine))
    job.writtenCourse = WrittenCourse(job.rain)
    let number = try number(commandLine["number"])
    return figure(
      of: try recording(number, job), job,
      title: "Drop \(number) of \(settings.preset ?? "steady"), seed \(job.seed)",
      settings: settings.rainFlags, scale: try scale(commandLine["scale"]))
  }

  private static func recording(
    _ number: Int, _ job: RenderJob
  ) throws(Failure) -> DropRecording {
    let found: DropRecording?
    do {
      found = try DropRecording(
        number: number - 1, of: job.rain, sampleRate: job.sampleRate, channels: job.channels,
        seed: job.seed)
    } catch {
      throw Failure(error)
    }
    if let found { return found }
    throw Failure(
      .wrongUsage,
      "no drop \(number) falls within a day of this rain; raise --drops or lower --number")
  }

  /// Refuses names that belong to other kinds of files.
  private static func checkNames(
    _ commandLine: ParsedCommandLine, isForced: Bool
  ) throws(Failure) {
    let words = ["drop"] + commandLine.words(without: ["svg", "csv", "output"])
    let outputs: [(name: String, flag: String, content: OutputName.Content)] = [
      ("svg", "--svg", .picture), ("csv", "--csv", .table), ("output", "-o", .sound),
    ]
    for output in outputs {
      guard let path = commandLine[output.name] else { continue }
      try OutputName.check(path, output.content, flag: output.flag, words, isForced: isForced)
      if output.content == .sound, OutputName.isRaw(path) {
        throw Failure(.wrongUsage, "drop -o writes a WAV; --csv has the samples alone")
      }
    }
  }

  private static func number(_ text: String?) throws(Failure) -> Int {
    guard let text else { return 1 }
    guard let number = Int(text), numbers.contains(number) else {
      throw Failure(
        .wrongUsage, "--number takes 1 .. \(numbers.upperBound), not \(text.quoted)")
    }
    return number
  }

  private static func scale(_ text: String?) throws(Failure) -> Double? {
    guard let text else { return nil }
    do {
      return try scales.parse(text, for: "--scale")
    } catch {
      throw Failure(error)
    }
  }

  private static func figure(
    of recording: DropRecording, _ job: RenderJob, title: String, settings: String, scale: Double?
  ) -> DropFigure {
    let timing = recording.timing
    let onset = Double(recording.onset) / Double(job.sampleRate)
    var facts = [
      ("falls at", "\(FixedPoint.text(onset, decimals: 3)) s"),
      ("diameter", "\(FixedPoint.text(recording.drop.diameter, decimals: 2)) mm"),
      ("distance", "\(FixedPoint.text(recording.drop.distance, decimals: 2)) m"),
    ]
    if let bubble = recording.drop.bubble, !timing.bubble.isEmpty {
      facts.append(("bubble", "\(FixedPoint.text(bubble.frequency, decimals: 0)) Hz"))
    }
    let peak = recording.samples.reduce(0) { max($0, $1.magnitude) }
    if let scale, Double(peak) > scale {
      facts.append(("peak", "\(FixedPoint.brief(Double(peak))), beyond the scale"))
    }
    return DropFigure(
      samples: recording.samples, channels: job.channels, sampleRate: job.sampleRate,
      impact: timing.impact, delay: timing.delay, bubble: timing.bubble, splash: timing.splash,
      modes: timing.modes, title: title, settings: settings, facts: facts, scale: scale)
  }

  private static func open(_ path: String?, _ settings: Settings) throws(Failure) -> Output? {
    guard let path else { return nil }
    return try Output(path, isForced: settings.isForced)
  }

  /// Writes the drop as a WAV. The bytes are those of the job for the same frames, with dither, without
  /// fades.
  private static func write(
    _ recording: DropRecording, _ number: Int, of job: RenderJob, _ waveFile: WaveFile,
    to output: Output
  ) throws(Failure) {
    var job = job
    let end = recording.onset + recording.samples.count / job.channels
    job.excerpt = Excerpt(duration: Duration(frame: end, sampleRate: job.sampleRate))
    job.excerpt.from = Duration(frame: recording.onset, sampleRate: job.sampleRate)
    let contents = try waveFile.contents(of: job, drop: number)
    var bytes = contents.header
    let samples = recording.samples
    let channels = job.channels
    let left = stride(from: 0, to: samples.count, by: channels).map { samples[$0] }
    let right = channels == 2 ? stride(from: 1, to: samples.count, by: 2).map { samples[$0] } : []
    job.encoder.encode(
      left.span, right.span, firstFrame: recording.onset, into: &bytes)
    try output.write(bytes + contents.trailer)
    try output.commit()
  }
}
