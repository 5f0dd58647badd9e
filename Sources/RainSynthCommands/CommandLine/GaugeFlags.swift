internal import CommandLineKit
internal import RainDSP
internal import RainFiles
internal import Text

/// The flag --gauge and those that say how its file is read.
struct GaugeFlags {
  private static let name = "gauge"
  private static let speeds = Quantity(Unit(""), 0.001...1_000_000)

  static let group = OptionGroup("Gauge", options, topic: .gauge)

  static let options = [
    Option(
      name, takes: "FILE",
      "let it rain as a rain gauge has measured: a table of times and amounts, as weather services, "
        + "stations and loggers write it; - for standard input",
      completion: .file(endings: ".csv", ".tsv", ".txt", ".dat")),
    Option("column", takes: "NAME", "the column with the amounts of --gauge", standard: "found"),
    Option(
      "unit", takes: "UNIT",
      "what the numbers of --gauge are: an amount in each row, a rainfall, tips of 0.2 mm, or a total "
        + "that counts on", range: GaugeUnit.spellings.joined(separator: ", "),
      standard: "found, or mm",
      completion: Completion(words: GaugeUnit.spellings)),
    Option("time-column", takes: "NAME", "the column with the times of --gauge", standard: "found"),
    Option(
      "time-format", takes: "FORMAT",
      "how the times of --gauge are written, as in strptime: '%d.%m.%Y %H:%M'", standard: "found"),
    Option(
      "speed", takes: "N", "play --gauge so many times faster; 60 turns an hour into a minute",
      range: speeds.description, standard: "1"),
  ]

  private let path: String
  private let record: GaugeRecord
  /// The length of the record at its speed.
  let duration: Duration
  /// The curves of the record, for a gain of 0.
  private let curves: [WrittenCurve]

  /// Reads the file; nil without the flag.
  init?(_ commandLine: ParsedCommandLine) throws {
    guard let path = commandLine[Self.name] else {
      for flag in Self.options.map(\.name) where commandLine[flag] != nil {
        throw Failure(.wrongUsage, "--\(flag) goes with --\(Self.name) FILE")
      }
      return nil
    }
    self.path = path
    let speed =
      try commandLine["speed"].map { text in
        try Self.speeds.parse(text, for: "--speed")
      } ?? 1
    let format = try Self.format(commandLine)
    var record = try GaugeRecord(contentsOf: path, format)
    duration = record.duration(speed: speed)
    guard duration <= Extent.longest else {
      throw Failure(
        .wrongUsage, "\(path.quoted) lasts longer than 1000000000 h at --speed \(speed)")
    }
    curves = record.curves(speed: speed, gain: 0)
    record.forgetPieces()
    self.record = record
  }

  private static func format(_ commandLine: ParsedCommandLine) throws -> GaugeFormat {
    var format = GaugeFormat(column: commandLine["column"], timeColumn: commandLine["time-column"])
    if let text = commandLine["unit"] {
      format.unit = GaugeUnit(written: text)
      guard format.unit != nil else {
        let spellings = GaugeUnit.spellings.joined(separator: ", ")
        throw Failure(.wrongUsage, "--unit has to be like one of \(spellings), not \(text.quoted)")
      }
    }
    if let text = commandLine["time-format"] {
      format.time = GaugeTimePattern(text)
      guard format.time != nil else {
        throw Failure(
          .wrongUsage,
          "--time-format takes %Y, %y, %m, %b, %d, %j, %H, %I, %M, %S, %p, %z and %s, as "
            + "in '%d.%m.%Y %H:%M', not \(text.quoted)")
      }
    }
    return format
  }

  /// Adds the curve of rainfall.
  func addRainfall(to curves: inout [WrittenCurve]) throws {
    guard !curves.contains(where: { $0.setting == .rainfall }) else {
      throw Flaw(
        "--\(Self.name) and the curve of rainfall both say how hard it rains; leave one of them out"
      )
    }
    curves += self.curves.filter { $0.setting == .rainfall }
  }

