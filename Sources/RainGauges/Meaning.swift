/// The meaning of a word, a whole name or a field: a row of the table in words.txt.
enum Meaning: String, CaseIterable {
  case no, other, rain, plain, counter, day, hour, last, rate, tips, unit
  case units, seconds, minutes, hours, days, noLength, owner
  case date, begin, end, clock, time, nothing, trace, flag, sum, endOfFile
  case unitWritten, unitSpelling, tenths, dateFormat, clockFormat
  case length, zone, month, shiftJIS, korean, chinese, encoded

  /// The letters of strptime for parts of a date in columns of their own; they have rows, too.
  static let dateParts = ["%Y", "%m", "%d", "%j", "%H%M", "%H", "%M", "%S"]

  /// The rows by their names.
  static let table: [Substring: [Substring]] = {
    let lines = String(decoding: PackageResources.words_txt, as: UTF8.self).split(separator: "\n")
    let rows = lines.lazy.map { $0.split(separator: " ") }.filter { $0[0] != "#" }
    return Dictionary(
      rows.map { row in
        (row[0], row.dropFirst().map { $0.contains("␣") ? $0.replacing("␣", with: " ")[...] : $0 })
      }, uniquingKeysWith: +)
  }()

  /// The words for it; as texts, in which ␣ is a blank; as pairs of them, `mm=1`, and as numbers.
  var words: [Substring] { Self.table[rawValue[...]] ?? [] }
  var texts: [String] { words.map { String($0) } }
  var pairs: [(String, String)] {
    texts.map { text in
      let name = text.prefix { $0 != "=" }
      return (String(name), String(text[name.endIndex...].dropFirst()))
    }
  }
  var numbers: [String: Double] {
    Dictionary(uniqueKeysWithValues: pairs.map { ($0, Double($1) ?? .nan) })
  }

  static let zones = Self.zone.numbers

  /// Whether it is one of the words for it.
  func has(_ word: String) -> Bool { Self.row(rawValue, has: word) }

  static func row(_ row: String, has word: String) -> Bool {
    table[row[...], default: []].contains { fits(word, $0) }
  }

  /// Whether a word is a text in which a star at an end stands for more letters.
  static func fits(_ word: String, _ text: Substring) -> Bool {
    let (isEnd, isBegin) = (text.first == "*", text.last == "*")
    if text == "*" || !isEnd && !isBegin {
      return word == text
    }
    let part = text.dropFirst(isEnd ? 1 : 0).dropLast(isBegin ? 1 : 0)
    if let star = part.firstIndex(of: "*") {
      return fits(word, "*\(part[part.index(after: star)...])*") && fits(word, "\(part[..<star])*")
    }
    return isEnd ? isBegin ? word.contains(part) : word.hasSuffix(part) : word.hasPrefix(part)
  }

  /// The length of the unit of time that a word says, in s.
  static func seconds(of word: some StringProtocol) -> Double? {
    let units: [(Self, Double)] = [(.seconds, 1), (.minutes, 60), (.hours, 3600), (.days, 86_400)]
    return units.first { $0.0.has(String(word)) }?.1
  }

  /// The meanings that words of a name may have, and the words without a star that say it.
  private static let spoken: [Self] = [
    .no, .other, .rain, .plain, .counter, .day, .hour, .last, .rate, .tips, .unit,
  ]
  private static let exact: [String: Set<Self>] = spoken.reduce(into: [:]) { table, meaning in
    for word in meaning.words where !word.contains("*") {
      table[String(word), default: []].insert(meaning)
    }
  }

  /// The meanings of a word of a name: of itself, of the words that it joins, or of its parts.
  static func all(of word: String) -> Set<Self> {
    if let meanings = exact[word] ?? joined(word[...]) { return meanings }
    return Set(spoken.filter { $0.has(word) })
  }

  private static func joined(_ word: Substring) -> Set<Self>? {
    if word.isEmpty { return [] }
    for length in stride(from: word.count, to: 1, by: -1) {
      if let first = exact[String(word.prefix(length))],
        let rest = joined(word.dropFirst(length))
      {
        return first.union(rest)
      }
    }
    return nil
  }
}
