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
    throw flaw(of: scalar)
  }

  package func flaw(of scalar: JSONNode) -> Flaw {
    let row = row
    let names = row.words.map { JSONText.string($0.name) }.joined(separator: ", ")
    let forms = [
      row.isChoice ? nil : "a number of \(NumberText.range(row.range, unit: row.unit.rawValue))",
      row.words.isEmpty ? nil : "one of \(names)",
    ]
    return Flaw(
      "\(name) takes \(forms.compactMap { $0 }.joined(separator: " or ")), not \(scalar.text)"
        + scalar.hint(row.words.map { $0.name }))
  }

  /// A number of the setting as JSON; a choice by its name.
  package func json(of number: Double) -> String {
    row.choice(number).map(JSONText.string) ?? NumberText.shortest(number)
  }

  /// A number of the setting as JSON, and its range; of a number that has a word, the word.
  func example(of number: Double) -> (json: String, range: String) {
    let row = row
    let names = row.words.map { $0.name }.joined(separator: ", ")
    if row.isChoice { return (json(of: number), names) }
    let range = NumberText.range(row.range, unit: row.unit.rawValue)
    if row.words.isEmpty { return (json(of: number), range) }
    let word = row.words.first { $0.number == number }
    return (word.map { JSONText.string($0.name) } ?? json(of: number), "\(range) or \(names)")
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
