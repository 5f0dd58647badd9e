internal import CommandLineKit
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Wording

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
  init?(_ commandLine: ParsedCommandLine) throws(Failure) {
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
  func path(of stem: RainStem, _ job: RenderJob) -> String {
    guard isCategorized else { return "\(folder)/\(stem.rawValue).wav" }
    let title = (job.presetName ?? "steady").unicodeScalars.map { scalar in
      // An underscore ends a field of the name, a slash would be a folder.
      ["_", "/", "\0"].contains(scalar) ? "-" : String(scalar)
    }.joined()
    return "\(folder)/\(job.rain.surface.category)_\(title) \(stem.rawValue)_rainsynth_"
      + "seed\(job.seed).wav"
  }

  /// Whether all are there, with the length that they will have.
  func exist(_ job: RenderJob, _ waveFile: WaveFile) throws(Failure) -> Bool {
    for stem in point.stems {
      let contents = try waveFile.contents(of: job, stem: (stem, point))
      if fileLength(path(of: stem, job)) != contents.byteCount { return false }
    }
    return true
  }

  /// Whether a file is a stem.
  private static func isStem(_ path: String) -> Bool {
    guard let wave = try? WaveReader(path: path) else { return false }
    return (try? EmbeddedSettings(wave, path: path))?.stem != nil
  }

  /// Makes the folder, and opens the files of a job.
  func open(
    _ job: RenderJob, _ waveFile: WaveFile
  ) throws(Failure) -> [(output: Output, contents: WaveContents)] {
    do {
      try OutputFolder.make(folder)
    } catch {
      throw Failure(error)
    }
    var files: [(output: Output, contents: WaveContents)] = []
    for stem in point.stems {
      let contents = try waveFile.contents(of: job, stem: (stem, point))
      let path = path(of: stem, job)
      let output = try Output(
        path, isForced: isForced || replacesStems && Self.isStem(path),
        expectedBytes: contents.byteCount)
      files.append((output, contents))
    }
    return files
  }
}

extension Surface {
  /// Its category in the Universal Category System, version 8: rain on a material, or rain in general.
  fileprivate var category: String {
    switch self {
    case .open, .ground, .roof: "RAIN"
    case .water: "RAINWatr"
    case .concrete: "RAINConc"
    case .leaves: "RAINVege"
    case .wood: "RAINWood"
    case .metal: "RAINMetl"
    case .glass: "RAINGlas"
    case .fabric: "RAINClth"
    }
  }
}
