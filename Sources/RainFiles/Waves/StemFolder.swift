internal import Platform

/// A folder for the stems of a mix: a WAV in its format for each of near drops, patter, echo, bed,
/// wind and thunder, after tone, gain and limiter. Added, they are the output but for rounding.
public struct StemFolder: Sendable {
  /// The folder; it is made where it is missing.
  public let path: String
  private let names: CategorizedName?
  /// Whether existing files may be replaced, and whether stems of the same rain may.
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

  /// The stems of one of several renderings, in a folder of its own. They replace those of the same rain, and nothing else.
  package func inside(_ name: String) -> StemFolder {
    var folder = StemFolder("\(path)/\(name)", names: names)
    folder.isForced = isForced
    folder.replacesStems = true
    return folder
  }

  package func files(of rendering: Rendering) -> [(path: String, wave: WaveFile)] {
    RainStem.allCases.map { stem in
      let name = names?.file(of: rendering, stem) ?? "\(stem.rawValue).wav"
      return ("\(path)/\(name)", WaveFile(rendering, .stem(stem)))
    }
  }

  /// Whether all are there, with the length and the settings that they will have.
  package func exist(_ rendering: Rendering) -> Bool {
    files(of: rendering).allSatisfy { $0.wave.exists(at: $0.path) }
  }

  /// Makes the folder, and opens the files of a rendering.
  func open(_ rendering: Rendering) throws -> [(output: Output, wave: WaveFile)] {
    let files = files(of: rendering)
    try OutputFolder.make(path)
    return try files.map { path, wave in
      let stored = replacesStems ? try? StoredSettings(contentsOf: path) : nil
      let isReplaced =
        stored?.stem != nil
        && (try? stored?.job()).map { JSONText.line($0.members) }
          == JSONText.line(rendering.job.members)
      return (try wave.open(path, isForced: isForced || isReplaced), wave)
    }
  }
}

/// The name of a file in the Universal Category System, version 8: category, name of the effect, creator and source,
/// parted by underscores.
///
///     RAINMetl_tin-roof_rainsynth_seed1.wav
///     RAINMetl_tin-roof drops_rainsynth_seed1_ambix.wav     a stem; the last field is free, and names AmbiX
public struct CategorizedName: Sendable {
  /// The title of the sound; nil: the preset, and the place where it is heard.
  public var title: String?
  /// Who made it.
  public var creator = Software.name
  /// The collection that it belongs to; nil: the seed.
  public var source: String?

  /// A name made of category, preset, software and seed.
  public init() {}

  /// The text as a field: an underscore would end it, a slash would be a folder.
  package static func field(_ text: String) -> String {
    text.replacing(["_": "-", "/": "-", "\0": "-"])
  }

  /// The name of the file of a rendering, or of a stem of it.
  package func file(
    of rendering: Rendering, _ stem: RainStem? = nil, ending: String = "wav"
  ) -> String {
    let title = (title ?? rendering.job.fullTitle) + (stem.map { " \($0.rawValue)" } ?? "")
    let fields = [title, creator, source ?? "seed\(rendering.seed)"].map(Self.field)
    return ([rendering.rain.surface.category] + fields).joined(separator: "_")
      + (rendering.layout.isAmbisonic ? "_ambix" : "") + ".\(ending)"
  }
}
