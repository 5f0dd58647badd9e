internal import CommandLineKit
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Wording

/// `info`: what a WAV file is, how it was made and how loud it is.
enum InfoCommand {
  static let specification = CommandSpecification(
    "info", "Tells what a WAV file is, how it was made and how loud it is",
    usage: ["[--json] FILE.wav"],
    details: [
      """
      RIFF and RF64, mono and stereo, integers of 8 to 32 bits and floating point of 32, also \
      from other programs. sha256 is the hash of the samples that hash prints; loudness is that \
      of the whole by ITU-R BS.1770-4 and EBU R 128, and the true peak that of the sound between \
      the samples too. A file that lacks samples is told as far as it goes; the status is 1 then.
      """
    ],
    examples: ["rainsynth info rain.wav", "rainsynth info --json rain.wav | jq .loudness"],
    options: [Option("json", "print an object of JSON", isNegatable: true)],
    shared: [Program.helpGroup],
    arguments: [Argument("FILE.wav", .file(ending: ".wav"))])

  static func run(_ commandLine: ParsedCommandLine) throws(Failure) {
    guard let path = commandLine.arguments.first else {
      throw Failure(.wrongUsage, "info needs a FILE.wav")
    }
    let wave: WaveReader
    var levels: Levels
    var hash = SHA256()
    do {
      wave = try WaveReader(path: path)
      levels = Levels(wave.format)
      var progress = Progress(.auto, sampleRate: wave.format.sampleRate, totalFrames: wave.frames)
      defer { progress.finish() }
      var bytes: [UInt8] = []
      while try wave.read(into: &bytes) {
        hash.update(bytes.span)
        let frames = bytes.count / wave.format.bytesPerFrame
        bytes.removeLast(bytes.count - frames * wave.format.bytesPerFrame)
        levels.update(bytes.span)
        progress.advance(by: frames)
      }
    } catch {
      throw Failure(error)
    }
    // A comment that cannot be read as settings is shown as it is.
    let told = try? EmbeddedSettings(wave, path: path)
    let digits = SHA256.hex(hash.finalize())
    try StandardOutput.print(
      commandLine["json"] == nil
        ? text(wave, told, digits, levels) : json(wave, told, digits, levels) + "\n")

    if wave.missingByteCount > 0 {
      throw Failure(
        .couldNot,
        "\(PlainText.path(path)): lacks its end: "
          + "\(wave.missingByteCount) bytes of samples are missing")
    }
  }

  private static func text(
    _ wave: WaveReader, _ told: EmbeddedSettings?, _ hash: String, _ levels: Levels
  ) -> String {
    let format = wave.format
    let seconds = Double(wave.frames) / Double(format.sampleRate)
    var rows = [
      ("format", format.name), ("rate", "\(format.sampleRate) Hz"),
      ("channels", "\(format.channels)"),
      ("length", "\(FixedPoint.text(seconds, decimals: 3)) s, \(wave.frames) frames"),
    ]
    if let loop = wave.loop { rows.append(("loop", "frames \(loop.first) .. \(loop.last)")) }
    if let software = wave.information["ISFT"] {
      rows.append(("software", PlainText.line(software, limit: 100)))
    }
    if let name = told?.presetName { rows.append(("preset", PlainText.line(name, limit: 100))) }
    if let told {
      let flags = try? told.job().words.joined(separator: " ")
      rows.append(("settings", PlainText.line(flags ?? told.json, limit: 4000)))
    } else if let comment = wave.information["ICMT"] {
      rows.append(("comment", PlainText.line(comment, limit: 200)))
    }
    rows += [
      ("sha256", hash),
      ("peak", level(Double(levels.peak), "dBFS")), ("RMS", level(levels.rms, "dBFS")),
      ("loudness", levels.loudness.map { "\(FixedPoint.text($0, decimals: 2)) LUFS" } ?? "none"),
      ("true peak", level(Double(levels.truePeak), "dBTP")),
      (
        "full scale",
        levels.fullScaleSamples == 1 ? "1 sample" : "\(levels.fullScaleSamples) samples"
      ),
    ]
    if levels.brokenSamples > 0 { rows.append(("no number", "\(levels.brokenSamples) samples")) }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, entry in
      "\(name)\(String(repeating: " ", count: width - name.count + 2))\(entry)\n"
    }.joined()
  }

  private static func level(_ amplitude: Double, _ unit: String) -> String {
    let decibels = Levels.decibels(amplitude).map { FixedPoint.text($0, decimals: 2) }
    return "\(decibels ?? "-inf") \(unit)"
  }

  private static func json(
    _ wave: WaveReader, _ told: EmbeddedSettings?, _ hash: String, _ levels: Levels
  ) -> String {
    func text(_ identifier: String) -> String {
      wave.information[identifier].map(JSONText.string) ?? "null"
    }
    let loop = wave.loop.map {
      JSONText.line([("first", "\($0.first)"), ("last", "\($0.last)")])
    }
    return JSONText.object(
      [
        ("format", JSONText.string(wave.format.name)),
        ("sampleRate", "\(wave.format.sampleRate)"),
        ("channels", "\(wave.format.channels)"),
        ("frames", "\(wave.frames)"),
        ("loop", loop ?? "null"),
        ("software", text("ISFT")),
        ("comment", told == nil ? text("ICMT") : "null"),
        ("settings", told?.json ?? "null"),
        ("sha256", JSONText.string(hash)),
      ] + levels.members + [
        ("fullScaleSamples", "\(levels.fullScaleSamples)"),
        ("brokenSamples", "\(levels.brokenSamples)"),
        ("missingBytes", "\(wave.missingByteCount)"),
      ])
  }
}
