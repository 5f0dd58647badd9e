internal import CommandLineKit
internal import RainDSP
internal import RainFiles
internal import Text

/// The flag --place: where one hears the rain.
enum PlaceFlag {
  static let name = Place.key

  /// What it, or a curve of places, takes away from a preset, in a sentence; nil: nothing.
  static func sentence(
    _ commandLine: ParsedCommandLine, passes: Bool = false, over preset: Preset
  ) -> String? {
    guard let flag = passes ? "--curve place" : commandLine[name].map({ "--place \($0)" }) else {
      return nil
    }
    if ShippedPresets.kind(of: preset.name) == .drops {
      return
        "\(preset.name.quoted) is single drops without weather; \(flag) takes their place away"
    }
    let isPlace = Setting.allCases.contains {
      $0.owner == .place && preset.rain[$0] != preset.rain.standard(of: $0)
    }
    let isSame = preset.automation.place == commandLine[name]?.asciiLowercased
    return isPlace && (passes || !isSame)
      ? "\(flag) takes the place of that of \(preset.name.quoted)" : nil
  }
}

extension Place {
  /// The place that a word of the command line names.
  init(word: String) throws {
    if Preset.isPath(word) {
      self.init(of: try Preset(contentsOf: word))
    } else {
      try self.init(named: word)
    }
  }
}
