internal import CommandLineKit
internal import RainAudio
internal import RainDSP

/// Presets as files: where they are found, what their keys mean, and how they are written.
package enum PresetFile {
  /// A preset is some lines long; a file that is larger than this is something else.
  private static let longestBytes = 1 << 20

  /// The keys that are no setting of the rain.
  static let nameKey = "name"
  static let summaryKey = "description"
  /// Where an editor finds the schema of presets.
  static let schemaKey = "$schema"
  private static let textKeys = [nameKey, summaryKey, schemaKey]

  /// The preset that a person means by a word: a file if it has a slash or ends in `.json`, or else
  /// a shipped one.
  package static func load(_ word: String) throws(Failure) -> Preset {
    if word.contains("/") || word.hasSuffix(".json") {
      let bytes: [UInt8]
      do {
        bytes = try readFile(word, limit: longestBytes)
      } catch {
        throw Failure(error)
      }
      return try read(bytes, from: word)
    }
    guard let bytes = ShippedPresets.bytes(of: word) else {
      let nearest = EditDistance.nearest(to: word, in: ShippedPresets.names)
      let hint = nearest.map { "; did you mean \($0)?" } ?? ""
      throw Failure(
        .wrongUsage,
        "no preset is called \(word.quoted)\(hint) "
          + "('rainsynth preset list' names all; a file is given as ./FILE)")
    }
    return try read(bytes, from: "\(word).json")
  }

  /// The preset that a text says, with steady rain for all that it does not set. The name of the
  /// file is for messages, and for a preset that has no name of its own.
  package static func read(_ bytes: [UInt8], from file: String) throws(Failure) -> Preset {
    let document: PresetDocument
    do {
      document = try PresetReader.read(bytes)
    } catch {
      throw flaw(error.message, at: error.position, in: file)
    }
    var name = baseName(of: file)
    var summary = ""
    var rain = Rain()
    // What stands for other settings gives way to them, wherever it stands.
    let entries = document.entries
    for entry in entries.filter(isCurve) + entries.filter({ !isCurve($0) }) {
      guard textKeys.contains(entry.key) else {
        try set(&rain, to: entry, in: file)
        continue
      }
      guard case .string(let text) = entry.scalar else {
        throw flaw("\(entry.key) takes a string", at: entry.scalarPosition, in: file)
      }
      if entry.key == nameKey { name = text }
      if entry.key == summaryKey { summary = text }
    }
    do {
      try rain.validate()
    } catch {
      let entry = document.entries.last { $0.key == error.name || $0.key == error.otherName }
      throw flaw(
        error.sentence { $0 }, at: entry?.scalarPosition ?? .init(line: 1, column: 1), in: file)
    }
    return Preset(name: name, summary: summary, rain: rain)
  }

  /// The preset as a file that holds every setting.
  package static func text(of preset: Preset) -> String {
    let head = [
      (nameKey, JSONText.string(preset.name)), (summaryKey, JSONText.string(preset.summary)),
    ]
    return JSONText.object(head + preset.rain.members) + "\n"
  }

  /// Whether an entry stands for several settings.
  private static func isCurve(_ entry: PresetDocument.Entry) -> Bool {
    if case .curve? = Rain.parameter(entry.key)?.domain { true } else { false }
  }

  private static func set(
    _ rain: inout Rain, to entry: PresetDocument.Entry, in file: String
  ) throws(Failure) {
    guard let parameter = Rain.parameter(entry.key) else {
      let keys = textKeys + Rain.parameters.map(\.name)
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
    _ message: String, at position: PresetDocument.Position, in file: String
  ) -> Failure {
    let place = "\(PlainText.line(file, limit: 200)):\(position.line):\(position.column)"
    return Failure(.wrongUsage, "\(place): \(message)")
  }

  /// The last part of a path, without `.json`.
  static func baseName(of path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return last.hasSuffix(".json") ? String(last.dropLast(5)) : last
  }
}
