package import RainAudio

/// Writes renderings as WAVs, and their stems.
package struct WaveWriter: Sendable {
  /// When sizes have 64 bits.
  package var rf64 = RF64.auto
  /// When the format is WAVEFORMATEXTENSIBLE. All twenty programs that were tried read it: see Extensible.
  package var extensible = Extensible.never
  /// Whether the software and the settings are stored.
  package var hasMetadata = true
  /// Whether the file is the part of the WAV of the whole that `from` and `to` select.
  package var isPart = false
  /// Whether the file has a chunk `bext`, with the loudness in LUFS and the true peak in dBTP where they are known.
  package var hasBroadcast = false
  package var loudness: Double?
  package var truePeak: Double?
  /// The program that turns the WAV into another format; nil: the file is the WAV. Stems stay WAVs.
  package var encoder: Encoder?
  /// The ending of the file.
  package var ending: String { encoder?.ending ?? "wav" }
  /// Markers of the mix.
  package var markers: [CueMarker] = []
  /// Whether the file holds the samples alone.
  package var isRaw = false

  package init() {}
}
