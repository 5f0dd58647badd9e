import RainGauges
import RainTestSupport
import Testing
import Text

/// A table of any style is read back to the same minutes, or refused; it never has another sum.
@Suite struct GaugePropertyTests {
  private static func padded(_ number: Int, _ digits: Int = 2) -> String {
    String(repeating: "0", count: max(0, digits - "\(number)".count)) + "\(number)"
  }

  @Test("a random table in a random style", arguments: 0..<(Build.isOptimised ? 2000 : 200))
  func styles(seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 7)
    // The rows: tips in steps of some minutes, from an evening on, over a midnight and perhaps a month's end.
    let (step, count) = (dice.pick([1, 5, 10, 60]), 8 + dice.roll(60))
    let tips = (0..<count).map { _ in dice.roll(3) == 0 ? dice.roll(6) : 0 }
    let (month, day) = dice.pick([(1, 30), (6, 13), (11, 5), (2, 28), (12, 31)])
    let begin = 60 * (18 + dice.roll(6)) + (60 % step == 0 ? 0 : dice.roll(60))
    let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    func date(_ row: Int) -> (y: Int, m: Int, d: Int, h: Int, min: Int) {
      let minutes = begin + row * step
      var (y, m, d) = (2024, month, day + minutes / 1440)
      while d > lengths[m - 1] {
        (d, m) = (d - lengths[m - 1], m + 1); if m > 12 { (y, m) = (y + 1, 1) }
      }
      return (y, m, d, minutes / 60 % 24, minutes % 60)
    }
    // The style.
    let separator = dice.pick([";", ",", "\t", "|"])
    let comma = separator != "," && dice.roll(2) == 0
    let (unit, size, scale) = dice.pick([
      ("mm", 0.2, 1.0), ("mm", 0.1, 1), ("in", 0.01, 25.4), ("1/10 mm", 2, 0.1), ("cm", 0.02, 10),
    ])
    let isCounter = dice.roll(4) == 0
    let style = dice.roll(9)
    let hasSeconds = dice.roll(2) == 0 ? ":00" : ""
    let isQuoted = dice.roll(3) == 0
    func quote(_ text: String) -> String { isQuoted ? "\"\(text)\"" : text }
    func p(_ number: Int) -> String { Self.padded(number) }
    func time(_ row: Int) -> [String] {
      let (y, m, d, h, min) = date(row)
      let clock = "\(p(h)):\(p(min))\(hasSeconds)"
      switch style {
      case 0: return [quote("\(y)-\(p(m))-\(p(d)) \(clock)")]
      case 1: return [quote("\(p(d)).\(p(m)).\(y) \(clock)")]
      case 2: return [quote("\(y)-\(p(m))-\(p(d))T\(p(h)):\(p(min)):00Z")]
      case 3: return ["\(y)\(p(m))\(p(d))\(p(h))\(p(min))"]
      case 4: return ["\(y)/\(m)/\(d)", clock]
      case 5: return ["\(y)", "\(m)", "\(d)", "\(h)", "\(min)"]
      case 6: return ["\(y)\(p(m))\(p(d))", "\(h * 100 + min)"]
      case 7: return ["\(row * step)"]
      default:
        return [
          quote(
            "\(p(m))/\(p(d))/\(y) \(p((h + 11) % 12 + 1)):\(p(min))\(hasSeconds) \(h < 12 ? "AM" : "PM")"
          )
        ]
      }
    }
    let timeNames = [
      ["time"], ["Datum"], ["timestamp"], ["MESS_DATUM"], ["Date", "Time"],
      ["year", "month", "day", "hour", "minute"], ["date", "HHMM"], ["Time (min)"], ["Date/Time"],
    ][style]
    var total = 0
    let others = dice.roll(3)
    var lines: [String] = []
    for _ in 0..<dice.roll(4) {
      lines.append(dice.pick(["Station: X", "# a remark", "Latitude: 52.5", "Export of 2024"]))
    }
    let hasNames = dice.roll(5) > 0 || style == 5 || style == 6 || style == 7
    let name =
      isCounter
      ? "rain total (\(unit))"
      : dice.pick(["Rain (\(unit))", "precipitation [\(unit)]", "Niederschlag (\(unit))"])
    let extra = (0..<others).map { ["Temp", "Wind"][$0] }
    if hasNames {
      lines.append((timeNames + extra + [name]).map(quote).joined(separator: separator))
    }
    for row in 0..<count {
      total += tips[row]
      let number = FixedPoint.trimmed(
        Double(isCounter ? total + 40 : tips[row]) * size, decimals: 2)
      let amount = comma ? number.replacing(".", with: ",") : number
      lines.append(
        (time(row) + extra.map { _ in "\(dice.roll(30))" } + [quote(amount)]).joined(
          separator: separator))
    }
    if dice.roll(4) == 0, style < 5 || style == 8, !isCounter {
      let rows = lines.suffix(count)
      lines = Array(lines.dropLast(count)) + rows.reversed()
    }
    let text = lines.joined(separator: dice.pick(["\n", "\r\n"])) + "\n"
    let bytes: [UInt8]
    switch dice.roll(4) {
    case 0: bytes = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case 1: bytes = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    default: bytes = Array(text.utf8)
    }
    let flags =
      isCounter
      ? (unit == "in" ? "--unit 'total in'" : "--unit total") : hasNames ? "" : "--unit mm"
    let expected =
      Double(isCounter ? total - tips[0] : total) * size
      * (hasNames || isCounter && unit == "in" ? scale : 1)
    let record: Gauge
    do {
      record = try gauge(bytes, flags)
    } catch {
      // What it refuses names a flag. Most styles are read.
      #expect("\(error)".contains("--"), "\(error)\n\(text)")
      let isOffered = offers("\(error)").contains {
        abs($0.millimeters - expected) <= 0.01 * expected
      }
      #expect(isOffered || style == 8 || style == 6 || others > 0 && !hasNames, "\(error)\n\(text)")
      guard others > 0 && !hasNames, style != 8 else { return }
      let column = "\(flags) --column \(timeNames.count + others + 1)"
      #expect(throws: Never.self) { _ = try gauge(bytes, column) }
      return
    }
    #expect(abs(record.millimeters - expected) < 1e-6, "\(record.millimeters) \(expected)\n\(text)")
    #expect(abs(record.seconds - Double(count * step * 60)) < 1e-6, "\(record.seconds)\n\(text)")
    if tips.contains(where: { $0 > 0 }), expected > 0 {
      let sum = record.rainfall(parts: 1)[0] * record.seconds / 3600
      #expect(sum <= expected + 1e-6)
    }
  }
}
