/// The rates at which sound can be rendered.
enum SampleRate {
  /// In Hz.
  static let range = 8_000...192_000
}

/// The frequencies that a sample rate can represent well.
enum Bandwidth {
  /// The highest frequency that is used, as a share of the sample rate: 19.8 kHz at 44.1 kHz. Above it
  /// converters cut off, and near half the sample rate the responses of the filters are distorted.
  static let highest = 0.45
}
