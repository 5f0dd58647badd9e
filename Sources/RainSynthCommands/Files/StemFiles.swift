internal import CommandLineKit
internal import Platform
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Text

/// The WAVs of the stems of a mix: a folder with one for each.
struct StemFiles {
  static let group = OptionGroup(
    "Stems",
    [
      Option(
        "stems", takes: "DIR",
        "write drops, patter, echo and bed as WAVs, too, as Floats before tone, gain and limiter",
        completion: .folder),
      Option("stems-wet", "take the stems after tone, gain and limiter", isNegatable: true),
      Option(
        "ucs", "name the stems after the Universal Category System, as in RAINMetl",
        isNegatable: true),
    ])

  let folder: String
  let point: StemPoint
  private let isCategorized: Bool
  /// Whether other files may be replaced, and whether stems may.
  private let isForced: Bool
  private let replacesStems: Bool

  /// nil where no stems are asked for.
  init?(_ commandLine: ParsedCommandLine, _ waveFile: WaveFile) throws(Failure) {
    let (isWet, isCategorized) = (
      commandLine.isOn("stems-wet") ?? false, commandLine.isOn("ucs") ?? false
    )
    guard let folder = commandLine["stems"] else {
      guard !isWet, !isCategorized else {
        throw Failure(.wrongUsage, "\(isWet ? "--stems-wet" : "--ucs") needs a folder: --stems DIR")
      }
      return nil
    }
    guard !folder.isEmpty else { throw Failure(.wrongUsage, "--stems takes a folder, not ''") }
    guard waveFile.hasMetadata else {
      throw Failure(.wrongUsage, "mix needs the settings in stems; leave --no-metadata out")
    }
    self.init(
      folder: folder, point: isWet ? .wet : .dry, isCategorized: isCategorized,
      isForced: commandLine["force"] != nil, replacesStems: false)
  }

  private init(
    folder: String, point: StemPoint, isCategorized: Bool, isForced: Bool, replacesStems: Bool
  ) {
    self.folder = folder
    self.point = point
    self.isCategorized = isCategorized
    self.isForced = isForced
    self.replacesStems = replacesStems
  }

  /// The stems of one of several presets, in a folder of its own. They replace stems, and nothing else.
  func inside(_ name: String) -> StemFiles {
    StemFiles(
      folder: "\(folder)/\(name)", point: point, isCategorized: isCategorized,
      isForced: isForced, replacesStems: true)
  }

  /// The path of a stem of the job.
  private func path(of stem: RainStem, _ job: Rendering) -> String {
    guard isCategorized else { return "\(folder)/\(stem.rawValue).wav" }
    let title = job.title.unicodeScalars.map { scalar in
      // An underscore ends a field of the name, a slash would be a folder.
      ["_", "/", "\0"].contains(scalar) ? "-" : String(scalar)
    }.joined()
    return "\(folder)/\(job.rain.surface.category)_\(title) \(stem.rawValue)_rainsynth_"
      + "seed\(job.seed).wav"
  }

  /// The stems with their paths, and the bytes before and after their samples.
  func files(
    of job: Rendering, _ waveFile: WaveFile
  ) throws(Failure) -> [(path: String, contents: WaveContents)] {
    guard !job.changesSeed else {
      throw Failure(.wrongUsage, "a take whose seed changes has no stems")
    }
    var files: [(path: String, contents: WaveContents)] = []
    for stem in point.stems {
      let contents = try waveFile.contents(of: job, stem: (stem, point))
      files.append((path(of: stem, job), contents))
    }
    return files
  }

  /// Whether all are there, with the length and the settings that they will have.
  func exist(_ job: Rendering, _ waveFile: WaveFile) throws(Failure) -> Bool {
    try files(of: job, waveFile).allSatisfy {
      fileLength($0.path) == $0.contents.byteCount
        && WaveFile.stores($0.contents.settings, at: $0.path)
    }
  }

  /// Whether a file is a stem.
  private static func isStem(_ path: String) -> Bool {
    guard let wave = try? WaveReader(path: path) else { return false }
    return (try? EmbeddedSettings(wave, path: path))?.stem != nil
  }

  /// Makes the folder, and opens the files of a job.
  func open(
    _ job: Rendering, _ waveFile: WaveFile
  ) throws(Failure) -> [(output: Output, contents: WaveContents)] {
    let files = try files(of: job, waveFile)
    do {
      try OutputFolder.make(folder)
    } catch {
      throw Failure(error)
    }
    var opened: [(output: Output, contents: WaveContents)] = []
    for (path, contents) in files {
      let output = try Output(
        path, isForced: isForced || replacesStems && Self.isStem(path),
        expectedBytes: contents.byteCount)
      opened.append((output, contents))
    }
    return opened
  }
}
