/// The JSON Schema of presets, with which editors check and complete them.
package enum PresetSchema {
  package static var text: String {
    let schema: JSONNode = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "rainsynth preset",
      "type": "object",
      "additionalProperties": false,
      "properties": .object(properties),
    ]
    return schema.lines() + "\n"
  }

  private static var properties: [JSONNode.Member] {
    let text: JSONNode = ["type": "string"]
    let entries = [
      (Preset.schemaKey, described("path of the schema of presets, for editors", text)),
      (Preset.nameKey, described("name of the preset", text)),
      (Preset.summaryKey, described("how it sounds, in a sentence", text)),
      (
        Preset.revisionKey,
        described(
          "the sound revision for which it was made", ["type": "integer", "minimum": 1])
      ),
      (
        Preset.durationKey,
        described(
          "length where --duration is not given: s, or a text such as \"30m\"",
          ["type": ["number", "string"], "exclusiveMinimum": 0])
      ),
    ]
    let options = RenderJob.options.filter { $0.kind == .sound }
      .map { ($0.name, described("\($0.summary), where no flag says another", values(of: $0))) }
    let settings = Setting.allCases.map { ($0.name, schema(of: $0)) }
    let others = [
      (
        Place.key, described("where one hears it; its settings override those of the place", places)
      ),
      (WrittenAutomation.curvesKey, curves),
    ]
    return (entries + options + settings + others).map { (key: $0, node: $1) }
  }

  /// A schema with a description, which stands first.
  private static func described(_ description: String, _ schema: JSONNode) -> JSONNode {
    guard case .object(let members) = schema else { return schema }
    return .object([(key: "description", node: .string(description))] + members)
  }

  private static var places: JSONNode { ["enum": .array(Place.names.map { .string($0) })] }

  /// The object of curves: for the place and each setting an array of keys.
  private static var curves: JSONNode {
    let time: JSONNode = [
      "anyOf": [["type": "number"], ["type": "string", "pattern": "^-?[0-9.]"]]
    ]
    let shape: JSONNode = [
      "enum": .array(RainAutomation.Shape.allCases.map { .string($0.rawValue) })
    ]
    func curve(_ elements: JSONNode) -> JSONNode {
      [
        "type": "array", "minItems": 1,
        "items": ["type": "array", "prefixItems": elements, "items": false, "minItems": 2],
      ]
    }
    let settings = Setting.allCases.map { setting in
      (key: setting.name, node: curve([time, values(of: setting.row), shape]))
    }
    let place = (key: Place.key, node: curve([time, places, shape]))
    return described(
      "what moves: for each setting, or the place, its keys, [time, value] or [time, value, shape]; a time is "
        + "a number in s or a text such as \"10m\", \"-10m\" from the end, \"25%\", or "
        + "\"9m..10m\" for a way that begins at another time than the key before",
      [
        "type": "object", "additionalProperties": false,
        "properties": .object([place] + settings),
      ])
  }

  private static func values(of option: RenderOption) -> JSONNode {
    switch option.domain {
    case .seed: ["type": "integer", "minimum": 0]
    case .number(_, let range, _, _):
      [
        "type": "integer", "minimum": .number("\(range.lowerBound)"),
        "maximum": .number("\(range.upperBound)"),
      ]
    case .choice(let names, _, _):
      ["enum": .array(names.map { Int($0) == nil ? .string($0) : .number($0) })]
    case .toggle: ["type": "boolean"]
    case .time: preconditionFailure("no preset has \(option.name)")
    }
  }

  private static func values(of row: Setting.Row) -> JSONNode {
    let words: JSONNode = ["enum": .array(row.words.map { .string($0.name) })]
    if row.isChoice { return words }
    let number: JSONNode = [
      "type": "number", "minimum": .number(NumberText.shortest(row.range.lowerBound)),
      "maximum": .number(NumberText.shortest(row.range.upperBound)),
    ]
    return row.words.isEmpty ? number : ["anyOf": [number, words]]
  }

  private static func schema(of setting: Setting) -> JSONNode {
    let row = setting.row
    let note = row.unit == .none ? "" : " (\(row.unit.rawValue))"
    let schema = described(row.summary + note, values(of: row))
    // Rainfall has no value of its own: the settings that it sets have.
    guard row.isChoice || row.words.isEmpty, case .object(let members) = schema else {
      return schema
    }
    let standard = row.choice(row.standard).map { JSONNode.string($0) }
    let number = JSONNode.number(NumberText.shortest(row.standard))
    return .object(members + [(key: "default", node: standard ?? number)])
  }
}
