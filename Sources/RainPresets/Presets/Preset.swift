/// A rain with a name: one of the shipped presets, or one from a JSON file.
///
/// A preset is a JSON object whose keys are the names of ``/RainDSP/Setting`` and some more, such as `name`,
/// `duration` and `curves`: `rainsynth preset schema` describes all of them. Comments and trailing commas are allowed.
/// A setting that it leaves out is as in steady rain.
public struct Preset: Sendable, Hashable {
  /// The name.
  public var name: String
  /// One sentence that says what one hears; may be empty.
  public var summary: String
  /// The settings that it says, by their keys.
  package var layer: RainLayer
  /// The settings, and how they move: those that it says, and steady rain.
  public var automation: WrittenAutomation { layer.resolved() }
  /// The sound revision for which the preset was made, ``/RainDSP/Rain/soundRevision``; nil if it is not
  /// given.
  public var revision: Int?
  /// The length of a rendering where no other is given, for curves that need one; nil if it does not
  /// matter.
  public var duration: Duration?
  /// The seed of a rendering where no flag says another; nil if the preset leaves it open.
  public var seed: UInt64?
  /// The options that a rendering has where no flag says another, by their keys: those of the kind
  /// ``RenderOption/Kind/sound``, without the seed.
  package var options: [String: JSONNode] = [:]

  /// A preset with these settings.
  public init(name: String, summary: String = "", rain: Rain, revision: Int? = nil) {
    self.init(name: name, summary: summary, automation: WrittenAutomation(rain), revision: revision)
  }

  /// A preset of rain whose settings may move.
  public init(
    name: String, summary: String = "", automation: WrittenAutomation, revision: Int? = nil
  ) {
    self.name = name
    self.summary = summary
    layer = RainLayer(automation)
    self.revision = revision
  }

  /// The settings that stay constant, and the first value of each setting that moves. Of a rainfall that moves, the one
  /// at which the other numbers hold.
  public var rain: Rain { automation.rain }

  /// The names of the shipped presets: weathers, then places, then single drops.
  public static var shippedNames: [String] { ShippedPresets.names }

  /// The shipped preset with that name, such as `downpour`, in upper or lower case.
  public init(named name: String) throws(PresetError) {
    let name = name.asciiLowercased
    guard let bytes = ShippedPresets.bytes(of: name) else {
      throw .unknownName(
        name,
        nearest: Words.presets[name] ?? Words.places[name]
          ?? Suggestion.nearest(to: name, in: ShippedPresets.names))
    }
    try self.init(json: bytes, file: "\(name).json")
    switch ShippedPresets.kind(of: name) {
    case .place: layer.placeName = name
    case .weather: layer.placeName = Place.standardName
    case .drops, nil: break
    }
  }

  /// The preset in a JSON text, in UTF-8.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - file: The name of its file, for messages and for a preset without a name of its own.
  /// - Throws: The first flaw, with its position.
  public init(json: [UInt8], file: String) throws(PresetError) {
    let (preset, flaws) = Preset.read(json, file: file)
    if let flaw = flaws.first { throw flaw }
    self = preset
  }

  /// The preset in a JSON text as far as it can be read, and all its flaws in the order of the text.
  /// Reading ends at the first syntax error.
  package static func read(_ json: [UInt8], file: String) -> (Preset, flaws: [PresetError]) {
    var preset = Preset(name: baseName(of: file), rain: Rain())
    let document: PresetDocument
    do {
      document = try PresetDocument(json)
    } catch {
      return (preset, [PresetError(error, in: file)])
    }
    var flaws: [Flaw] = []
    func collect(at position: TextPosition, _ set: () throws(Flaw) -> Void) {
      do {
        try set()
      } catch {
        flaws.append(Flaw(error.sentence, at: error.position ?? position))
      }
    }
    for entry in document.entries {
      collect(at: entry.scalarPosition) { () throws(Flaw) in
        if try !preset.set(entry) { try preset.layer.take(entry) }
      }
    }
    for curve in document.curves {
      collect(at: curve.namePosition) { () throws(Flaw) in try preset.layer.read(curve) }
    }
    if flaws.isEmpty {
      do {
        try preset.rain.validate()
      } catch {
        let position =
          document.entries.last { $0.key == error.name }?.scalarPosition
          ?? document.curves.last { $0.name == error.name }?.namePosition
        flaws.append(Flaw(error.sentence { $0 }, at: position))
      }
    }
    if flaws.isEmpty, let flaw = preset.automation.flaw(in: document, preset.duration) {
      flaws.append(flaw)
    }
    flaws.sort { ($0.position ?? .start) < ($1.position ?? .start) }
    return (preset, flaws.map { PresetError($0, in: file) })
  }

