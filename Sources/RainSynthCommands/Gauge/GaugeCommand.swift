/// `gauge`: what a rain gauge has measured, as text, as a picture, and as a preset.
enum GaugeCommand: Runnable {
  static let specification = CommandSpecification(
    name: "gauge", summary: "Turns the table of a rain gauge into a preset",
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
      \(GaugeFlags.dates). --time-format says any other way, also over \
      several columns: '%Y %m %d %H'; or \(GaugeFlags.counts). Where the rows do not \
      decide whether the day or the month comes first, only --time-format does.
      """,
      """
      The amounts are in the column called rain, precipitation or the like, in many languages. Its words say unit and \
      kind; numbers only exclude a reading, and what is left open is asked, with the total of each reading and its flags. \
      --unit mm or in is that of each row, mm/h or in/h how hard it rains, 0.2mm tips of a bucket, also where a row is a \
      time alone, and total a counter that rises and begins anew at 0. T is a trace; an empty field, -, M, NA, #N/A, -999 \
      and 9999 are no value and dry.
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
    options: GaugeFlags.options,
    shared: [ThisProgram.helpGroup],
    arguments: [Argument(.file(endings: ".csv", ".tsv", ".txt", ".dat"))])

  static func run(_ commandLine: ParsedCommandLine) throws {
    guard let path = commandLine.arguments.first else { throw Flaw("gauge needs a FILE, or -") }
    if ["http://", "https://"].contains(where: path.hasPrefix) {
      let line = ShellWord.line(["curl", "-fsS", path])
      throw Flaw("gauge reads files and pipes, and no address: \(line) | rainsynth gauge -")
    }
    let isQuiet = commandLine["quiet"] != nil
    let speed = try commandLine.number("speed", GaugeFlags.speeds) ?? 1
    var preset =
      try commandLine["preset"].map { try Preset(word: $0) } ?? Preset(name: "", rain: Rain())
    let outputs = try PresetOutputs(commandLine)
    let name = path == "-" ? "standard input" : Preset.baseName(of: path)
    let title = PlainText.line(name, limit: 100)
    let ending = OutputName.ending(of: name)
    let gauge = try Gauge(contentsOf: path, GaugeFlags.answers(commandLine))
    preset.name = String(name.dropLast(ending.isEmpty ? 0 : ending.count + 1))
    preset.summary =
      "\(gauge.sentence), as in \(title)"
      + (speed == 1 ? "" : ", \(NumberText.shortest(speed)) times faster")
    preset.duration = gauge.duration(speed: speed)
    guard gauge.duration(speed: speed) <= Extent.longest else {
      throw Flaw("\(path.quoted) lasts longer than 1000000000 h at --speed \(speed)")
    }
    guard gauge.duration(speed: speed) >= .milliseconds(1) else {
      throw Flaw("\(path.quoted) lasts less than 1 ms at --speed \(speed)")
    }
    if !isQuiet {
      try outputs.print("\(title): \(gauge.sentence), \(gauge.reading)\n\(gauge.report)")
    }
    let chart = Chart(gauge, title: name)
    if outputs.preset != nil {
      var automation = preset.automation
      try gauge.set(&automation, speed: speed)
      preset.layer = RainLayer(automation)
    }
    try outputs.write(preset)
    if outputs.picture != nil || outputs.preset?.path != "-" && !isQuiet {
      try chart.write(to: outputs.picture, isQuiet: isQuiet)
    }
  }
}
