package import Platform
internal import RainAudio

/// The settings that are stored in a WAV of rainsynth: ``RenderJob`` and the software that made the file.
///
/// ```swift
/// let again = try StoredSettings(contentsOf: "rain.wav").rendering()
/// try await again.write(to: "again.wav")  // the same samples
/// ```
public struct StoredSettings: Sendable {
  private let path: String
  private let document: PresetDocument
  /// The software that made the file, by name and version; nil where another program has written it again.
  public let software: String?
  /// Whether the file has levels, which are measured.
  package private(set) var hasLevels = false

  /// The settings of the WAV at a path.
  ///
  /// - Throws: a sentence if the file cannot be read, or stores none.
  public init(contentsOf path: String) throws {
    guard let settings = try StoredSettings(WaveReader(FileReader(path: path)), path: path) else {
      throw FileError.malformed(path: path, "stores no settings to render it again with")
    }
    self = settings
  }

  package init?(_ wave: WaveReader, path: String) throws(FileError) {
    let information = wave.information
    let software = information["ISFT"].flatMap {
      $0.hasPrefix("\(Software.name) ") ? $0 : nil
    }
    guard let comment = information["ICMT"] else { return nil }
    do {
      try self.init(json: comment, of: path, by: software)
      hasLevels = wave.hasLevels
    } catch {
      // The comment of another program is no mistake.
      if software == nil { return nil }
      throw error
    }
    // Editors keep the comment, but name themselves as the software.
    if software == nil, revision == nil { return nil }
  }

  /// The settings of a file as an object of JSON.
  package init(
    json: String, of path: String, by software: String? = Software.signature
  ) throws(FileError) {
    self.path = path
    self.software = software
    do {
      document = try PresetDocument(Array(json.utf8))
    } catch {
      throw .malformed(path: path, "its settings: \(error)")
    }
  }

  package var json: String {
    let curves = document.curves.map { (key: $0.name, json: $0.json) }
    return JSONText.line(
      document.entries.map { ($0.key, $0.scalar.json) }
        + (curves.isEmpty ? [] : [(WrittenAutomation.curvesKey, JSONText.line(curves))]))
  }

  /// The rendering of the same samples.
  ///
  /// - Throws: a sentence if this version does not know a setting, or the file holds a single drop.
  public func rendering() throws -> Rendering {
    let job = try job()
    do {
      return try Rendering(job)
    } catch {
      throw flaw("its settings: \(error.sentence { $0 })")
    }
  }

  /// The job of the same samples, as it was written: it may be one that cannot be rendered.
  package func job() throws(FileError) -> RenderJob {
    guard drop == nil else { throw flaw("was made by drop, which renders a single one") }
    return try jobOfRain()
  }

  /// The keys of entries that are no settings.
  private static let marks: Set = [
    "revision", "preset", WaveFile.Content.dropKey, WaveFile.Content.peakKey,
    WaveFile.Content.stemKey, Place.key,
  ]

  /// The stem that the file holds; nil: the mix.
  package var stem: RainStem? {
    self[WaveFile.Content.stemKey]?.string.flatMap(RainStem.init(rawValue:))
  }

  /// The job of the file, or the one that its drop was taken from.
  package func jobOfRain() throws(FileError) -> RenderJob {
    var job = RenderJob(duration: .zero)
    // Times are frames, which need the sample rate.
    let rates = document.entries.filter { $0.key == "rate" }
    var layer = RainLayer()
    do throws(Flaw) {
      for entry in rates + document.entries where !Self.marks.contains(entry.key) {
        if let option = RenderJob.option(entry.key) {
          try option.set(&job, to: entry.scalar)
        } else if try !layer.read(entry) {
          throw Flaw("unknown setting \(entry.key.quoted)")
        }
      }
      for curve in document.curves { try layer.read(curve) }
    } catch {
      throw flaw("its settings: \(error)")
    }
    // Its settings are among the numbers.
    layer.placeName = self[Place.key]?.string
    job.writtenAutomation = layer.resolved()
    job.presetName = presetName
    // The part reaches the end of the whole: with another --duration it still does.
    if job.extent.to == job.extent.duration { job.extent.to = nil }
    return job
  }

  /// The sound revision of the file; nil if another program has left it out.
  public var revision: Int? { self["revision"]?.digits.flatMap { Int($0) } }

  /// The number of the drop that the file holds alone.
  package var drop: String? { self[WaveFile.Content.dropKey]?.digits }

  /// The peak in dB that the drop was given; nil: the level of the mix.
  package var peak: String? { self[WaveFile.Content.peakKey]?.digits }

  /// The name of the preset that the rain comes from.
  public var presetName: String? { self["preset"]?.string }

  private subscript(key: String) -> JSONNode? { document.entries.first { $0.key == key }?.scalar }

  /// How the sound revision of the file differs, in words; nil if it does not.
  package var otherRevision: String? {
    guard let revision, revision != Rain.soundRevision else { return nil }
    return "\(path.quoted) has sound revision \(revision); this is sound revision "
      + "\(Rain.soundRevision), and its samples differ"
  }

  private func flaw(_ sentence: String) -> FileError { .malformed(path: path, sentence) }
}
