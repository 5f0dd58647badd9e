/// The rates at which sound can be rendered.
enum SampleRate {
  /// In Hz.
  static let range = 8_000...192_000
}
