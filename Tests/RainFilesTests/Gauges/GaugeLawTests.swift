import RainFiles
import Testing
import Text

/// Which laws the numbers of a gauge keep, and what its name says: the total, or the refusal.
@Suite struct GaugeLawTests {
  /// A column with rows so many minutes apart.
  private static func table(_ name: String, _ numbers: String, minutes: Int) -> [UInt8] {
    let rows = numbers.split(separator: " ", omittingEmptySubsequences: false).enumerated()
    let start = 1_746_093_600 / 86_400 * 86_400
    return Array(
      ("time;\(name)\n"
        + rows.map { "\(start + 60 * minutes * $0);\($1 == "_" ? "" : $1)\n" }.joined()).utf8)
  }

  @Test(
    "names and numbers that agree are read",
    arguments: [
      // A moving sum: what enters it leaves it a window later.
      ("rain_last_hour", 10, "0 2 2 2 2 2 2 0", 2), ("rain_1h", 10, "0 2 5 5 5 5 5 3 0", 5),
      ("pioggia ultima ora (mm)", 15, "0 0 1.2 1.6 1.6 3.8 2.6 2.2 2.2 0 0", 3.8),
      ("Rain past 60 min", 15, "0 0 1.2 1.6 1.6 3.8 2.6 2.2 2.2 0 0", 3.8),
      // Rows as far apart as their window are amounts.
      ("rain_1h", 60, "0 1 2 0", 3), ("rain_24h", 1440, "0 3 1 0", 4),
      // Counters.
      ("rain_total", 5, "100.2 100.4 100.4", 0.2), ("Rain YTD", 5, "41 41 41.4 41.4 42", 1),
      ("regn idag (mm)", 10, "0 .2 .2 .6 1 1", 1),
      ("total_precipitation (mm)", 60, "0 .4 3.1 1.2 0", 4.7),
      ("accumulated (mm)", 5, "41 41 41.4 42", 1),
      // A false reading, or several, up or down.
      ("accumulated (mm)", 5, "30 30.2 12 12.2 30.2 30.4", 0.4),
      ("accumulated (mm)", 5, "92.4 92.4 68258 68258 92.4 92.6", 0.2),
      ("accumulated (mm)", 5, ".6 .6 3.6 .6 .8 .8 1", 0.4),
      ("accumulated (mm)", 5, "12 12.2 12.6 12.6 0 .2 .6 .8 1 1", 1.6),
      // From 0 on, what no rain can be is lost, and what one can be has been counted.
      ("accumulated (in)", 1, "0 0 25.4 0 0 .01 .02 .04", 1.016),
      ("rain_total_in", 1, "0 0 25.4 0 0 .01 .02 .04 .05 .07", 1.778),
      ("accumulated (m)", 15, "0 .645 0 0 .0002 .0004", 0.4),
      ("accumulated (mm)", 15, "0 3.6 0 0 .2 .4", 4),
      // Without a fall until a row before the window, all fell in it.
      ("rain_last_hour", 10, ".2 .4 .4 .6 .6 .6", 0.6), ("rain_last_hour", 10, ".2 .4 .4 .6", 0.4),
      // Units by words and by brackets.
      ("rain_mm_h", 5, "0 6 12 6 0", 2), ("rain.mm.h", 5, "0 6 12 6 0", 2),
      ("rain_in_h", 10, "0 .5 1 0", 6.35), ("rainfall_rate (m s-1)", 10, "0 2.78e-6 0", 1.668),
      ("Rain_2_mm", 5, "0 .2 1.4 .6 0", 2.2), ("tips (0.2 mm)", 5, "0 1 3 0 2", 1.2),
      ("tp (m)", 60, "0 .0004 .0031 .0012", 4.7), ("rain (mm)", 5, "1.200,2 1.200,4 1.200,4", nil),
    ] as [(String, Int, String, Double?)])
  func reads(name: String, minutes: Int, numbers: String, total: Double?) throws {
    let bytes = Self.table(name, numbers, minutes: minutes)
    let format = total == nil ? GaugeFormat(rows: .counter) : GaugeFormat()
    let record = try GaugeRecord(bytes, path: "g.csv", format)
    #expect(abs(record.millimeters - (total ?? 0.2)) < 1e-9, "\(record.millimeters)")
  }

