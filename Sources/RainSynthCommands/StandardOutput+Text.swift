internal import RainAudioIO

extension StandardOutput {
  /// Writes the answer that was asked for.
  static func print(_ text: String) throws(Failure) {
    do {
      try StandardOutput().write(Array(text.utf8))
    } catch {
      throw Failure(error)
    }
  }
}
