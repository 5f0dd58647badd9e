import Foundation
import RainDSP
import RainGauges
import RainPresets
import RainTestSupport
import Testing
import Text

@Suite struct GaugeRecordTests {
  private static let folder = Repository.root.appendingPathComponent("Tests/gauges")

  /// Of a table without names, the numbers are mm.
  private func record(_ text: String, _ flags: String = "") throws -> Gauge {
    try gauge(text, text.first?.isNumber == true && flags.isEmpty ? "--unit mm" : flags)
  }

  /// The rainfall in mm while it is not dry, and in which share of the time it is.
  private func total(
    _ record: Gauge, speed: Double = 1, step: Double = 0.05
  ) throws -> (millimeters: Double, wet: Double) {
    let automation = try WrittenAutomation(Rain(), curves: record.curves(speed: speed, gain: 0))
      .automation(lasting: nil)
    let count = Int(record.seconds / speed / step)
    let rains = automation.rains(at: (0..<count).map { (Double($0) + 0.5) * step })
    let wet = rains.filter { $0[.gain] == 0 }
    return (
      wet.reduce(0) { $0 + $1[.rainfall] } * step / 3600 * speed, Double(wet.count) / Double(count)
    )
  }

  @Test(
    "each form of file is read, and the automation has the gauge's total",
    arguments: [
      ("dwd.csv", nil, 1.67, 1260.0), ("asos.csv", nil, 25.4 * 0.13, 420),
      ("openmrg.csv", "Torslanda", 4.2, 360), ("openmrg.csv", "centrum", 0.2, 360),
      ("tips.txt", nil, 1.2, 20_300), ("japan.csv", nil, 3, 10_800),
      ("parts.txt", nil, 1.75, 14_400),
    ] as [(String, String?, Double, Double)])
  func forms(file: String, column: String?, millimeters: Double, seconds: Double) throws {
    var options = GaugeOptions()
    options.column = column
    if file == "tips.txt" { (options.rows, options.unit) = ("amount", "mm") }
    let record = try Gauge(
      contentsOf: Self.folder.appendingPathComponent(file).path, options)
    #expect(abs(record.millimeters - millimeters) < 1e-9)
    #expect(record.seconds == seconds)
    let (sum, _) = try total(record)
    #expect(abs(sum - millimeters) < 0.001 * millimeters, "\(sum)")
    let (fast, _) = try total(record, speed: 60, step: 0.001)
    #expect(abs(fast - millimeters) < 0.001 * millimeters, "\(fast)")
  }

  @Test("any rain of any gauge keeps its total", arguments: 0..<(Build.isOptimised ? 20 : 2))
  func totals(seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    let tip = [0.01, 0.1, 0.2, 0.254][seed % 4]
    var text = ""
    var isWet = false
    for minute in 0..<600 {
      if dice.number() < 0.05 { isWet.toggle() }
      let tips = isWet ? (dice.number() * dice.number() * 2.5 / tip).rounded() : 0
      text += "\(minute * 60),\(tip * tips)\n"
    }
    let record = try record(text)
    let (sum, _) = try total(record)
    #expect(abs(sum - record.millimeters) < 0.001 * record.millimeters, "\(sum)")
  }

  @Test(
    "a tip is spread over the time since the last one, and at most so far that it rains 0.1 mm/h")
  func tips() throws {
    // 0.2 mm in 720 s are 1 mm/h, and 0.1 mm/h take two hours for it.
    let record = try record("0,0.2\n600,0.2\n1100,0.2\n1820,0.2\n90000,0.2\n")
    let automation = try WrittenAutomation(Rain(), curves: record.curves(speed: 1, gain: -2))
      .automation(lasting: nil)
    #expect(abs(automation.rain(at: record.seconds - 90_000 + 1460)[.rainfall] - 1) < 1e-6)
    let end = record.seconds
    #expect(abs(automation.rain(at: end - 3600)[.rainfall] - 0.1) < 1e-6)
    #expect(automation.rain(at: end - 3600)[.gain] == -2)
    #expect(automation.rain(at: end - 7300)[.gain] == -60)
    #expect(automation.rain(at: 40_000)[.gain] == -60)
  }

  @Test("a cloudburst after a dry time begins when it begins, but for its first tip")
  func onset() throws {
    let rows = (0..<120).map { "\($0 * 60),\($0 < 60 ? 0 : $0 == 60 ? 1 : 0.01)" }
    let record = try record(rows.joined(separator: "\n"))
    let automation = try WrittenAutomation(Rain(), curves: record.curves(speed: 1, gain: 0))
      .automation(lasting: nil)
    // 0.01 mm at 0.1 mm/h: six minutes before.
    #expect(abs(automation.rain(at: 3500)[.rainfall] - 0.1) < 0.01)
    #expect(automation.rain(at: 3630)[.rainfall] > 40)
    #expect(automation.rain(at: 3000)[.gain] == -60)
  }

  @Test("with the newest row first, a note names the line of its own row")
  func newestFirst() throws {
    let rows = ["03:00,1.2", "02:00,", "01:00,", "00:00,0"].map { "2018-08-01 \($0)\n" }
    let gauge = try record("time,rain_mm\n" + rows.joined())
    #expect(gauge.notes.contains { $0.hasSuffix("first in line 4, are dry") })
  }

