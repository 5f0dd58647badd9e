/// The low noise that both channels of the bed hear of one colour: white noise through the
/// low-pass of ``BedColour``.
struct SharedColour: ~Copyable {
  /// The part that is shared of each channel's noise.
  static let part = 0.85
  /// Below this frequency, in Hz, nobody hears a correlation.
  private static let lowestCorrelation = 20.0

  private let noise: WhiteNoise
  private let isSilent: Bool
  private var lowPass: FirstOrderFilter
  private(set) var tile = StretchedTile()

  /// The noise of a colour at a level, shared below a frequency in Hz.
  init(level: Double, correlation: Double, sampleRate: Int, key: RandomKey) {
    noise = WhiteNoise(key: key, level: level)
    isSilent = level == 0 || !Self.isHeard(correlation: correlation)
    lowPass = FirstOrderFilter(
      bilinearLowPass: max(correlation, Self.lowestCorrelation), times: Self.part,
      sampleRate: sampleRate)
  }

  /// Whether channels that are correlated below a frequency in Hz share anything.
  static func isHeard(correlation: Double) -> Bool {
    correlation >= lowestCorrelation
  }

  /// Makes tile number `index`, unless nothing is heard of it.
  mutating func render(tile index: Int, through lap: inout LapNoise) {
    if isSilent { return }
    lap.render(noise, tile: index, into: &tile)
    lowPass.filter(&tile)
  }
}
