/// Makes white noise pink: a ladder of poles and zeros, RMS 1 for an input of RMS 1.
///
/// Poles at equal steps of pitch, a zero half-way between each and the next: the staircase has the
/// slope of -3.01 dB an octave. How far its ends lie from those of the range, 40 Hz and .45 of the
/// sample rate, depends on the step; the last zero makes up for the mirror at half the sample rate.
/// The constants were fitted: within the range the response stays within .28 dB of the slope, at all
/// rates from 8 to 192 kHz (computed).
struct PinkFilter: ~Copyable {
  private static let lowest = 40.0  // Hz
  private static let highest = 0.45  // of the sample rate

  private var bank: ParallelPoles

  init(sampleRate: Int) {
    let rate = Double(sampleRate)
    let count = sampleRate > 50_000 ? 4 : 3
    let step = Elementary.log2(Self.highest * rate / Self.lowest) / (Double(count) - 0.48) - 3.2
    let lowestPole = Self.lowest * Elementary.exp2(0.02 + 0.64 * step)
    let highestPole = Self.highest * rate * Elementary.exp2(-1.69 - 0.83 * step)
    let octaves = Elementary.log2(highestPole / lowestPole) / Double(count - 1)
    let radius = { (rung: Double) in
      Elementary.exp(-2 * Double.pi * lowestPole / rate * Elementary.exp2(octaves * rung))
    }
    bank = ParallelPoles(
      poles: (0..<count).map { radius(Double($0)) },
      zeros: (0..<count - 1).map { radius(Double($0) + 0.5) } + [0.015 + 0.11 * step])
  }

  /// How many tiles back an output depends on the input.
  var memoryTiles: Int { bank.memoryTiles }

  /// Filters the next tile in place.
  mutating func filter(_ tile: inout LaneTile) {
    bank.filter(&tile)
  }
}
