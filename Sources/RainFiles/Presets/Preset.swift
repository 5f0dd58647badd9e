internal import RainAudio
public import RainDSP
internal import Wording

/// A rain with a name: one of the shipped presets, or one from a JSON file.
///
/// A preset is a JSON object whose keys are the names of ``RainDSP/Rain/parameters``, `name`,
/// `description` and `revision`. Comments and trailing commas are allowed. A setting that it leaves out
/// is as in steady rain.
public struct Preset: Sendable, Hashable {
  /// What it is called.
  public var name: String
  /// One sentence that says what one hears; may be empty.
  public var summary: String
  /// The settings.
  public var rain: Rain
  /// The sound revision for which the preset was made, ``RainDSP/Rain/soundRevision``; nil if it is not
  /// given.
  public var revision: Int?

  /// A preset with these settings.
  public init(name: String, summary: String = "", rain: Rain, revision: Int? = nil) {
    self.name = name
    self.summary = summary
    self.rain = rain
    self.revision = revision
  }

  /// The names of the shipped presets: the default, then rain from soft to loud, then particular
  /// places, then earlier programs.
  public static var shippedNames: [String] { ShippedPresets.names }

  /// The shipped preset with that name, such as `downpour`.
  public init(named name: String) throws(PresetError) {
    guard let bytes = ShippedPresets.bytes(of: name) else {
      let nearest = EditDistance.nearest(to: name, in: ShippedPresets.names)
      throw .unknownName(name, nearest: nearest)
    }
    try self.init(json: bytes, file: "\(name).json")
  }

  /// The preset in the JSON file at a path.
  public init(contentsOf path: String) throws(PresetError) {
    try self.init(json: Preset.bytes(of: path), file: path)
  }

  private static func bytes(of path: String) throws(PresetError) -> [UInt8] {
    do {
      return try readFile(path, limit: longestBytes)
    } catch .tooLong(let path, let limit) {
      throw .tooLong(path: path, limit: limit)
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }

  /// The preset in a JSON text, in UTF-8.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - file: The name of its file, for messages and for a preset without a name of its own.
  /// - Throws: The first flaw, with its place.
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
      document = try PresetReader.read(json)
    } catch {
      return (preset, [flaw(error.message, at: error.position, in: file)])
    }
    var flaws: [(position: PresetDocument.Position, error: PresetError)] = []
    // A curve sets several settings. Single settings override it, before or after it in the text.
    let entries = document.entries
    for entry in entries.filter(isCurve) + entries.filter({ !isCurve($0) }) {
      do throws(PresetError) {
        try preset.set(entry, in: file)
      } catch {
        flaws.append((entry.keyPosition, error))
      }
    }
    if flaws.isEmpty {
      do {
        try preset.rain.validate()
      } catch {
        let entry = document.entries.last { $0.key == error.name || $0.key == error.otherName }
        let position = entry?.scalarPosition ?? .init(line: 1, column: 1)
        flaws.append((position, flaw(error.sentence { $0 }, at: position, in: file)))
      }
    }
    flaws.sort { ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column) }
    return (preset, flaws.map(\.error))
  }

  /// All flaws of the preset in a JSON file.
  package static func flaws(inFile path: String) -> [PresetError] {
    do {
      return read(try bytes(of: path), file: path).flaws
    } catch {
      return [error]
    }
  }

  private mutating func set(
    _ entry: PresetDocument.Entry, in file: String
  ) throws(PresetError) {
    if entry.key == Preset.revisionKey {
      guard case .number(_, let text) = entry.scalar, let number = Int(text), number >= 1 else {
        throw Preset.flaw(
          "\(entry.key) takes a whole number from 1 on, not \(entry.scalar.text)",
          at: entry.scalarPosition, in: file)
      }
      revision = number
      return
    }
    guard Preset.textKeys.contains(entry.key) else {
      return try Preset.set(&rain, to: entry, in: file)
    }
    guard case .string(let text) = entry.scalar else {
      throw Preset.flaw("\(entry.key) takes a string", at: entry.scalarPosition, in: file)
    }
    if entry.key == Preset.nameKey { name = text }
    if entry.key == Preset.summaryKey { summary = text }
  }

  /// The preset as the text of a JSON file that sets every setting.
  public var json: String {
    let head = [
      (Preset.nameKey, JSONText.string(name)), (Preset.summaryKey, JSONText.string(summary)),
    ]
    let revision = revision.map { [(Preset.revisionKey, "\($0)")] } ?? []
    return JSONText.object(head + revision + rain.members) + "\n"
  }

  /// The preset as the text of a JSON file to fill in. Every setting is a comment with its value, what
  /// it does, its unit and its range; the user sets only those that differ from steady rain.
  package var template: String {
    var text = "{\n"
    text += "  \"name\": \(JSONText.string(name)),\n"
    text += "  \"description\": \(JSONText.string(summary)),\n"
    text += """

        // A line without its // sets that setting; the others stay as in steady rain, or as
        // rainfall sets them. Comments and a comma after the last line are allowed.

      """
    var group: Parameter.Group?
    let steady = Rain()
    for parameter in Rain.parameters {
      if parameter.group != group { text += "\n  // \(parameter.group.rawValue)\n" }
      group = parameter.group
      let (json, range) = parameter.example(of: rain)
      let isSet = json != parameter.example(of: steady).json
      let setting = "  \(isSet ? "" : "// ")\"\(parameter.name)\": \(json),"
      let margin = String(repeating: " ", count: max(1, 36 - setting.utf8.count))
      text += "\(setting)\(margin)// \(parameter.summary) (\(range))\n"
    }
    return text + "}\n"
  }

  // MARK: Reading

  /// A preset has some lines; a longer file is not a preset.
  private static let longestBytes = 1 << 20

  // The keys that are not settings of the rain.
  static let nameKey = "name"
  static let summaryKey = "description"
  /// Where an editor finds the schema of presets.
  static let schemaKey = "$schema"
  private static let textKeys = [nameKey, summaryKey, schemaKey]
  package static let revisionKey = "revision"

  /// Whether an entry sets several settings.
  private static func isCurve(_ entry: PresetDocument.Entry) -> Bool {
    if case .curve? = Rain.parameter(entry.key)?.domain { true } else { false }
  }

  private static func set(
    _ rain: inout Rain, to entry: PresetDocument.Entry, in file: String
  ) throws(PresetError) {
    guard let parameter = Rain.parameter(entry.key) else {
      let keys = textKeys + [revisionKey] + Rain.parameters.map(\.name)
      let nearest = EditDistance.nearest(to: entry.key, in: keys)
      let hint = nearest.map { "did you mean \($0)?" } ?? "'rainsynth preset schema' names all"
      throw flaw("unknown key \(entry.key.quoted); \(hint)", at: entry.keyPosition, in: file)
    }
    do {
      try parameter.set(&rain, to: entry.scalar)
    } catch {
      throw flaw(error.sentence, at: entry.scalarPosition, in: file)
    }
  }

  private static func flaw(
    _ reason: String, at position: PresetDocument.Position, in file: String
  ) -> PresetError {
    .invalid(file: file, line: position.line, column: position.column, reason: reason)
  }

  /// The last part of a path, without `.json`.
  package static func baseName(of path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return last.hasSuffix(".json") ? String(last.dropLast(5)) : last
  }
}
