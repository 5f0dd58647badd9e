/// The parts of a moment as they are read, in any order.
struct GaugeDate {
  var year: Int?
  var month = 1
  var day = 1
  /// Takes the place of month and day.
  var dayOfYear: Int?
  var hour = 0
  var minute = 0
  /// Below 61, as there are leap seconds.
  var second = 0.0
  /// Whether a clock of twelve hours shows the time after noon; nil for one of 24.
  var isAfternoon: Bool?
  /// How far the clock is ahead of UTC, in s.
  var offset = 0
  /// In s from 1970 on, if that is how the moment is written.
  var secondsFrom1970: Double?

  /// In s from 1970 on, or from midnight if there is no date; nil if there is no such moment.
  var seconds: Double? {
    if let secondsFrom1970 { return secondsFrom1970 }
    var hour = hour
    if let isAfternoon {
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard second < 61 else { return nil }
    // A leap second is the second half of the one before it, so that it lies before the next minute.
    let time = Double(hour * 3600 + minute * 60 - offset) + (second < 60 ? second : 59.5)
    // Days of a year of which nobody says the number.
    guard let year = year ?? dayOfYear.map({ _ in 1972 }) else { return time }
    // At 24:00 a day ends.
    guard hour < 24 || hour == 24 && minute == 0 && second == 0, 1...12 ~= month else { return nil }
    if let dayOfYear {
      let days = Self.daysFrom1970(year: year, month: 1, day: dayOfYear)
      guard dayOfYear >= 1, days < Self.daysFrom1970(year: year + 1, month: 1, day: 1) else {
        return nil
      }
      return Double(days * 86_400) + time
    }
    let days = Self.daysFrom1970(year: year, month: month, day: day)
    let (nextYear, nextMonth) = month < 12 ? (year, month + 1) : (year + 1, 1)
    guard day >= 1, days < Self.daysFrom1970(year: nextYear, month: nextMonth, day: 1) else {
      return nil
    }
    return Double(days * 86_400) + time
  }

  /// The days from 1 January 1970 to a day of the Gregorian calendar. Years begin in March here, so that
  /// the leap day is the last.
  static func daysFrom1970(year: Int, month: Int, day: Int) -> Int {
    let years = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    let daysOfYears = 365 * years + years / 4 - years / 100 + years / 400
    return daysOfYears + (153 * months + 2) / 5 + day - 1 - 719_468
  }

  /// A moment in s from 1970 on, to the minute or, where it has seconds, to the second.
  static func text(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.down))
    let day = (whole < 0 ? whole - 86_399 : whole) / 86_400
    // The year begins in March here.
    let days = day + 719_468
    let era = (days < 0 ? days - 146_096 : days) / 146_097
    let ofEra = days - era * 146_097
    let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let time = whole - day * 86_400
    let parts = [
      year + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
      ofYear - (153 * month + 2) / 5 + 1, time / 3600, time / 60 % 60, time % 60,
    ].map { $0 < 10 && $0 >= 0 ? "0\($0)" : "\($0)" }
    return parts[..<3].joined(separator: "-") + " " + parts[3..<5].joined(separator: ":")
      + (time % 60 == 0 ? "" : ":\(parts[5])")
  }

  /// The first letters of the months.
  static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The abbreviations of time zones, and how many hours they are ahead of UTC. Those with two meanings
  /// have that of North America; a file has one meaning.
  static let zones: [String: Double] = [
    "Z": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "MEZ": 1,
    "MESZ": 2, "EET": 2, "EEST": 3, "NST": -3.5, "NDT": -2.5, "AST": -4, "ADT": -3, "EST": -5,
    "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9,
    "AKDT": -8, "HST": -10, "JST": 9, "AWST": 8, "ACST": 9.5, "ACDT": 10.5, "AEST": 10, "AEDT": 11,
    "NZST": 12, "NZDT": 13,
  ]
}
