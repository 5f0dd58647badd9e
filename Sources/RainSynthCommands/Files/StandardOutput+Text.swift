internal import RainAudio
internal import Wording

extension StandardOutput {
  /// Writes the answer that was asked for, names of files byte for byte.
  static func print(_ text: String) throws(Failure) {
    do {
      try StandardOutput().write(PathString.bytes(of: text))
    } catch {
      throw Failure(error)
    }
  }
}
