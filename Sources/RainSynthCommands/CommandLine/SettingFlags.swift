internal import CommandLineKit
internal import RainAudio
internal import RainDSP

/// The flags that every rendering command understands: their table, and how each is read.
struct SettingFlags {
  static let groups: [OptionGroup] =
    [OptionGroup("Settings", settings)]
    + Parameter.Group.allCases.map { group in
      OptionGroup(
        group.rawValue, Rain.parameters.filter { $0.group == group }.map(\.option),
        topic: .settings)
    }

  private static let settings = [
    Option(
      "preset", short: "p", takes: "NAME|FILE",
      "start from a shipped preset or a JSON file; all other flags override it",
      standard: "steady", completion: .preset,
      isEveryday: true),
    Option(
      "duration", short: "d", takes: "TIME",
      "length, as 90, 90s, 10m, 1h30m, 5:00 or 1:30:00",
      range: "0 .. 1000000000 h", standard: "60s; hash 10s; stream endless",
      isEveryday: true),
    Option(
      "seed", short: "s", takes: "N|random", "which rain of these settings; random draws one",
      range: "0 .. \(UInt64.max)", standard: "1", completion: Completion(words: ["random"]),
      isEveryday: true),
    Option(
      "rate", short: "r", takes: "HZ", "sample rate", range: sampleRates.description,
      standard: "44100",
      completion: Completion(words: ["22050", "44100", "48000", "96000", "192000"])),
    Option(
      "channels", short: "c", takes: "1|2", "mono or stereo", standard: "2",
      completion: Completion(words: ["1", "2"])),
    Option(
      "format", short: "b", takes: "FORMAT", "samples, little-endian",
      range: SampleFormat.allCases.map(\.rawValue).joined(separator: ", "), standard: "s16",
      completion: Completion(words: SampleFormat.allCases.map(\.rawValue))),
    Option("no-dither", "leave out the dither of s16 and s24"),
    Option(
      "from", takes: "TIME", "begin here; slices joined are the whole", standard: "0"),
    Option("to", takes: "TIME", "end here", standard: "the end"),
    Option("loop", "let the end of --duration, 1 s or more, lead on to the beginning"),
    Option("fade-in", takes: "TIME", "rise from silence at the beginning", standard: "0"),
    Option(
      "fade-out", takes: "TIME", "fall to silence at the end of --duration", standard: "0"),
    ThreadCount.option,
    Option("force", short: "f", "overwrite existing files", isEveryday: true),
    Option("quiet", short: "q", "say nothing but errors"),
    Option(
      "progress", takes: "WHEN", "a line that says how far it is; json: one a second",
      range: Progress.Mode.allCases.map(\.rawValue).joined(separator: ", "), standard: "auto",
      completion: Completion(words: Progress.Mode.allCases.map(\.rawValue))),
  ]

  private static let sampleRates = Quantity(Parameter.Unit.hertz.written, 8_000...192_000)

  private let commandLine: ParsedCommandLine

  init(_ commandLine: ParsedCommandLine) {
    self.commandLine = commandLine
  }

  func seed() throws(UsageError) -> UInt64 {
    guard let text = commandLine["seed"] else { return 1 }
    if text == "random" { return UInt64.random(in: 0...UInt64.max) }
    guard let seed = UInt64(text) else {
      throw UsageError("--seed takes 0 .. \(UInt64.max) or random, not \(text.quoted)")
    }
    return seed
  }

  func sampleRate() throws(UsageError) -> Int {
    guard let text = commandLine["rate"] else { return 44_100 }
    let rate = try SettingFlags.sampleRates.parse(text, for: "--rate")
    guard let whole = Int(exactly: rate) else {
      throw UsageError(
        "--rate takes whole numbers of \(SettingFlags.sampleRates), not \(text.quoted)")
    }
    return whole
  }

  func choice<Choice>(
    _ flag: String, of choices: [(name: String, choice: Choice)]
  ) throws(UsageError) -> Choice? {
    guard let text = commandLine[flag] else { return nil }
    guard let choice = choices.first(where: { $0.name == text })?.choice else {
      let names = choices.map(\.name).joined(separator: ", ")
      throw UsageError("--\(flag) takes one of \(names), not \(text.quoted)")
    }
    return choice
  }

  func choice<Choice: CaseIterable & RawRepresentable>(
    _ flag: String, of: Choice.Type
  ) throws(UsageError) -> Choice? where Choice.RawValue == String {
    try choice(flag, of: Choice.allCases.map { ($0.rawValue, $0) })
  }

  var isLoop: Bool { commandLine["loop"] != nil }

  /// The frames that --duration, --from and --to leave, those of the whole, and its fades; without
  /// `standardDuration` and --duration there is no end.
  func frames(
    sampleRate: Int, _ standardDuration: Duration?
  ) throws(UsageError) -> (frames: Range<Int>, total: Int, Fades) {
    func frames(_ flag: String) throws(UsageError) -> Int? {
      guard let text = commandLine[flag] else { return nil }
      guard let time = Duration(written: text) else {
        throw UsageError(
          "--\(flag) takes a time of 0 .. 1000000000 h, as 90, 1.5s, 10m, 1h30m or 5:00, "
            + "with at most 9 decimals, not \(text.quoted)")
      }
      return time.frames(sampleRate: sampleRate)
    }
    func written(_ flag: String) -> String { "--\(flag) \((commandLine[flag] ?? "").quoted)" }

    let duration = try frames("duration")
    let from = try frames("from") ?? 0
    let to = try frames("to")
    let fadeIn = try frames("fade-in") ?? 0
    let fadeOut = try frames("fade-out") ?? 0

    var total = duration ?? standardDuration?.frames(sampleRate: sampleRate)
    if let to, let end = total, to > end {
      if duration != nil {
        throw UsageError("\(written("to")) lies after the end, \(written("duration"))")
      }
      // Without a loop or a fade-out, the frames do not depend on where the whole ends.
      if isLoop || fadeOut > 0 {
        throw UsageError(
          "\(written("to")) lies after the end that --\(isLoop ? "loop" : "fade-out") needs; "
            + "add --duration")
      }
      total = to
    }
    let end = to ?? total ?? Int.max
    if from > end {
      throw UsageError(
        to != nil
          ? "\(written("from")) lies after \(written("to"))"
          : duration != nil
            ? "\(written("from")) lies after the end, \(written("duration"))"
            : "\(written("from")) lies after the end; add --duration or --to")
    }
    if total == nil, isLoop || fadeOut > 0 {
      throw UsageError("--\(isLoop ? "loop" : "fade-out") needs an end; add --duration")
    }
    if isLoop, fadeIn + fadeOut > 0 {
      throw UsageError("a fade is a gap in every round of a --loop; leave one of them out")
    }
    if let total, isLoop, total < sampleRate {
      throw UsageError("--loop takes a --duration of 1 s or more")
    }
    if let total, fadeIn + fadeOut > total {
      throw UsageError("the fades are longer than the whole; shorten them or lengthen --duration")
    }
    return (from..<end, total ?? Int.max, Fades(inFrames: fadeIn, outFrames: fadeOut))
  }
}

extension Completion {
  /// The shipped presets and files.
  static let preset = Completion(words: ShippedPresets.names, paths: .files)
}
