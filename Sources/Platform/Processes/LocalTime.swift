/// The clock on the wall.
package enum LocalTime {
  /// The seconds from a moment, in s since 1970, until clocks here next show so many hours and minutes: by the wall, also
  /// where summer time begins or ends in between.
  package static func seconds(until hour: Int, _ minute: Int, from now: Int) -> Int {
    var moment = time_t(now)
    var today = unsafe tm()
    _ = unsafe localtime_r(&moment, &today)
    for days: Int32 in 0...1 {
      var parts = unsafe tm()
      unsafe (parts.tm_year, parts.tm_mon) = (today.tm_year, today.tm_mon)
      unsafe (parts.tm_mday, parts.tm_hour) = (today.tm_mday + days, Int32(hour))
      unsafe (parts.tm_min, parts.tm_isdst) = (Int32(minute), -1)
      let next = unsafe mktime(&parts)
      if next > moment { return Int(next - moment) }
    }
    return 86_400
  }

  /// The time now, in s since 1970.
  package static var now: Int { Int(time(nil)) }
}
