package import RainDSP
internal import Text

/// A wrong value of a key, in a preset or in stored settings: a sentence about it.
package struct WrongScalar: Error {
  package let sentence: String

  package init(_ sentence: String) {
    self.sentence = sentence
  }
}

extension Parameter {
  /// The value of a key: a number, or the number of the choice.
  package func number(_ scalar: PresetDocument.Scalar) throws(WrongScalar) -> Double {
    switch (domain, scalar) {
    case (.number(_, let range, _), .number(let number, _)) where range.contains(number),
      (.several(_, let range, _, _), .number(let number, _)) where range.contains(number):
      return number
    case (.choice(let names, _, _), .string(let name)):
      if let index = names.firstIndex(of: name) { return Double(index) }
    case (.several(_, _, let steps, _), .string(let name)):
      if let step = steps.first(where: { $0.name == name }) { return step.number }
    default: break
    }
    switch domain {
    case .several(let unit, let range, let steps, _):
      let names = steps.map { JSONText.string($0.name) }.joined(separator: ", ")
      throw WrongScalar(
        "\(name) takes a number of \(NumberText.range(range, unit: unit.rawValue)) or one of \(names), "
          + "not \(scalar.text)\(scalar.hint(steps.map(\.name)))")
    case .number(let unit, let range, _):
      throw WrongScalar(
        "\(name) takes a number of \(NumberText.range(range, unit: unit.rawValue)), not \(scalar.text)"
      )
    case .choice(let names, _, _):
      let list = names.map(JSONText.string).joined(separator: ", ")
      throw WrongScalar(
        "\(name) takes one of \(list), not \(scalar.text)\(scalar.hint(names))")
    }
  }
}

extension Parameter {
  /// The setting of a rain as JSON, and its range; for a curve, one of its steps.
  func example(of rain: Rain) -> (json: String, range: String) {
    switch domain {
    case .number(let unit, let range, let path):
      (NumberText.shortest(rain[keyPath: path]), NumberText.range(range, unit: unit.rawValue))
    case .choice(let names, let get, _):
      (JSONText.string(get(rain)), names.joined(separator: ", "))
    case .several(let unit, let range, let steps, _):
      (
        JSONText.string(steps[steps.count / 2].name),
        "\(NumberText.range(range, unit: unit.rawValue)) or "
          + steps.map(\.name).joined(separator: ", ")
      )
    }
  }
}

extension PresetDocument.Scalar {
  /// The name that was probably meant.
  func hint(_ names: [String]) -> String {
    guard case .string(let text) = self else { return "" }
    let nearest = EditDistance.nearest(to: text.lowercased(), in: names.map { $0.lowercased() })
    let name = names.first { $0.lowercased() == nearest }
    return name.map { "; did you mean \(JSONText.string($0))?" } ?? ""
  }

  /// The value as it stands in a message.
  var text: String {
    switch self {
    case .number(_, let text): PlainText.line(text)
    case .string(let text): "the string \(text.quoted)"
    case .bool(let isTrue): "\(isTrue)"
    case .null: "null"
    }
  }
}
