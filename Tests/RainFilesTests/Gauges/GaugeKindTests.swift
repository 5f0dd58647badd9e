import RainFiles
import Testing
import Text

/// The kinds of files that gauges write, each as a small file that was made up: what is read of it, and what is said.
@Suite struct GaugeKindTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let format: GaugeFormat
    let millimeters: Double
    let text: String
    /// A part of a note; nil: there is none but that the unit is assumed or that the gauge gathers.
    let note: String?

    init(
      _ name: String, _ millimeters: Double, _ text: String, _ format: GaugeFormat = GaugeFormat(),
      note: String? = nil
    ) {
      (testDescription, self.format) = (name, format)
      (self.millimeters, self.text, self.note) = (millimeters, text, note)
    }
  }

  private static func unit(_ text: String) -> GaugeFormat {
    GaugeFormat(unit: .init(written: text))
  }
  private static func time(_ text: String) -> GaugeFormat { GaugeFormat(time: .init(text)) }

  @Test("each kind has its total, and what was assumed or left out is noted", arguments: kinds)
  func reads(kind: Kind) throws {
    let record = try GaugeRecord(Array(kind.text.utf8), path: "g.csv", kind.format)
    #expect(abs(record.millimeters - kind.millimeters) < 1e-9, "\(record.millimeters)")
    let notes = record.notes.filter {
      !$0.contains("no unit") && !$0.contains("before a tip") && !$0.contains("never fall")
    }
    if let note = kind.note {
      #expect(record.notes.contains { $0.contains(note) }, "\(record.notes)")
    } else {
      #expect(notes.isEmpty, "\(notes)")
    }
  }

  static let kinds: [Kind] = [
    // A comma behind seconds.
    Kind(
      "names", 6, "time,rain\n2024-10-06 00:20:00,1\n2024-10-06 06:55:00,0\n2024-10-06 08:35:00,5\n"
    ),
    Kind(
      "no names", 1.2, "2024-10-06 00:20:00,1\n2024-10-06 06:55:00,0\n2024-10-06 08:35:00,5\n",
      unit("0.2mm")),
    Kind(
      "thousandths", 0.6,
      "2024-10-06 00:20:00,123\n2024-10-06 06:55:00,045\n2024-10-06 08:35:00,900\n", unit("0.2mm")),
    Kind(
      "a name without a comma", 0.4, "time\n2024-10-06 00:20:00,1\n2024-10-06 06:55:00,5\n",
      unit("0.2mm")),
    Kind(
      "tenths and another separator", 0.6,
      "time;rain\n2024-10-06 00:20:00,1;0.2\n2024-10-06 00:30:00,5;0.4\n"),
    // Rows of one time.
    Kind(
      "tips of one minute", 1,
      "date;davis\n28.07.2018 13:09;0.2\n02.08.2018 18:30;0.2\n02.08.2018 18:31;0.2\n02.08.2018 18:31;0.2\n02.08.2018 18:32;0.2\n",
      note: "1 rows with the time of the row before"),
    Kind(
      "tips alone", 0.8,
      "2022-09-05T20:15:10Z\n2022-09-05T20:15:12Z\n2022-09-05T20:15:12Z\n2022-09-05T20:15:40Z\n",
      unit("0.2mm"), note: "first in line 3"),
    Kind(
      "a row that is there twice", 10,
      "date,prcp mm\n1979-09-15,0\n1979-09-16,9.7\n1979-09-16,9.7\n1979-09-17,0.3\n",
      note: "1 rows that repeat the row before are dropped, first in line 4"),
    Kind(
      "months that overlap", 0.6,
      "time,mm\n2024-06-30 23:50,0.2\n2024-07-01 00:00,0\ntime,mm\n2024-07-01 00:00,0\n2024-07-01 00:10,0.4\n",
      note: "lines between the rows"),
    Kind(
      "summer time ends", 0.7,
      "time,mm\n2024-10-27 02:30,0.1\n2024-10-27 02:45,0.2\n2024-10-27 02:00,0.2\n2024-10-27 02:15,0\n2024-10-27 02:30,0\n2024-10-27 02:45,0\n2024-10-27 03:00,0.2\n",
      note: "clocks were put back an hour in line 4"),
    Kind(
      "summer time ends in a file of hours", 0.7,
      "time,mm\n2024-10-27 01:00,0.1\n2024-10-27 02:00,0.2\n2024-10-27 02:00,0.2\n2024-10-27 03:00,0\n2024-10-27 04:00,0.2\n",
      note: "in line 4"),
    Kind(
      "summer time ends, the newest first", 0.5,
      "time,mm\n2024-10-27 02:15,0.2\n2024-10-27 02:00,0.1\n2024-10-27 02:45,0.2\n2024-10-27 02:30,0\n",
      note: "in line 3"),
    // Dates in columns.
    Kind("NASA POWER", 15.7, "YEAR,MO,DY,PRECTOTCORR\n2024,1,1,0.0\n2024,1,2,12.5\n2024,1,3,3.2\n"),
    Kind(
      "a station", 2,
      "year,month,day,maxtemp,mintemp,precipitation\n1980,1,1,,,\n1980,1,2,11,-1,0.4\n1980,1,3,12,-2,1.6\n",
      note: "without a value"),
    Kind(
      "year, day of the year, hours and minutes without zeros", 1.2,
      "Year,DOY,HHMM,rain\n2024,60,2330,0.2\n2024,61,0,0.4\n2024,61,30,0.6\n"),
    Kind(
      "parts and a clock", 0.8,
      "Year,Month,Day,Time,rain\n2024,6,1,00:00,0\n2024,6,1,01:00,0.6\n2024,6,1,02:00,0.2\n"),
    Kind(
      "Finnish parts and a clock that is called an hour", 0.6,
      "Vuosi,Kk,Pv,Klo,Sademäärä (mm)\n2024,6,1,00:00,0\n2024,6,1,01:00,0.4\n2024,6,1,02:00,0.2\n"
    ),
    Kind(
      "parts without names", 0.5, "STA01 2004 6 12 00 00 0.12\nSTA01 2004 6 12 01 00 0.38\n",
      GaugeFormat(timeColumn: "2", time: .init("%Y %m %d %H %M"))),
    Kind(
      "a clock with UTC", 2,
      "Data;Hora UTC;PRECIPITAÇÃO TOTAL, HORÁRIO (mm);TEMPERATURA (°C);\n2023/01/01;0000 UTC;0;21,5;\n2023/01/01;0100 UTC;1,2;21,1;\n2023/01/01;0200 UTC;,8;21,1;\n2023/01/01;0300 UTC;;21,1;\n",
      note: "without a value"),
    Kind(
      "minutes without zeros", 0.8,
      "Date,Time,mm\n20240601,0,0\n20240601,5,0.4\n20240601,10,0.2\n20240601,100,0.2\n",
      time("%Y%m%d %H%M"), note: "45:00 without a value"),
    Kind(
      "the same, found", 0.8,
      "Date,Time,mm\n20240601,0,0\n20240601,5,0.4\n20240601,10,0.2\n20240601,100,0.2\n",
      note: "45:00 without a value"),
    Kind(
      "days of a year that nobody names", 0.3, "60 2355 0.1\n61 0 0.1\n61 5 0.1\n",
      GaugeFormat(column: "3", time: .init("%j %H%M"))),
    // Counters.
    Kind(
      "a counter that dips", 2.4,
      "time,rain today (mm)\n2025-07-28 15:00,25.2\n2025-07-28 15:05,27.2\n2025-07-28 15:10,25.4\n2025-07-28 15:15,27.6\n",
      unit("total"), note: "1 readings of the counter"),
    Kind(
      "a lost reading", 0.4,
      "time,total mm\n2024-06-01 12:00,12.0\n2024-06-01 12:05,12.2\n2024-06-01 12:10,0\n2024-06-01 12:15,12.4\n",
      unit("total"), note: "first in line 4"),
    Kind(
      "lost readings", 0.4,
      "time,total mm\n2024-06-01 12:00,12.0\n2024-06-01 12:05,12.2\n2024-06-01 12:10,0\n2024-06-01 12:15,0\n2024-06-01 12:20,12.4\n",
      unit("total"), note: "first in line 4"),
    Kind(
      "a counter that begins anew", 0.8,
      "time,total mm\n2024-06-01 12:00,12.0\n2024-06-01 12:05,12.2\n2024-06-01 12:10,0\n2024-06-01 12:15,0.2\n2024-06-01 12:20,0.6\n",
      unit("total")),
    Kind(
      "a counter of days, at midnight", 1,
      "time,daily rain (mm)\n2024-06-01 23:50,0.2\n2024-06-01 23:55,0.4\n2024-06-02 00:00,0\n2024-06-02 00:05,0.8\n",
      unit("total")),
    Kind(
      "a counter of one step that trembles", 0.2,
      "time,total mm\n2024-06-01 12:00,0.1\n2024-06-01 12:05,0.2\n2024-06-01 12:10,0.1\n2024-06-01 12:15,0.3\n",
      unit("total"), note: "readings of the counter"),
    // What is no rain.
    Kind(
      "a gauge that weighs", 0.4,
      "time,rain mm\n2024-06-01 12:00,0.1\n2024-06-01 12:05,-0.02\n2024-06-01 12:10,0.3\n",
      note: "1 amounts below 0, -0.02 mm in all"),
    Kind(
      "errors of a spreadsheet", 1.2,
      "time;rain mm\n2018-08-01 00:00;0\n2018-08-01 01:00;#N/A\n2018-08-01 02:00;#VALUE!\n2018-08-01 03:00;1.2\n",
      note: "without a value"),
    Kind(
      "M and T", 1.2,
      "time;rain mm\n2018-08-01 00:00;T\n2018-08-01 01:00;M\n2018-08-01 02:00;1.2\n",
      note: "without a value"),
    // Dates of browsers and spreadsheets.
    Kind(
      "a browser in the USA", 1,
      "time,rain mm\n\"6/1/2024, 12:00:00 PM\",0.2\n\"6/1/2024, 12:10:00 PM\",0.4\n\"6/13/2024, 12:10:00 PM\",0.4\n"
    ),
    Kind(
      "a browser with a narrow blank", 0.6,
      "time,rain mm\n\"6/13/2024, 12:00:00\u{202F}PM\",0.2\n\"6/13/2024, 12:10:00\u{202F}PM\",0.4\n"
    ),
    Kind(
      "a comma that moves columns", 0.6,
      "time,rain mm\n6/13/2024, 12:00:00 PM,0.2\n6/13/2024, 12:10:00 PM,0.4\n"),
    Kind(
      "names of months", 0.6,
      "time,rain mm\n\"Jun 1, 2024, 12:00:00 PM\",0.2\n\"Jun 1, 2024, 12:10:00 PM\",0.4\n"),
    Kind(
      "Spanish halves of a day", 0.6,
      "time;rain mm\n13/6/2024 11:50 a. m.;0.2\n13/6/2024 12:00 p. m.;0.4\n"),
    Kind("days of a spreadsheet", 0.6, "Date;Rain (mm)\n45444;0\n45445;0.2\n45446;0.4\n"),
    Kind(
      "days and their parts", 0.6, "time;rain mm\n45444.5;0\n45444.506944;0.2\n45444.513889;0.4\n"),
    Kind("Julian days", 0.6, "jd;rain mm\n2460463.0;0\n2460463.006944;0.2\n2460463.013889;0.4\n"),
    // Stations.
    Kind("one of several stations", 0.6, stations, GaugeFormat(station: "B")),
    // Names of services.
    Kind(
      "CEMADEN", 0.6,
      "municipio;codEstacao;datahora;valorMedida\nX;1A;2023-02-01 00:00:00.0;0,2\nX;1A;2023-02-01 00:10:00.0;0,4\n"
    ),
    Kind(
      "Japan", 3,
      "ダウンロードした時刻：2026/07/20 12:49:53\n\n,府中,府中,府中\n年月日時,降水量(mm),降水量(mm),降水量(mm)\n,,品質情報,均質番号\n2016/1/1 1:00:00,0,8,1\n2016/1/1 2:00:00,0.5,8,1\n2016/1/1 3:00:00,2.5,8,1\n"
    ),
    Kind(
      "Korea", 3,
      "지점,일시,기온(°C),누적강수량(mm)\n108,2024-06-01 01:00,12,0\n108,2024-06-01 02:00,12,1\n108,2024-06-01 03:00,12,3\n",
      unit("total")),
    Kind(
      "USGS, where a comment says which column has rain", 1.778,
      "#  TS   parameter     Description\n# 69928       00045     Precipitation, total, inches\n# 69930       00065     Gage height, feet\n#\nagency_cd\tdatetime\ttz_cd\t69930_00065\t69928_00045\n5s\t20d\t6s\t14n\t14n\nUSGS\t2024-06-01 00:00\tEDT\t3.41\t0.00\nUSGS\t2024-06-01 00:15\tEDT\t3.41\t0.02\nUSGS\t2024-06-01 00:30\tEDT\t3.40\t0.05\n"
    ),
    Kind(
      "Singapore: no highest rain of half an hour", 13.6,
      "Station,Year,Month,Day,Daily Rainfall Total (mm),Highest 30 min Rainfall (mm)\nChangi,2024,6,1,0,0\nChangi,2024,6,2,12.4,8\nChangi,2024,6,3,1.2,1\n"
    ),
    Kind(
      "Hong Kong: names in two languages, a trace", 12.5,
      "Daily Total Rainfall (mm) at the Hong Kong Observatory\n年/Year,月/Month,日/Day,數值/Value,數據完整性/data Completeness\n2024,6,1,0.0,C\n2024,6,2,Trace,C\n2024,6,3,12.5,C\n",
      GaugeFormat(column: "4")),
    Kind(
      "rp5: words for too little and for nothing", 2,
      "# Weather station\n\"Local time in X\";\"T\";\"RRR\";\"tR\"\n\"01.06.2024 21:00\";\"12\";\"2.0\";\"12\"\n\"01.06.2024 09:00\";\"12\";\"Trace of precipitation\";\"12\"\n\"31.05.2024 21:00\";\"12\";\"No precipitation\";\"12\"\n"
    ),
    Kind(
      "Météo-France, six minutes", 0.8,
      "NUM_POSTE;ALTI;AAAAMMJJHHMN;RR6;QRR6\n75114001;75;202406011200;0.0;1\n75114001;75;202406011206;0.2;1\n75114001;75;202406011212;0.6;1\n"
    ),
    Kind(
      "Ecowitt: the lower of two lines with names", 0.6,
      ",Outdoor,Rainfall,Rainfall\nTime,Temperature(℃),Rain Rate(mm/hr),Daily(mm)\n2024-06-01 00:00,12,0.0,0.0\n2024-06-01 00:05,12,2.4,0.2\n2024-06-01 00:10,12,4.8,0.6\n",
      GaugeFormat(column: "Daily(mm)", unit: .init(written: "total"))),
    Kind(
      "China", 1.5, "站号,时间,气温,降水量\n54511,2024-06-01 01:00,12.5,0.5\n54511,2024-06-01 02:00,12.5,1\n"
    ),
  ]

  private static let stations = """
    time;codEstacao;mm
    2023-02-01 00:00;A;0,2
    2023-02-01 00:00;B;0,4
    2023-02-01 00:10;A;0
    2023-02-01 00:10;B;0,2
    """

  @Test(
    "a refusal names what it saw and the flag that helps, and that flag leads in",
    arguments: [
      (
        "time;codEstacao;mm\n2023-02-01 00:00;A;0\n2023-02-01 00:10;A;1\n2023-02-01 00:00;B;0\n2023-02-01 00:10;B;1\n",
        "several stations, in 'codEstacao' (column 2): A, B; choose one, such as --station 'A'",
        GaugeFormat(station: "A")
      ),
      (stations, "--station 'A'", GaugeFormat(station: "A")),
      (
        "STA01 2004 6 12 00 00 0.12\nSTA01 2004 6 12 01 00 0.38\n",
        "--time-column 2 --time-format '%Y %m %d %H %M'",
        GaugeFormat(timeColumn: "2", time: .init("%Y %m %d %H %M"))
      ),
      (
        // A column MM is a month beside DD, not mm.
        "hd,Station,Local time in YYYY,MM,DD,HH24,MI format,Standard time in YYYY,MM,DD,HH24,MI format,Precipitation since last (AWS) observation in mm,#\nhd,066037,2024,06,01,12,00,2024,06,01,12,00,0.2,#\nhd,066037,2024,06,01,12,01,2024,06,01,12,01,0.4,#\n",
        "--time-column 3 --time-format '%Y %m %d %H %M'",
        GaugeFormat(timeColumn: "3", time: .init("%Y %m %d %H %M"), unit: .millimeters)
      ),
      (
        "DATE,PRCP,PRCP_ATTRIBUTES\n2024-06-01,0,\n2024-06-02,127,\n",
        "'PRCP' has tenths of mm, mm or inches; --unit 0.1mm", unit("0.1mm")
      ),
      (
        "2024-06-01,0,12.1,0.0\n2024-06-01,1,12.1,0.4\n2024-06-01,2,12.1,0.6\n",
        "choose one with --column, by its number",
        GaugeFormat(column: "4", time: .init("%Y-%m-%d %H"))
      ),
      (
        "110,2024,153,1205,12.1,0\n110,2024,153,1210,12.1,.254\n110,2024,153,1215,12.1,.508\n",
        "--time-column 2 --time-format '%Y %j %H%M'",
        GaugeFormat(column: "6", timeColumn: "2", time: .init("%Y %j %H%M"))
      ),
      (
        "timestamp,tips\n2024-06-01 00:00,1\n2024-06-01 00:10,2\n2024-06-01 00:20,0\n",
        "--unit 0.2mm", unit("0.2mm")
      ),
      (
        "2004 6 12 0.12\n2004 6 13 0.38\n", "--time-column 1 --time-format '%Y %m %d'",
        GaugeFormat(timeColumn: "1", time: .init("%Y %m %d"))
      ),
      (
        "date,mm\n06/01/2024,1\n06/02/2024,2\n", "--time-format '%d/%m/%Y' or '%m/%d/%Y'",
        time("%m/%d/%Y")
      ),
      (
        "Date,Time,mm\n20240601,0,0\n20240601,5,1\n20240601,20,1\n",
        "--time-format '%Y%m%d %H' or '%Y%m%d %H%M'", time("%Y%m%d %H%M")
      ),
      ("time,mm\n45444,1\n45445,2\n", "--time-format spreadsheet or seconds", time("spreadsheet")),
      (
        "time;a;b\n2024-06-01 12:00;1;2\n2024-06-01 12:10;1;2\n", "--column 'a'",
        GaugeFormat(column: "a")
      ),
      (
        "entity_id,state,last_changed\nsensor.rain,12.0,2024-06-01T12:00:00.000Z\nsensor.rain,12.4,2024-06-01T12:10:00.000Z\n",
        "choose one with --column", GaugeFormat(column: "state")
      ),
      (
        "time,x,daily rain,hourly rain\n2024-06-01 00:00,7,1,2\n2024-06-01 00:10,8,1,3\n",
        "choose one with --column, such as --column 'daily rain'",
        GaugeFormat(column: "daily rain", unit: .millimeters)
      ),
      ("2024-06-01 12:00\n2024-06-01 12:10\n", "--unit 0.2mm", unit("0.2mm")),
      (
        "time,rain_mm\n2024-06-01 12:00,3.1\n2024-06-01 12:10,3.1\n2024-06-01 12:20,3.3\n2024-06-01 12:30,3.3\n",
        "--rows counter reads 0.2 mm", GaugeFormat(rows: .counter)
      ),
      ("time,rain rate\n2024-06-01 12:00,1\n2024-06-01 12:10,1\n", "--unit mm/h", unit("mm/h")),
    ] as [(String, String, GaugeFormat)])
  func refusals(text: String, hint: String, format: GaugeFormat) throws {
    let error = #expect(throws: Flaw.self) { try GaugeRecord(Array(text.utf8), path: "g.csv") }
    #expect(error?.description.contains(hint) == true, "\(String(describing: error))")
    _ = try GaugeRecord(Array(text.utf8), path: "g.csv", format)
  }

  @Test(
    "rows are the table before a list of other times if half of them or more have an amount",
    arguments: [
      ("1 M", false), ("1 M M", false), ("1 M 2 M", true), ("M 1 M 2", true), ("1 2 3", true),
    ])
  func half(amounts: String, isTable: Bool) throws {
    let rows = amounts.split(separator: " ").enumerated()
      .map { "a,2024-06-01 00:\($0 + 1)0,\($1)\n" }
    let text =
      "2024-01-01;opened\n2024-02-01;moved\n2024-03-01;painted\nname,time,mm\n" + rows.joined()
    #expect(((try? GaugeRecord(Array(text.utf8), path: "g.csv")) != nil) == isTable)
  }

  @Test(
    "a file that is no table is called by its name",
    arguments: [
      ("PK\u{3}\u{4}\0\n0,1\n60,1\n", "save it as CSV"),
      ("[{\"time\": \"2024-06-01T00:00\", \"rain\": 0.2}]", "is JSON"),
      ("<html><table>\n<tr><td>2024-06-01 12:00</td>\n", "save its table as CSV"),
    ])
  func others(text: String, hint: String) {
    let error = #expect(throws: Flaw.self) { try GaugeRecord(Array(text.utf8), path: "g.csv") }
    #expect(error?.description.contains(hint) == true, "\(String(describing: error))")
  }

  @Test(
    "a counter that goes back far is refused with the digits of the file; rows out of order, with their line"
  )
  func order() throws {
    let total = GaugeFormat(unit: .init(written: "total"))
    var error = #expect(throws: Flaw.self) {
      try GaugeRecord(Array("0,12.25\n60,8.5\n120,8.75\n".utf8), path: "g.csv", total)
    }
    #expect(error?.description.contains("g.csv:2: the counter goes back from 12.25 to 8.5") == true)
    error = #expect(throws: Flaw.self) {
      try GaugeRecord(
        Array("time,mm\n2024-07-01 00:00,1\n2024-07-01 00:10,1\n2024-06-01 00:00,1\n".utf8),
        path: "g.csv")
    }
    #expect(error?.description.contains("g.csv:4: '2024-06-01 00:00' does not lie after") == true)
    // The hour stands in a column without a name.
    let days = Array("2024-06-01,12,0.2\n2024-06-01,13,0.4\n2024-06-01,14,0\n".utf8)
    error = #expect(throws: Flaw.self) {
      try GaugeRecord(days, path: "g.csv", GaugeFormat(column: "3"))
    }
    #expect(error?.description.contains("--time-format '%Y-%m-%d %H'") == true)
    error = #expect(throws: Flaw.self) {
      let day = "2024-06-01,0,0.0\n2024-06-01,1,0.4\n2024-06-01,2,0.6\n"
      _ = try GaugeRecord(Array(day.utf8), path: "g.csv", GaugeFormat(column: "3"))
    }
    #expect(error?.description.contains("--time-format '%Y-%m-%d %H'") == true)
    let hours = GaugeFormat(column: "3", time: .init("%Y-%m-%d %H"))
    #expect(abs(try GaugeRecord(days, path: "g.csv", hours).millimeters - 0.6) < 1e-9)
  }

  @Test(
    "what was understood is said: columns, unit and source, times, rows, dry share, hardest minute")
  func findings() throws {
    let text =
      "t0;MESS_DATUM;RS_01\n1;202406011200;0.00\n1;202406011201;0.30\n1;202406011202;0.60\n1;202406011203;0\n"
    let record = try GaugeRecord(Array(text.utf8), path: "g.csv")
    let findings = Dictionary(uniqueKeysWithValues: record.findings.map { ($0.name, $0.text) })
    #expect(
      findings["time"] == "'MESS_DATUM' (column 2), as %Y%m%d, 2024-06-01 12:00 to 2024-06-01 12:03"
    )
    #expect(findings["rain"] == "'RS_01' (column 3), in mm, as its service documents")
    #expect(findings["rows"]?.hasPrefix("4, most 60 s apart; ") == true)
    #expect(findings["rainfall"] == "hardest minute 0.6 mm at 2024-06-01 12:01")
    let days = try GaugeRecord(Array("Date;mm\n45444.5;0\n45444.75;1\n".utf8), path: "g.csv")
    #expect(days.findings[0].text.hasSuffix("2024-06-01 12:00 to 2024-06-01 18:00"))
  }

  @Test(
    "a tip is the step of the amounts, or as it is said; dry rows that get a part of it are noted")
  func tips() throws {
    let text =
      "time;mm\n2024-06-01 12:00;0\n2024-06-01 12:10;0\n2024-06-01 12:20;0\n2024-06-01 12:30;3.4\n2024-06-01 12:40;1.2\n2024-06-01 13:10;2\n"
    func early(_ format: GaugeFormat) throws -> Double {
      let record = try GaugeRecord(Array(text.utf8), path: "g.csv", format)
      let rainfall = record.rainfall(parts: 8)
      return rainfall[..<3].reduce(0, +) / 6
    }
    #expect(abs(try early(GaugeFormat()) - 0.15) < 1e-9)
    #expect(try early(GaugeFormat(tip: 0)) == 0)
    #expect(abs(try early(GaugeFormat(tip: 0.1)) - 0.075) < 1e-9)
    let record = try GaugeRecord(Array(text.utf8), path: "g.csv")
    #expect(record.notes.contains { $0.contains("0.15 mm lie in the dry rows before a tip") })
  }

  private func bytes(_ digits: String) -> [UInt8] {
    stride(from: 0, to: digits.utf8.count, by: 2).compactMap {
      UInt8(digits.dropFirst($0).prefix(2), radix: 16)
    }
  }

  @Test("encodings of East Asia are read, and no second byte is a separator")
  func encodings() throws {
    // A letter whose second byte is a bar in Shift JIS stands behind the name.
    let japan = bytes("944E8C8E93FA8E9E2C8D7E908597CA286D6D292C837C0A")
    // In CP949, and in GB 18030.
    let korea = bytes("C0CFBDC32CB0ADBCF6B7AE286D6D292C610A")
    let china = bytes("CAB1BCE42CBDB5CBAEC1BF286D6D292C610A")
    let rows = Array("2024/6/1 1:00:00,0.5,8\n2024/6/1 2:00:00,1,8\n".utf8)
    for (bytes, name) in [(japan, "降水量(mm)"), (korea, "강수량(mm)"), (china, "降水量(mm)")] {
      for format in [GaugeFormat(), GaugeFormat(column: name)] {
        let record = try GaugeRecord(bytes + rows, path: "g.csv", format)
        #expect(record.millimeters == 1.5)
        #expect(
          record.findings.contains {
            $0.text.contains("'\(name)' (column 2), in mm, as its name says")
          })
      }
    }
  }
}
