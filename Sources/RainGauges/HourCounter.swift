/// A counter that begins anew after the report of each hour.
struct HourCounter {
  /// When it is, in s of the hour.
  private let report: Double
  private var (hour, last) = (-Double.infinity, 0.0)
  /// Whether it fell between two reports.
  private(set) var isBroken = false

  /// The report is at the commonest time of a row within its hour.
  init(_ rows: [Row]) {
    var times: [Double: Int] = [:]
    for row in rows {
      let time = row.end.truncatingRemainder(dividingBy: 3600)
      if times.count < 3600 || times[time] != nil { times[time, default: 0] += 1 }
    }
    report = times.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 0
  }

  /// The amount that has fallen since the row before.
  mutating func read(_ number: Double, at time: Double) -> Double {
    if number.isNaN { return .nan }
    let hour = ((time - report) / 3600).rounded(.up)
    defer { (self.hour, last) = (hour, number) }
    if hour != self.hour { return number }
    isBroken = isBroken || number < last
    return max(0, number - last)
  }
}
