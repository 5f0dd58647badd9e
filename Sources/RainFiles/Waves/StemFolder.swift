internal import Platform
internal import RainDSP

/// A folder for the stems of a mix: a WAV of Floats for each of near drops, patter, echo and bed, after tone, gain and
/// limiter. Added, they are the output but for rounding.
public struct StemFolder: Sendable {
  /// The folder; it is made where it is missing.
  public let path: String
  private let names: CategorizedName?
  /// Whether existing files may be replaced, and whether stems may.
  package var isForced = false
  private var replacesStems = false

  /// A folder of stems.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - names: How files are named in the Universal Category System; nil: by the stem alone.
  public init(_ path: String, names: CategorizedName? = nil) {
    self.path = path
    self.names = names
  }

  /// The stems of one of several renderings, in a folder of its own. They replace stems, and nothing else.
  package func inside(_ name: String) -> StemFolder {
    var folder = StemFolder("\(path)/\(name)", names: names)
    folder.isForced = isForced
    folder.replacesStems = true
    return folder
  }

  private func path(of stem: RainStem, _ rendering: Rendering) -> String {
    "\(path)/\(names?.file(of: rendering, stem) ?? "\(stem.rawValue).wav")"
  }

  /// The files of the stems.
  package func paths(of rendering: Rendering) -> [String] {
    RainStem.allCases.map { path(of: $0, rendering) }
  }

  /// The stems with their paths.
  private func files(of rendering: Rendering) throws(RenderError) -> [(
    path: String, wave: WaveFile
  )] {
    var files: [(path: String, wave: WaveFile)] = []
    for stem in RainStem.allCases {
      files.append((path(of: stem, rendering), try WaveFile(rendering, .stem(stem))))
    }
    return files
  }

  /// Whether all are there, with the length and the settings that they will have.
  package func exist(_ rendering: Rendering) throws(RenderError) -> Bool {
    try files(of: rendering).allSatisfy { $0.wave.exists(at: $0.path) }
  }

  /// Whether a file is a stem.
  private static func isStem(_ path: String) -> Bool {
    (try? StoredSettings(contentsOf: path))?.stem != nil
  }

  /// Makes the folder, and opens the files of a rendering.
  func open(_ rendering: Rendering) throws -> [(output: Output, wave: WaveFile)] {
    let files = try files(of: rendering)
    try OutputFolder.make(path)
    return try files.map { path, wave in
      let isForced = isForced || replacesStems && Self.isStem(path)
      return (try wave.open(path, isForced: isForced), wave)
    }
  }
}
