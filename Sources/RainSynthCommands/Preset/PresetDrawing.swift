internal import Platform
internal import RainFiles

/// `preset draw`.
enum PresetDrawing {
  /// Its flags besides --svg.
  static let options = SettingFlags.groups.flatMap(\.options).filter {
    ["duration", "force", "quiet", CurveFlag.name].contains($0.name)
  }

  /// Draws what moves in a preset, or in steady rain with curves.
  static func draw(_ words: [String], _ commandLine: ParsedCommandLine) throws {
    guard words.count == 1 || words.isEmpty && commandLine[CurveFlag.name] != nil else {
      throw Flaw("preset draw takes one NAME or FILE; without it, --curve")
    }
    let preset = try words.first.map { word in try Preset(word: word) }
    let settings = try RenderFlags(commandLine, preset: preset)
    let rendering = try settings.rendering()
    try PictureFlag.check(commandLine)
    try RenderFlags.requireFrames(of: rendering)
    settings.announceInputs(of: rendering)
    let length = Duration(frame: rendering.totalFrames, sampleRate: rendering.sampleRate)
    let chart = Chart(
      rendering.automation, title: "\(preset?.name ?? Preset.standardName), \(length.clockText)",
      seconds: rendering.seconds)
    try chart.write(to: PictureFlag.output(commandLine), isQuiet: settings.isQuiet)
  }
}
