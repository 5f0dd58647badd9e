/// `preset`: lists, shows and checks presets.
enum PresetCommand: Runnable {
  private struct Action: Sendable {
    let name: String
    /// The arguments behind it, as its usage line has them.
    let usage: String
    let summary: String
    /// The completion of the first so many of them.
    var completion = Completion.preset
    let completed: Int
    let run: @Sendable (_ words: [String], _ commandLine: ParsedCommandLine) throws -> Void
  }

  private static let actions = [
    Action(
      name: "list", usage: " [--json]",
      summary: "prints the shipped weathers, places and single drops, and what they sound like",
      completed: 0
    ) { _, commandLine in try list(asJSON: commandLine.isOn("json") ?? false) },
    Action(
      name: "show", usage: " NAME|FILE", summary: "prints a preset with all its settings",
      completed: 1
    ) { words, _ in try show(words) },
    Action(
      name: "draw", usage: " [NAME|FILE] [--curve CURVE] [--svg FILE] [--duration TIME]",
      summary: "draws its level over time, and all that moves in it, as a chart or as an SVG",
      completed: 1, run: draw),
    Action(
      name: "new", usage: " [NAME|FILE]",
      summary: "prints a preset to fill in: unit, range and meaning of each setting as comments",
      completed: 1
    ) { words, _ in try new(words) },
    Action(
      name: "check", usage: " FILE...",
      summary: "prints OK, or every mistake with file, line and column",
      completion: .file(endings: ".json"), completed: .max
    ) { words, _ in try check(words) },
    Action(
      name: "schema", usage: "", summary: "prints the JSON Schema of presets, for editors",
      completed: 0
    ) { _, _ in try StandardOutput.print(PresetSchema.text) },
  ]

  static let specification = CommandSpecification(
    name: "preset", summary: "Lists, shows and checks presets",
    page: Page(
      usage: actions.map { "\($0.name)\($0.usage)" },
      details: actions.map { "\($0.name) \($0.summary)." } + [
        """
        A preset is a JSON file with the settings that differ from steady rain on open ground. Its \
        place is applied first, then rainfall, then each single setting, in any order in the file, \
        then the curves. show says on standard error which settings are its weather, and which its \
        place.
        """
      ],
      examples: [
        "rainsynth preset list",
        "rainsynth preset draw storm",
        "rainsynth preset draw storm --svg storm.svg",
        "rainsynth preset draw tin-roof --curve 'lowpass=0=20000; 100%=900'",
        "rainsynth preset new downpour > mine.json",
        "rainsynth preset check mine.json",
      ]),
    options: [PictureFlag.option, Option("json", "print JSON", isNegatable: true)]
      + SettingFlags.only(["duration", "force", "quiet", CurveFlag.name]),
    arguments: [
      Argument(Completion(choices: actions.map { ($0.name, $0.summary) })),
      Argument(repeats: true) { words in
        guard let action = actions.first(where: { $0.name == words[0] }),
          words.count <= action.completed
        else { return .nothing }
        return action.completion
      },
    ])

  static func run(_ commandLine: ParsedCommandLine) throws {
    let names = actions.map(\.name)
    guard let word = commandLine.arguments.first else {
      throw Flaw("preset needs one of \(names.joined(separator: ", "))")
    }
    guard let action = actions.first(where: { $0.name == word.lowercased() }) else {
      let hint =
        Preset.shippedNames.contains(word)
        ? "'\(ThisProgram.name) preset show \(word)' prints it"
        : Suggestion.question(for: word, in: names) ?? "it can \(names.joined(separator: ", "))"
      throw Flaw("preset cannot \(word.quoted); \(hint)")
    }
    let words = Array(commandLine.arguments.dropFirst())
    let wrong = commandLine.flags.first { ($0.name == "json" ? "list" : "draw") != action.name }
    if let wrong {
      throw Flaw("--\(wrong.name) goes with preset \(wrong.name == "json" ? "list" : "draw")")
    }
    if action.completed == 0, let word = words.first {
      throw Flaw("preset \(action.name) takes no argument \(word.quoted)")
    }
    try action.run(words, commandLine)
  }

