/// When the chunk `fmt ` of a WAV file is WAVEFORMATEXTENSIBLE.
///
/// Microsoft 2001, "Multiple Channel Audio Data and WAVE Files", asks for it above 16 bits. Twenty
/// programs were tried: all read 24 bits without it, flac with a warning; eighteen read 24 bits with
/// it, all but Python before 3.12 and shntool. For one or two channels it adds no information.
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
