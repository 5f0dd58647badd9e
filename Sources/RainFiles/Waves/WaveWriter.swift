/// Writes renderings as WAVs, and their stems.
package struct WaveWriter: Sendable {
  /// The program that turns the WAV into another format; nil: the file is the WAV. Stems stay WAVs.
  package var encoder: Encoder?
  /// The ending of the file.
  package var ending: String { encoder?.ending ?? "wav" }
  /// Whether the file holds the samples alone.
  package var isRaw = false

  package init() {}
}
