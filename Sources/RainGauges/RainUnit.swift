internal import Text

/// The unit of the numbers of a gauge.
struct RainUnit: Hashable {
  /// How many mm one is: 25.4 for inches, 0.2 for the tips of a bucket of 0.2 mm.
  var millimeters: Double
  /// The time in s in which so much would fall; nil for the time of the row.
  var seconds: Double?
  /// Whether a number counts on from row to row.
  var isTotal = false

  static let millimeters = Self(millimeters: 1)
  static let millimetersPerHour = Self(millimeters: 1, seconds: 3600)
  static let inches = Self(millimeters: 25.4)
  static let metres = Self(millimeters: 1000)

  static let spellings = Meaning.unitWritten.texts

  /// The lengths of one, in mm.
  private static let lengths = Meaning.length.numbers
  /// Other ways to write a unit, and units that a name has joined.
  private static let spellingsOfNames = Meaning.unitSpelling.pairs
}

extension RainUnit {
  /// The unit that a person wrote: `mm`, `in/h`, `0.2mm` for tips, `total` for a counter, `total
  /// 0.2mm`.
  init?(written text: String) {
    let words = text.lowercased().split(separator: " ")
    let isTotal = words.first == "total"
    self.init(name: words == ["total"] ? "mm" : words.dropFirst(isTotal ? 1 : 0).joined())
    self.isTotal = isTotal
  }

  private var length: String? { [1: "mm", 25.4: "in", 10: "cm", 1000: "m"][millimeters] }

  /// The unit in a sentence, `in mm/h`, and as it is typed, `mm/h`.
  var text: String {
    let length = length ?? "\(FixedPoint.brief(millimeters)) mm each"
    let rate = seconds.map { $0 == 3600 ? "/h" : " in \(FixedPoint.brief($0)) s" } ?? ""
    return (isTotal ? "a total in " : "in ") + length + rate
  }
  var word: String {
    let length = length ?? "\(NumberText.shortest(millimeters))mm"
    return length + (seconds.map { $0 == 3600 ? "/h" : "/\(NumberText.shortest($0))s" } ?? "")
  }

  private init?(name: String) {
    let digits = name.prefix { "0123456789.".contains($0) }
    // mm/h, mm/5min; but not l/m2.
    let time = name.lastIndex(of: "/").map { name[$0...].dropFirst() } ?? ""
    let count = time.prefix { $0.isNumber }
    let unit = Meaning.seconds(of: time[count.endIndex...])
    let seconds = unit.flatMap { unit in count.isEmpty ? unit : Double(count).map { $0 * unit } }
    // mm/10 is a tenth.
    let parts = count.endIndex == time.endIndex ? Double(count).map { max(1, $0) } : nil
    let length = name.dropFirst(digits.count)
      .dropLast(seconds == nil && parts == nil ? 0 : time.count + 1)
    guard let scale = Self.lengths[String(length)],
      let number = digits.isEmpty ? 1 : Double(digits), 1e-3...100 ~= number, seconds != 0
    else { return nil }
    self.init(millimeters: number * scale / (parts ?? 1), seconds: seconds)
  }

  /// The unit in the name of a column, or in a line about it: `Rain (mm)`, `precip_in`, `Rain Rate
  /// - mm/h`, `rain_mm_h`, `amount (in 0.1 mm)`, `tenths of mm`. A whole number before a length is
  /// no part of it: it counts gauges.
  init?(in text: String) {
    self = .inches
    if ["\"", "″", "''"].contains(text) { return }
    let text = Self.spellingsOfNames.reduce(text.separated) { $0.replacing($1.0, with: $1.1) }
      // A size with a decimal comma, 0,2 mm or 0_2mm; a time with blanks, mm / 15 min.
      .replacing(/(^|[^0-9])0[,_](?=[0-9])/) { "\($0.1)0." }
      .replacing(/([\p{L}2]+) ?\/ ?([0-9]*) ?(?=(\p{L}+))/) { match in
        Self.lengths[String(match.1)] != nil || Meaning.seconds(of: match.3) != nil
          ? "\(match.1)/\(match.2)" : String(match.0)
      }
    let parts = text.split { !$0.isLetter && !$0.isNumber && !"./".contains($0) }
      // A point stands within a number, or else between words.
      .flatMap { $0.contains(where: \.isNumber) ? [$0] : $0.split(separator: ".") }
    for (index, part) in parts.enumerated() {
      let next = parts.dropFirst(index + 1).first
      let mark = next.map { text[part.endIndex..<$0.startIndex] }
      // Behind a length: mm_h, mm h-1; but not mm 1h.
      let isNear = next != "time" && [" ", "_", ".", "-", " * "].contains(mark)
      let rate = isNear ? next.flatMap(Meaning.seconds) : nil
      // The preposition stands before another word, or beside a unit.
      if part == "in", rate == nil,
        mark == " " || parts.contains(where: { Self(name: String($0))?.millimeters ?? 25 < 25 })
      {
        continue
      }
      let before = parts[..<index].last.flatMap { Double($0) }
      // A letter alone may be anything, but not between brackets, or before a time: rain (m), m
      // s-1.
      if part.drop(while: \.isNumber) == "m", !text.contains("(m)"), !text.contains("[m]"),
        rate == nil || before != nil
      {
        continue
      }
      guard var unit = Self(name: String(part)) else { continue }
      let digits = part.prefix { "0123456789.".contains($0) }
      if let number = Double(digits), number >= 1 { unit.millimeters /= number }
      unit.seconds = unit.seconds ?? rate
      unit.millimeters *=
        Meaning.tenths.texts.contains(where: text.contains)
        ? 0.1
        : text.contains("hundredths") ? 0.01 : before.flatMap { 1e-6..<1 ~= $0 ? $0 : nil } ?? 1
      self = unit
      return
    }
    return nil
  }
}
