import Foundation
import RainGauges
import RainTestSupport
import Testing
import Text

/// A true rain, written as tables of every kind: it is read to its total, or refused with a flag that reads it.
@Suite struct GaugeTruthTests {
  private struct Table {
    var text: String
    /// In mm.
    var total: Double
    var flags = ""
  }

  /// The seeds of the tables that are tried: RAINSYNTH_TABLES says how many, `2000`, or which, `2000-3999`.
  static let seeds: ClosedRange<Int> = {
    let words = ProcessInfo.processInfo.environment["RAINSYNTH_TABLES"]?.split(separator: "-")
    let numbers = words?.compactMap { Int($0) } ?? []
    if numbers.count == 2 { return numbers[0]...max(numbers[0], numbers[1]) }
    return 0...(numbers.first ?? (Build.isOptimised ? 60 : 20)) - 1
  }()

  /// Counters with lost readings that no word names, or in metres, and sums of rounded inches.
  static let known = [104, 142, 165, 199, 204, 614, 978, 1500]

  @Test("a random rain in a table of a random kind", arguments: Array(Self.seeds) + known)
  func truth(seed: Int) {
    let table = Self.table(seed)
    var calls = [table.flags]
    var seen: [String] = []
    var isRight = false
    for _ in 0..<12 where !calls.isEmpty && !isRight {
      let flags = calls.removeFirst()
      do {
        let record = try gauge(table.text, flags)
        // A number is rounded to its last digit in each row.
        isRight = abs(record.millimeters - table.total) <= max(0.005 * table.total, 0.02)
        seen.append("\(record.millimeters) mm")
        if seen.count == 1 { break }
      } catch {
        seen.append("\(error)")
        calls += Self.calls(flags, "\(error)")
      }
    }
    #expect(isRight, "\(table.total) mm: \(seen)\n\(table.text.prefix(80_000))")
  }

  /// The calls that a refusal offers.
  private static func calls(_ flags: String, _ sentence: String) -> [String] {
    offers(sentence).map { "\(flags) \($0.flags)" }
      + sentence.matches(of: /--(?:station|column) '[^']*'/).map { "\(flags) \($0.0)" }
  }

  /// Minutes of showers, in mm.
  private static func rain(_ minutes: Int, tip: Double?, _ dice: inout Dice) -> [Double] {
    var rain = [Double](repeating: 0, count: minutes)
    var minute = dice.roll(60)
    while minute < minutes {
      let hardness = dice.pick([0.01, 0.03, 0.15, 0.4])
      for index in minute..<min(minutes, minute + 5 + dice.roll(80)) {
        rain[index] = hardness * 2 * dice.number()
      }
      minute += 85 + dice.roll(300)
    }
    guard let tip else { return rain }
    var gathered = 0.0
    return rain.map { amount in
      gathered += amount
      let tips = (gathered / tip).rounded(.down)
      gathered -= tips * tip
      return tips * tip
    }
  }