  /// Takes what an entry says of the preset. Returns whether it does, and not of a setting.
  private mutating func set(_ entry: PresetDocument.Entry) throws(Flaw) -> Bool {
    let scalar = entry.scalar
    switch entry.key {
    case Preset.revisionKey:
      guard case .number(let text) = scalar, let number = Int(text), number >= 1 else {
        throw Flaw("\(entry.key) takes a whole number from 1 on, not \(scalar.text)")
      }
      revision = number
    case Preset.durationKey:
      guard case .fromStart(let time)? = WrittenCurve.Time(scalar), time > .zero else {
        throw Flaw(
          "\(entry.key) takes a number of s above 0 or a text such as \"30m\", not \(scalar.text)")
      }
      duration = time
    case Preset.nameKey, Preset.summaryKey, Preset.schemaKey:
      guard case .string(let text) = scalar else { throw Flaw("\(entry.key) takes a string") }
      if entry.key == Preset.nameKey { name = text }
      if entry.key == Preset.summaryKey { summary = text }
    default:
      guard let option = RenderJob.option(entry.key), option.kind == .sound else { return false }
      var job = RenderJob(duration: nil)
      try option.set(&job, to: scalar)
      if entry.key == RenderOption.seedName { seed = job.seed } else { options[entry.key] = scalar }
    }
    return true
  }

  /// The preset as the text of a JSON file that sets every setting.
  public var json: String {
    var json = ""
    write { json += $0 }
    return json
  }

  /// Hands the same text over in pieces.
  package func write<Failure: Error>(to sink: (String) throws(Failure) -> Void) throws(Failure) {
    let automation = automation
    var members = headMembers
    if let duration { members.append((Preset.durationKey, duration.secondsText)) }
    members += optionMembers
    if let place = automation.place, Place.names.contains(place) {
      members.append((Place.key, JSONText.string(place)))
    }
    members += automation.restingMembers { _, _, _ in true }
    try sink(String(JSONText.object(members).dropLast(2)))
    if !automation.curves.isEmpty {
      var separator = ",\n  \"\(WrittenAutomation.curvesKey)\": {\n"
      for curve in automation.writtenCurves {
        try sink("\(separator)    \(JSONText.string(curve.setting.name)): ")
        try curve.write(to: sink)
        separator = ",\n"
      }
      try sink("\n  }")
    }
    try sink("\n}\n")
  }

