import RainGauges
import RainPresets
import Testing
import Text

/// Numbers and times that no gauge means: a sentence or a rain, and no trap.
@Suite struct HostileTests {
  @Test(
    "faint, huge and missing numbers are read, or refused with their line",
    arguments: [
      (".2 1e-25 .2", 0.4), (".2 5e-324 .2", 0.4), ("1e-25 1e-300 0", 0), (".2 -0 .2", 0.4),
      (".2 NaN inf", 0.2), (".2 9.96921e+36 .4", 0.6), (".2 1e300 .4", 0.6), (".2 -1e300 .4", 0.6),
      (".2 1e29 .4", nil), (".2 -0.02 .4", 0.6), ("1e-25 1e5 0", nil),
    ] as [(String, Double?)])
  func numbers(numbers: String, total: Double?) throws {
    for kind in [
      "", "--rows amount", "--rows counter", "--rows counter:60m", "--rows sum:60m", "--rows rate",
    ] {
      for unit in ["", "--unit m", "--unit in"] {
        guard let read = try? gauge(table("rain (mm)", numbers), "\(kind) \(unit)") else {
          continue
        }
        #expect(read.millimeters.isFinite && read.millimeters >= 0)
        try drawn(read)
      }
    }
    guard let total else {
      #expect(refusal(table("rain (mm)", numbers)).hasPrefix("g.csv:"))
      return
    }
    #expect(abs(try gauge(table("rain (mm)", numbers)).millimeters - total) < 1e-9)
  }

  /// Takes all that a gauge is drawn and written by.
  private func drawn(_ gauge: Gauge) throws {
    #expect(!gauge.report.isEmpty && gauge.hardest.millimeters.isFinite)
    #expect(gauge.rainfall(parts: 241).allSatisfy { $0.isFinite && $0 >= 0 })
    for speed in [0.001, 1, 1e6] {
      for curve in gauge.curves(speed: speed, gain: 0) {
        #expect(curve.keys.allSatisfy { $0.value.isFinite })
      }
    }
  }

  @Test(
    "rows out of order and times that go back have a sentence",
    arguments: [
      ("60,1\n0,1\n", "g.csv:3: '0' does not lie after the row before"),
      ("0,1\n0,1\n", "have the time of the row before"),
      (
        "2024-07-01 00:00,1\n2024-07-01 00:10,1\n2024-06-01 00:00,1\n",
        "g.csv:4: '2024-06-01 00:00' does not lie after"
      ),
      (
        "2025-05-01 09:00,0\n2025-05-01 09:01,.2\n2025-05-01 09:00:30,.2\n2025-05-01 09:01:30,0\n",
        "clock was set back"
      ),
      ("1e308,1\n1e309,1\n", "--time-format"),
    ])
  func times(rows: String, hint: String) {
    let sentence = refusal("time,mm\n" + rows)
    #expect(sentence.contains(hint), "\(sentence)")
  }

  @Test("the hour that comes twice is read twice, also with the newest first")
  func winter() throws {
    let rows = ["01:30,.2", "02:00,.2", "02:30,.4", "02:00,.2", "02:30,.6", "03:00,.2"].map {
      "2024-10-27 \($0)\n"
    }
    for rows in [rows, rows.reversed()] {
      let gauge = try gauge("time,rain_mm\n" + rows.joined())
      #expect(abs(gauge.millimeters - 1.8) < 1e-9 && gauge.seconds == 10_800)
      #expect(gauge.notes.contains { $0.contains("summer time ended") })
    }
  }

  @Test("deep JSON, long lines and many columns take no more than their length")
  func deep() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(refusal(deep).contains("is JSON"))
    let lists = (0..<28).reduce(#"{"a": [1, 2], "b": [3, 4]}"#) { text, _ in "[{\"k\": \(text)}]" }
    #expect(refusal(lists).contains("can be read in several ways"))
    let fields = String(repeating: ";7", count: 1000)
    let wide =
      "time;rain_mm\(String(repeating: ";x", count: 1000))\n60;.2\(fields.replacing("7", with: "7.5"))\n120;.4\(fields.replacing("7", with: "7.5"))\n"
    #expect(abs(try gauge(wide, "--column rain_mm").millimeters - 0.6) < 1e-9)
    #expect(refusal(String(repeating: "x", count: 1 << 20 + 1)).hasPrefix("g.csv:1: is too long"))
  }
}
