internal import RainDSP
internal import Text

/// The JSON Schema of presets, with which editors check and complete them.
package enum PresetSchema {
  package static var text: String {
    let texts = [
      (Preset.schemaKey, text(note: "path of the schema of presets, for editors")),
      (Preset.nameKey, text(note: "name of the preset")),
      (Preset.summaryKey, text(note: "how it sounds, in a sentence")),
    ]
    let revision = (
      Preset.revisionKey,
      JSONText.object(
        [
          ("type", "\"integer\""),
          ("description", JSONText.string("the sound revision for which it was made")),
          ("minimum", "1"),
        ], indentation: 6)
    )
    let duration = (
      Preset.durationKey,
      JSONText.object(
        [
          ("type", "[\"number\", \"string\"]"),
          (
            "description",
            JSONText.string("length where --duration is not given: s, or a text such as \"30m\"")
          ),
          ("exclusiveMinimum", "0"),
        ], indentation: 6)
    )
    let options = RenderJob.options.filter { $0.kind == .sound }.map { ($0.name, schema(of: $0)) }
    let settings = Setting.allCases.map { ($0.name, schema(of: $0)) }
    return JSONText.object([
      ("$schema", "\"https://json-schema.org/draft/2020-12/schema\""),
      ("title", "\"rainsynth preset\""),
      ("type", "\"object\""),
      ("additionalProperties", "false"),
      (
        "properties",
        JSONText.object(
          texts + [revision, duration] + options + settings + [curves, variations], indentation: 4)
      ),
    ]) + "\n"
  }

  /// The object of curves: for each setting an array of keys.
  private static var curves: (String, String) {
    let time = #"{"anyOf": [{"type": "number"}, {"type": "string", "pattern": "^-?[0-9.]"}]}"#
    // The seed changes at times from the beginning on alone.
    let seedTime =
      #"{"anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": "^[0-9.][^%]*$"}]}"#
    let seed = #"{"type": "integer", "minimum": 0}"#
    let shapes = RainAutomation.Shape.allCases.map { JSONText.string($0.rawValue) }
      .joined(separator: ", ")
    let settings = Setting.allCases.map { setting in
      let key = JSONText.object(
        [
          ("type", "\"array\""),
          ("prefixItems", "[\(time), \(value(of: setting.row)), {\"enum\": [\(shapes)]}]"),
          ("items", "false"),
          ("minItems", "2"),
        ], indentation: 12)
      return (
        setting.name,
        JSONText.object(
          [("type", "\"array\""), ("minItems", "1"), ("items", key)], indentation: 10)
      )
    }
    let seeds = (
      SeedTrack.curveName,
      JSONText.object(
        [
          ("type", "\"array\""), ("minItems", "1"),
          (
            "items",
            "{\"type\": \"array\", \"prefixItems\": [\(seedTime), \(seed)], \"items\": false, "
              + "\"minItems\": 2}"
          ),
        ], indentation: 10)
    )
    return (
      WrittenAutomation.curvesKey,
      JSONText.object(
        [
          ("type", "\"object\""),
          (
            "description",
            JSONText.string(
              "settings that move: for each its keys, [time, value] or [time, value, shape]; a time is "
                + "a number in s or a text such as \"10m\", \"-10m\" from the end, \"25%\", or "
                + "\"9m..10m\" for a way that begins at another time than the key before")
          ),
          ("additionalProperties", "false"),
          ("properties", JSONText.object(settings + [seeds], indentation: 8)),
        ], indentation: 6)
    )
  }

  /// The object of variations: for each setting a text.
  private static var variations: (String, String) {
    (
      PresetDocument.variationsKey,
      JSONText.object(
        [
          ("type", "\"object\""),
          (
            "description",
            JSONText.string(
              "settings that 'rainsynth vary' draws for each clip: \"1..5\", \"log:0.5..80\", "
                + "\"normal:10,2\", \"open,metal\" or \"open:3,metal:1\"")
          ),
          ("propertyNames", "{\"enum\": [\(names)]}"),
          ("additionalProperties", "{\"type\": \"string\"}"),
        ], indentation: 6)
    )
  }

  private static var names: String {
    Setting.allCases.map { JSONText.string($0.name) }.joined(separator: ", ")
  }

  /// What a value of a curve can be.
  private static func value(of row: Setting.Row) -> String {
    let words = "{\"enum\": \(words(of: row))}"
    if row.isChoice { return words }
    let number =
      "{\"type\": \"number\", \"minimum\": \(NumberText.shortest(row.range.lowerBound)), "
      + "\"maximum\": \(NumberText.shortest(row.range.upperBound))}"
    return row.words.isEmpty ? number : "{\"anyOf\": [\(number), \(words)]}"
  }

  private static func words(of row: Setting.Row) -> String {
    "[\(row.words.map { JSONText.string($0.name) }.joined(separator: ", "))]"
  }

  private static func schema(of option: RenderOption) -> String {
    let type: (String, String) =
      switch option.domain {
      case .seed: ("type", "\"integer\", \"minimum\": 0")
      case .number(_, let range, _, _):
        ("type", "\"integer\", \"minimum\": \(range.lowerBound), \"maximum\": \(range.upperBound)")
      case .choice(let names, _, _):
        (
          "enum",
          "[\(names.map { Int($0) == nil ? JSONText.string($0) : $0 }.joined(separator: ", "))]"
        )
      case .toggle: ("type", "\"boolean\"")
      case .time, .end: preconditionFailure("no preset has \(option.name)")
      }
    return JSONText.object(
      [type, ("description", JSONText.string("\(option.summary), where no flag says another"))],
      indentation: 6)
  }

  private static func text(note: String) -> String {
    JSONText.object(
      [("type", "\"string\""), ("description", JSONText.string(note))], indentation: 6)
  }

  private static func schema(of setting: Setting) -> String {
    let row = setting.row
    let note = row.unit == .none ? "" : " (\(row.unit.rawValue))"
    let description = ("description", JSONText.string(row.summary + note))
    let standard = ("default", setting.json(of: row.standard))
    let number = [
      ("type", "\"number\""), ("minimum", NumberText.shortest(row.range.lowerBound)),
      ("maximum", NumberText.shortest(row.range.upperBound)),
    ]
    let members =
      if row.isChoice {
        [("enum", words(of: row)), description, standard]
      } else if row.words.isEmpty {
        [number[0], description, number[1], number[2], standard]
      } else {
        [
          description,
          (
            "anyOf",
            "[\(JSONText.object(number, indentation: 8)), {\"enum\": \(words(of: row))}]"
          ),
        ]
      }
    return JSONText.object(members, indentation: 6)
  }
}
