extension Setting {
  /// The value of a key: a number, or the number of a word.
  package func number(
    _ scalar: JSONNode, in range: ClosedRange<Double>? = nil
  ) throws(Flaw) -> Double {
    let row = row
    switch scalar {
    case .number(let text) where !row.isChoice:
      if let number = Double(text), (range ?? row.range).contains(number) { return number }
    case .string(let name):
      if let number = row.number(named: name) { return number }
    default: break
    }
    let names = row.words.map { JSONText.string($0.name) }.joined(separator: ", ")
    let forms = [
      row.isChoice ? nil : "a number of \(NumberText.range(row.range, unit: row.unit.rawValue))",
      row.words.isEmpty ? nil : "one of \(names)",
    ]
    throw Flaw(
      "\(name) takes \(forms.compactMap { $0 }.joined(separator: " or ")), not \(scalar.text)"
        + scalar.hint(row.words.map { $0.name }))
  }

  /// The sentence on what replaces a setting or a flag that is gone; nil: there was none of that name.
  package static func sentence(ofFormer name: String) -> String? {
    let formers = [
      "distanceMin", "distance-min", "distanceMax", "distance-max", "patterMin", "patter-min",
      "patterMax", "patter-max",
    ]
    // By bytes: Embedded Swift has no tables of Unicode.
    if name.utf8.elementsEqual("intensity".utf8) {
      return
        "intensity is gone: rainfall is how hard it rains, and dropSize, 0.5 to 2, makes its drops fine or large"
    }
    guard formers.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else { return nil }
    return
      "\(name) is gone: distance moves all distances, and distanceRatio, patterDistance and patterRatio are multiples"
  }

  /// A number of the setting as JSON; a choice by its name.
  package func json(of number: Double) -> String {
    row.choice(number).map(JSONText.string) ?? NumberText.shortest(number)
  }

  /// The setting of a rain as JSON, and its range; of a number that has a word, the word.
  func example(of rain: Rain) -> (json: String, range: String) {
    let row = row
    let names = row.words.map { $0.name }.joined(separator: ", ")
    if row.isChoice { return (json(of: rain[self]), names) }
    let range = NumberText.range(row.range, unit: row.unit.rawValue)
    if row.words.isEmpty { return (json(of: rain[self]), range) }
    let word = row.words.first { $0.number == rain[self] }
    return (word.map { JSONText.string($0.name) } ?? json(of: rain[self]), "\(range) or \(names)")
  }
}

extension JSONNode {
  /// The name that was probably meant.
  func hint(_ names: [String]) -> String {
    guard case .string(let text) = self else { return "" }
    let lowercased = names.map { $0.asciiLowercased }
    return Suggestion.hint(for: text.asciiLowercased, in: lowercased) { nearest in
      JSONText.string(names.first { $0.asciiLowercased == nearest } ?? nearest)
    }
  }

  /// The value as it stands in a message.
  var text: String {
    switch self {
    case .number(let text): PlainText.line(text)
    case .string(let text): "the string \(text.quoted)"
    case .bool, .null, .array, .object: json
    }
  }
}
