/// The flags of `gauge`: how a table is read, and what is written.
enum GaugeFlags {
  private static let tips = Quantity(Unit("mm"), 0...100)
  static let speeds = Quantity(Unit(""), 0.001...1_000_000)

  /// The ways of writing times that need no flag, and the numbers that count, for the help.
  static let dates = GaugeOptions.dates.joined(separator: ", ")
  static let counts = GaugeOptions.counts.joined(separator: ", ")

  static let options: [Option] =
    [
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
        choices: GaugeOptions.units, standard: "found, or mm", isEveryday: true),
      Option(
        "rows", takes: "KIND",
        "amount since the row before, counter, or counter:60m anew each hour, sum:60m, rate, tip",
        choices: GaugeOptions.kinds, standard: "found", isEveryday: true),
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
    ] + SettingFlags.only(["preset", "force", "quiet"])

  static func answers(_ commandLine: ParsedCommandLine) throws -> GaugeOptions {
    var options = GaugeOptions()
    (options.column, options.timeColumn) = (commandLine["column"], commandLine["time-column"])
    (options.unit, options.rows) = (commandLine["unit"], commandLine["rows"])
    (options.timeFormat, options.station) = (commandLine["time-format"], commandLine["station"])
    options.tip = try commandLine.number("tip", tips)
    return options
  }
}
