/// The meaning of the name of a column in its words.
struct GaugeName {
  /// Columns whose unit a service documents, perhaps only beside another column; nil: it has several.
  typealias Service = (names: GaugeMeaning, unit: GaugeUnit?, beside: String?)
  private static let services: [Service] = [
    (.inMillimeters, .millimeters, nil), (.inInches, .inches, nil), (.ofASOS, .inches, "valid"),
    (.ofGHCN, nil, "prcpattributes"),
  ]

  let text: String
  /// The words in small letters. Digits begin a word, and end none: rain1h is rain 1h.
  let words: [String]

  init(_ text: String) {
    self.text = text
    words = text.separated.replacing("since last", with: "").replacing(" per ", with: " per")
      .replacing("_per_", with: " per").split { !$0.isLetter && !$0.isNumber }
      .flatMap { part in
        let letters = part.prefix { !$0.isNumber }
        return [letters, part[letters.endIndex...]].filter { !$0.isEmpty }.map(String.init)
      }
  }

  /// Whether one of the words says one of these.
  func says(_ meanings: GaugeMeaning...) -> Bool {
    meanings.contains { words.contains(where: $0.has) }
  }

  /// The time in s whose rain a number has: `rain_3h`, `past 60 min`, `last hour`.
  var window: Double? {
    for (index, word) in words.enumerated() {
      let digits = word.prefix(while: \.isNumber)
      // 60m is a minute, but 2 m are a height.
      let isJoined = digits.count < word.count
      let unit = isJoined ? word[digits.endIndex...] : words.dropFirst(index + 1).first?[...] ?? ""
      let number = Double(digits) ?? (digits.isEmpty && word.count > 2 && says(.last) ? 1 : nil)
      if let number, isJoined || unit != "m", let seconds = GaugeMeaning.seconds(of: unit) {
        return number * seconds
      }
    }
    return says(.hourSum) ? 3600 : nil
  }

  private var trunk: [String] {
    let name = text.prefix { !"([".contains($0) }
    return name.count == text.count ? words : Self(String(name)).words
  }

  /// Whether the column has times and nothing else: `time`, `valid(UTC)`.
  var isTime: Bool { GaugeMeaning.time.has(trunk.joined()) }

  /// The letters of strptime for a column with a part of a date.
  var datePart: String? {
    let (words, parts) = (trunk, GaugeMeaning.dateParts)
    return parts.first { GaugeMeaning.row($0, has: words.joined()) }
      // A word in two languages: 年/Year.
      ?? parts.first { part in
        !words.isEmpty && words.allSatisfy { GaugeMeaning.row(part, has: $0) }
      }
  }

  /// The content that a service documents of its column, if one does.
  func service(beside names: [GaugeName]) -> Service? {
    Self.services.first { service in
      service.names.has(text.lowercased())
        && (service.beside == nil || names.contains { $0.trunk.joined() == service.beside })
    }
  }

  /// How surely a column has the rain of a row; 0 if it rather has a rate or a total, -1 if neither the name nor
  /// lines about it say it, nil if it has something else.
  func score(beside names: [GaugeName] = [], _ lines: [String] = []) -> Int? {
    if service(beside: names) != nil { return 5 }
    // MM is a month beside DD.
    if datePart != nil, names.contains(where: { $0.datePart == "%d" }) { return nil }
    if GaugeMeaning.plain.has(text.lowercased()) { return 4 }
    let (isRain, unit) = (says(.rain), GaugeUnit(in: text))
    if words.isEmpty || says(.other, .quality) || says(.station) && !isRain { return nil }
    if says(.rate, .hourSum, .daySum, .total, .last) || window != nil || unit?.seconds != nil {
      return isRain || unit != nil ? 0 : -1
    }
    if words.allSatisfy({ GaugeMeaning.rain.has($0) || GaugeMeaning.unit.has($0) }) { return 3 }
    if isRain { return unit == nil ? 1 : 2 }
    let said = lines.filter { Self($0).says(.rain) && !Self($0).says(.other) }
    return said.isEmpty ? -1 : said.contains { GaugeUnit(in: $0) != nil } ? 1 : 0
  }
}

extension String {
  /// The name in small letters, with a blank where a capital one follows a small one: `rainPerHour`.
  var separated: String {
    zip([" "] + self, self)
      .map { ($0.isLowercase && $1.isUppercase ? " " : "") + $1.lowercased() }.joined()
  }
}