  @Test("missing rows and values are dry, and told by the line of the first")
  func gaps() throws {
    let record = try record(
      "a;mm\n2018-01-01 00:00;0,1\n2018-01-01 00:01;-999\n2018-01-01 00:02;0,1\n"
        + "2018-01-01 00:12;0,1\n2018-01-01 00:13;NA\n2018-01-01 00:14;0\n2018-01-01 00:15;0\n")
    #expect(record.notes.contains("11:00 without a value, first in line 3, are dry"))
    #expect(abs(record.millimeters - 0.3) < 1e-12)
    let (sum, _) = try total(record)
    #expect(abs(sum - 0.3) < 0.0003)
  }

  @Test(
    "above 200 mm/h rainfall is cut to 200 mm/h with a note, and above any ever measured it is refused"
  )
  func violence() throws {
    let record = try record("0,0.1\n60,5\n120,0.1\n")
    #expect(
      record.notes.contains { $0.hasPrefix("1:00, first in line 2, have more than 200 mm/h") })
    let error = try #require(throws: Flaw.self) { try self.record("0,0\n60,5\n120,50\n") }
    #expect(error.description.hasPrefix("g.csv:3: 50 mm in 60 s has never been measured"))
  }

  @Test(
    "nonsense is refused, and the message names its line",
    arguments: [
      ("0,1\n60,abc\n120,def\n", "g.csv: '2' has fields that are no amount of rain"),
      ("0,1\n60,-1\n", "g.csv:2: '-1' is less than no rain"),
      ("0,0\n600,2\n900,1e9\n", "g.csv:3: '1e9' is more than it has ever rained"),
      ("0,1\nx,1\n", "g.csv:2: 'x' is no time"), ("0,1\n60\n", "g.csv:2: has 1 columns, too few"),
      (
        "0,1\n2018-01-01 00:00,1\n",
        "g.csv:2: '2018-01-01 00:00' is no time as in the rows before, 'seconds'"
      ),
      (
        "2018-01-01 00:00,1\n60,1\n",
        "g.csv:2: '60' is no time as in the rows before, '%Y-%m-%d %H:%M'"
      ),
      ("2018-13-01 00:00,1\n2018-01-01 00:00,1\n", "g.csv:1: '2018-13-01 00:00' is no time"),
      ("time,place,mm\n0,Moline, IL,1\n", "g.csv:2: has 4 columns, but there are 3 names"),
      ("t,a,b\n0,1,2\n", "g.csv: has the columns t, a, b; choose one with --column"),
      ("", "g.csv: has no two rows"), ("time,mm\n", "g.csv: has no two rows"),
      ("0,1\n", "g.csv: has no two rows"), ("hello\n", "g.csv: has no two rows"),
      (String(repeating: "x", count: 1 << 20 + 1), "g.csv:1: is too long"),
    ])
  func nonsense(text: String, hint: String) throws {
    let error = try #require(throws: Flaw.self) { try record(text) }
    #expect(error.description.hasPrefix(hint), "\(error)")
  }

  @Test("between quotation marks a separator is a part of the field")
  func quotes() throws {
    let text = "time,\"the place\",wind,mm\n0,\"Moline, IL\",3,0.1\n60,\"a \"\"b\"\", c\",4,0.2\n"
    #expect(abs(try record(text).millimeters - 0.3) < 1e-12)
    #expect(abs(try record("\"time\",\"rain, mm\"\n0,1\n60,1\n").millimeters - 2) < 1e-12)
  }

  @Test("dates run on over the ends of months and leap years")
  func dates() throws {
    for (a, b) in [
      ("202002282359", "202002290000"), ("202002292359", "202003010000"),
      ("210002282359", "210003010000"), ("199912312359", "200001010000"),
    ] {
      #expect(try record("\(a),1\n\(b),1\n").seconds == 120)
    }
    // Hours and days; and seconds that look much like them.
    #expect(try record("2018123123,1\n2019010100,1\n").seconds == 7200)
    #expect(try record("20181231,1\n20190101,1\n").seconds == 2 * 86_400)
    #expect(try record("2018-12-31,1\n2019-01-01,1\n").seconds == 2 * 86_400)
    #expect(try record("1514764800,1\n1514764860,1\n").seconds == 120)
  }

  @Test(
    "a year of minutes is read within seconds, and dry minutes take no keys",
    .enabled(if: Build.isOptimised))
  func year() throws {
    var (text, wet) = ("MESS_DATUM;RS_01\n", 0)
    for minute in 0..<525_600 {
      let isWet = minute / 1440 % 3 == 0 && minute % 24 < 3
      wet += isWet ? 1 : 0
      text += "\(1_514_764_800 + 60 * minute);\(isWet ? "0.0\(1 + minute % 9)" : "0.00")\n"
    }
    let record = try record(text)
    #expect(record.seconds == 365 * 86_400)
    #expect(!record.notes.contains { $0.contains("without a value") })
    let curves = record.curves(speed: 60, gain: 0)
    #expect(curves.map(\.setting) == [.rainfall, .gain])
    #expect(curves[0].keys.count < 8 * wet)
    #expect(record.duration(speed: 60) == .seconds(365 * 1440))
  }
}
