/// The flag --fit: all that a preset has, in another time.
enum FitFlag {
  static let option = Option(
    "fit", takes: "TIME", "play all of a gauge's preset in this time, from its first rain on")

  /// The preset as the flag wants it.
  static func fitted(_ preset: Preset?, _ commandLine: ParsedCommandLine) throws -> Preset? {
    guard let text = commandLine[option.name] else { return preset }
    guard let time = Duration(written: text), time > .zero else {
      throw Flaw("--fit takes a time such as 5m or 90s, not \(text.quoted)")
    }
    guard let preset else { throw Flaw("--fit needs a preset with a length: -p day.json") }
    if commandLine["duration"] != nil {
      throw Flaw("--fit says the length, and so does --duration; give one of them")
    }
    return try preset.fitting(time)
  }

  /// Where a rendering ends before the first rain of its preset, what the preset takes and how to get all of it.
  static func sentence(_ rendering: Rendering, of preset: Preset?) -> String? {
    let end = Duration(frame: rendering.frames.upperBound, sampleRate: rendering.sampleRate)
    guard let preset, let length = preset.duration, !rendering.isEndless, end < length,
      end <= preset.firstRain
    else { return nil }
    return
      "\(preset.name.quoted) takes \(length.clockText), and its first \(end.clockText) are dry; "
      + "--fit \(end.secondsText)s of render and play, instead of -d, plays all of it from its first rain on, which is at "
      + preset.firstRain.clockText
  }
}
