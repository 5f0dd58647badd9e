extension Setting {
  /// The name as a flag, without the dashes: `bubble-frequency`, `tone-63`.
  var flagName: String { Setting.flagName(of: name) }

  static func flagName(of name: String) -> String {
    let small: UInt8 = 0x20
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      let isCapital = byte.isLetter && byte & small == 0
      if isCapital || byte.isDigit && bytes.last?.isDigit == false {
        bytes.append(UInt8(ascii: "-"))
      }
      bytes.append(byte | small)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The setting of each flag.
  static let ofFlags = Dictionary(uniqueKeysWithValues: allCases.map { ($0.flagName, $0) })

  /// The setting of that name, as in presets or as a flag without its dashes; nil if there is none.
  init?(written name: String) {
    let setting =
      Setting.ofFlags[name] ?? Setting(named: name)
      ?? Setting.allCases.first {
        $0.row.otherNames.lazy.map(Setting.flagName).contains(name)
      }
    guard let setting else { return nil }
    self = setting
  }

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
    // Most lines name no setting, and searching all of them would take a fifth of the program's start.
    guard summary.utf8.contains(where: (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) else {
      return summary
    }
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
      otherNames: row.otherNames.map(Setting.flagName)
        + (row.group == .tone ? [name] : []))
  }

  /// The numbers of the setting, with the spellings of their unit.
  var quantity: Quantity { Quantity(row.unit.written, row.range) }

  /// The number written for the setting; of a choice, its number. Messages begin with `label`, such as its flag.
  func number(_ text: String, for label: String) throws -> Double {
    let row = row
    let ends = text.split(separator: "..")
    if ends.count == 2, label == "--\(flagName)",
      let first = try? number(String(ends[0]), for: label),
      let last = try? number(String(ends[1]), for: label)
    {
      let (first, last) = (self.text(first), self.text(last))
      throw Flaw(
        "\(label) takes one value; --curve \(flagName)='0=\(first); 100%=\(last)' moves from the one to "
          + "the other, and vary --vary draws between them")
    }
    if row.words.isEmpty { return try quantity.parse(text, for: label) }
    let word = text.lowercased()
    if let name = row.words.first(where: { $0.name.lowercased() == word }) { return name.number }
    if !row.isChoice, let number = row.unit.written.number(text), row.range.contains(number) {
      return number
    }
    let names = row.words.map(\.name)
    let hint =
      row.isChoice
      ? Self.nearSurfaces[word].map { "; \($0) is nearest" }
      : Suggestion.point(in: text) { row.unit.written.number($0) != nil }
    throw Flaw(
      "\(label) takes \(row.isChoice ? "" : "\(quantity) or one of ")"
        + "\(names.joined(separator: ", ")), not \(text.quoted)"
        + (hint ?? Suggestion.hint(for: text, in: names)))
  }

  /// Words that people use for surfaces with another name.
  private static let nearSurfaces = [
    "grass": "ground", "soil": "ground", "sand": "ground", "asphalt": "concrete",
    "stone": "concrete",
    "street": "concrete", "tin": "metal", "window": "glass", "tent": "fabric", "umbrella": "fabric",
    "car": "roof", "trees": "leaves", "forest": "leaves", "puddle": "water", "pond": "water",
  ]

  /// A number of the setting as ``number(_:for:)`` reads it.
  func text(_ number: Double) -> String { row.choice(number) ?? NumberText.shortest(number) }
}

extension HelpTopic {
  /// The flags that are settings of the rain.
  static let settings = HelpTopic(
    name: "settings", summary: "the settings of the rain",
    details: [
      """
      A preset holds the same settings under these names in camelCase: bubbleFrequency is \
      --bubble-frequency. The preset comes first, then the place, then --rainfall, then each single \
      setting, in any order on the command line. A number holds at the rainfall beside it, and follows \
      the rainfall from there. If a flag is repeated, the last one counts. The curve of a setting \
      overrides its number.
      """,
      """
      --curve lets a setting move: --curve rainfall='0=drizzle; 10m=heavy; 25m=heavy; -10m~=light'. Each \
      key is a time and the value at that time. Times count from the beginning, with a minus from the \
      end, or are per cent of --duration. = ramps linearly from the key before, |= jumps, ~= \
      ramps smoothly. Before the first key and after the last, the setting stays at their values.
      """,
      """
      A jitter is a spread from drop to drop: the standard deviation of the natural logarithm (sd of \
      ln), times --variation. With 0.25, two of three drops lie between 0.78 and 1.28 times the \
      setting, and all between 0.54 and 1.87 times; with 1, two of three lie between 0.37 and 2.7 times. \
      'rainsynth drop --variation 0 --size-spread 0' shows a drop of exactly the settings.
      """,
    ])
}

/// The table of the flags that all commands that render share.
enum SettingFlags {
  static let groups: [OptionGroup] =
    [OptionGroup(title: "Settings", options: settings)]
    + Setting.lists.indices.map { list in
      OptionGroup(
        title: Setting.heading(ofList: list), options: Setting.lists[list].settings.map(\.option),
        topic: .settings)
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
  /// The shipped presets and files.
  static let preset = Completion(shipped: Preset.shippedNames)
  /// The shipped places and files.
  static let place = Completion(shipped: Place.names)

  private init(shipped names: [String]) {
    self.init(
      choices: names.map { ($0, (try? Preset(named: $0))?.summary ?? "") },
      endings: [".json", "/"])
  }
}
