internal import RainFiles

extension StoredSettings {
  /// The flags that make these samples again: those of render, or of drop.
  func words(limit: Int) throws -> [String] {
    guard let drop else { return try job().words(limit: limit) }
    return ["--number=\(drop)"] + (peak.map { ["--peak=\($0)"] } ?? [])
      + (try jobOfRain().words(limit: limit)).filter { word in
        !SettingFlags.notOfOneMoment.contains(String(word.dropFirst(2).prefix { $0 != "=" }))
      }
  }

  /// Prints a note if the file has another sound revision.
  func announceOtherRevision() {
    if let otherRevision { StandardError.note(otherRevision) }
  }
}
