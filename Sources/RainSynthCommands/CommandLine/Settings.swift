internal import CommandLineKit
internal import RainAudio
internal import RainDSP

/// What the flags that all rendering commands share made of a command line, checked as far as it
/// does not depend on a preset.
struct Settings {
  let seed: UInt64
  let sampleRate: Int
  let channels: Int
  let format: SampleFormat
  let isDithered: Bool
  /// The frames to deliver; up to Int.max if there is no end.
  let frames: Range<Int>
  /// The frames of the whole, which `frames` are all or a part of; Int.max if there is no end.
  let totalFrames: Int
  let isLoop: Bool
  let fades: Fades
  let threads: Int
  let isForced: Bool
  let isQuiet: Bool
  let rf64: RF64
  /// Whether a WAV is a part of that of the whole.
  let isPart: Bool
  /// Whether a WAV tells its settings.
  let hasMetadata: Bool
  let progress: Progress.Mode
  /// What stood behind --preset.
  let preset: String?
  private let commandLine: ParsedCommandLine

  /// `standardDuration` holds without --duration; nil for an endless rendering.
  init(_ commandLine: ParsedCommandLine, standardDuration: Duration?) throws(Failure) {
    do throws(UsageError) {
      let flags = SettingFlags(commandLine)
      seed = try flags.seed()
      sampleRate = try flags.sampleRate()
      channels = try flags.choice("channels", of: [("1", 1), ("2", 2)]) ?? 2
      format = try flags.choice("format", of: SampleFormat.self) ?? .s16
      threads = try ThreadCount.read(commandLine)
      progress = try flags.choice("progress", of: Progress.Mode.self) ?? .auto
      rf64 = try flags.choice("rf64", of: RF64.self) ?? .auto
      isLoop = flags.isLoop
      (frames, totalFrames, fades) = try flags.frames(sampleRate: sampleRate, standardDuration)
    } catch {
      throw Failure(error)
    }
    if let lack = ProcessSetup.lack(threads: threads) { throw Failure(.couldNot, lack) }
    isDithered = commandLine["no-dither"] == nil
    isForced = commandLine["force"] != nil
    isQuiet = commandLine["quiet"] != nil
    isPart = commandLine["part"] != nil
    hasMetadata = commandLine["no-metadata"] == nil
    preset = commandLine["preset"]
    self.commandLine = commandLine
  }

  /// The preset that --preset names.
  func loadPreset() throws(Failure) -> Preset? {
    guard let preset else { return nil }
    return try PresetFile.load(preset)
  }

  /// The presets that the arguments name, of a command that takes some.
  func presetArguments() throws(Failure) -> [String] {
    if let first = commandLine.arguments.first, preset != nil {
      throw Failure(
        .wrongUsage, "\(first.quoted) and --preset both say where to start; leave one of them out")
    }
    return commandLine.arguments
  }

  /// The job of a preset, or of steady rain, with all flags of the command line applied to
  /// it in their order.
  func job(of preset: Preset?) throws(Failure) -> RenderJob {
    var rain = preset?.rain ?? Rain()
    let parameters = Dictionary(uniqueKeysWithValues: Rain.parameters.map { ($0.flagName, $0) })
    for flag in commandLine.flags {
      guard let parameter = parameters[flag.name] else { continue }
      do {
        try parameter.set(&rain, to: flag.value)
      } catch {
        throw Failure(error)
      }
    }
    do {
      try rain.validate()
    } catch {
      throw Failure(.wrongUsage, error.sentence { "--\(Parameter.flagName(of: $0))" })
    }
    return RenderJob(
      rain: rain, seed: seed, sampleRate: sampleRate, channels: channels, format: format,
      isDithered: isDithered, frames: frames, totalFrames: totalFrames, isLoop: isLoop,
      fades: fades)
  }

  /// A progress line for this command line.
  func makeProgress(totalFrames: Int?) -> Progress {
    Progress(isQuiet ? .never : progress, sampleRate: sampleRate, totalFrames: totalFrames)
  }

  /// Says a seed that was drawn: without it, the rain could not be had again.
  func announceSeed() {
    guard commandLine["seed"] == "random" else { return }
    StandardError.note("drew a seed; --seed \(seed) gives this rain again")
  }

  /// Says how many samples were clipped, if any.
  func announce(clippedSamples: Int, in preset: String? = nil) {
    guard clippedSamples > 0, !isQuiet else { return }
    let place = preset.map { " in \($0.quoted)" } ?? ""
    let samples = clippedSamples == 1 ? "1 sample was" : "\(clippedSamples) samples were"
    StandardError.note("\(samples) clipped\(place); a lower --gain avoids it")
  }
}
