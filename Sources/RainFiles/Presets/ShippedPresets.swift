/// The presets that are compiled into the library: the files of the folder `presets`, which the symbolic
/// link `shipped` leads to.
package enum ShippedPresets {
  /// In the order of lists: the default, then rain from soft to loud, then rain that changes, then particular
  /// places, then earlier programs.
  private static let files: [(name: String, bytes: [UInt8])] = [
    ("steady", PackageResources.steady_json),
    ("drizzle", PackageResources.drizzle_json),
    ("light", PackageResources.light_json),
    ("downpour", PackageResources.downpour_json),
    ("tropical", PackageResources.tropical_json),
    ("shower", PackageResources.shower_json),
    ("storm", PackageResources.storm_json),
    ("night", PackageResources.night_json),
    ("street", PackageResources.street_json),
    ("forest", PackageResources.forest_json),
    ("puddles", PackageResources.puddles_json),
    ("window", PackageResources.window_json),
    ("car", PackageResources.car_json),
    ("umbrella", PackageResources.umbrella_json),
    ("tent", PackageResources.tent_json),
    ("tin-roof", PackageResources.tin_roof_json),
    ("cave-drips", PackageResources.cave_drips_json),
    ("water-glass", PackageResources.water_glass_json),
    ("classic-app", PackageResources.classic_app_json),
    ("classic-plugin", PackageResources.classic_plugin_json),
  ]

  package static var names: [String] { files.map { $0.name } }

  package static func bytes(of name: String) -> [UInt8]? {
    files.first { $0.name == name }?.bytes
  }
}
