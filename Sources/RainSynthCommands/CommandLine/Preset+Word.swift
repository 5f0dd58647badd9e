package import RainFiles

extension Preset {
  /// The preset that a word of the command line names.
  package init(word: String) throws {
    if Preset.isPath(word) {
      try self.init(contentsOf: word)
    } else {
      try self.init(named: word)
    }
  }
}
