extension Setting {
  /// The beginnings of the value of a flag that takes a setting with its values: its name, and each choice behind `time`.
  static func beginnings(_ time: String = "") -> [String] {
    allCases.flatMap { setting in
      ["\(setting.flagName)="]
        + (setting.row.isChoice
          ? setting.row.words.map { "\(setting.flagName)=\(time)\($0.name)" } : [])
    }
  }

  /// The settings that a person is most likely to change.
  private static let everyday: Set = [Setting.rainfall, .gain]

  /// The name of the setting and its summary, with other settings called by their flags.
  private var help: String {
    // The everyday ones say it themselves, and `-h` has 24 lines.
    let isNamed = Setting.everyday.contains(self)
    let summary = isNamed ? row.summary : "\(row.title): \(row.summary)"
    return summary.split(separator: " ").map { word in
      let name = word.prefix { $0.isLetter }
      return Setting(named: String(name)).map { $0.flagName + word[name.endIndex...] }
        ?? String(word)
    }.joined(separator: " ")
  }

  /// The setting as a flag; its default is its value in steady rain.
  var option: Option {
    let row = row
    let names = row.words.map(\.name)
    let numbers = row.isChoice ? [] : [quantity.description]
    let placeholders = row.isChoice ? [] : [row.unit.onCommandLine.placeholder]
    return Option(
      flagName,
      takes: (placeholders + (names.isEmpty ? [] : ["NAME"])).joined(separator: "|"),
      help, range: (numbers + names).joined(separator: ", "),
      standard: text(row.standard),
      completion: Completion(words: names), isEveryday: Setting.everyday.contains(self),
      // A band of the tone is written as its key, too: --tone63.
      alias: row.group == .tone ? name : nil)
  }
}

extension CurveFlag {
  static let option = Option(
    name, takes: "NAME=KEYS", "let a setting move, as gain='0=-20; 10m=0'",
    completion: Completion(
      words: Place.names.map { "\(Place.key)=0=\($0)" } + Setting.beginnings("0=")))

  /// Adds the curve that a person wrote, also of places in files, each read once: it may be a pipe.
  static func read(_ text: String, into layer: inout RainLayer) throws {
    let words = moved(by: text) == Place.key ? values(text).filter(Preset.isPath) : []
    var files: [String: Place] = [:]
    for word in words where files[word] == nil { files[word] = try Place(forCurve: word) }
    try read(text, into: &layer, files: files)
  }
}

extension HelpTopic {
  /// The flags that are settings of the rain.
  static let settings = HelpTopic(
    name: "settings", summary: "the settings of the rain",
    details: Page.paragraphs(PackageResources.settings_txt))
}

/// The table of the flags that all commands that render share.
enum SettingFlags {
  static let groups: [OptionGroup] =
    [OptionGroup(title: "Settings", options: settings)]
    + Setting.lists.indices.map { list in
      OptionGroup(
        title: Setting.heading(ofList: list), options: Setting.lists[list].settings.map(\.option),
        topic: .settings)
    } + [.help]

  /// The groups without the flags of these names.
  static func without(_ names: Set<String>) -> [OptionGroup] { groups.map { $0.without(names) } }

  /// The flags of these names.
  static func only(_ names: Set<String>) -> [Option] {
    groups.flatMap(\.options).filter { names.contains($0.name) }
  }

  /// The flags of what WAVs say of themselves.
  static let labels = RenderJob.options.filter { $0.kind == .label }.map(\.option)
  /// The flags that choose a stretch of time, and shape its ends.
  static let extent = RenderJob.options.filter { $0.kind == .extent }.map(\.flagName)
  /// Flags that do not apply to a command with the settings of one moment and one thread.
  static let notOfOneMoment = Set(
    extent + [CurveFlag.name, ThreadCount.option.name, Progress.option.name])

  private static let settings =
    [
      Option(
        "preset", short: "p", takes: "NAME|FILE",
        "start from a preset or a JSON file; all other flags override it",
        standard: Preset.standardName, completion: .preset, isEveryday: true),
      Option(
        Place.key, takes: "NAME|FILE", "where it is heard; the weather stays",
        standard: Place.standardName, completion: .place, isEveryday: true),
    ] + RenderJob.options.filter { $0.kind != .label }.map(\.option) + [
      CurveFlag.option, ThreadCount.option,
      Option("force", short: "f", "overwrite existing files", isEveryday: true, isNegatable: true),
      Option("quiet", short: "q", "print nothing but errors", isNegatable: true),
      Progress.option,
    ]
}

extension Completion {
  static let preset = Completion(shipped: Preset.shippedNames)
  static let place = Completion(shipped: Place.names)

  private init(shipped names: [String]) {
    self.init(
      choices: names.map { ($0, (try? Preset(named: $0))?.summary ?? "") },
      endings: [".json", "/"])
  }
}
