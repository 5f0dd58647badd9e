internal import CommandLineKit
internal import RainAudio
internal import RainFiles
internal import Wording

/// `preset`: what presets there are and what is in them.
enum PresetCommand {
  private enum Action: String, CaseIterable {
    case list, show, check, schema
  }

  static let specification = CommandSpecification(
    "preset", "Lists, shows and checks presets",
    usage: ["list", "show NAME|FILE", "check FILE...", "schema"],
    details: [
      """
      list prints the shipped presets; show prints one with all its settings, as a preset file \
      to start from; check says OK or what is wrong, by file, line and column; schema prints \
      the JSON Schema of presets.
      """
    ],
    examples: [
      "rainsynth preset list",
      "rainsynth preset show downpour > mine.json",
      "rainsynth preset check mine.json",
    ],
    shared: [Program.helpGroup],
    arguments: [
      Argument("ACTION", Completion(words: Action.allCases.map(\.rawValue))),
      Argument("NAME|FILE", .preset, repeats: true),
    ])

  static func run(_ commandLine: ParsedCommandLine) throws(Failure) {
    let actions = Action.allCases.map(\.rawValue)
    guard let word = commandLine.arguments.first else {
      throw Failure(.wrongUsage, "preset needs one of \(actions.joined(separator: ", "))")
    }
    guard let action = Action(rawValue: word) else {
      let nearest = EditDistance.nearest(to: word, in: actions)
      let hint =
        nearest.map { "did you mean \($0)?" } ?? "it can \(actions.joined(separator: ", "))"
      throw Failure(.wrongUsage, "preset cannot \(word.quoted); \(hint)")
    }
    let words = Array(commandLine.arguments.dropFirst())
    switch action {
    case .list: try list(words)
    case .show: try show(words)
    case .check: try check(words)
    case .schema:
      try refuse(words, action)
      try StandardOutput.print(PresetSchema.text)
    }
  }

  private static func list(_ words: [String]) throws(Failure) {
    try refuse(words, .list)
    let longest = Preset.shippedNames.map(\.count).max() ?? 0
    for name in Preset.shippedNames {
      let margin = String(repeating: " ", count: longest - name.count + 2)
      try StandardOutput.print("\(name)\(margin)\(try Preset(word: name).summary)\n")
    }
  }

  private static func show(_ words: [String]) throws(Failure) {
    guard let word = words.first, words.count == 1 else {
      throw Failure(.wrongUsage, "preset show takes one NAME or FILE")
    }
    try StandardOutput.print(Preset(word: word).json)
  }

  /// Tells of each preset whether it is in order.
  private static func check(_ words: [String]) throws(Failure) {
    guard !words.isEmpty else { throw Failure(.wrongUsage, "preset check needs a FILE to check") }
    var flaws: [Failure] = []
    for word in words {
      do {
        _ = try Preset(word: word)
      } catch {
        flaws.append(error)
        continue
      }
      try StandardOutput.print("\(word): OK\n")
    }
    guard let last = flaws.last else { return }
    if words.count == 1 { throw last }
    for flaw in flaws { StandardError.note(flaw.sentence) }
    let status: Failure.Status =
      flaws.contains { $0.status == .wrongUsage } ? .wrongUsage : .couldNot
    throw Failure(status, "\(flaws.count) of \(words.count) presets are not in order")
  }

  private static func refuse(_ words: [String], _ action: Action) throws(Failure) {
    guard let word = words.first else { return }
    throw Failure(.wrongUsage, "preset \(action.rawValue) takes no argument \(word.quoted)")
  }
}
