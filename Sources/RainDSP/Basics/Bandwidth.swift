/// The frequencies that a sample rate carries well.
enum Bandwidth {
  /// The highest frequency that is used, as a share of the sample rate: from 19.8 kHz at 44.1 kHz on,
  /// converters cut off, and near one half the filters bend.
  static let highest = 0.45
}
