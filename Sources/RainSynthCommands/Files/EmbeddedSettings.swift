internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Text

/// The settings that are stored in a WAV of rainsynth: ``RainFiles/RenderJob/members``.
struct EmbeddedSettings {
  private let path: String
  private let document: PresetDocument
  /// The software that made the file, by name and version.
  let software: String

  /// The settings of the file; nil if another program made it, or if it has none.
  init?(_ wave: WaveReader, path: String) throws(Failure) {
    guard let software = wave.information["ISFT"], software.hasPrefix("\(Program.name) "),
      let comment = wave.information["ICMT"]
    else { return nil }
    try self.init(json: comment, of: path, by: software)
  }

  /// The settings of a file as an object of JSON.
  init(json: String, of path: String, by software: String = Program.signature) throws(Failure) {
    self.path = path
    self.software = software
    do {
      document = try PresetReader.read(Array(json.utf8))
    } catch {
      throw Failure(
        .couldNot, "\(PlainText.path(path)): its settings: \(error.message)")
    }
  }

  /// The settings of the WAV at a path.
  init(path: String) throws(Failure) {
    let wave: WaveReader
    do {
      wave = try WaveReader(path: path)
    } catch {
      throw Failure(error)
    }
    guard let settings = try EmbeddedSettings(wave, path: path) else {
      throw Failure(
        .couldNot,
        "\(PlainText.path(path)): stores no settings to render it again with")
    }
    self = settings
  }

  /// The settings as an object of JSON.
  var json: String {
    let curves = document.curves.map { ($0.name, $0.json) }
    return JSONText.line(
      document.entries.map { ($0.key, $0.scalar.json) }
        + (curves.isEmpty ? [] : [(WrittenCourse.curvesKey, JSONText.line(curves))]))
  }

  /// The rendering of the same samples.
  func rendering() throws(Failure) -> Rendering {
    guard self[WaveContents.dropKey] == nil else {
      throw flaw("was made by drop, which renders a single one")
    }
    return try readRendering()
  }

  /// The flags that make these samples again: those of render, or of drop.
  func words() throws(Failure) -> [String] {
    guard let drop else { return try rendering().words }
    var marks = ["--number=\(drop)"]
    if case .number(_, let text)? = self[WaveContents.peakKey] { marks.append("--peak=\(text)") }
    return try marks
      + readRendering().words.filter { word in
        !SettingFlags.notOfOneMoment.contains(String(word.dropFirst(2).prefix { $0 != "=" }))
      }
  }

  /// The keys of entries that are no settings.
  private static let marks: Set = [
    "revision", "preset", WaveContents.dropKey, WaveContents.peakKey, WaveContents.stemKey,
    WaveContents.pointKey,
  ]

  /// The stem that the file holds, and where it was taken; nil: the mix.
  var stem: (stem: RainStem, point: StemPoint)? {
    guard case .string(let stem)? = self[WaveContents.stemKey],
      case .string(let point)? = self[WaveContents.pointKey],
      let stem = RainStem(rawValue: stem), let point = StemPoint(rawValue: point)
    else { return nil }
    return (stem, point)
  }

  /// The rendering of the file, or the one that its drop was taken from.
  private func readRendering() throws(Failure) -> Rendering {
    var job = RenderJob(duration: .zero)
    // Times are frames, which need the sample rate.
    let rates = document.entries.filter { $0.key == "rate" }
    var changes: [SettingChange] = []
    for entry in rates + document.entries where !Self.marks.contains(entry.key) {
      do throws(WrongScalar) {
        if let option = RenderJob.option(entry.key) {
          try option.set(&job, to: entry.scalar)
        } else if let setting = Setting(named: entry.key) {
          changes.append(.number(setting, try setting.number(entry.scalar)))
        } else {
          throw WrongScalar("unknown setting \(entry.key.quoted)")
        }
      } catch {
        throw flaw("its settings: \(error.sentence)")
      }
    }
    for curve in document.curves {
      do throws(CurveFlaw) {
        if curve.name == SeedTrack.curveName {
          job.seeds = try SeedTrack(curve)
        } else {
          changes.append(.curve(try WrittenCurve(curve)))
        }
      } catch {
        throw flaw("its settings: \(error.sentence)")
      }
    }
    job.writtenCourse.apply(changes)
    job.presetName = presetName
    // The excerpt reaches the end of the whole: with another --duration it still does.
    if job.extent.to == job.extent.duration { job.extent.to = nil }
    do {
      return try Rendering(job)
    } catch {
      throw flaw("its settings: \(error.sentence { $0 })")
    }
  }

  /// The sound revision of the file; nil if the file is older than sound revisions.
  var revision: Int? {
    guard case .number(_, let text)? = self["revision"] else { return nil }
    return Int(text)
  }

  /// The number of the drop that the file holds alone.
  private var drop: Int? {
    guard case .number(_, let text)? = self[WaveContents.dropKey] else { return nil }
    return Int(text)
  }

  /// The name of the preset that the rain comes from.
  var presetName: String? {
    guard case .string(let name)? = self["preset"] else { return nil }
    return name
  }

  private subscript(key: String) -> PresetDocument.Scalar? {
    document.entries.first { $0.key == key }?.scalar
  }

  /// Prints a note if the file has another sound revision.
  func announceOtherRevision() {
    guard revision != Rain.soundRevision else { return }
    let theirs = revision.map { "sound revision \($0)" } ?? "\(software), before sound revisions"
    StandardError.note(
      "\(path.quoted) has \(theirs); this is sound revision \(Rain.soundRevision), "
        + "and its samples differ")
  }

  private func flaw(_ sentence: String) -> Failure {
    Failure(.couldNot, "\(PlainText.path(path)): \(sentence)")
  }
}

extension PresetDocument.Curve {
  fileprivate var json: String {
    let keys = keys.map { key in
      "[\(key.elements.map(\.scalar.json).joined(separator: ","))]"
    }
    return "[\(keys.joined(separator: ","))]"
  }
}
