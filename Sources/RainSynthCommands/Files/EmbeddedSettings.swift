internal import CommandLineKit
internal import RainAudio
internal import RainDSP

/// The settings that a WAV of ours tells of itself, as they were written by ``RenderJob/members``.
struct EmbeddedSettings {
  private let path: String
  private let document: PresetDocument
  /// The software that made the file, by name and version.
  let software: String

  /// The settings that the file tells; nil if it is not ours, or has none.
  init?(_ wave: WaveReader, path: String) throws(Failure) {
    guard let software = wave.information["ISFT"], software.hasPrefix("\(Program.name) "),
      let comment = wave.information["ICMT"]
    else { return nil }
    self.path = path
    self.software = software
    do {
      document = try PresetReader.read(Array(comment.utf8))
    } catch {
      throw Failure(
        .couldNot, "\(PlainText.line(path, limit: 200)): its settings: \(error.message)")
    }
  }

  /// The command line of `render` with the flags that the file tells before its own.
  static func commandLine(
    _ commandLine: ParsedCommandLine, like path: String, options: [Option]
  ) throws(Failure) -> ParsedCommandLine {
    let wave: WaveReader
    do {
      wave = try WaveReader(path: path)
    } catch {
      throw Failure(error)
    }
    guard let stored = try EmbeddedSettings(wave, path: path) else {
      throw Failure(
        .couldNot, "\(PlainText.line(path, limit: 200)): tells no settings to render it again by")
    }
    let flags = try stored.flags()
    do throws(UsageError) {
      // What is wrong with these is no matter of the command line.
      let own = try ParsedCommandLine(flags, options: options)
      do throws(Failure) {
        _ = try Settings(own, standardDuration: .zero).job(of: nil)
      } catch {
        throw UsageError(error.sentence)
      }
      let all = try ParsedCommandLine(flags + commandLine.words, options: options)
      if stored.software != Program.signature, all["quiet"] == nil {
        StandardError.note(
          "\(path.quoted) is by \(stored.software); rain by \(Program.signature) may differ")
      }
      return all
    } catch {
      throw stored.flaw("its settings: \(error.sentence)")
    }
  }

  /// The settings as an object of JSON.
  var json: String {
    JSONText.line(document.entries.map { ($0.key, $0.scalar.json) })
  }

  /// The flags of `render` that make the same samples again.
  func flags() throws(Failure) -> [String] {
    var flags: [String] = []
    for entry in document.entries {
      switch (entry.key, entry.scalar) {
      case ("drop", _):
        throw flaw("was made by drop, which draws a single one")
      case ("seed", let scalar), ("rate", let scalar), ("channels", let scalar),
        ("format", let scalar):
        flags.append("--\(entry.key)=\(scalar.word)")
      case ("dither", .bool(false)):
        flags.append("--no-dither")
      case ("loop", .bool(true)):
        flags.append("--loop")
      case ("dither", .bool), ("loop", .bool):
        break
      case ("duration", .number):
        flags.append("--duration=\(try time(entry))")
      case ("from", .number(let frame, _)) where frame == 0:
        break
      case ("to", let scalar) where scalar == self["duration"]:
        // Another --duration than the file's shall be one with another end.
        break
      case ("from", .number), ("to", .number):
        flags.append("--\(entry.key)=\(try time(entry))")
      case ("fadeIn", .number(let frames, _)), ("fadeOut", .number(let frames, _)):
        if frames > 0 { flags.append("--\(Parameter.flagName(of: entry.key))=\(try time(entry))") }
      default:
        guard let parameter = Rain.parameter(entry.key) else {
          throw flaw("tells a setting that is unknown here: \(entry.key.quoted)")
        }
        flags.append("--\(parameter.flagName)=\(entry.scalar.word)")
      }
    }
    return flags
  }

  private subscript(key: String) -> PresetDocument.Scalar? {
    document.entries.first { $0.key == key }?.scalar
  }

  /// The time of a frame, to the nanosecond: from that, the frame is found again.
  private func time(_ entry: PresetDocument.Entry) throws(Failure) -> String {
    guard let frame = Int(entry.scalar.word), frame >= 0, let rate = Int(self["rate"]?.word ?? ""),
      8_000...192_000 ~= rate
    else { throw flaw("tells no time: \(entry.key) is \(entry.scalar.word.quoted)") }
    let (seconds, frames) = frame.quotientAndRemainder(dividingBy: rate)
    let nanoseconds = (frames * 1_000_000_000 + rate / 2) / rate
    if nanoseconds == 0 { return "\(seconds)s" }
    let digits = String(1_000_000_000 + nanoseconds).dropFirst()
    return
      "\(seconds).\(digits.reversed().drop { $0 == "0" }.reversed().map(String.init).joined())s"
  }

  private func flaw(_ sentence: String) -> Failure {
    Failure(.couldNot, "\(PlainText.line(path, limit: 200)): \(sentence)")
  }
}

extension PresetDocument.Scalar {
  /// The scalar as a word of a command line.
  fileprivate var word: String {
    switch self {
    case .number(_, let text): text
    case .string(let text): text
    case .bool(let isTrue): "\(isTrue)"
    case .null: "null"
    }
  }

  fileprivate var json: String {
    if case .string(let text) = self { return JSONText.string(text) }
    return word
  }
}
