internal import RainFiles

/// The flag --place: where one hears the rain.
enum PlaceFlag {
  static let name = Place.key
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
