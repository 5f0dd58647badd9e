internal import CommandLineKit
internal import RainAudio
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

  /// Whether the gain follows from levels.
  var setsGain: Bool { loudness != nil || truePeak != nil }

  /// Throws where the gain moves, which follows from levels.
  func check(_ rendering: Rendering) throws {
    guard setsGain, rendering.writtenAutomation.moves(.gain) else { return }
    throw Failure(
      .wrongUsage,
      "--\(loudness == nil ? "true-peak" : "loudness") sets the gain, which has a curve here")
  }

  /// The rendering with the gain that they ask for; the ceiling has the last word.
  nonisolated(nonsending) func applied(to rendering: Rendering, threads: Int) async throws
    -> Rendering
  {
    try check(rendering)
    var rendering = rendering
    if let loudness { rendering = try await rendering.leveled(to: loudness, threads: threads) }
    if let truePeak {
      rendering = try await rendering.lowered(toTruePeak: truePeak, threads: threads)
    }
    return rendering
  }

  /// Loudness is met to so many LU: a tenth is what meters show, and the limiter may cost as much again.
  private static let tolerance = 0.2

  /// What the levels of a rendering have missed, or overdone, in sentences.
  func sentences(of levels: Levels) -> [String] {
    func text(_ number: Double) -> String { FixedPoint.text(number, decimals: 1) }
    var sentences: [String] = []
    if let loudness, let measured = levels.loudness,
      (measured - loudness).magnitude > Self.tolerance
    {
      let (missed, side) = (
        (measured - loudness).magnitude, measured < loudness ? "below" : "above"
      )
      let reason =
        measured < loudness && truePeak != nil
        ? "--true-peak allows no more" : "the limiter holds it there"
      sentences.append(
        "the loudness is \(text(measured)) LUFS, \(text(missed)) LU \(side) --loudness: \(reason)")
    }
    if truePeak == nil, let peak = Levels.decibels(Double(levels.truePeak)), peak > 0.05 {
      sentences.append(
        "the true peak is +\(text(peak)) dBTP, beyond full scale; --true-peak -1 of render keeps it below"
      )
    }
    return sentences
  }
}
