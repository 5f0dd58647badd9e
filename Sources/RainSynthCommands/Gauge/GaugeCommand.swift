internal import CommandLineKit
internal import Platform
internal import RainDSP
internal import RainFiles
internal import Text

/// `gauge`: what a rain gauge has measured, as text, as a picture, and as a preset.
enum GaugeCommand: Runnable {
  private static let tips = Quantity(Unit("mm"), 0...100)
  private static let speeds = Quantity(Unit(""), 0.001...1_000_000)

  static let specification = CommandSpecification(
    "gauge", "Turns the table of a rain gauge into a preset",
    usage: ["FILE [-o day.json] [--svg FILE]"],
    details: [
      """
      Prints what it understood of a table of times and amounts, as weather services, stations and loggers write \
      it, and draws how hard it rained. -o writes that as a preset, whose rainfall is a curve; all other commands \
      take it after --preset. - is standard input.
      """,
      """
      Fields lie between semicolons, tabs, bars, commas or blanks. A row holds what has fallen since the row before. \
      Lines before the names of the columns and lines that begin with # are remarks.
      """,
      """
      The time is a date, perhaps with the time of the day beside it, columns called year, month, day and so on, a \
      number that counts, or a clock. Dates are written as \
      \(GaugeTimePattern.dates.map(\.text).joined(separator: ", ")). --time-format says any other way, also over \
      several columns: '%Y %m %d %H'; or \(GaugeTimePattern.counts.joined(separator: ", ")). Where the rows do not \
      decide whether the day or the month comes first, only --time-format does.
      """,
      """
      The amounts are in the column called rain, precipitation or the like, in many languages, in the unit of its \
      name, or else in mm. --unit says it: mm or in for each row, mm/h or in/h for a rainfall, 0.2mm for tips of a \
      bucket, also where a row is a time alone, and total or total in for a counter that rises and begins anew at 0. \
      T is a trace; an empty field, -, M, NA, #N/A, -999 and 9999 are no value and dry.
      """,
      """
      A tip after a dry time has gathered there, and is spread over it; it is the step in which the amounts are \
      written, or --tip. Of a table with several stations, --station takes one.
      """,
    ],
    examples: [
      "rainsynth gauge day.csv",
      "rainsynth gauge day.csv -o day.json",
      "rainsynth gauge tips.csv --unit 0.2mm --speed 60 -p tent -o tent.json",
      "rainsynth play -p day.json",
    ],
    options: [
      Option(
        "output", short: "o", takes: "FILE.json", "write a preset", completion: .file,
        isEveryday: true),
      PictureFlag.option,
      Option(
        "column", takes: "NAME", "the column with the amounts",
        standard: "found", isEveryday: true),
      Option(
        "unit", takes: "UNIT",
        "mm, in, mm/h, 0.2mm for tips, total for a counter",
        range: GaugeUnit.spellings.joined(separator: ", "), standard: "found, or mm",
        completion: Completion(words: GaugeUnit.spellings), isEveryday: true),
      Option(
        "time-column", takes: "NAME", "the column with the times",
        standard: "found", isEveryday: true),
      Option(
        "time-format", takes: "FORMAT",
        "how times are written, as in strptime: '%d.%m.%Y %H:%M'", standard: "found",
        isEveryday: true),
      Option(
        "station", takes: "NAME", "read only rows that have this in one of their fields",
        isEveryday: true),
      Option(
        "tip", takes: "MM", "what the gauge gathers before it tells; 0: nothing",
        range: tips.description, standard: "the step of the amounts"),
      Option(
        "speed", takes: "N", "how many times faster it rains; 60 turns an hour into a minute",
        range: speeds.description, standard: "1", isEveryday: true),
    ]
      + SettingFlags.groups.flatMap(\.options).filter {
        ["preset", "force", "quiet"].contains($0.name)
      },
    shared: [Program.helpGroup],
    arguments: [Argument(.file(endings: ".csv", ".tsv", ".txt", ".dat"))])

