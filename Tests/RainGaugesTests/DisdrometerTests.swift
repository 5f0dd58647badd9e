import RainPresets
import RainTestSupport
import Testing

@testable import RainDSP
@testable import RainGauges

/// Telegrams of disdrometers that rain by the law of sizes would give, and back.
@Suite struct DisdrometerTests {
  /// An instrument: the edges of its classes, the m² of its beam, and how a telegram is written.
  struct Instrument: Sendable, CustomTestStringConvertible {
    let name: String
    let sizes, speeds: [Double]
    let area: Double
    let isSizeFirst: Bool
    /// A row of a time, a rainfall and a matrix.
    let row: @Sendable (_ time: String, _ rainfall: Double, _ matrix: [Int]) -> String
    var testDescription: String { name }
  }

  private static func edges(_ first: Double, _ steps: (Int, Double)...) -> [Double] {
    steps.reduce([first]) { edges, step in
      (0..<step.0).reduce(edges) { edges, _ in edges + [edges[edges.count - 1] + step.1] }
    }
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  private static func parsivel(
    _ name: String,
    _ row: @escaping @Sendable (String, Double, [Int]) -> String
  ) -> Instrument {
    Instrument(
      name: "Parsivel, \(name)",
      sizes: edges(0, (10, 0.125), (5, 0.25), (5, 0.5), (5, 1), (5, 2), (2, 3)),
      speeds: edges(0, (10, 0.1), (5, 0.2), (5, 0.4), (5, 0.8), (5, 1.6), (2, 3.2)),
      area: 0.0054, isSizeFirst: true, row: row)
  }

  private static func thies(
    _ name: String, fields: String = "00012;00000.001;",
    _ row: @escaping @Sendable (_ time: String, _ telegram: String) -> String
  ) -> Instrument {
    Instrument(
      name: "Thies, \(name)", sizes: edges(0.125, (3, 0.125), (6, 0.25), (13, 0.5)),
      speeds: edges(0, (5, 0.2), (6, 0.4), (7, 0.8), (1, 1), (1, 10)),
      area: 0.00456, isSizeFirst: false
    ) { time, rainfall, matrix in
      // Field 14 of the manual is that behind twelve semicolons.
      let head =
        "\u{2}06;0854;2.11;\(time.dropFirst(8).prefix(2)).06.24;\(time.dropFirst(11));00;00;NP;"
        + "000.000;61;61;RA;\(rainfall);\(rainfall);000.000;0001.2;05000;31.2;100;0.0;"
      let count = 79 - head.count { $0 == ";" }
      let rest = String(repeating: fields, count: (count + 1) / 2)
      let tail = count.isMultiple(of: 2) ? rest : String(rest.dropFirst(fields.count / 2))
      var telegram = head + tail
      while telegram.count(where: { $0 == ";" }) > 79 { telegram.removeLast() }
      return row(time, telegram + matrix.map { digits($0, 3) }.joined(separator: ";") + ";07;")
    }
  }

  private static let instruments = [
    parsivel("as logged") { time, rainfall, matrix in
      "\(time);\(rainfall);0012.30;61;\(matrix.map { digits($0, 3) }.joined(separator: ";"))"
    },
    parsivel("counts without zeros before them, and an end") { time, rainfall, matrix in
      "\(time);000123;\(rainfall);\(matrix.map(String.init).joined(separator: ";"));"
    },
    parsivel("quoted beside commas") { time, rainfall, matrix in
      "\(time),\(rainfall),\"\(matrix.map { digits($0, 3) }.joined(separator: ";"))\""
    },
    thies("as logged") { "\($0);\($1)" },
    thies("behind a comma") { "\($0),\($1)" },
    thies("in quotation marks of a logger") { "\"\($0)\",17,\"\($1)\"" },
    thies("by its own clock") { _, telegram in telegram },
    thies("whole numbers before the matrix", fields: "0;0;") { "\($0);\($1)" },
  ]

  /// The matrix of a minute.
  private static func matrix(_ instrument: Instrument, _ rain: Rain, _ minute: Int) -> [Int] {
    var ground = GroundDrops(
      RainAutomation(rain), squareMeters: instrument.area, sampleRate: 8000,
      seed: UInt64(minute + 1))
    let (sizes, speeds) = (instrument.sizes.count - 1, instrument.speeds.count - 1)
    var matrix = [Int](repeating: 0, count: sizes * speeds)
    ground.forEach(in: 0..<60 * 8000) { _, diameter, speed in
      guard let size = instrument.sizes.lastIndex(where: { $0 <= diameter }), size < sizes,
        let fall = instrument.speeds.lastIndex(where: { $0 <= speed }), fall < speeds
      else { return }
      matrix[instrument.isSizeFirst ? fall * sizes + size : size * speeds + fall] += 1
    }
    return matrix
  }

  /// The rows of some minutes.
  private static func rows(
    _ instrument: Instrument, _ rains: [(rainfall: Double, size: Double)]
  ) -> [String] {
    rains.enumerated().map { minute, wish in
      var rain = Rain()
      (rain[.rainfall], rain[.dropSize], rain[.drift]) = (max(0.1, wish.rainfall), wish.size, 0)
      let cells = instrument.isSizeFirst ? 1024 : 440
      let matrix =
        wish.rainfall == 0
        ? [Int](repeating: 0, count: cells) : Self.matrix(instrument, rain, minute)
      let time = "2024-06-01 \(digits(minute / 60, 2)):\(digits(minute % 60, 2)):00"
      return instrument.row(time, wish.rainfall, matrix)
    }
  }

  private static func record(
    _ rows: [String], _ flags: String = ""
  ) throws -> Gauge {
    try gauge(rows.joined(separator: "\r\n") + "\r\n", flags)
  }

  @Test("rainfall and sizes come back through the matrix", arguments: instruments)
  func thereAndBack(instrument: Instrument) throws {
    for (rainfall, size) in [(3.0, 1.0), (10, 0.8), (10, 1.25), (30, 1)] {
      let rows = Self.rows(instrument, Array(repeating: (rainfall, size), count: 20))
      let record = try Self.record(rows)
      #expect(record.seconds == 1200)
      // The classes make 1.5 to 2.5 % too much of it, and chance 2 %.
      #expect(abs(record.millimeters * 3 / rainfall - 1.02) < 0.06, "\(record.millimeters)")
      let factors = record.sizes.map(\.factor).sorted()
      #expect(factors.count == 20)
      #expect(abs(factors[10] / size - 1) < 0.05, "\(rainfall) \(size): \(factors[10])")
      let curves = record.curves(speed: 2, gain: 0)
      #expect(curves.map(\.setting) == [.rainfall, .dropSize])
      #expect(curves[1].keys.count == 20)
    }
  }

  @Test("a name says where the instrument tells its rainfall")
  func names() throws {
    let rows = Self.rows(Self.instruments[0], Array(repeating: (10, 1), count: 10))
    let header = "time;rainfall_rate;rain_accumulated;synop;raw_drop_number"
    let record = try Self.record([header] + rows)
    #expect(abs(record.millimeters - 1.7) < 0.2)
    #expect(record.findings.contains { $0.text.contains("OTT Parsivel") })
    // Files that were joined have their names again.
    let joined = try Self.record([header] + rows[..<5] + [header] + rows[5...])
    #expect(joined.millimeters == record.millimeters)
  }

  @Test("damaged telegrams are dropped with a note, and the rest is read", arguments: instruments)
  func damaged(instrument: Instrument) throws {
    var rows = Self.rows(instrument, Array(repeating: (10, 1), count: 12))
    let whole = try Self.record(rows).millimeters
    rows[3] = String(rows[3].prefix(900))
    rows[7] = rows[7].replacing(
      "000;000;000;000", with: "0x0;\u{1}\u{2}0;000;000", maxReplacements: 9
    )
    .replacing("0;0;0;0;0;0", with: "0;0;?;0;0;0", maxReplacements: 3)
    rows.append("2024-06-01 00:1")
    let record = try Self.record(rows)
    #expect(
      record.notes.contains { $0.hasPrefix("3 lines are no whole telegrams") }, "\(record.notes)")
    #expect(abs(record.millimeters / whole - 10.0 / 12) < 0.1)
  }

  @Test("dry minutes are dry")
  func dry() throws {
    let rains = [(10.0, 1.0), (10, 1), (0, 1), (0, 1), (0, 1), (10, 1)]
    let record = try Self.record(Self.rows(Self.instruments[0], rains))
    #expect(record.pieces.map(\.end) == [60, 120, 360] && record.sizes.count == 3)
  }

  @Test(
    "another number of classes is refused with both counts",
    arguments: [900, 1023, 400, 330, 2000])
  func classes(count: Int) {
    let numbers = Array(repeating: "002", count: count).joined(separator: ";")
    let rows = (0..<9).map { "2024-06-01 00:0\($0):00;1.5;\(numbers)" }
    #expect {
      try Self.record(rows)
    } throws: { error in
      let sentence = "\(error)"
      return sentence.contains("\(count) whole numbers") && sentence.contains("1024")
        && sentence.contains("440")
    }
  }

  @Test("a column that is chosen is read as in any table")
  func column() throws {
    let rows = Self.rows(Self.instruments[0], Array(repeating: (12, 1), count: 10))
    let record = try Self.record(rows, "--column 2 --unit mm/h")
    #expect(abs(record.millimeters - 2) < 1e-9 && record.sizes.isEmpty)
  }
}