  private static func table(_ seed: Int) -> Table {
    var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 11)
    let (step, count) = (dice.pick([1, 5, 10, 15]), dice.pick([60, 150, 400]))
    let tip = dice.pick([0.1, 0.2, 0.254, nil])
    let minutes = rain(step * count, tip: tip, &dice)
    var amounts = (0..<count).map { minutes[$0 * step..<($0 + 1) * step].reduce(0, +) }
    if amounts.reduce(0, +) < 2 { return table(seed + 1_000_000) }
    let (unit, size, digits) = dice.pick([
      ("mm", 1.0, 2), ("in", 25.4, 4), ("cm", 10, 3), ("m", 1000, 5),
    ])
    let scale = pow(10, Double(digits))
    func rounded(_ number: Double) -> Double { (number * scale).rounded() / scale }
    var (numbers, names): ([Double], [String])
    var total = amounts.reduce(0, +)
    let kind = dice.pick(["amount", "counter", "sum", "rate", "tip"])
    switch kind {
    case "counter":
      var sum = dice.pick([0, 412.6, 1500]) / size
      numbers = amounts.map {
        sum += $0 / size; return rounded(sum)
      }
      total -= amounts[0]
      names = [
        "rain_total_%", "Rain accumulated (%)", "Rain YTD (%)", "chuva acumulada (%)", "rain (%)",
      ]
    case "sum":
      let rows = max(3, 60 / step)
      // The sum of rows of an hour.
      if rows * step != 60 { return table(seed + 1_000_000) }
      numbers = amounts.indices.map { row in
        rounded(amounts[max(0, row - rows + 1)...row].reduce(0, +) / size)
      }
      names = ["rain_last_hour_%", "rain_1h_%", "Rain past 60 min (%)", "pluie dernière heure (%)"]
    case "rate":
      numbers = amounts.map { rounded($0 / size * 60 / Double(step)) }
      total = numbers.reduce(0, +) * size * Double(step) / 60
      names = ["rain_%_h", "rain rate (%/h)", "intensity [%/h]", "precip % h-1"]
    default:
      numbers = amounts.map { rounded($0 / size) }
      total = numbers.reduce(0, +) * size
      names = ["rain_%", "Precipitation (%)", "Regen [%]", "prcp (%)"]
    }
    let name = dice.pick(names).replacing("%", with: unit)
    var rows = Array(numbers.enumerated())
    if kind == "counter", dice.roll(3) == 0 {
      // A false reading, and a gap.
      let row = 10 + dice.roll(count - 30)
      rows[row].element = dice.pick([
        rounded(rows[row].element + 645 / size), rounded(rows[row].element * 0.4),
      ])
    }
    if dice.roll(3) == 0, kind == "counter" {
      let start = 5 + dice.roll(count - 30)
      rows.removeSubrange(start..<start + 6)
    } else if dice.roll(3) == 0, kind == "amount" {
      let start = 5 + dice.roll(count - 30)
      total -= rows[start..<start + 6].reduce(0) { $0 + $1.element * size }
      rows.removeSubrange(start..<start + 6)
    }
    amounts = []
    if kind == "tip" {
      let tips = rain(1440, tip: 0.2, &dice).enumerated().flatMap { minute, amount in
        (0..<Int((amount / 0.2).rounded())).map { "\(1_717_200_000 + 60 * minute + 9 * $0)\n" }
      }
      if tips.count < 4 { return table(seed + 1_000_000) }
      return Table(
        text: "time\n" + tips.joined(), total: 0.2 * Double(tips.count),
        flags: "--unit 0.2mm --rows tip")
    }
    let form = dice.roll(3)
    let lines = rows.map { row, number in
      let time = "\(1_717_200_000 + 60 * step * (row + 1))"
      let value = FixedPoint.text(number, decimals: digits)
      return form == 0
        ? "\(time),\(value)\n"
        : form == 1
          ? "\(time),\(12 + row % 7),\(value)\n"
          : "\(time),temperature,\(12 + row % 7).5\n\(time),\(name),\(value)\n"
    }
    let names1 = ["time,\(name)\n", "time,temperature,\(name)\n", "time,parameter,value\n"]
    return Table(text: names1[form] + lines.joined(), total: total)
  }

  @Test(
    "a damaged table has a sentence or is read; nothing hangs or crashes",
    arguments: Self.seeds.lowerBound..<Self.seeds.lowerBound + Self.seeds.count * 3 / 2)
  func damage(seed: Int) {
    var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 5)
    var bytes = Array(Self.table(seed % 50).text.utf8.prefix(3000))
    for _ in 0...dice.roll(6) {
      let index = dice.roll(bytes.count)
      switch dice.roll(5) {
      case 0: bytes[index] = UInt8(dice.roll(256))
      case 1: bytes.removeSubrange(index..<min(bytes.count, index + 1 + dice.roll(40)))
      case 2: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 60)], at: 0)
      case 3:
        bytes.insert(
          contentsOf: dice.pick([",", "\n", "\"", "-", "1e308", "nan", "\r", "\0", "[", ";"]).utf8,
          at: index)
      default: bytes.removeLast(min(bytes.count - 1, dice.roll(200)))
      }
      if bytes.isEmpty { bytes = [0x30] }
    }
    do {
      let record = try gauge(bytes)
      #expect(record.millimeters.isFinite && record.millimeters >= 0 && record.seconds > 0)
    } catch {
      #expect("\(error)".hasPrefix("g.csv:") && !"\(error)".contains("\n"), "\(error)")
    }
  }
}
