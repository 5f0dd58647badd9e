internal import Platform
internal import RainDSP
internal import RainPresets
internal import Text

/// The rain that a gauge has measured, as rainfall over time.
///
///     let gauge = try Gauge(contentsOf: "night.csv")
///     print(gauge.reading)        // amounts in mm, a row in 5 min (its name says mm)
///     print(gauge.millimeters)    // 3.2
///     preset.duration = gauge.duration()
///     try gauge.set(&preset.automation)
///
/// A table is read by its own words and its owner's: names of columns, units, what stands beside
/// the numbers, and ``GaugeOptions``. Numbers only exclude readings: no rain has more than 31.2 mm
/// in a minute, 305 mm in an hour and 1825 mm in a day (records of the WMO), and no counter falls
/// but to near 0. Where several readings are left, the error has the total and the flags of each.
public struct Gauge: Sendable {
  private let record: RainRecord
  /// How long it is, in s.
  public var seconds: Double { record.seconds }
  /// The rain that has been measured, in mm.
  public var millimeters: Double { record.millimeters }
  /// The kind and the unit of a row, and why it was read so: `a counter in mm, a row in 5 min (its
  /// name says so)`.
  public let reading: String
  /// The answers that were found: lines of a name and a sentence.
  public private(set) var findings: [(name: String, text: String)] = []
  /// Sentences on what had to be left out or assumed.
  public let notes: [String]
  /// The words of notes for a picture, and where what they are about lies, in s.
  public let marks: [(word: String, start: Double, end: Double)]
  /// When it begins, in s from 1970 on; nil if its times have no date.
  public let beginning: Double?
  /// The time between two rows that follow each other most closely, in s.
  let shortestStep: Double
  var pieces: [RainRecord.Piece] { record.pieces }
  var sizes: [(seconds: Double, factor: Double)] { record.sizes }

  /// The rain in the table at `path`; `-` is standard input.
  ///
  /// - Throws: What the system says, the first wrong line, or the ways in which the table can be
  ///   read.
  public init(contentsOf path: String, _ options: GaugeOptions = GaugeOptions()) throws {
    // What cannot be read is told before the file is opened.
    _ = try Answers(options)
    let input = try InputReader(path)
    try self.init(TableText(input.next(), path: input.path, input), options)
  }

  package init(_ bytes: [UInt8], path: String, _ options: GaugeOptions = GaugeOptions()) throws {
    try self.init(TableText(bytes, path: path), options)
  }

  private init(_ file: TableText, _ options: GaugeOptions) throws {
    let reader = try TableReader(file, Answers(options))
    let (question, way, record) = try Question.answer(reader)
    let (facts, table, times, drops) = (
      question.facts, reader.table, reader.table.times, reader.drops
    )
    let unit = way.unit
    (self.record, shortestStep) = (record, facts.leastStep)
    let isLate = record.begin + record.seconds > 3e8
    // Rain as hard as no rain is: the numbers count something else than seconds.
    if !times.isCount, times.format.text == "seconds", !isLate,
      record.millimeters > Rain.rainfallRange.upperBound / 3600 * record.wet
    {
      throw file.flaw(
        "has times without a unit, as seconds of more than 200 mm/h; --time-format minutes or "
          + "--time-format seconds says it", line: table.begin)
    }
    if drops.all > 100, 2 * drops.counted < drops.all {
      throw file.flaw(
        "has a matrix of which most drops do not fall as drops; --column reads one of its columns")
    }
    beginning = times.format.isDated || isLate ? record.begin : nil
    notes = record.notes.sentences
    marks = record.notes.marks
    let reason = question.reason.isEmpty ? "" : " (\(question.reason))"
    let span = [(86_400.0, "d"), (3600, "h"), (60, "min"), (1, "s")].first {
      facts.step.truncatingRemainder(dividingBy: $0.0) == 0 || $0.0 == 1
    }
    let step = span.map { "\(FixedPoint.brief(facts.step / $0.0)) \($0.1)" } ?? ""
    reading = "\(way.kind.text) \(unit.text), a row in \(step)\(reason)"
    func percent(_ share: Double) -> String { FixedPoint.trimmed(100 * share, decimals: 1) }
    let area = file.disdrometer.map {
      "drops on \(FixedPoint.brief($0.area / 100)) cm², as telegrams of \($0.name) count them"
    }
    let label = area ?? reader.columns.first.map { table.label([$0.index]) } ?? "each row is a tip"
    let (most, at, _) = record.most(in: 60)
    let hardest =
      most > 0 ? "hardest minute \(FixedPoint.brief(most)) mm at \(moment(at))" : "no rain"
    let dry = percent(1 - min(1, record.wet / record.seconds))
    let lost = percent(Double(drops.all - drops.counted) / Double(max(1, drops.all)))
    let factors = record.sizes.map { FixedPoint.trimmed($0.factor, decimals: 2) }
    let (first, last) = (moment(facts.step), moment(record.seconds))
    findings = [
      ("time", "\(table.label(table.time)), as \(times.format.text), \(first) to \(last)"),
      ("rain", "\(label), \(unit.text)\(reason)"),
      ("rows", "\(reader.rows[0][0].count), most \(step) apart; \(dry) % of the time is dry"),
      ("rainfall", hardest),
    ]
    if let least = factors.min(), let most = factors.max() {
      findings += [
        ("drops", "\(drops.counted); \(lost) % do not fall as drops, or are too large: left out"),
        ("sizes", "\(least) to \(most) times those that are usual at the rainfall"),
      ]
    }
  }
}

extension Gauge {
  /// The findings and the notes as lines.
  public var report: String {
    (findings + notes.map { ("note", $0) })
      .map { "\($0)\(String(repeating: " ", count: 10 - $0.utf8.count))\($1)\n" }.joined()
  }

  /// The total and the length: `1.8 mm in 20:00`.
  public var sentence: String {
    "\(FixedPoint.trimmed(millimeters, decimals: 2)) mm in \(Notes.clock(seconds))"
  }

  /// The time so many s after the beginning, by the clock of the table.
  public func moment(_ offset: Double) -> String {
    beginning.map { TimeFormat.text($0 + offset) } ?? Notes.clock(max(0, offset))
  }

  /// The day of a moment in s from 1970 on: `2024-06-01`.
  public static func day(_ seconds: Double) -> String {
    String(TimeFormat.text(seconds).prefix(10))
  }

  /// The most in five minutes, in mm, and when these began.
  public var hardest: (millimeters: Double, start: Double) {
    let most = record.most(in: 300)
    return (most.millimeters, most.start)
  }

  /// The mean rainfall in so many equal parts of the time, in mm/h.
  public func rainfall(parts: Int) -> [Double] {
    var means = [Double](repeating: 0, count: parts)
    let length = seconds / Double(parts)
    for piece in pieces {
      let first = min(Int(piece.start / length), parts - 1)
      for part in first...max(first, min(Int(piece.end / length), parts - 1)) {
        let start = max(piece.start, Double(part) * length)
        let end = min(piece.end, Double(part + 1) * length)
        means[part] += piece.rainfall * max(0, end - start) / length
      }
    }
    return means
  }
}
