/// The flag --like: a rendering begins with the settings of a file.
enum LikeFlag {
  static let option = Option(
    "like", takes: "FILE.wav", "render this file again; other flags override it",
    completion: .file(endings: ".wav"))

  static func read(_ line: ParsedCommandLine) throws -> (job: RenderJob, hasLevels: Bool)? {
    guard let path = line[option.name] else { return nil }
    try line.requireOne(of: option.name, "preset", saying: "where to start")
    let settings = try StoredSettings(contentsOf: path)
    if let stem = settings.stem, line["stems"] == nil {
      throw Flaw(
        "\(path.quoted) is a stem, \(stem.rawValue); add --stems DIR to render all stems of its mix"
      )
    }
    let job = try settings.job()
    if line["quiet"] == nil, let sentence = settings.otherRevision {
      StandardError.remark(sentence)
    }
    return (job, settings.hasLevels)
  }
}