  @Test(
    "names and numbers that do not are refused with the total of each answer",
    arguments: [
      ("rain_mm", 1, "1.2 1.3 1.5 1.5", "--rows counter reads 0.3 mm"),
      ("rain_mm", 1, "1.2 1.3 1.5 1.5", "--rows amount reads 5.5 mm"),
      (
        "rain_mm", 5,
        "0 0 .2 .2 1 1 1 1.4 1.4 1.4 1.4 1.4 1.4 1.4 1.2 1.2 .4 .4 .4 0 0",
        "--rows sum:60m reads 1.4 mm (the sum of the last 60m)"
      ),
      (
        "rain (cm)", 1, "0 0 .014 .028 .048 .073 .081 .101 .115 .138 .145 .156 .185 .189",
        "--rows counter reads 1.89 mm"
      ),
      ("tp", 60, "0 0.0004 0.0031 0.0012", "--unit m reads 4.7 mm"),
      (
        "tp", 1440, String(repeating: "0 0.0012 0.0304 0.0052 ", count: 10) + "0.1205",
        "--unit m reads 488 mm"
      ),
      ("precipIntensity", 5, "0 6 12 6 0", "--unit mm/h reads 2 mm"),
      ("precipIntensity", 5, "0 6 12 6 0", "--rows amount 24 mm"),
      ("rain (mm)", 60, "0 3 400 1 0", "400 mm in 3600 s has never been measured"),
      ("rain (mm)", 1440, "0 12 2100 8 0", "2100 mm in 86400 s has never been measured"),
    ])
  func refuses(name: String, minutes: Int, numbers: String, hint: String) {
    let error = #expect(throws: Flaw.self) {
      try GaugeRecord(Self.table(name, numbers, minutes: minutes), path: "g.csv")
    }
    #expect(error?.description.contains(hint) == true, "\(String(describing: error))")
  }

  @Test("what a flag says beats the laws")
  func flags() throws {
    let bytes = Self.table("rain", "0 6 12 6 0", minutes: 5)
    for (word, total) in [
      ("amount", 24.0), ("rate", 2), ("rate:after", 2), ("rate:between", 2), ("counter", 6),
      ("sum:10m", 12),
    ] {
      let kind = try #require(GaugeKind(written: word))
      let format = GaugeFormat(rows: kind)
      #expect(
        abs(try GaugeRecord(bytes, path: "g.csv", format).millimeters - total) < 1e-9, "\(word)")
    }
    for word in ["", "sum:", "sum:0", "rate:soon", "amounts", "counter:1"] {
      #expect(GaugeKind(written: word) == nil, "\(word)")
    }
  }

  @Test(
    "a counter spreads over a gap what it counted there, and a rate of rows of unlike length says both totals"
  )
  func gaps() throws {
    let total = GaugeFormat(rows: .counter)
    let gap = try GaugeRecord(
      Array("0,0\n60,0.1\n120,0.2\n1980,2.8\n2040,2.9\n2100,2.9\n".utf8), path: "g.csv", total)
    #expect(gap.rainfall(parts: 36)[10..<30].allSatisfy { abs($0 - 2.6 / 1860 * 3600) < 0.5 })
    #expect(gap.notes.contains { $0.hasPrefix("2.6 mm that the gauge counted") })
    let rates = try GaugeRecord(
      Array("time,rain mm/h\n0,0\n600,6\n4200,0\n4500,12\n4600,0\n".utf8), path: "g.csv")
    #expect(rates.notes.contains { $0.contains("--rows rate:after") })
    #expect(abs(rates.millimeters - 2) < 1e-9)
  }

  @Test(
    "series are told apart by another column whose texts take turns, whatever it is called",
    arguments: [
      (
        "time,what,value\n1,warm,9\n1,rain,0.2\n2,warm,9\n2,rain,0.4\n",
        "several quantities, in 'what' (column 2): rain, warm"
      ),
      ("time,what,value\n60,rain,0.2\n120,rain,0.2\n60,warm,9\n120,warm,9\n", "--station 'rain'"),
      ("time,who,mm\n3,a,0.2\n41,b,0.2\n303,a,0.4\n341,b,0.6\n603,a,0\n641,b,0\n", "--station 'a'"),
      (
        "time,id,mm\n3,17,0.2\n41,42,0.2\n303,17,0.4\n341,42,0.6\n603,17,0\n641,42,0\n",
        "--station '17'"
      ),
    ])
  func series(text: String, hint: String) {
    let error = #expect(throws: Flaw.self) { try GaugeRecord(Array(text.utf8), path: "g.csv") }
    #expect(error?.description.contains(hint) == true, "\(String(describing: error))")
  }

  @Test(
    "a column that says how good a row is tells no series, and other forms of tables are read",
    arguments: [
      ("time,mm,quality\n60,0.2,good\n120,0.4,suspect\n180,0,good\n240,0.2,suspect\n", 0.8),
      ("[{\"time\": 60, \"rain\": 0.2}, {\"time\": 120, \"rain\": 0.4}]", 0.6),
      ("{\"hourly\": {\"time\": [60, 120], \"rain\": [0.2, 0.4]}}", 0.6),
      ("{\"time\": 60, \"rain\": 0.2}\n{\"time\": 120, \"rain\": 0.4}\n", 0.6),
      (",0\n60,0.2\n120,0.4\n", 0.6),
      (
        "date;" + (0..<24).map { "\($0)" }.joined(separator: ";") + "\n2024-06-01;"
          + [String](repeating: "0.5", count: 24).joined(separator: ";") + "\n", 12
      ),
      ("dateTime,usUnits,rain\n1746093600,1,0\n1746093900,1,.01\n", 0.254),
      ("time,rain,unit\n60,0,in\n120,.01,in\n", 0.254),
      ("time;rain\n60;0.00\"\n120;0.01\"\n", 0.254),
      ("time,rain_mmday\n2024-06-01 01:00,24\n2024-06-01 02:00,12\n", 1.5),
      // The Dutch weather service: tenths in words, and names in a comment below prose.
      (
        "RD = 24-uur som van de neerslag in tiende millimeters\n\nSTN,YYYYMMDD,   RD,   SX,\n336,19270701,   12,     ,\n"
          + "336,19270702,    6,     ,\n336,19270703,     ,     ,\n",
        1.8
      ),
      (
        "DR = precipitation duration (in 0.1 hour)\nRH = hourly precipitation amount (in 0.1 mm) (-1 for <0.05 mm)\nY = ice, 0=no, 1=yes\n\n"
          + "# STN,YYYYMMDD,   HH,   DR,   RH\n\n260,20000101,    1,    0,    0\n260,20000101,    2,    5,   12\n",
        1.2
      ),
      // A comment below the names has units.
      (
        "date,tmax,Prec,Q\n#,°C,mm/day,m³/s\n01.01.1979,-12.9,1,143\n02.01.1979,-8,4,143\n", 5
      ),
      ("time;rain_mm;drops\n60;0.2;\(String(repeating: "0", count: 9000))\n120;0.4;0\n", 0.6),
      (
        "2025-05-01 09:00,0\n2025-05-01 09:01,.2\n2025-05-01 09:02,.4\n2025-05-01 09:01:30,.2\n2025-05-01 09:02:30,0\n",
        0.8
      ),
    ] as [(String, Double)])
  func forms(text: String, total: Double) throws {
    let record = try GaugeRecord(Array(text.utf8), path: "g.csv")
    #expect(abs(record.millimeters - total) < 1e-9, "\(record.millimeters)")
  }

  @Test("a file that is longer than what decides its kind is read to its end")
  func long() throws {
    var text = "time,accumulated (mm)\n"
    var sum = 7.0
    for minute in 0..<270_000 {
      if minute % 1000 == 999 { sum += 0.2 }
      text += "\(60 * minute),\(minute == 262_100 ? "900" : FixedPoint.text(sum, decimals: 1))\n"
    }
    let record = try GaugeRecord(Array(text.utf8), path: "g.csv")
    #expect(
      abs(record.millimeters - 54) < 1e-6 && record.seconds == 270_000 * 60, "\(record.millimeters)"
    )
    #expect(record.notes.contains { $0.contains("1 readings of the counter") })
  }
}
