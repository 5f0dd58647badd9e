/// The presets that are compiled into the library: the files of the folder `presets`, which the symbolic
/// link `shipped` leads to.
package enum ShippedPresets {
  /// The content of a preset.
  package enum Kind: CaseIterable, Sendable {
    /// How it rains, on open ground; steady rain is the default.
    case weather
    /// Where it rains, steadily.
    case place
    /// Single drops, without weather.
    case drops
  }

  /// In the order of lists: from soft to loud rain, then rain that changes; from open ground to under roofs; particular
  /// drops, then earlier programs.
  private static let files: [(name: String, kind: Kind, bytes: [UInt8])] = [
    ("steady", .weather, PackageResources.steady_json),
    ("drizzle", .weather, PackageResources.drizzle_json),
    ("light", .weather, PackageResources.light_json),
    ("downpour", .weather, PackageResources.downpour_json),
    ("tropical", .weather, PackageResources.tropical_json),
    ("shower", .weather, PackageResources.shower_json),
    ("storm", .weather, PackageResources.storm_json),
    ("night", .weather, PackageResources.night_json),
    ("open", .place, PackageResources.open_json),
    ("street", .place, PackageResources.street_json),
    ("forest", .place, PackageResources.forest_json),
    ("puddles", .place, PackageResources.puddles_json),
    ("window", .place, PackageResources.window_json),
    ("car", .place, PackageResources.car_json),
    ("umbrella", .place, PackageResources.umbrella_json),
    ("tent", .place, PackageResources.tent_json),
    ("tin-roof", .place, PackageResources.tin_roof_json),
    ("cave-drips", .drops, PackageResources.cave_drips_json),
    ("water-glass", .drops, PackageResources.water_glass_json),
    ("bubbles", .drops, PackageResources.bubbles_json),
    ("classic-app", .drops, PackageResources.classic_app_json),
    ("classic-plugin", .drops, PackageResources.classic_plugin_json),
  ]

  package static var names: [String] { files.map { $0.name } }

  package static func names(of kind: Kind) -> [String] {
    files.filter { $0.kind == kind }.map { $0.name }
  }

  package static func kind(of name: String) -> Kind? { files.first { $0.name == name }?.kind }

  package static func bytes(of name: String) -> [UInt8]? { files.first { $0.name == name }?.bytes }
}
