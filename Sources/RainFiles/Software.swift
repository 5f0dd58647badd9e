/// The name and the version with which files are signed.
///
/// A patch (1.1.0 to 1.1.1) keeps every sample. A minor version (1.1 to 1.2) may change the sound and
/// then has another ``RainDSP/Rain/soundRevision``.
package enum Software {
  package static let name = "rainsynth"

  package static let version = "1.1.0"

  /// What a WAV names as its software: `rainsynth 1.1.0`.
  package static let signature = "\(name) \(version)"
}
