/// The name and the version with which files are signed.
package enum Software {
  package static let name = "rainsynth"

  package static let version = "1.0.0"

  /// What a WAV names as its software: `rainsynth 1.0.0`.
  package static let signature = "\(name) \(version)"
}
