internal import CommandLineKit
internal import RainDSP
internal import RainFiles
internal import Text

/// The flags that find the gain of a rendering by its levels.
struct LevelFlags {
  private static let loudness = Quantity(CommandLineKit.Unit("LUFS"), -60...(-10))
  private static let truePeak = Quantity(CommandLineKit.Unit("dBTP"), -60...0)

  /// The option --loudness, of one file or of each.
  static let loudnessOption = Option(
    "loudness", takes: "LUFS|keep",
    "set the gain that gives each file this loudness (EBU R 128); keep: leave it as it is",
    range: loudness.description, standard: "keep", completion: Completion(words: ["keep"]))

  static let group = OptionGroup(
    "Level",
    [
      loudnessOption,
      Option(
        "true-peak", takes: "DBTP|keep", "lower the gain until no true peak exceeds this",
        range: truePeak.description, standard: "keep", completion: Completion(words: ["keep"])),
    ])

  /// nil: that of the settings.
  let loudness: Double?
  /// nil: no ceiling but that of the limiter.
  let truePeak: Double?

  init(_ commandLine: ParsedCommandLine) throws {
    loudness = try Self.number("loudness", Self.loudness, commandLine)
    truePeak = try Self.number("true-peak", Self.truePeak, commandLine)
  }

  private static func number(
    _ flag: String, _ quantity: Quantity, _ commandLine: ParsedCommandLine
  ) throws -> Double? {
    guard let text = commandLine[flag], text != "keep" else { return nil }
    do {
      return try quantity.parse(text, for: "--\(flag)")
    } catch {
      throw Failure(.wrongUsage, "--\(flag) takes keep or \(quantity), not \(text.quoted)")
    }
  }

  /// The rendering with the gain that they ask for; the ceiling has the last word.
  nonisolated(nonsending) func applied(to rendering: Rendering, threads: Int) async throws
    -> Rendering
  {
    var rendering = rendering
    if let loudness { rendering = try await rendering.leveled(to: loudness, threads: threads) }
    if let truePeak {
      rendering = try await rendering.lowered(toTruePeak: truePeak, threads: threads)
    }
    return rendering
  }
}
