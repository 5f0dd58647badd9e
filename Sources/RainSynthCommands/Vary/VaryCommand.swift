/// `vary`: many clips whose settings are drawn at random.
enum VaryCommand: Runnable {
  static let specification = CommandSpecification(
    name: "vary", summary: "Writes clips with settings drawn at random, and manifest.jsonl",
    page: Page(PackageResources.vary_txt),
    options: [
      ClipFlags.count(1...mostClips, isEveryday: true),
      Variation.option,
      Option(
        "numbers", takes: "A..B", "render the clips of these numbers alone", range: "from 0",
        standard: "all"),
      Option("shard", takes: "I/N", "render one of N equal parts of the run", standard: "1/1"),
      Option(
        "log", takes: "FORMAT", "write a log of the drops beside each clip, as drops does",
        choices: DropLogFormat.allCases.map(\.rawValue)),
      Option(
        "sidecar", takes: "FORMAT", "write the line of each clip beside it, as WebDataset reads it",
        choices: Sidecar.allCases.map(\.rawValue)),
      ClipFlags.folder(isEveryday: true),
      ClipList.nameOption,
      ClipFlags.text,
      ClipFlags.sync,
      EncoderFlags.ending,
      EncoderFlags.encoder,
    ] + SettingFlags.labels,
    shared: SettingFlags.groups,
    arguments: Argument.rain,
    absences: [(["output"], "-O is the folder for its files")],
    defaults: ["duration": "10s"])

  /// The forms of the line of a clip beside it.
  private enum Sidecar: String, CaseIterable { case json }

  private static let mostClips = 100_000_000

  static func run(_ commandLine: ParsedCommandLine) async throws {
    let commandLine = try commandLine.namingRain()
    var settings = try RenderFlags(commandLine, length: .ofInputs(orElse: .seconds(10)))
    let variations = try Variations(commandLine, settings)
    settings.lots = RenderFlags.Lots(
      settings: variations.settings.map(\.setting), places: variations.places?.list ?? [],
      word: "\(Variation.flag) ")
    let log = try commandLine.choice("log", of: DropLogFormat.self)
    let numbers = try Self.numbers(commandLine)
    let hasLine = try commandLine.choice("sidecar", of: Sidecar.self) != nil
    var run = try ClipRun(settings, ClipFolder.Beside(log: log, hasLine: hasLine))
    let (form, rendering) = (run.form, try settings.rendering())
    let draws = ClipDraws(seed: rendering.seed)
    settings.announceInputs()
    form.encoder?.gapSentence(of: rendering).map(settings.note)
    try variations.announceUnused(settings)
    try await run.render(numbers) { try variations.clip($0, draws, settings, form) }
  }

  private static func numbers(_ commandLine: ParsedCommandLine) throws -> Range<Int> {
    let count = try commandLine.number("count", in: 1...mostClips)
    if let text = commandLine["shard"] {
      try commandLine.requireOne(of: "shard", "numbers", saying: "which part")
      guard let (first, second) = text.halves(at: "/"), let part = Int(first),
        let parts = Int(second), 1...1_000_000 ~= parts, 1...parts ~= part
      else { throw Flaw("--shard takes I/N, as 1/8 to 8/8, not \(text.quoted)") }
      guard let count else { throw Flaw("--shard needs the number of all clips: -n COUNT") }
      return count * (part - 1) / parts..<count * part / parts
    }
    guard let text = commandLine["numbers"] else {
      guard let count else { throw Flaw("vary needs the number of clips: -n COUNT") }
      return 0..<count
    }
    let ends = text.halves(at: "..") ?? (text[...], text[...])
    guard let low = Int(ends.0), let high = Int(ends.1), 0 <= low, low <= high,
      high < count ?? mostClips
    else {
      throw Flaw(
        "--numbers takes A..B, from 0 to \((count ?? mostClips) - 1), as 0..499, not \(text.quoted)"
      )
    }
    return low..<high + 1
  }
}
