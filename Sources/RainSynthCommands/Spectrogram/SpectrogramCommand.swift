/// `spectrogram`: a picture of a sound.
enum SpectrogramCommand: Runnable {
  static let specification = CommandSpecification(
    name: "spectrogram", summary: "Draws the waveform and the spectrogram of rain, or of a WAV",
    page: Page(PackageResources.spectrogram_txt),
    options: [PictureFlag.option],
    shared: SettingFlags.groups,
    arguments: Argument.rain,
    absences: [(["output"], "--svg FILE.svg draws to a file")],
    defaults: ["duration": "60s"])

  static func run(_ commandLine: ParsedCommandLine) async throws {
    // Known before a long sound is measured.
    let output = try PictureFlag.output(commandLine)
    let chart =
      if let path = commandLine.arguments.first, !isPreset(path) {
        try chart(ofFile: path, commandLine)
      } else {
        try await chart(ofSettings: commandLine.namingRain())
      }
    try chart.write(to: output, isQuiet: commandLine["quiet"] != nil)
  }

  /// Whether a word is no sound: the name of a preset that is shipped, or of a file in JSON.
  private static func isPreset(_ word: String) -> Bool {
    ShippedPresets.kind(of: word) != nil || OutputName.ending(of: word) == "json"
  }

  private static func chart(ofFile path: String, _ commandLine: ParsedCommandLine) throws -> Chart {
    let fitting: Set = ["svg", "force", "quiet", "progress"]
    if let flag = commandLine.flags.first(where: { !fitting.contains($0.name) }) {
      throw Flaw("\(path.quoted) has its own sound; leave --\(flag.name) out")
    }
    if let other = commandLine.arguments.dropFirst().first {
      throw Flaw("spectrogram draws one sound; leave \(other.quoted) out")
    }
    let (wave, name) = try WaveReader.open(argument: path)
    guard wave.frames > 0 else { throw Failure(.couldNot, "\(name): holds no samples") }
    var sound = Spectrogram(wave.format, frames: wave.frames)
    try wave.forEachPiece { bytes in sound.update(bytes.span) }
    sound.finish()
    if let lack = wave.lack { StandardError.note("\(name): \(lack)") }
    return Chart(sound, title: "\(name), \(length(of: sound))")
  }

  private static func chart(ofSettings commandLine: ParsedCommandLine) async throws -> Chart {
    let flags = try RenderFlags(commandLine)
    let rendering = try flags.rendering()
    try RenderFlags.requireFrames(of: rendering)
    flags.announceInputs(of: rendering)
    var sound = Spectrogram(rendering.waveFormat, frames: rendering.frames.count)
    var progress = flags.makeProgress(of: rendering)
    defer { progress.finish() }
    _ = await rendering.deliver(threads: flags.threads(for: rendering)) { bytes in
      sound.update(bytes.span)
      progress.advance(by: bytes.count / rendering.bytesPerFrame)
    }
    sound.finish()
    return Chart(
      sound, title: "\(flags.preset?.name ?? Preset.standardName), \(length(of: sound))",
      settings: flags.rainFlags)
  }

  private static func length(of sound: Spectrogram) -> String {
    RenderSummary.length(Double(sound.frames) / Double(sound.format.sampleRate))
  }
}
