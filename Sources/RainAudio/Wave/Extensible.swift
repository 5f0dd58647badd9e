/// When the chunk `fmt ` of a WAV file is WAVEFORMATEXTENSIBLE.
///
/// Microsoft 2001, "Multiple Channel Audio Data and WAVE Files", asks for it above 16 bits. Of twenty
/// readers all take 24 bits without it, flac with a warning, and eighteen with it: Python before 3.12 and
/// shntool do not. It has nothing to add to one or two channels.
package enum Extensible: String, CaseIterable, Sendable {
  case never
  /// Above 16 bits.
  case auto
  case always

  /// Whether samples of that format are written so.
  func isUsed(for format: SampleFormat) -> Bool {
    switch self {
    case .never: false
    case .auto: format.bitsPerSample > 16
    case .always: true
    }
  }
}
