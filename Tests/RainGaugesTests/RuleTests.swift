import RainGauges
import Testing
import Text

/// What words decide, what numbers exclude, and what is asked.
@Suite struct RuleTests {
  @Test(
    "a name decides, or leaves one reading",
    arguments: [
      // A moving sum: what enters it leaves it a window later.
      ("rain_last_hour (mm)", 10, "0 2 2 2 2 2 2 0 0", 2),
      ("rain_1h (mm)", 10, "0 2 5 5 5 5 5 3 0", 5),
      ("pioggia ultima ora (mm)", 15, "0 0 1.2 1.6 1.6 3.8 2.6 2.2 2.2 0 0", 3.8),
      ("Rain past 60 min", 15, "0 0 1.2 1.6 1.6 3.8 2.6 2.2 2.2 0 0", 3.8),
      // Rows as far apart as their window are amounts.
      ("rain_1h (mm)", 60, "0 1 2 0", 3), ("rain_24h (mm)", 1440, "0 3 1 0", 4),
      ("HourlyRain (mm)", 60, "0 1 2 1", 4),
      // Counters.
      ("rain_total", 5, "100.2 100.4 100.4", 0.2), ("Rain YTD", 5, "41 41 41.4 41.4 42", 1),
      ("regn idag (mm)", 10, "0 .2 .2 .6 1 1", 1), ("accumulated (mm)", 5, "41 41 41.4 42", 1),
      ("rain total (mm)", 5, "41 41 41 41", 0),
      ("total_precipitation (mm)", 60, "0 .4 3.1 1.2 0", 4.7),
      ("rainAccumulation (mm)", 60, "0 1.2 2.4 .6 0", 4.2),
      // Lost readings, up or down, one and one more in fifty rows.
      ("accumulated (mm)", 5, "92.4 92.4 122.4 92.4 92.6", 0.2),
      ("accumulated (mm)", 5, "30 30 30.2 12 30.2 30.4", 0.4),
      // Units by words and by brackets.
      ("rain_mm_h", 5, "0 6 12 6 0", 2), ("rain.mm.h", 5, "0 6 12 6 0", 2),
      ("intensity (mm/h)", 5, "0 6 12 6 0", 2),
      ("rain_in_h", 10, "0 .5 1 0", 6.35), ("rainfall_rate (m s-1)", 10, "0 2.78e-6 0", 1.668),
      ("Rain_2_mm", 5, "0 .2 1.4 .6 0", 2.2), ("tips (0.2 mm)", 5, "0 1 3 0 2", 1.2),
      ("rain roof (mm)", 5, "0 .2 .4", 0.6),
      ("tp (m)", 60, "0 .0004 .0031 .0012", 4.7), ("dailyrainin", 5, "0 .01 .01 .03", 0.762),
      ("MOST rain COUNT SUM (mm)", 5, "0 .2 .4", 0.6),
      // Another unit of length stands beside a preposition.
      ("rain_in_mm", 10, "0 .2 1.4 .6 0", 2.2), ("5-in-1 rain (mm)", 10, "0 .2 1.4 .6 0", 2.2),
      ("precip_in_mm_per_hour", 10, "0 6.6 12.3 .3 0", 3.2), ("rain.in.cm", 10, "0 .2 0", 2),
      // Signs, blanks and languages of rates.
      ("rain (mm / h)", 10, "0 6.6 12.3 .3 0", 3.2), ("降水量（mm／h）", 10, "0 6.6 12.3 .3 0", 3.2),
      ("rain (mm*h^-1)", 10, "0 6.6 12.3 .3 0", 3.2), ("강수량(㎜/시)", 10, "0 6.6 12.3 .3 0", 3.2),
      ("rain (l/(m²·h))", 10, "0 6.6 12.3 .3 0", 3.2), ("rain (l/m²h)", 10, "0 6.6 12.3 .3 0", 3.2),
      ("Осадки (мм/час)", 10, "0 6.6 12.3 .3 0", 3.2), ("rain (mm/15 min)", 5, "0 3 0", 1),
      ("srážky mm za hodinu", 10, "0 6.6 12.3 .3 0", 3.2), ("rain (mm/den)", 1440, "0 3 1", 4),
      ("pr (kg m⁻² s⁻¹)", 10, "0 1e-3 0", 0.6), ("Niederschlag / mm", 10, "0 .2 .4", 0.6),
      // Sizes.
      ("Niederschlag (0,1 mm)", 10, "0 2 14", 1.6), ("rain_tips_0_2mm", 10, "0 2 14", 3.2),
      ("rain mm/10", 10, "0 2 14", 1.6), ("rain tips (0.5 mm per tip)", 10, "0 2 14", 8),
      // Devices, heights and zones are no windows.
      ("WH40H Rain (mm)", 10, "0 .2 1.4 .6 0", 2.2), ("TR-525M rain (mm)", 10, "0 .2 1.4", 1.6),
      ("rain_2m_mm", 10, "0 .2 1.4", 1.6), ("Rain (mm) UTC+1h", 10, "0 .2 1.4", 1.6),
      ("akkumulert nedbør (mm)", 10, "41 41 41.2", 0.2),
      ("Jahresniederschlag (mm)", 10, "41 41 41.2", 0.2),
      // Nothing says a unit: no gauge in inches has tenths alone.
      ("rain", 5, "0 .2 1.4 .6 0", 2.2), ("rain", 5, "0 0 0", 0),
    ] as [(String, Int, String, Double)])
  func reads(name: String, minutes: Int, numbers: String, total: Double) throws {
    let gauge = try gauge(table(name, numbers, minutes: minutes))
    #expect(abs(gauge.millimeters - total) < 1e-9, "\(gauge.millimeters)")
  }