  static func run(_ commandLine: ParsedCommandLine) throws {
    guard let path = commandLine.arguments.first else {
      throw Failure(.wrongUsage, "gauge needs a FILE, or -")
    }
    let (isForced, isQuiet) = (commandLine["force"] != nil, commandLine["quiet"] != nil)
    let speed = try commandLine.number("speed", speeds) ?? 1
    var preset = try RenderFlags.preset(commandLine) ?? Preset(name: "", rain: Rain())
    let (file, svg) = (commandLine["output"], try PictureFlag.path(commandLine, of: "gauge"))
    if let file {
      let words = ["gauge"] + commandLine.words(without: ["output"])
      try OutputName.check(file, .preset, flag: "-o", words)
    }
    let outputs = try [file, svg].map { try $0.map { try Output($0, isForced: isForced) } }
    if let a = outputs[0], let b = outputs[1], a.isRival(of: b) {
      throw Failure(.wrongUsage, "-o and --svg would write the same file")
    }
    let name = path == "-" ? "standard input" : Preset.baseName(of: path)
    let title = PlainText.line(name, limit: 100)
    let ending = OutputName.ending(of: name)
    let chart: Chart
    do {
      let record = try GaugeRecord(contentsOf: path, format(commandLine))
      preset.name = String(name.dropLast(ending.isEmpty ? 0 : ending.count + 1))
      preset.summary =
        "\(record.sentence), as in \(title)"
        + (speed == 1 ? "" : ", \(NumberText.shortest(speed)) times faster")
      preset.duration = record.duration(speed: speed)
      guard record.duration(speed: speed) <= Extent.longest else {
        throw Failure(
          .wrongUsage, "\(path.quoted) lasts longer than 1000000000 h at --speed \(speed)")
      }
      if !isQuiet {
        // The text is not for a file that goes to standard output.
        let print = [file, svg].contains("-") ? StandardError.print : StandardOutput.print
        try print("\(title): \(record.sentence)\n\(record.report)")
      }
      chart = Chart(record, title: name)
      if file != nil { try record.set(&preset.automation, speed: speed) }
    }
    if let output = outputs[0] {
      try preset.write { (piece) throws(FileError) in try output.write(Array(piece.utf8)) }
      try output.commit()
    }
    if svg != nil || file != "-" && !isQuiet {
      try chart.write(to: outputs[1], svg, isQuiet: isQuiet)
    }
  }

  private static func format(_ commandLine: ParsedCommandLine) throws -> GaugeFormat {
    func read<Value>(
      _ flag: String, like examples: [String], _ value: (String) -> Value?
    ) throws -> Value? {
      guard let text = commandLine[flag] else { return nil }
      if let value = value(text) { return value }
      let list = examples.joined(separator: ", ")
      throw Failure(.wrongUsage, "--\(flag) has to be like one of \(list), not \(text.quoted)")
    }
    return GaugeFormat(
      column: commandLine["column"], timeColumn: commandLine["time-column"],
      time: try read("time-format", like: ["'%d.%m.%Y %H:%M'"] + GaugeTimePattern.counts) {
        GaugeTimePattern($0)
      },
      unit: try read("unit", like: GaugeUnit.spellings) { GaugeUnit(written: $0) },
      tip: try commandLine.number("tip", tips), station: commandLine["station"])
  }
}

extension Chart {
  /// How many stretches of time are drawn, each with its mean rainfall.
  private static let stretches = 241

  /// How hard it rained.
  fileprivate init(_ record: GaugeRecord, title: String) {
    let rainfall = record.rainfall(parts: Self.stretches)
    let row = Self.row("rainfall", "mm/h", rainfall, color: .blue)
    let length = Duration.seconds(Int(record.seconds.rounded())).clockText
    self.init(
      title: title, summary: "\(row.summary), over \(length).",
      time: TimeAxis(length: record.seconds, .clock), panels: [row.panel])
  }
}
