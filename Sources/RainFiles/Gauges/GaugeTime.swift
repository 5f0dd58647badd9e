internal import Text

/// The moment of a row of a rain gauge, in s.
enum GaugeTime: Equatable {
  /// From 1970 on, in the time zone of the file.
  case date(Double)
  /// From a beginning that the file does not say.
  case elapsed(Double)

  var seconds: Double {
    switch self {
    case .date(let seconds), .elapsed(let seconds): seconds
    }
  }

  /// A date such as `201801012004`, `2018010120`, `2018-01-01`, `2018-01-01 20:04` or `2018-01-01T20:04:30Z`;
  /// or a time such as `90`, `10m` or `1:30:00`. Nil if the text is none.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    if let date = GaugeTime.date(bytes) {
      self = .date(date)
    } else if let time = Duration(written: text) {
      let (seconds, attoseconds) = time.components
      self = .elapsed(Double(seconds) + Double(attoseconds / 1_000_000_000) / 1e9)
    } else {
      return nil
    }
  }

  private static func date(_ bytes: [UInt8]) -> Double? {
    var rest = bytes[...]
    func number(_ digits: Int) -> Int? {
      guard rest.count >= digits else { return nil }
      var number = 0
      for byte in rest.prefix(digits) {
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
      }
      rest = rest.dropFirst(digits)
      return number
    }
    func skip(_ characters: String) -> Bool {
      guard let next = rest.first, characters.utf8.contains(next) else { return false }
      rest = rest.dropFirst()
      return true
    }

    guard let year = number(4) else { return nil }
    let isCompact = !skip("-/")
    // Twelve digits in a row are a date, and so are eight and ten, a day and an hour, that begin with a year
    // of our time; others are a number of seconds.
    if isCompact, bytes.count < 12 {
      guard [8, 10].contains(bytes.count), 1900..<2100 ~= year else { return nil }
    }
    guard let month = number(2), 1...12 ~= month, isCompact || skip("-/"),
      let day = number(2), 1...31 ~= day
    else { return nil }
    var (hour, minute, second) = (0, 0, 0.0)
    if !rest.isEmpty {
      guard isCompact || skip(" T"), let written = number(2), written < 24 else { return nil }
      hour = written
    }
    if !rest.isEmpty {
      guard isCompact || skip(":"), let written = number(2), written < 60 else { return nil }
      minute = written
    }
    if isCompact ? !rest.isEmpty : skip(":") {
      guard let whole = number(2), whole < 60 else { return nil }
      second = Double(whole)
      if skip(".") {
        var unit = 0.1
        while let digit = number(1) {
          second += Double(digit) * unit
          unit /= 10
        }
      }
    }
    // All rows have one time zone, so that it does not matter which.
    if !skip("Z"), skip("+-") {
      guard number(2) != nil else { return nil }
      _ = skip(":")
      guard number(2) != nil else { return nil }
    }
    guard rest.isEmpty else { return nil }
    let days = daysFrom1970(year: year, month: month, day: day)
    return Double(days * 86_400 + hour * 3600 + minute * 60) + second
  }

  /// The days from 1 January 1970 to a day of the Gregorian calendar. Years begin in March here, so that
  /// the leap day is the last.
  private static func daysFrom1970(year: Int, month: Int, day: Int) -> Int {
    let years = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    let daysOfYears = 365 * years + years / 4 - years / 100 + years / 400
    return daysOfYears + (153 * months + 2) / 5 + day - 1 - 719_468
  }
}
