/// The flag --fit: all that a preset has, in another time.
enum FitFlag {
  static let option = Option(
    "fit", takes: "TIME", "play all of a gauge's preset in this time, from its first rain on")

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
}
