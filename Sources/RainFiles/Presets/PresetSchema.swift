internal import Wording
internal import RainDSP

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
    let settings = Rain.parameters.map { ($0.name, schema(of: $0)) }
    return JSONText.object([
      ("$schema", "\"https://json-schema.org/draft/2020-12/schema\""),
      ("title", "\"rainsynth preset\""),
      ("type", "\"object\""),
      ("additionalProperties", "false"),
      ("properties", JSONText.object(texts + [revision] + settings, indentation: 4)),
    ]) + "\n"
  }

  private static func text(note: String) -> String {
    JSONText.object(
      [("type", "\"string\""), ("description", JSONText.string(note))], indentation: 6)
  }

  private static func schema(of parameter: Parameter) -> String {
    let members: [(String, String)]
    switch parameter.domain {
    case .number(let unit, let range, let path):
      let note = unit == .none ? "" : " (\(unit.rawValue))"
      members = [
        ("type", "\"number\""),
        ("description", JSONText.string(parameter.summary + note)),
        ("minimum", NumberText.shortest(range.lowerBound)),
        ("maximum", NumberText.shortest(range.upperBound)),
        ("default", NumberText.shortest(Rain()[keyPath: path])),
      ]
    case .choice(let names, let get, _):
      members = [
        ("enum", "[\(names.map(JSONText.string).joined(separator: ", "))]"),
        ("description", JSONText.string(parameter.summary)),
        ("default", JSONText.string(get(Rain()))),
      ]
    case .curve(let unit, let range, let steps, _):
      let number = JSONText.object(
        [
          ("type", "\"number\""), ("minimum", NumberText.shortest(range.lowerBound)),
          ("maximum", NumberText.shortest(range.upperBound)),
        ], indentation: 8)
      let names = steps.map { JSONText.string($0.name) }.joined(separator: ", ")
      members = [
        ("description", JSONText.string("\(parameter.summary) (\(unit.rawValue))")),
        ("anyOf", "[\(number), {\"enum\": [\(names)]}]"),
      ]
    }
    return JSONText.object(members, indentation: 6)
  }
}
