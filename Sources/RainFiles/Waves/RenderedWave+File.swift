internal import Platform
internal import RainAudio

extension RenderedWave {
  /// Whether the WAV at the path stores these settings and the sound revision of this program.
  package func isStored(at path: String) -> Bool {
    guard let wave = try? WaveReader(path: path) else { return false }
    return wave.information["ISFT"]?.hasPrefix("\(Software.name) ") == true
      && wave.information["ICMT"] == settings
  }

  /// Whether the file at the path has the length of this one, and stores the same settings.
  package func exists(at path: String) -> Bool {
    fileLength(path) == byteCount && isStored(at: path)
  }
}
