internal import CommandLineKit
package import RainFiles

extension Preset {
  /// The preset that a word of the command line names: a file if the word has a slash or ends in
  /// `.json`, otherwise a shipped preset.
  package init(word: String) throws(Failure) {
    do {
      if word.contains("/") || word.hasSuffix(".json") {
        try self.init(contentsOf: word)
      } else {
        try self.init(named: word)
      }
    } catch {
      throw Failure(error)
    }
  }
}