  /// The curve of gain around the gain of the job; nil if there are no dry times.
  func gainCurve(of job: RenderJob) throws -> WrittenCurve? {
    guard let curve = curves.first(where: { $0.setting == .gain }) else { return nil }
    if job.writtenAutomation.moves(.gain) {
      throw Flaw(
        "--\(Self.name) lowers the gain in dry times, and so there can be no other curve of gain")
    }
    return WrittenCurve(
      .gain,
      WrittenCurve.Keys(
        curve.keys.lazy.map { .init(at: $0.time, $0.value == 0 ? job.rain.gain : $0.value) }))
  }

  /// Says what has been read, and what had to be left out.
  func announce() {
    func time(_ seconds: Double) -> String { Duration.seconds(Int(seconds.rounded())).clockText }
    var sentence =
      "\(path.quoted): \(FixedPoint.trimmed(record.millimeters, decimals: 2)) mm in "
      + time(record.seconds)
    if let line = record.gaps.firstLine {
      sentence += "; \(time(record.gaps.seconds)) without a value, first in line \(line), are dry"
    }
    if let line = record.clipped.firstLine {
      sentence +=
        "; \(time(record.clipped.seconds)), first in line \(line), have more than "
        + "\(NumberText.shortest(Rain.rainfallRange.upperBound)) mm/h, the most that a rain can have"
    }
    if record.isUnitAssumed, !record.column.isEmpty {
      sentence += "; \(record.column.quoted) has no unit and is read as mm (--unit)"
    }
    StandardError.note(sentence)
    if record.seemsTotal {
      StandardError.note(
        "\(path.quoted): the amounts never fall, as if they counted on; --unit total reads a counter"
      )
    }
  }
}

extension HelpTopic {
  /// The flags of a rain gauge, and the files that it may be.
  static let gauge = HelpTopic(
    "gauge", "gauges",
    details: [
      """
      --gauge takes a table as weather services, stations and loggers write it: fields between semicolons, tabs, \
      bars, commas or blanks, in UTF-8, UTF-16 or Latin-1. A row holds what has fallen since the row before. Lines \
      before the names of the columns, lines that begin with #, and a last line of one field are remarks. The \
      newest row may come first.
      """,
      """
      Files of these were tried: AEMET, Ambient Weather, ARPA, BOM, Campbell, ČHMÚ, CliFlo, CoCoRaHS, Davis, DWD, Ecowitt, \
      Environment Canada, the Environment Agency, FMI, HOBO, Home Assistant, IEM, InfluxDB, KNMI, Met Éireann, \
      Météo-France, MeteoSwiss, MET Norway, the Met Office (MIDAS, WOW), Netatmo, NOAA, Open-Meteo, OpenMRG, SMHI, \
      ThingSpeak, USGS, Weather Underground and weewx. 'rainsynth preset draw --gauge FILE' shows what was understood.
      """,
      """
      The time is the first column with dates that move on (--time-column); the time of the day may stand beside \
      it. Without dates, the first column counts seconds, or what its name says, or is a clock, which may pass \
      midnight. Dates are written as \(GaugeTimePattern.dates.map(\.text).joined(separator: ", ")). A time of the \
      day, also with AM or PM, and a zone may follow; a number may count the seconds from 1970 on; and \
      --time-format says any other way. Where the rows do not decide whether the day or the month comes first, \
      only --time-format does.
      """,
      """
      The amounts are in the column called rain, precipitation or the like (--column), in the unit of its name, \
      or else in mm. --unit says it: mm or in for each row, mm/h or in/h for a rainfall, 0.2mm for tips of a \
      bucket, also where a row is a time alone, and total or total in for a counter that rises and begins anew at \
      0. T and Ip are a trace, and -1 where the file has tenths of mm. An empty field, -, M, NA, -999 and 9999 are no value \
      and dry; a letter behind a number, as in 0.35s, is a remark.
      """,
    ])
}
