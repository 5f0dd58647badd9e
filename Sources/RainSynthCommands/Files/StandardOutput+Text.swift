internal import RainAudio
internal import Wording

extension StandardOutput {
  /// Writes the answer of a command. Names of files keep their bytes.
  static func print(_ text: String) throws(Failure) {
    do {
      try StandardOutput().write(PathString.bytes(of: text))
    } catch {
      throw Failure(error)
    }
  }
}
