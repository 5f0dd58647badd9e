internal import CommandLineKit
internal import RainDSP
internal import RainFiles
internal import Text

/// The flag --place: where one hears the rain.
enum PlaceFlag {
  static let name = Place.key

  /// What a flag that names a place, or several ones, takes away from a preset, in a sentence; nil: nothing.
  static func sentence(_ flag: String, _ place: String?, over preset: Preset) -> String? {
    if ShippedPresets.kind(of: preset.name) == .drops {
      return
        "\(preset.name.quoted) is single drops without weather; \(flag) takes their place away"
    }
    let own = Setting.allCases.filter { $0.owner == .place }
    let moves = own.contains(where: preset.automation.moves)
    let isPlace = moves || own.contains { preset.rain[$0] != preset.rain.standard(of: $0) }
    let isSame = !moves && preset.automation.place == place?.asciiLowercased
    return isPlace && !isSame ? "\(flag) takes the place of that of \(preset.name.quoted)" : nil
  }
}

extension Place {
  /// What a file says of the weather, which is no part of its place.
  var weather: [Setting] {
    let rain = automation.rain
    return Setting.allCases.filter {
      let usual = $0 == .rainfall ? Rain.usual.rainfall : rain.standard(of: $0)
      return $0.owner == .weather && (automation.moves($0) || rain[$0] != usual)
    }
  }

  /// The place that a word of the command line names.
  init(word: String) throws {
    if Preset.isPath(word) {
      self.init(of: try Preset(contentsOf: word))
    } else {
      try self.init(named: word)
    }
  }
}
