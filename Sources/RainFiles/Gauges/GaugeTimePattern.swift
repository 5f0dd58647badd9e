/// How a moment is written, in the letters of strptime, `%d.%m.%Y %H:%M`; or a number that counts.
package struct GaugeTimePattern: Sendable {
  /// How dates are written.
  package static let dates = GaugeMeaning.dateFormat.texts.compactMap(Self.init)
  /// A time of the day without a date, in any form.
  static let clock = Self(text: "%H:%M", isDay: true)
  static let moments = dates.flatMap { $0.variants() }
  package static let counts = Count.all.map(\.name)

  package let text: String
  /// The number that it is; nil for letters.
  private(set) var count: Count?
  /// None for ``clock``.
  private var letters: [UInt8] = []
  /// Whether it has a date, or a time that counts from 1970 on.
  private(set) var isDated = false
  /// Whether a time of the day in any form may follow.
  private var isDay = false
  /// Whether nothing stands between the digits: a number may look the same.
  private var isCompact = false

  private init(text: String, isDay: Bool) { (self.text, self.isDay) = (text, isDay) }

  init(_ count: Count) { (text, self.count, isDated) = (count.name, count, count.firstDay != nil) }

  package init?(_ text: String) {
    if let count = Count.all.first(where: { $0.name == text }) {
      self.init(count)
      return
    }
    func has(_ others: String) -> Bool { others.contains { text.contains("%\($0)") } }
    self.init(text: text, isDay: has("Yymj") && !has("HIMSps"))
    isDated = has("Yymsj")
    let signs = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    guard signs.count > 1,
      signs.dropFirst().allSatisfy({ $0.first.map("YymdjbBaAHIMSpzZs".utf8.contains) ?? false })
    else { return nil }
    // Hours and minutes side by side may lack zeros, if nothing touches them.
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    letters = Array(words.map { $0 == "%H%M" ? "%h" : $0 }.joined(separator: " ").utf8)
    isCompact = letters.count > 2 && letters.count == 2 * (signs.count - 1)
  }

  /// Itself, and if it is a date, with few digits beside it: 5 is 5:00 or 0:05. In a column of hours it is 5:00.
  func variants(isHour: Bool = false) -> [Self] {
    let hours = isDay ? isHour ? [" %H"] : [" %H", " %H%M"] : []
    return [self] + hours.compactMap { Self(text + $0) }
  }

  /// A date at the beginning of a text.
  typealias Date = (text: GaugeField, moment: GaugeMoment)

  /// The moment that the whole text is, in s; nil if it is none.
  func seconds(_ text: GaugeField) -> Double? {
    var known: Date?
    return seconds(text, &known)
  }

  /// The same of the next text, which most often has the date of the one before.
  func seconds(_ text: GaugeField, _ known: inout Date?) -> Double? {
    if let count { return count.seconds(text) }
    var (rest, moment) = (text, GaugeMoment())
    if let known, text.starts(with: known.text),
      case let after = text.dropFirst(known.text.count), isCompact || after.first?.isDigit != true
    {
      (rest, moment) = (after, known.moment)
    } else {
      guard moment.take(letters, isCompact ? 2...2 : 1...2, from: &rest) else { return nil }
      // Eight digits in a row are a date if they begin with a year of our time.
      if isDay, isCompact, rest.count < 4, !(1900..<2100 ~= moment.year ?? 2000) { return nil }
      known = isDay ? (text[..<rest.startIndex], moment) : nil
    }
    if isDay, !rest.isEmpty || letters.isEmpty, !takeClock(&rest, &moment) { return nil }
    guard moment.takeZone(from: &rest), rest.isEmpty, let seconds = moment.seconds else {
      return nil
    }
    return !letters.isEmpty || 0...86_400 ~= seconds ? seconds : nil
  }

  /// Takes the time of the day, behind a blank, T, a colon, or a comma and a blank; false if there is none.
  private func takeClock(_ rest: inout GaugeField, _ moment: inout GaugeMoment) -> Bool {
    let isAlone = letters.isEmpty
    if rest.starts(with: ", ".utf8) { rest = rest.dropFirst() }
    var clock = rest.drop(while: " :T".utf8.contains)
    clock.takeBlanks()
    let isBeside = clock.count < rest.count
    let digits = clock.allSatisfy(\.isDigit) ? clock.count : 0
    // Four digits and more are a clock, where it has a date. Two may touch eight that are a date.
    guard
      digits == 0
        ? isBeside != isAlone : !isAlone && (isBeside && digits > 3 || isCompact && digits % 2 == 0)
    else { return false }
    rest = clock
    return moment.takeClock(from: &rest)
      && (!isAlone || clock.contains(where: ":h".utf8.contains) || moment.isAfternoon != nil)
  }

  /// A number that is a moment.
  struct Count: Sendable {
    let name: String
    let seconds: Double
    /// The day of 0, counted from 1970 on; nil if that is not known.
    var firstDay: Double?
    /// The numbers of our time.
    var range: ClosedRange<Double>?

    static let seconds = Self(name: "seconds", seconds: 1)
    static let all = [
      seconds, Self(name: "milliseconds", seconds: 0.001), Self(name: "minutes", seconds: 60),
      Self(name: "hours", seconds: 3600), Self(name: "days", seconds: 86_400),
      Self(name: "spreadsheet", seconds: 86_400, firstDay: -25_569, range: 20_000...80_000),
      Self(name: "julian", seconds: 86_400, firstDay: -2_440_587.5, range: 2_400_000...2_500_000),
    ]

    /// The moment in s of a number, or of a time such as `10m` or `1:30:00`; with one colon it could be minutes or
    /// hours.
    func seconds(_ text: GaugeField) -> Double? {
      guard let (number, rest) = text.number, rest.isEmpty, number >= 0 else {
        let isClear = text.count { $0 == UInt8(ascii: ":") } != 1
        return isClear ? Duration(written: text.string)?.inSeconds : nil
      }
      var moment = number * seconds + (firstDay ?? 0) * 86_400
      // Seconds after the year 5138 are milliseconds, microseconds or nanoseconds from 1970 on.
      while seconds == 1, 1e11..<1e20 ~= moment { moment /= 1000 }
      return moment > Duration.longestWritten.inSeconds ? nil : moment
    }
  }
}
