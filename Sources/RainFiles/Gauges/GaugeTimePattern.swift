internal import Text

/// How a moment is written, in the letters of strptime, `%d.%m.%Y %H:%M`; or a number that counts.
package struct GaugeTimePattern: Sendable {
  /// How dates are written. To read another one, add a row.
  package static let dates = [
    "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%d.%m.%y", "%d/%m/%Y", "%m/%d/%Y", "%d/%m/%y",
    "%m/%d/%y", "%y/%m/%d", "%d-%m-%Y", "%m-%d-%Y", "%d-%m-%y", "%m-%d-%y", "%y-%m-%d", "%d-%b-%Y",
    "%d-%b-%y", "%d %b %Y", "%b %d %Y", "%b %d, %Y", "%Y%m%d", "%Y %m %d",
  ].compactMap(Self.init)

  /// How the time of a day is written. To read another one, add a row.
  private static let clocks = [
    "%H:%M:%S", "%H:%M", "%I:%M:%S %p", "%I:%M %p", "%I %p", "%H%M%S", "%Hh%M", "%H %M", "%H %M %S",
    "%H", "%H%M",
  ].compactMap(Self.init)
  /// The ``clocks`` that are the time of a day even without a date beside them.
  private static let clocksAlone = clocks.filter { $0.text.contains(where: ":ph".contains) }
  /// Any of those.
  static let clock = Self(text: "%H:%M")
  /// Dates, also with the time of the day.
  static let moments = dates.flatMap { $0.variants() }

  /// The names of numbers that are times.
  package static let counts = Count.all.map(\.name)

  package let text: String
  /// The number that it is; nil for letters.
  private(set) var count: Count?
  /// None for ``clock``.
  private var letters: [UInt8] = []
  /// Whether it has a date, or a time that counts from 1970 on.
  private(set) var isDated = false
  /// Whether it is a date, which a time of the day of any pattern may follow.
  private var isDay = false
  /// Whether nothing stands between the digits: a number may look the same.
  private var isCompact = false

  private init(text: String) { self.text = text }

  init(_ count: Count) {
    (text, self.count, isDated) = (count.name, count, count.firstDay != nil)
  }

  /// Nil if a letter is unknown.
  package init?(_ text: String) {
    if let count = Count.all.first(where: { $0.name == text }) {
      self.init(count)
      return
    }
    self.init(text: text)
    let signs = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    guard signs.count > 1, !text.hasSuffix("%") || text.hasSuffix("%%"),
      signs.dropFirst().allSatisfy({ $0.first.map("YymdjbBaAHIMSpzZs".utf8.contains) ?? true })
    else { return nil }
    // Hours and minutes side by side may lack zeros, if nothing touches them.
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    letters = Array(words.map { $0 == "%H%M" ? "%h" : $0 }.joined(separator: " ").utf8)
    isCompact = letters.count == 2 * (signs.count - 1)
    func has(_ others: String) -> Bool { others.contains { text.contains("%\($0)") } }
    isDated = has("Yymsj")
    isDay = isDated && !has("HIMSps")
  }

  /// Itself, and if it is a date, with few digits beside it: 5 is 5:00 or 0:05. In a column of hours it is 5:00.
  func variants(isHour: Bool = false) -> [Self] {
    isDay
      ? [self] + [" %H", " %H%M"].prefix(isHour ? 1 : 2).compactMap { Self(text + $0) } : [self]
  }

  /// The moment that the whole text is, in s; nil if it is none.
  func seconds(_ text: GaugeField) -> Double? {
    if let count { return count.seconds(text) }
    if letters.isEmpty {
      return Self.clocksAlone.lazy.compactMap { $0.seconds(text) }.first { 0...86_400 ~= $0 }
    }
    return moment(text)?.seconds
  }

  /// The moment that the whole text is, if it is written in letters.
  func moment(_ text: GaugeField) -> GaugeMoment? {
    guard count == nil, !letters.isEmpty else { return nil }
    var moment = GaugeMoment(text)
    guard moment.take(letters) else { return nil }
    if !isDay || moment.rest.isEmpty {
      // Eight digits in a row are a date if they begin with a year of our time.
      if isDay, isCompact, let year = moment.year, !(1900..<2100 ~= year) { return nil }
      return moment.takeZone() && moment.rest.isEmpty ? moment : nil
    }
    // Four digits and more are a clock. Two may touch eight that are a date.
    let isBeside = moment.takeGap()
    let digits = moment.rest.allSatisfy(\.isDigit) ? moment.rest.count : 0
    let isClock =
      isBeside ? digits == 0 : isCompact && digits == 2 && 1900..<2100 ~= moment.year ?? 0
    guard isClock || digits > 3 && (isBeside || isCompact && digits.isMultiple(of: 2)) else {
      return nil
    }
    for clock in Self.clocks {
      var moment = moment
      if moment.take(clock.letters), moment.takeZone(), moment.rest.isEmpty { return moment }
    }
    return nil
  }

  /// A number that is a moment.
  struct Count: Sendable {
    /// What --time-format calls it.
    let name: String
    /// How many s one is.
    let seconds: Double
    /// Words in the names of columns with it.
    var words: Set<String> = []
    /// The day of 0, counted from 1970 on; nil if that is not known.
    var firstDay: Double?
    /// The numbers of our time.
    var range: ClosedRange<Double>?

    static let seconds = Self(
      name: "seconds", seconds: 1, words: ["s", "sec", "secs", "second", "seconds", "elapsed"])
    static let all = [
      seconds, Self(name: "milliseconds", seconds: 0.001, words: ["ms", "milliseconds"]),
      Self(name: "minutes", seconds: 60, words: ["min", "mins", "minute", "minutes"]),
      Self(name: "hours", seconds: 3600, words: ["h", "hr", "hrs", "hour", "hours"]),
      Self(name: "days", seconds: 86_400, words: ["days"]),
      Self(name: "spreadsheet", seconds: 86_400, firstDay: -25_569, range: 20_000...80_000),
      Self(name: "julian", seconds: 86_400, firstDay: -2_440_587.5, range: 2_400_000...2_500_000),
    ]

    /// The moment in s of a number, or of a time such as `10m` or `1:30:00`; with one colon it could be minutes or
    /// hours.
    func seconds(_ text: GaugeField) -> Double? {
      guard let (number, rest) = text.number, rest.isEmpty, number >= 0 else {
        let isClear = text.count { $0 == UInt8(ascii: ":") } != 1
        return isClear ? Duration(written: GaugeText.string(text))?.inSeconds : nil
      }
      var moment = number * seconds + (firstDay ?? 0) * 86_400
      // Seconds after the year 5138 are milliseconds, microseconds or nanoseconds from 1970 on.
      while seconds == 1, 1e11..<1e20 ~= moment { moment /= 1000 }
      return moment > Duration.longestWritten.inSeconds ? nil : moment
    }
  }
}
