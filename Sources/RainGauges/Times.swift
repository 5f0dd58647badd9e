internal import RainPresets
internal import Text

/// The times of rows, one after the other, as one format reads them: in s from 1970 on, from
/// midnight, or from any beginning.
struct Times {
  static let remedy =
    "--time-format says how it is written, such as '%d.%m.%Y %H:%M', or minutes that are counted"
  static let noTime =
    "is no time such as 2018-01-01 20:04 or 90; --time-column says which column has it, \(remedy)"

  let format: TimeFormat
  /// Whether a person or the name of the column says what numbers count, or how it is written.
  let (isCount, isSaid): (Bool, Bool)
  /// Midnights that have passed, of a clock, and the last time.
  private var (days, last) = (0.0, -Double.infinity)
  /// The times that were read to find the format.
  private(set) var sample: [Double] = []

  init(_ format: TimeFormat, isCount: Bool = false, isSaid: Bool = false) {
    (self.format, self.isCount, self.isSaid) = (format, isCount, isSaid)
  }

  /// Whether the times are those of a calendar, and rows may come with the newest first.
  var isCalendar: Bool { format.isDated || sample.first ?? 0 > 3e8 }

  /// The same times from the beginning on.
  var anew: Self {
    var times = Self(format, isCount: isCount, isSaid: isSaid)
    times.sample = Array(sample.prefix(1))
    return times
  }

  /// The time of the next row; nil if it is written in another way.
  mutating func next(_ text: Field) -> Double? {
    guard var moment = format.seconds(isSaid ? text : text.plainTime) else { return nil }
    moment += days * 86_400
    // A clock that goes back by more than half a day has passed midnight.
    if !format.isDated, format.count == nil, last - moment > 43_200 {
      days += 1
      moment += 86_400
    }
    last = moment
    return moment
  }

  private mutating func take(_ text: Field) -> Bool {
    guard let moment = next(text) else { return false }
    sample.append(moment)
    return true
  }

  mutating func next(_ text: Field, line: Int, _ file: TableText) throws(Flaw) -> Double {
    if let moment = next(text) { return moment }
    let source = isSaid ? "--time-format says" : "in the rows before"
    throw file.flaw(
      "\(text.string.quoted) is no time as \(source), \(format.text.quoted); \(Self.remedy)",
      line: line)
  }

  /// Finds how the times of rows are written: the first format that reads all of them, and in which
  /// fewest lie before the one above. `said` is what a person or names of columns say; the name of
  /// the column may say that it counts. Throws if they can be read in several ways.
  static func find(
    _ rows: [Line], said: [TimeFormat]?, _ name: ColumnName, _ file: TableText
  ) throws(Flaw) -> Self {
    let lengths = name.words.compactMap { word in
      ["days": 86_400, "elapsed": 1][word] ?? Duration(written: "1\(word)")?.inSeconds
    }
    let unit = TimeFormat.counts.first { lengths.contains($0.1) }.flatMap { TimeFormat($0.0) }
    // In a column of hours, 5 is 5:00.
    let isHour = name.words.contains { ColumnName($0).datePart == "%H" }
    let dates = said ?? TimeFormat.all
    let numbers = said == nil ? TimeFormat.alone + TimeFormat.plain : []
    var left = ((said == nil ? [unit].compactMap(\.self) : []) + dates + numbers).map {
      Self($0, isCount: said != nil || unit != nil, isSaid: said != nil)
    }
    for (line, text) in rows {
      let right = left.indices.filter { left[$0].take(text) }
      if right.isEmpty { _ = try left[0].next(text, line: line, file) }
      if right.count < left.count { left = right.map { left[$0] } }
    }
    let hours = left.filter { isHour && $0.format.text.hasSuffix(" %H") }
    if !hours.isEmpty { left = hours }
    return try choose(among: left, rows[0].number, file, isDate: name.has(.date))
  }

  private static func choose(
    among left: [Self], _ line: Int, _ file: TableText, isDate: Bool
  ) throws(Flaw) -> Self {
    let falls = left.map(\.falls)
    let ordered = zip(left, falls).filter { $0.1 == falls.min() }.map(\.0)
    let first = ordered[0]
    if first.format.count != nil, !first.isCount, isDate, first.sample[0] < 1e8 {
      throw file.flaw(
        "the numbers are no dates; --time-format days or seconds says what they count", line: line)
    }
    let ways = ordered.filter { $0.format.isDated && !$0.hasSteps(of: first) }
    if ways.isEmpty || !first.format.isDated || first.sample.count < 2 { return first }
    let formats = ([first] + ways).map { "'\($0.format.text)'" }.joined(separator: " or ")
    throw file.flaw(
      "the dates can be read in several ways; choose --time-format \(formats)", line: line)
  }

  /// How many rows lie before the one before, or behind it where the newest come first.
  private var falls: Int {
    let pairs = zip(sample, sample.dropFirst())
    let (rises, falls) = (pairs.count(where: <), pairs.count(where: >))
    return isCalendar ? min(rises, falls) : falls
  }

  private func hasSteps(of other: Self) -> Bool {
    zip(sample, other.sample).allSatisfy {
      abs($1 - $0 - (other.sample[0] - sample[0])) < 1e-3
    }
  }
}

extension Field {
  /// The ends of an interval as ISO 8601 has it, START/END, or its start and its length in s,
  /// START/PT6H.
  var moments: (begin: Field?, end: Field, length: Double?) {
    guard count > 10, let slash = firstIndex(of: UInt8(ascii: "/")), slash - startIndex >= 10
    else { return (nil, self, nil) }
    let (start, rest) = (self[..<slash], self[(slash + 1)...])
    let period = /P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?/
    guard let found = rest.string.wholeMatch(of: period)?.output else {
      return rest.count < 10 ? (nil, self, nil) : (start, rest, nil)
    }
    let parts = [found.1, found.2, found.3, found.4, found.5].map { $0.flatMap { Double($0) } ?? 0 }
    return (nil, start, zip(parts, [604_800, 86_400, 3600, 60, 1]).map(*).reduce(0, +))
  }

  /// The time without the name of its day and the name of a place, without brackets around it, with
  /// colons on its clock, and the year before that.
  var plainTime: Field {
    func isClock(_ word: Field) -> Bool {
      word.count == 8 && word.dropFirst(2).first == 0x2D && word.dropFirst(5).first == 0x2D
    }
    guard let letter = first,
      !letter.isDigit || count > 16 && isClock(suffix(8))
        || contains(where: { $0 == 0x5F || $0 == 0x5B || $0 == 0x28 })
    else { return self }
    let inner = "[(".utf8.contains(letter) ? dropFirst() : self
    var words = inner.prefix { !"[]()".utf8.contains($0) }.split { " _,".utf8.contains($0) }
    if let first = words.first, words.count > 1, first.count > 1, first.allSatisfy(\.isLetter),
      !Meaning.month.words.contains(first.string.lowercased().prefix(3))
    {
      words.removeFirst()
    }
    // As C writes dates: Jun 1 10:00:00 CEST 2024.
    if words.count > 3, let year = words.last, year.count == 4, year.allSatisfy(\.isDigit),
      words[2].contains(0x3A)
    {
      words.insert(words.removeLast(), at: 2)
    }
    return Array(
      words.map { isClock($0) ? Array($0.map { $0 == 0x2D ? 0x3A : $0 })[...] : $0 }
        .joined(separator: [0x20]))[...]
  }
}
