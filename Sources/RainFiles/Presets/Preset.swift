internal import RainAudio
public import RainDSP
internal import Wording

/// A rain with a name: one of the shipped presets, or one from a JSON file.
///
/// A preset is a JSON object whose keys are the names of ``RainDSP/Rain/parameters``, `name`,
/// `description` and `revision`. Comments and trailing commas are allowed. What it does not set is as in steady
/// rain.
public struct Preset: Sendable, Hashable {
  /// What it is called.
  public var name: String
  /// One sentence that says what one hears; may be empty.
  public var summary: String
  /// The settings.
  public var rain: Rain
  /// The sound revision for which the preset was made, ``RainDSP/Rain/soundRevision``; nil if it does
  /// not say.
  public var revision: Int?

  /// A preset of that rain.
  public init(name: String, summary: String = "", rain: Rain, revision: Int? = nil) {
    self.name = name
    self.summary = summary
    self.rain = rain
    self.revision = revision
  }

  /// The names of the shipped presets: from the default to the loud, then from the particular to the
  /// past.
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
    let bytes: [UInt8]
    do {
      bytes = try readFile(path, limit: Preset.longestBytes)
    } catch .tooLong(let path, let limit) {
      throw .tooLong(path: path, limit: limit)
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
    try self.init(json: bytes, file: path)
  }

  /// The preset in a JSON text, in UTF-8.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - file: The name of its file, for messages and for a preset without a name of its own.
  /// - Throws: The first flaw, with its place.
  public init(json: [UInt8], file: String) throws(PresetError) {
    let document: PresetDocument
    do {
      document = try PresetReader.read(json)
    } catch {
      throw Preset.flaw(error.message, at: error.position, in: file)
    }
    name = Preset.baseName(of: file)
    summary = ""
    rain = Rain()
    // A curve sets several settings. Settings of their own override it, wherever they stand.
    let entries = document.entries
    for entry in entries.filter(Preset.isCurve) + entries.filter({ !Preset.isCurve($0) }) {
      if entry.key == Preset.revisionKey {
        guard case .number(_, let text) = entry.scalar, let number = Int(text), number >= 1 else {
          throw Preset.flaw(
            "\(entry.key) takes a whole number from 1 on, not \(entry.scalar.text)",
            at: entry.scalarPosition, in: file)
        }
        revision = number
        continue
      }
      guard Preset.textKeys.contains(entry.key) else {
        try Preset.set(&rain, to: entry, in: file)
        continue
      }
      guard case .string(let text) = entry.scalar else {
        throw Preset.flaw("\(entry.key) takes a string", at: entry.scalarPosition, in: file)
      }
      if entry.key == Preset.nameKey { name = text }
      if entry.key == Preset.summaryKey { summary = text }
    }
    do {
      try rain.validate()
    } catch {
      let entry = document.entries.last { $0.key == error.name || $0.key == error.otherName }
      throw Preset.flaw(
        error.sentence { $0 }, at: entry?.scalarPosition ?? .init(line: 1, column: 1), in: file)
    }
  }

  /// The preset as the text of a JSON file that sets every setting.
  public var json: String {
    let head = [
      (Preset.nameKey, JSONText.string(name)), (Preset.summaryKey, JSONText.string(summary)),
    ]
    let revision = revision.map { [(Preset.revisionKey, "\($0)")] } ?? []
    return JSONText.object(head + revision + rain.members) + "\n"
  }

  // MARK: Reading

  /// A preset is some lines long; a longer file is something else.
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
