/// Makes white noise brown: a leaky integrator, RMS 1 for an input of RMS 1.
///
/// The leak at 10 Hz keeps the sum from wandering off; clamping it instead would flatten the
/// spectrum. A plain integrator is 3.9 dB too loud at half the sample rate; the zero at -.18
/// keeps the slope within .3 dB of -6.02 dB an octave from 40 Hz to .45 of the sample rate.
struct BrownFilter: ~Copyable {
  private static let leak = 10.0  // Hz
  private static let zero = -0.18

  private var section: FirstOrderFilter

  init(sampleRate: Int) {
    let pole = Elementary.exp(-2 * .pi * Self.leak / Double(sampleRate))
    let zero = Self.zero
    // The sum of the squared impulse response 1, p - z, (p - z) p, (p - z) p², ...
    let power = 1 + (pole - zero) * (pole - zero) / (1 - pole * pole)
    section = FirstOrderFilter(pole: pole, zero: zero, gain: 1 / power.squareRoot())
  }

  /// How many tiles back an output depends on the input.
  var memoryTiles: Int { section.memoryTiles }

  /// Filters the next tile in place.
  mutating func filter(_ tile: inout LaneTile) {
    section.filter(&tile)
  }
}
