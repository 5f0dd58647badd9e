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
      Fields lie between semicolons, tabs, bars, commas or blanks, in UTF-8, UTF-16, Shift JIS, CP949, GB 18030 or \
      Latin-1. A row holds what has fallen since the row before. Lines before the names of the columns, lines that \
      begin with #, names that are repeated, and a last line of one field are remarks. The newest row may come first. Rows of \
      one time add up; one that is there twice in a record of even times is dropped.
      """,
      """
      The time is the first column with dates that move on (--time-column), with the time of the day in it or beside \
      it, or columns called year, month, day and so on. Without dates, the first column counts seconds, or what its name says, or \
      is a clock, which may pass midnight. Dates are written as \
      \(GaugeTimePattern.dates.map(\.text).joined(separator: ", ")). A time of the \
      day, also with AM or PM, and a zone may follow; a number may count the seconds from 1970 on, or the days of a \
      spreadsheet. --time-format says any other way, also over several columns: '%Y %m %d %H'; or \
      \(GaugeTimePattern.counts.joined(separator: ", ")). Where the rows do not decide whether the day or the month \
      comes first, only --time-format does.
      """,
      """
      The amounts are in the column called rain, precipitation or the like, in many languages (--column, by its name or \
      number), in the unit of its name, \
      or else in mm. --unit says it: mm or in for each row, mm/h or in/h for a rainfall, 0.2mm for tips of a \
      bucket, also where a row is a time alone, and total or total in for a counter that rises and begins anew at \
      0; a lost reading of 0 and small dips of a counter are noise. T and Ip are a trace, and -1 where the file has \
      tenths of mm. An empty field, -, M, NA, #N/A, -999 and 9999 are no value and dry, and so is less than no rain \
      of a gauge that weighs. A letter behind a number, as in 0.35s, is a remark.
      """,
      """
      A tip after a dry time has gathered there, and is spread over it; it is the step in which the amounts are written, or \
      --tip. Of a table with several stations, --station takes one.
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
    let isForced = commandLine["force"] != nil
    let speed = try commandLine.number("speed", speeds) ?? 1
    var preset = try RenderFlags.preset(commandLine) ?? Preset(name: "", rain: Rain())
    let (file, svg) = (commandLine["output"], try PictureFlag.path(commandLine, of: "gauge"))
    if let file {
      let words = ["gauge"] + commandLine.words(without: ["output"])
      try OutputName.check(file, .preset, flag: "-o", words)
    }
    let outputs = try [file, svg].map { path in
      try path.map { try Output($0, isForced: isForced) }
    }
    if let a = outputs[0], let b = outputs[1], a.isRival(of: b) {
      throw Failure(.wrongUsage, "-o and --svg would write the same file")
    }
    let name = path == "-" ? "standard input" : Preset.baseName(of: path)
    let ending = OutputName.ending(of: name)
    let chart: Chart
    do {
      let record = try GaugeRecord(contentsOf: path, format(commandLine))
      preset.name = String(name.dropLast(ending.isEmpty ? 0 : ending.count + 1))
      preset.summary =
        "\(record.sentence), as in \(PlainText.line(name, limit: 100))"
        + (speed == 1 ? "" : ", \(NumberText.shortest(speed)) times faster")
      preset.duration = record.duration(speed: speed)
      guard record.duration(speed: speed) <= Extent.longest else {
        throw Failure(
          .wrongUsage, "\(path.quoted) lasts longer than 1000000000 h at --speed \(speed)")
      }
      if commandLine["quiet"] == nil { try print(record, of: name, besides: [file, svg]) }
      chart = Chart(record, title: name)
      if file != nil { try record.set(&preset.automation, speed: speed) }
    }
    if let output = outputs[0] {
      try preset.write { (piece) throws(FileError) in try output.write(Array(piece.utf8)) }
      try output.commit()
    }
    let isQuiet = commandLine["quiet"] != nil
    if svg != nil || file != "-" && !isQuiet {
      try chart.write(to: outputs[1], svg, isQuiet: isQuiet)
    }
  }

  /// Says what has been read, on standard output unless a file goes there.
  private static func print(
    _ record: GaugeRecord, of name: String, besides files: [String?]
  ) throws {
    var text = "\(PlainText.line(name, limit: 100)): \(record.sentence)\n"
    for (name, finding) in record.findings + record.notes.map({ ("note", $0) }) {
      text += "\(name)\(String(repeating: " ", count: 10 - name.utf8.count))\(finding)\n"
    }
    if files.contains("-") { StandardError.print(text) } else { try StandardOutput.print(text) }
  }

  private static func format(_ commandLine: ParsedCommandLine) throws -> GaugeFormat {
    var format = GaugeFormat(
      column: commandLine["column"], timeColumn: commandLine["time-column"],
      tip: try commandLine.number("tip", tips), station: commandLine["station"])
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
            + "in '%d.%m.%Y %H:%M', or one of \(GaugeTimePattern.counts.joined(separator: ", ")), not \(text.quoted)"
        )
      }
    }
    return format
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
