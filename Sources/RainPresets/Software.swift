/// The name and the version that files store.
///
/// A patch (1.1.0 to 1.1.1) keeps every sample. A minor version (1.1 to 1.2) may change the sound and
/// then has another ``/RainDSP/Rain/soundRevision``.
package enum Software {
  package static let name = "rainsynth"

  package static let version = "1.1.0"

  /// The software that a WAV stores: `rainsynth 1.1.0`.
  package static let signature = "\(name) \(version)"
}
