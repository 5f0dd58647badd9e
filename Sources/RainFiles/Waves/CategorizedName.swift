internal import RainDSP

/// The name of a file in the Universal Category System, version 8: category, name of the effect, creator and source,
/// parted by underscores.
///
///     RAINMetl_tin-roof_rainsynth_seed1.wav
///     RAINMetl_tin-roof drops_rainsynth_seed1_ambix.wav     a stem; the last field is free, and names AmbiX
public struct CategorizedName: Sendable {
  /// What sounds; nil: the preset.
  public var title: String?
  /// Who made it.
  public var creator = Software.name
  /// The collection that it belongs to; nil: the seed.
  public var source: String?

  /// A name made of category, preset, software and seed.
  public init() {}

  /// The text as a field: an underscore would end it, a slash would be a folder.
  package static func field(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { ["_", "/", "\0"].contains($0) ? "-" : $0 }))
  }

  /// The name of the file of a rendering, or of a stem of it.
  package func file(
    of rendering: Rendering, _ stem: RainStem? = nil, ending: String = "wav"
  ) -> String {
    let title = (title ?? rendering.title) + (stem.map { " \($0.rawValue)" } ?? "")
    let fields = [title, creator, source ?? "seed\(rendering.seed)"].map(Self.field)
    return ([rendering.rain.surface.category] + fields).joined(separator: "_")
      + (rendering.layout.isAmbisonic ? "_ambix" : "") + ".\(ending)"
  }
}
