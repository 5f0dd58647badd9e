extension [Row] {
  /// The amount of each row of a counter that begins anew after the report of each hour; whether it
  /// fell between two reports.
  func amountsSinceHour() -> (amounts: [Double], isBroken: Bool) {
    // The report is at the commonest time of a row within its hour.
    var times: [Double: Int] = [:]
    for row in self {
      let time = row.end.truncatingRemainder(dividingBy: 3600)
      if times.count < 3600 || times[time] != nil { times[time, default: 0] += 1 }
    }
    let report = times.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 0
    var (last, isBroken) = ((hour: -Double.infinity, reading: 0.0), false)
    let amounts = map { row in
      if row.reading.isNaN { return Double.nan }
      let hour = ((row.end - report) / 3600).rounded(.up)
      defer { last = (hour, row.reading) }
      if hour != last.hour { return row.reading }
      isBroken = isBroken || row.reading < last.reading
      return Swift.max(0, row.reading - last.reading)
    }
    return (amounts, isBroken)
  }

  /// The amount of each row of a moving sum: what the sum has beyond the rows before that are still
  /// in it; whether a number was less than these say.
  func amounts(
    ofSumsOf window: Double, _ facts: Facts, isNamed: Bool = false
  ) -> (amounts: [Double], isBroken: Bool) {
    // The rain that the first number has from before the first row and still leaves it, and until
    // when it does: all that is older than the first row leaves the window before the row after it.
    let end = self[0].end + window - 1e-3
    let first = prefix { $0.end < end }
    let falls = zip(first, first.dropFirst()).reduce(0) {
      $0 + Swift.max(0, $1.0.reading - $1.1.reading)
    }
    var old = facts.span >= window - facts.step ? Swift.min(facts.first, falls) : facts.first
    var isBroken = false
    // The first row in the window, how many in it have rain, and how much.
    var (head, wet, known, amounts) = (0, 0, 0.0, [Double]())
    amounts.reserveCapacity(count)
    // The last time of no rain, and the greatest number.
    var (dry, most) = (self[0].end, 0.0)
    for row in self {
      let (time, number) = (row.end, row.reading)
      if number.isNaN {
        amounts.append(.nan)
        continue
      }
      while head < amounts.count, self[head].end <= time - window + 1e-3 {
        if amounts[head] > 0 { (wet, known) = (wet - 1, known - amounts[head]) }
        head += 1
      }
      // The sum of many numbers loses digits.
      if wet == 0 { known = 0 }
      if time >= end { old = 0 }
      if number == 0 { dry = time }
      let rest = number - known
      // Errors of rounding add up until it is dry; they tell nothing where numbers have few digits.
      most = Swift.max(most, number)
      let periods =
        isNamed || most > 200 * facts.resolution
        ? (Swift.max(0, time - dry) / window).squareRoot() : 0
      let error = (isNamed ? 3 : 1.5) * facts.resolution * (1 + periods) + 1e-9 * number
      isBroken = isBroken || rest < -error
      old = Swift.min(old, Swift.max(0, rest))
      // Less than the last digit is the error of rounding.
      let amount = rest - old > 0.5 * facts.resolution ? rest - old : 0
      if amount > 0 { (wet, known) = (wet + 1, known + amount) }
      amounts.append(amount)
    }
    return (amounts, isBroken)
  }
}