  @Test(
    "several readings are refused, and each offer reads what it says",
    arguments: [
      ("rain_mm", 1, "1.2 1.3 1.5 1.5", [0.3, 5.5]), ("rain_mm", 5, ".2 .4 .6 .8 1 1.2", [1, 4.2]),
      ("rain_mm", 5, "0 0 0 .2 .2 .2 .2 .2 .2", [0.2, 1.2]),
      ("Niederschlag (mm)", 30, ".6 .6 .8 .8 0 0 0 .2 .2 .6 .6 .6", [0.8, 5]),
      (
        "rain_mm", 5, "0 0 .2 .2 1 1 1 1.4 1.4 1.4 1.4 1.4 1.4 1.4 1.2 1.2 .4 .4 .4 0 0",
        [1.4, 16.8]
      ),
      ("rain since 9am (mm)", 30, "3.2 3.4 3.4 0 .2 .8 .8", [1, 11.8]),
      ("rain", 5, "0 .01 .02 .05 0 .03", [0.11, 2.79]), ("rain", 5, "0 1 3 0 2 0", [6, 1.2]),
      ("tp", 60, "0 0.0004 0.0031 0.0012", [4.7, 0.0047]),
      ("rain_rate", 5, "0 6 12 0", [1.5, 38.1]),
      ("precipIntensity", 5, "0 6 12 6 0", [2, 50.8]),
      ("rain rate (mm)", 5, "0 6 12 6 0", [2, 24]),
      ("tips", 5, "0 1 3 0 2", [1.2, 1.52]), ("rain_3h", 10, "0 .2 .2 .8 .8 1", [1]),
      ("rain last hour (mm)", 10, "0 5 0 0 5 0 0", [10]), ("rain score", 5, "0 .2 1.4", [1.6]),
      ("rain (mm)", 1, "412 412 412 412.2 412.2 1057 412.4 412.4", [0.4]),
      ("rain_total_m", 5, ".4126 .4126 .4130 .4130 .4136", [1]),
      ("rain_trace", 5, "0 .2 1.4", [1.6]), ("rain today (mm)", 5, "3 1 2.5 1", [7.5]),
      // A window without a word for its unit, and a sum whose law the numbers do not keep.
      ("rain_3h", 60, "0 0 1.2 0", [1.2]), ("rain today back", 10, "0 .2 1.4 .6 0", [2.2]),
      ("sensor.gw2000a_event_rain", 5, "3.2 3.4 0 3.4 3.6", [0.4]),
      ("Hourly Rain (mm)", 10, "0 0 0 .4 .4 .6 0 .2 .2 .4 .4 .4 0 0", [1, 3]),
      ("rain tips total", 10, "0 1 1 3 3", [1.6]), ("rain acc 1h", 10, "0 1 1 3 3", [3]),
      ("rain (mm / foo)", 10, "0 .2 1.4", [1.6]),
    ] as [(String, Int, String, [Double])])
  func asks(name: String, minutes: Int, numbers: String, totals: [Double]) throws {
    let text = table(name, numbers, minutes: minutes)
    let sentence = refusal(text)
    let offers = offers(sentence)
    for total in totals {
      #expect(offers.contains { abs($0.millimeters - total) <= 0.01 * total }, "\(sentence)")
    }
    for (flags, millimeters) in offers {
      #expect(
        abs(try gauge(text, flags).millimeters - millimeters) <= 0.01 * millimeters, "\(flags)")
    }
  }

  @Test(
    "what is no amount of rain is refused, and nothing is offered",
    arguments: [
      "chance of rain (%)", "rain %", "precip_prob", "chanceofrain", "Regenwahrscheinlichkeit",
      "rain_detected",
      "rain (0/1)", "rain alarm", "rain_state", "rain sensor (V)", "rain class",
      "Rainwater tank (l)",
      "rain duration (min)", "rain (dBZ)", "evaporation (mm)", "soil moisture (mm)",
      "snowfall (cm)", "neerslagkans", "sannsynlighet for nedbør", "rain deficit (mm)", "PWV (mm)",
    ])
  func denied(name: String) {
    let sentence = refusal(table(name, "0 1 2 0 1 0", minutes: 10))
    #expect(sentence.contains("is no amount of rain") && !sentence.contains("--"), "\(sentence)")
  }

  @Test("what a flag says is doubted by limits alone")
  func flags() throws {
    let text = table("rain", "0 6 12 6 0")
    for (word, total) in [
      ("amount", 24.0), ("rate", 2), ("rate:after", 2), ("rate:between", 2), ("counter", 6),
      ("sum:10m", 12),
      ("counter:60m", 12),
    ] {
      #expect(
        abs(try gauge(text, "--unit mm --rows \(word)").millimeters - total) < 1e-9, "\(word)")
    }
    #expect(
      refusal(table("rain", "0 400 0", minutes: 60), "--rows amount --unit mm").contains(
        "never been measured"))
    for (numbers, total) in [
      ("30 30.2 12 12.2 30.2 30.4", 0.4), ("5 5 35 5 5.2", 0.2), ("12 12.2 12.6 0 .2 .6", 1.2),
      ("25.2 27.2 25.4 27.6", 2.4),
      ("92.4 92.4 68258 68258 92.4 92.6", 0.2), (".8 1 0 .2 .4 0 .2", 0.8),
      ("7 7 _ _ _ 8.2 8.2", 1.2),
    ] {
      #expect(
        abs(try gauge(table("rain total (mm)", numbers), "--unit total").millimeters - total)
          < 1e-9, "\(numbers)")
    }
  }

  @Test("numbers exclude: more than physics allows, and a counter that no rain explains")
  func limits() throws {
    #expect(
      refusal(table("rain (mm)", "0 3 400 1 0", minutes: 60)).contains(
        "400 mm in 3600 s has never been measured"))
    #expect(
      refusal(table("rain (mm)", "0 12 2100 8 0", minutes: 1440)).contains(
        "2100 mm in 86400 s has never"))
    let day = (0..<288).map { FixedPoint.text(15 + 0.1 * Double($0 / 7), decimals: 1) }
    #expect(abs(try gauge(table("rain_mm", day.joined(separator: " "))).millimeters - 4.1) < 1e-9)
  }

  @Test(
    "owners are told by the whole name or by turns, with the total of each",
    arguments: [
      (
        "time,lat,lon,mm\n60,52.5,13.4,1\n60,52.5,13.5,2\n120,52.5,13.4,0\n120,52.5,13.5,2\n",
        "several stations, in 'lon' (column 3): 13.4, 13.5; --station '13.4' reads 1 mm"
      ),
      (
        "time,station,mm\n60,A,.2\n60,B,.4\n120,A,0\n120,B,.2\n",
        "several stations, in 'station' (column 2): A, B; --station 'A' reads 0.2 mm"
      ),
      (
        "time,what,value\n60,warm,9\n60,rain_mm,0.2\n120,warm,9\n120,rain_mm,0.4\n",
        "several quantities, in 'what' (column 2): rain_mm, warm; --station 'rain_mm' reads 0.6 mm"
      ),
      (
        "time,what,mm\n60,a,0.2\n120,a,0.2\n60,b,1\n120,b,0.4\n",
        "--station 'a' reads 0.4 mm"
      ),
      (
        "time,who,mm\n3,a,.2\n41,b,.2\n303,a,.4\n341,b,.6\n603,a,0\n641,b,0\n",
        "--station 'a' reads 0.6 mm"
      ),
      (
        "time,id,mm\n3,17,.2\n41,42,.2\n303,17,.4\n341,42,.6\n603,17,0\n641,42,0\n",
        "--station '17' reads 0.6 mm"
      ),
      (
        "[{\"latitude\": 52.5, \"hourly\": {\"time\": [3600, 7200], \"rain_mm\": [0, 1]}}, {\"latitude\": 48.1, \"hourly\": {\"time\": [3600, 7200], \"rain_mm\": [5, 0]}}]",
        "--station 'at 48.1' reads 5 mm"
      ),
      (
        "time,member,mm\n60,1,.2\n60,2,.4\n120,1,0\n120,2,.2\n",
        "--station '1' reads 0.2 mm"
      ),
      (
        "time,rain (mm),rain (mm)\n60,.2,.4\n120,.2,.4\n",
        "--column 2 reads 0.4 mm (amounts of each row, in mm), --column 3 reads 0.8 mm"
      ),
      (
        "time,rain roof (mm),rain shed (mm)\n60,.2,.4\n120,.2,.4\n",
        "--column 'rain roof (mm)' reads 0.4 mm (amounts of each row, in mm), --column 'rain shed (mm)' reads 0.8 mm"
      ),
    ])
  func owners(text: String, hint: String) throws {
    let sentence = refusal(text)
    #expect(sentence.contains(hint), "\(sentence)")
    for (flags, millimeters) in offers(sentence) {
      #expect(abs(try gauge(text, flags).millimeters - millimeters) < 1e-9, "\(flags)")
    }
  }

  @Test(
    "measured columns are no owners, and other columns tell no series",
    arguments: [
      "Station Pressure (hPa)", "sensor_battery", "node_temp", "channel_1", "quality", "weather",
      "event",
    ])
  func measured(name: String) throws {
    let isWord = ["quality", "weather", "event"].contains(name)
    let rows = (0..<8).map {
      "\(60 * $0),\(isWord ? ["good", "bad", "bad"][$0 % 3] : "\(12 + $0 % 2).5"),0.2\n"
    }
    #expect(abs(try gauge("time,\(name),rain_mm\n" + rows.joined()).millimeters - 1.6) < 1e-9)
  }

  @Test(
    "a refusal names what it saw and the flag that helps, and that flag leads in",
    arguments: [
      (
        "STA01 2004 6 12 00 00 0.2\nSTA01 2004 6 12 01 00 0.4\n",
        "--time-column 2 --time-format '%Y %m %d %H %M'"
      ),
      (
        "110,2024,153,1205,12.1,0\n110,2024,153,1210,12.1,.2\n",
        "--time-column 2 --time-format '%Y %j %H%M'"
      ),
      ("2004 6 12 0.2\n2004 6 13 0.4\n", "--time-column 1 --time-format '%Y %m %d'"),
      ("date,mm\n06/01/2024,1\n06/02/2024,2\n", "--time-format '%d/%m/%Y'"),
      ("Date,Time,mm\n20240601,0,0\n20240601,5,1\n20240601,20,1\n", "--time-format '%Y%m%d %H'"),
      ("2024-06-01 12:00\n2024-06-01 12:10\n", "--unit 0.2mm"),
      ("time;a;b\n60;.2;2\n120;.4;2\n", "--column 'a'"),
      ("time,mm\n60,\"1,234\"\n120,1\n", "'1,234' is no amount"),
      ("time,mm\n0,0.3x\n60,1\n", "'0.3x' is no amount of rain"),
      ("time,mm\nsoon,0\nlater,1\n", "--time-column"),
      ("Date,mm\n45444,1\n45445,2\n", "--time-format days"),
      ("time,mm\n0:00,0\n12:00,1\n24:10,2\n", "--time-format"),
      ("time,mm\n0,90\n1,90\n", "--unit"),
      ("time,mm\n999999999h,1\n1000000001h,1\n", "--time-format"),
      (
        "date;" + (0..<24).map { "\($0)" }.joined(separator: ";") + "\n2024-06-01;"
          + [String](repeating: "0.5", count: 24).joined(separator: ";") + "\n2024-06-02;"
          + [String](repeating: "0.5", count: 24).joined(separator: ";") + "\n",
        "hours of a day in columns"
      ),
      ("{\"1795723200\": [0], \"1795723500\": [0.2]}", "times as keys"),
      (
        "time,lat,lon,mm\n"
          + (0..<12).map { "\($0 / 4),5\($0 % 2).5,1\($0 / 2 % 2).4,1\n" }.joined(),
        "has a grid of places, in 'lat' and 'lon'"
      ),
      ("Time;RRR;tR\n01.06.2024 08:00;1;24\n02.06.2024 08:00;2;24\n", "no row whose 'tr' is 12"),
      ("month,rain (mm)\n2024-01,50\n2024-02,60\n2024-03,40\n", "has no time such as"),
      ("time,rain,unit\n60,0,furlong\n120,1,furlong\n", "'furlong' is no unit of rain"),
      ("time,rain_mm\n60,-999\n120,-999\n", "has no value in any row"),
      ("PK\u{3}\u{4}\0\n0,1\n60,1\n", "save it as CSV"),
      ("<html><table>\n<tr><td>2024-06-01 12:00</td>\n", "save its table as CSV"),
      ("[{\"time\": \"2024-06-01T00:00\"}]", "is JSON"),
      (
        "start,end,mm\n2024-06-01 12:00,2024-06-01 12:10,1\n2024-06-01 12:10,2024-06-01 12:20,1\n2024-06-01 12:40,2024-06-01 12:30,1\n",
        "g.csv:4: ends before it begins"
      ),
    ])
  func refusals(text: String, hint: String) throws {
    let sentence = refusal(text)
    #expect(sentence.contains(hint), "\(sentence)")
    guard hint.hasPrefix("--"), hint.contains(" ") else { return }
    let all = ["--unit mm", hint, "--column 6"].filter { !hint.contains("--unit") || $0 == hint }
    let flags = (hint.contains("%j") ? all : Array(all.prefix(2))).joined(separator: " ")
    _ = try gauge(text, flags.replacing("--unit mm --unit", with: "--unit"))
  }

  @Test("a counter spreads over a gap")
  func gaps() throws {
    let gap = try gauge(
      "0,0\n60,0.1\n120,0.2\n1980,2.8\n2040,2.9\n2100,2.9\n", "--rows counter --unit mm")
    #expect(gap.rainfall(parts: 36)[10..<30].allSatisfy { abs($0 - 2.6 / 1860 * 3600) < 0.5 })
    #expect(gap.notes.contains { $0.hasPrefix("2.6 mm fell in times") })
  }

  @Test("a file that is longer than what decides how times are written is read to its end")
  func long() throws {
    var text = "time,accumulated (mm)\n"
    var sum = 7.0
    for minute in 0..<270_000 {
      if minute % 1000 == 999 { sum += 0.2 }
      text += "\(60 * minute),\(minute == 262_100 ? "900" : FixedPoint.text(sum, decimals: 1))\n"
    }
    let long = try gauge(text)
    #expect(
      abs(long.millimeters - 54) < 1e-6 && long.seconds == 270_000 * 60, "\(long.millimeters)")
    #expect(long.notes.contains { $0.contains("1 readings of the counter") })
    // Without a unit, a long table is read and refused as a short one is.
    let rows = { (name: String, number: String) in
      "time,\(name)\n"
        + (0..<131_073).map { "\(60 * $0),\($0 % 500 < 40 ? number : "0")\n" }.joined()
    }
    #expect(
      abs(try gauge(rows("rain", "0.2")).millimeters - 0.2 * Double(131_073 / 500 * 40 + 40)) < 1e-3
    )
    #expect(refusal(rows("rain_rate", "6")).contains("--unit mm/h reads"))
  }
}
