/// `gauge`: what a rain gauge has measured, as text, as a picture, and as a preset.
enum GaugeCommand: Runnable {
  static let specification = CommandSpecification(
    name: "gauge", summary: "Turns the table of a rain gauge into a preset",
    page: Page(
      PackageResources.gauge_txt, values: ["dates": GaugeFlags.dates, "counts": GaugeFlags.counts]),
    options: GaugeFlags.options,
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
