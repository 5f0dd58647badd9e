/// The meaning of a word, a whole name or a field: a row of the table in words.txt.
enum GaugeMeaning: String, CaseIterable {
  case rain, unit, quality, other, rate, tips, hourSum, daySum, total, sum, last
  case units, seconds, minutes, hours, days
  case station, date, begin, end, clock, time, plain, nothing, trace, flag
  case inMillimeters, inInches, ofASOS, ofGHCN
  case unitWritten, unitSpelling, tenths, dateFormat
  case length, zone, month, shiftJIS, korean, chinese, encoded

  /// The letters of strptime for parts of a date in columns of their own; they have rows, too.
  static let dateParts = ["%Y", "%m", "%d", "%j", "%H%M", "%H", "%M", "%S"]

  /// The rows by their names.
  static let table: [Substring: [Substring]] = {
    let lines = String(decoding: PackageResources.words_txt, as: UTF8.self).split(separator: "\n")
    let rows = lines.lazy.map { $0.split(separator: " ") }.filter { $0[0] != "#" }
    return Dictionary(rows.map { ($0[0], Array($0.dropFirst())) }, uniquingKeysWith: +)
  }()

  /// The words for it.
  var words: [Substring] { Self.table[rawValue[...]] ?? [] }

  /// The same as texts, in which ␣ is a blank, and as pairs of them: `mm=1`.
  var texts: [String] { words.map { String($0).replacing("␣", with: " ") } }
  var pairs: [(String, String)] {
    texts.map { text in
      let name = text.prefix { $0 != "=" }
      return (String(name), String(text[name.endIndex...].dropFirst()))
    }
  }
  var numbers: [String: Double] {
    Dictionary(uniqueKeysWithValues: pairs.map { ($0, Double($1) ?? .nan) })
  }

  /// Whether it is one of the words for it.
  func has(_ word: String) -> Bool { Self.row(rawValue, has: word) }

  static func row(_ row: String, has word: String) -> Bool {
    table[row[...], default: []].contains { text in
      let (isEnd, isBegin) = (text.first == "*", text.last == "*")
      if text == "*" || !isEnd && !isBegin { return word == text }
      let part = text.dropFirst(isEnd ? 1 : 0).dropLast(isBegin ? 1 : 0)
      return isEnd ? isBegin ? word.contains(part) : word.hasSuffix(part) : word.hasPrefix(part)
    }
  }

  /// The length of the unit of time that a word says, in s.
  static func seconds(of word: some StringProtocol) -> Double? {
    let units: [(Self, Double)] = [(.seconds, 1), (.minutes, 60), (.hours, 3600), (.days, 86_400)]
    return units.first { $0.0.has(String(word)) }?.1
  }
}
