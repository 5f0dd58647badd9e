internal import Text

/// What the numbers of a gauge are.
package struct GaugeUnit: Sendable, Hashable {
  /// How many mm one is: 25.4 for inches, 0.2 for the tips of a bucket of 0.2 mm.
  var millimeters: Double
  /// The time in s in which so much would fall; nil for the time of the row.
  var seconds: Double?
  /// Whether a number counts on from row to row.
  var isTotal = false

  package static let millimeters = Self(millimeters: 1)
  package static let millimetersPerHour = Self(millimeters: 1, seconds: 3600)
  /// A row.
  package static let inches = Self(millimeters: 25.4)

  /// What may be written.
  package static let spellings = ["mm", "mm/h", "in", "inch", "in/h", "0.2mm", "total", "total in"]

  /// The times behind the slash of a rate, in s.
  private static let times = [
    "hour": 3600.0, "hr": 3600, "h": 3600, "min": 60, "day": 86_400, "d": 86_400, "s": 1,
  ]
  /// The lengths of one, in mm.
  private static let lengths = [
    "mm": 1.0, "millimeter": 1, "millimeters": 1, "millimetre": 1, "millimetres": 1, "l/m2": 1,
    "l/m²": 1, "kg/m2": 1, "in": 25.4, "inch": 25.4, "inches": 25.4, "cm": 10, "ft": 304.8,
    "feet": 304.8, "um": 0.001, "µm": 0.001, "μm": 0.001,
  ]
  /// Other ways to write a rate or a share.
  private static let spellingsOfNames = [
    ("^", ""), ("⁻¹", "-1"), (" per ", "/"), ("_per_", "/"), ("mmh", "mm/h"), ("kg m-2", "kg/m2"),
    (" hr-1", "/h"), (" s-1", "/s"), (" d-1", "/d"), (" h-1", "/h"), (".h-1", "/h"),
    ("/h-1", "/h"), ("1/1000", "0.001"), ("1/100", "0.01"), ("1/10", "0.1"),
  ]
}

extension GaugeUnit {
  /// The unit that a person wrote: `mm`, `in/h`, `0.2mm` for tips, `total` for a counter, `total 0.2mm`. Nil if it
  /// is none.
  package init?(written text: String) {
    var words = text.lowercased().split(separator: " ")[...]
    let isTotal = words.first == "total"
    if isTotal { words.removeFirst() }
    self.init(name: isTotal && words.isEmpty ? "mm" : words.joined())
    self.isTotal = isTotal
  }

  /// What it is, in words.
  var text: String {
    let length =
      millimeters == 1
      ? "mm" : millimeters == 25.4 ? "in" : "\(FixedPoint.brief(millimeters)) mm each"
    let rate = seconds.map { $0 == 3600 ? "\(length)/h" : "\(length) in \(FixedPoint.brief($0)) s" }
    return (isTotal ? "a total in " : "in ") + (rate ?? length)
  }

  private init?(name: String) {
    let digits = name.prefix { "0123456789.".contains($0) }
    // mm/h, mm/5min; but not l/m2.
    let time = name.lastIndex(of: "/").map { name[$0...].dropFirst() } ?? ""
    let count = time.prefix { $0.isNumber }
    let unit = Self.times[String(time[count.endIndex...])]
    let seconds = unit.flatMap { unit in count.isEmpty ? unit : Double(count).map { $0 * unit } }
    let length = name.dropFirst(digits.count).dropLast(seconds == nil ? 0 : time.count + 1)
    guard let scale = Self.lengths[String(length)],
      let number = digits.isEmpty ? 1 : Double(digits), 1e-3...100 ~= number, seconds != 0
    else { return nil }
    self.init(millimeters: number * scale, seconds: seconds)
  }

  /// The unit in the name of a column, or in a line about it: `Rain (mm)`, `precip_in`, `Rain Rate - mm/h`,
  /// `amount (in 0.1 mm)`, `tenths of mm`.
  init?(in text: String) {
    let text = Self.spellingsOfNames.reduce(text.lowercased()) { $0.replacing($1.0, with: $1.1) }
    let parts = text.split { !$0.isLetter && !$0.isNumber && !"./²".contains($0) }
    for (index, part) in parts.enumerated() {
      // The preposition stands before another word.
      let next = parts.dropFirst(index + 1).first
      let isWord = part == "in" && next.map { text[part.endIndex..<$0.startIndex] == " " } ?? false
      guard !isWord, let unit = Self(name: String(part)) else { continue }
      self = unit
      let number = parts[..<index].last.flatMap { Double($0) } ?? 1
      millimeters *=
        text.contains("tenths")
        ? 0.1 : text.contains("hundredths") ? 0.01 : 1e-6...1000 ~= number ? number : 1
      return
    }
    // A letter alone may be anything, but not between brackets.
    guard text.contains("(m)") || text.contains("[m]") else { return nil }
    self.init(millimeters: 1000)
  }
}
