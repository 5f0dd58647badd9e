/// `info`: the format of a WAV file, the settings stored in it, and its levels.
enum InfoCommand: Runnable {
  static let specification = CommandSpecification(
    name: "info", summary: "Prints the format, settings, hash and levels of WAV files",
    page: Page(PackageResources.info_txt),
    options: [Option("json", "print JSON", isNegatable: true)],
    arguments: [Argument(.file(endings: ".wav"), repeats: true)])

  private struct Report {
    let name: String
    let wave: WaveReader
    let settings: StoredSettings?
    let hash: String
    let levels: Levels

    var layout: ChannelLayout? {
      let own = (try? settings?.jobOfRain())?.layout
      return own == .binaural && wave.format.channels == 2 ? own : wave.format.layout
    }
  }

  static func run(_ commandLine: ParsedCommandLine) throws {
    let paths = commandLine.arguments
    guard !paths.isEmpty else { throw Flaw("info needs a FILE.wav, or -") }
    guard paths.count(where: { $0 == "-" }) <= 1 else {
      throw Flaw("standard input can be read once")
    }
    let isJSON = commandLine["json"] != nil
    var failures: [Failure] = []
    var isFirst = true
    for path in paths {
      do {
        let report = try measure(path)
        let text = isJSON ? json(report) : text(report, isNamed: paths.count > 1)
        let separator = isFirst ? paths.count > 1 && isJSON ? "[\n" : "" : isJSON ? ",\n" : "\n"
        try StandardOutput.print(separator + text)
        isFirst = false
        if let lack = report.wave.lack {
          failures.append(Failure(.couldNot, "\(report.name): \(lack)"))
        }
      } catch {
        if Failure(error).status == .readerGone { throw error }
        failures.append(Failure(error))
      }
    }
    if isJSON {
      // If the only file cannot be read, print nothing.
      try StandardOutput.print(paths.count > 1 ? isFirst ? "[]\n" : "\n]\n" : isFirst ? "" : "\n")
    }
    guard let last = failures.popLast() else { return }
    for failure in failures { StandardError.note(failure.sentence) }
    throw last
  }

  private static func measure(_ path: String) throws -> Report {
    let (wave, name) = try WaveReader.open(argument: path)
    var levels = Levels(wave.format)
    var hash = SHA256()
    try wave.forEachPiece { bytes in
      hash.update(bytes.span)
      let wholeFrames = bytes.count / wave.format.bytesPerFrame * wave.format.bytesPerFrame
      levels.update(bytes.span.extracting(first: wholeFrames))
    }
    return Report(
      name: name, wave: wave,
      // A comment that cannot be read as settings is shown as it is.
      settings: try? StoredSettings(wave, path: path),
      hash: SHA256.hex(hash.finalize()), levels: levels)
  }

  private static func text(_ report: Report, isNamed: Bool) -> String {
    let (wave, levels, format) = (report.wave, report.levels, report.wave.format)
    let seconds = Double(wave.frames) / Double(format.sampleRate)
    func line(_ text: String?) -> String? { text.map { PlainText.line($0, limit: 200) } }
    let settings = lines(of: report.settings).enumerated().map { index, line in
      (index == 0 ? "settings" : "", line as String?)
    }
    let rows: [(name: String, entry: String?)] =
      [
        ("file", isNamed ? report.name : nil), ("format", format.name),
        ("rate", "\(format.sampleRate) Hz"), ("channels", "\(format.channels)\(layout(report))"),
        ("length", "\(FixedPoint.text(seconds, decimals: 3)) s, \(wave.frames) frames"),
        ("loop", wave.loop.map { "frames \($0.first) .. \($0.last)" }),
        ("title", line(wave.information["INAM"])),
        ("stem", report.settings?.stem.map { "\($0.rawValue), a part of its mix" }),
        ("software", line(wave.information["ISFT"])), ("preset", line(report.settings?.presetName)),
      ] + settings + [
        ("comment", report.settings == nil ? line(wave.information["ICMT"]) : nil),
        ("sha256", report.hash), ("peak", level(Double(levels.peak), "dBFS")),
        ("RMS", level(levels.rms, "dBFS")),
        (
          "loudness",
          levels.loudness.map { "\(FixedPoint.text($0, decimals: 2)) LUFS" }
            ?? (format.layout == nil ? "not measured: the file does not name its speakers" : "none")
        ),
        ("true peak", level(Double(levels.truePeak), "dBTP")),
        (
          "full scale",
          "\(levels.fullScaleSamples) sample\(levels.fullScaleSamples == 1 ? "" : "s")"
        ),
        ("no number", levels.brokenSamples > 0 ? "\(levels.brokenSamples) samples" : nil),
      ]
    return rows.map { name, entry in
      entry.map { "\(name)\("".padded(to: column - name.count))\($0)\n" } ?? ""
    }.joined()
  }

  /// The settings as flags, on lines of the screen.
  private static func lines(of settings: StoredSettings?) -> [String] {
    guard let settings else { return [] }
    let limit = 4000
    let words = (try? settings.words(limit: limit).map(ShellWord.written)) ?? [settings.json]
    return TextLayout.fill(
      words.map { PlainText.line($0, limit: limit) },
      width: Screen(descriptor: 1).columns - column)
  }

  /// The layout, unless it is mono or stereo, in words.
  private static func layout(_ report: Report) -> String {
    guard let layout = report.layout, layout != .mono, layout != .stereo else { return "" }
    return layout.isAmbisonic
      ? ", \(layout.rawValue): ambisonics, whose loudness is that of channel 1"
      : ", \(layout.rawValue)"
  }

  /// Where the second column begins.
  private static let column = 12

  private static func level(_ amplitude: Double, _ unit: String) -> String {
    let decibels = Levels.decibels(amplitude).map { FixedPoint.text($0, decimals: 2) }
    return "\(decibels ?? "-inf") \(unit)"
  }

  private static func json(_ report: Report) -> String {
    let (wave, levels, settings) = (report.wave, report.levels, report.settings)
    func string(_ text: String?) -> String { text.map(JSONText.string) ?? "null" }
    let loop = wave.loop.map { JSONText.line([("first", "\($0.first)"), ("last", "\($0.last)")]) }
    return JSONText.object(
      [
        ("file", JSONText.string(report.name)),
        ("format", JSONText.string(wave.format.name)),
        ("sampleRate", "\(wave.format.sampleRate)"),
        ("channels", "\(wave.format.channels)"),
        ("layout", string(report.layout?.rawValue)),
        ("frames", "\(wave.frames)"),
        ("loop", loop ?? "null"),
        ("title", string(wave.information["INAM"])),
        ("stem", string(settings?.stem?.rawValue)),
        ("software", string(wave.information["ISFT"])),
        ("comment", string(settings == nil ? wave.information["ICMT"] : nil)),
        ("settings", settings?.json ?? "null"),
        ("sha256", JSONText.string(report.hash)),
      ] + levels.members + [
        ("fullScaleSamples", "\(levels.fullScaleSamples)"),
        ("brokenSamples", "\(levels.brokenSamples)"),
        ("missingBytes", "\(wave.missingByteCount)"),
      ])
  }
}