  /// The preset as the text of a JSON file to fill in, with the meaning, the unit and the range of each setting.
  /// The settings that the preset says are set; all others are comments with their values.
  package var template: String {
    var text = "{\n"
    for (key, json) in headMembers { text += "  \"\(key)\": \(json),\n" }
    text += """

        // A line without its // sets that setting; the others stay as in steady rain that is as hard.
        // Comments and a comma after the last line are allowed.

      """
    let (automation, said) = (automation, layer.said)
    var group: Setting.Group?
    for setting in Setting.allCases {
      let row = setting.row
      if row.group != group { text += "\n  // \(row.group.rawValue)\n" }
      group = row.group
      let (json, range) = setting.example(of: automation.writtenNumber(setting))
      // Beside its own curve, the rainfall is that of the other numbers.
      let isUsed =
        setting == .rainfall
        && Setting.allCases.contains { $0.followsRainfall && said.contains($0) }
      let isSet = said.contains(setting) && (isUsed || !automation.moves(setting))
      let member = "  \(isSet ? "" : "// ")\"\(row.name)\": \(json),"
      let margin = String(repeating: " ", count: max(1, 36 - member.utf8.count))
      text += "\(member)\(margin)// \(row.summary) (\(range))\n"
    }
    text += """

        // Curves
        // The keys of each setting that moves: time in s or as a text ("10m"; "-10m" from the end; "25%"),
        // value, and how it comes from the key before: "line", which may be left out, "step" or "smooth".

      """
    if let duration {
      text +=
        "  \"\(Preset.durationKey)\": \(duration.secondsText),  // s, unless --duration says another\n"
    }
    if automation.curves.isEmpty {
      text += """
          // "curves": {"rainfall": [[0, "drizzle"], ["10m", "heavy"], ["-10m", "light", "smooth"]]},

        """
    }
    var members = optionMembers
    if !automation.curves.isEmpty {
      let curves = JSONText.object(automation.curveMembers, indentation: 4)
      members.append((WrittenAutomation.curvesKey, curves))
    }
    for (key, json) in members { text += "  \"\(key)\": \(json),\n" }
    return text + "}\n"
  }

  /// Takes the seed of a job, and the options that differ from their defaults.
  package mutating func setOptions(of job: RenderJob) {
    seed = job.seed
    let standard = RenderJob(duration: nil)
    for option in RenderJob.options
    where option.kind == .sound && option.name != RenderOption.seedName {
      let json = option.json(of: job)
      // The texts: equality of any JSON is more, and would be code of its own in WebAssembly.
      if json.json != option.json(of: standard).json { options[option.name] = json }
    }
  }

  private var headMembers: [(key: String, json: String)] {
    [(Preset.nameKey, JSONText.string(name)), (Preset.summaryKey, JSONText.string(summary))]
      + (revision.map { [(Preset.revisionKey, "\($0)")] } ?? [])
  }

  private var optionMembers: [(key: String, json: String)] {
    RenderJob.options.compactMap { option in
      if option.name == RenderOption.seedName { return seed.map { (option.name, "\($0)") } }
      return options[option.name].map { (option.name, $0.json) }
    }
  }

  // MARK: Reading

  static let nameKey = "name"
  static let summaryKey = "description"
  /// Where an editor finds the schema of presets.
  static let schemaKey = "$schema"
  private static let textKeys = [nameKey, summaryKey, schemaKey]
  package static let revisionKey = "revision"
  static let durationKey = "duration"

  /// The keys that are not settings of the rain.
  package static var otherKeys: [String] {
    textKeys + [revisionKey, durationKey, Place.key, WrittenAutomation.curvesKey]
      + RenderJob.options.filter { $0.kind == .sound }.map { $0.name }
  }

  /// The preset that holds where none is named.
  package static let standardName = "steady"

  /// Whether a word names a file: it has a slash or ends in `.json`. Other words name shipped presets.
  package static func isPath(_ word: String) -> Bool {
    word.contains("/") || word.hasSuffix(".json")
  }

  /// The last part of a path, without `.json`.
  package static func baseName(of path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return last.hasSuffix(".json") ? String(last.dropLast(5)) : last
  }
}

extension RainLayer {
  /// Takes what an entry of a preset says. A flaw without a position lies in the value.
  fileprivate mutating func take(_ entry: PresetDocument.Entry) throws(Flaw) {
    if entry.key == Place.key {
      place = try Place(entry.scalar)
    } else if try !read(entry) {
      let hint =
        Suggestion.question(
          for: entry.key, in: Preset.otherKeys + Setting.allCases.map { $0.name })
        ?? "'rainsynth preset schema' names all"
      throw Flaw("unknown key \(entry.key.quoted); \(hint)", at: entry.keyPosition)
    }
  }
}