  private static func list(asJSON: Bool) throws {
    if asJSON {
      let lines = try Preset.shippedNames.map { name in
        let preset = try Preset(word: name)
        return JSONText.line([
          ("name", JSONText.string(name)), ("summary", JSONText.string(preset.summary)),
          ("kind", JSONText.string(ShippedPresets.kind(of: name).map { "\($0)" } ?? "")),
          ("duration", preset.duration.map { $0.secondsText } ?? "null"),
        ])
      }
      return try StandardOutput.print("[\n\(lines.joined(separator: ",\n"))\n]\n")
    }
    let longest = Preset.shippedNames.map(\.count).max() ?? 0
    for kind in ShippedPresets.Kind.allCases {
      if kind != .weather { try StandardOutput.print("\n") }
      for name in ShippedPresets.names(of: kind) {
        let margin = String(repeating: " ", count: longest - name.count + 2)
        try StandardOutput.print("\(name)\(margin)\(try Preset(word: name).summary)\n")
      }
    }
  }

  private static func show(_ words: [String]) throws {
    guard let word = words.first, words.count == 1 else {
      throw Flaw("preset show takes one NAME or FILE")
    }
    let preset = try Preset(word: word)
    try StandardOutput.print(preset.json)
    for sentence in halves(of: preset) { StandardError.note(sentence) }
  }

  /// The settings of a preset that each flag takes beside another place or weather, where they differ from steady rain on
  /// open ground. Those of drop and listener come with both.
  private static func halves(of preset: Preset) -> [String] {
    if ShippedPresets.kind(of: preset.name) == .drops { return [] }
    let (automation, rain) = (preset.automation, preset.rain)
    return [(Setting.Owner.place, "-p takes its weather"), (.weather, "--place takes its place")]
      .compactMap { other, use in
        let names = Setting.allCases.filter {
          $0.owner != other && (automation.moves($0) || rain[$0] != rain.standard(of: $0))
        }.map(\.name)
        return names.isEmpty ? nil : "\(use): \(names.joined(separator: ", "))"
      }
  }

  /// Draws what moves in a preset, or in steady rain with curves.
  private static func draw(_ words: [String], _ commandLine: ParsedCommandLine) throws {
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

  private static func new(_ words: [String]) throws {
    if let word = words.first, Preset.isPath(word), fileLength(word) == nil {
      throw Flaw(
        "preset new prints to standard output: rainsynth preset new > \(ShellWord.written(word))")
    }
    guard words.count <= 1 else {
      throw Flaw("preset new takes one NAME or FILE to start from, or none")
    }
    var preset =
      try words.first.map { word in try Preset(word: word) } ?? Preset(name: "", rain: Rain())
    preset.name = "my-rain"
    preset.summary = ""
    try StandardOutput.print(preset.template)
  }

  /// Prints OK for each valid preset, and every mistake of the others.
  private static func check(_ words: [String]) throws {
    guard !words.isEmpty else { throw Flaw("preset check needs a FILE to check") }
    var wrong = 0
    var mistakes: [Failure] = []
    for word in words {
      let (preset, flaws) = read(word)
      if flaws.isEmpty {
        try StandardOutput.print("\(word): OK\n")
        for sentence in preset?.unusedKeys ?? [] {
          StandardError.note("\(PlainText.path(word)): \(sentence)")
        }
      } else {
        wrong += 1
      }
      mistakes += flaws
    }
    guard let first = mistakes.first else { return }
    if words.count == 1, mistakes.count == 1 { throw first }
    for mistake in mistakes { StandardError.note(mistake.sentence) }
    let isWrong = mistakes.contains { $0.status == .wrongUsage }
    throw Failure(
      isWrong ? .wrongUsage : .couldNot,
      words.count == 1
        ? "\(mistakes.count) mistakes" : "\(wrong) of \(words.count) presets have mistakes")
  }

  /// A preset, which is read once, as a pipe can be, and all its flaws.
  private static func read(_ word: String) -> (Preset?, flaws: [Failure]) {
    if Preset.isPath(word) {
      let (preset, flaws) = Preset.read(file: word)
      return (preset, flaws.map { Failure($0) })
    }
    do {
      return (try Preset(word: word), [])
    } catch {
      return (nil, [Failure(error)])
    }
  }
}
