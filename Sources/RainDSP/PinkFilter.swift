/// Makes white noise pink: a ladder of poles and zeros, RMS 1 for an input of RMS 1.
///
/// Poles at equal steps of pitch from 10 Hz to .287 of the sample rate, a zero half-way between
/// each pole and the next: the staircase has the slope of -3.01 dB an octave. The last zero, at
/// -.077 in the z-plane, makes up for the mirror at half the sample rate. From 40 Hz to .45 of
/// the sample rate the response stays within .22 dB of the slope, at all rates from 8 to 192 kHz
/// (computed; the two constants of the upper end were fitted).
struct PinkFilter: ~Copyable {
  private static let lowestPole = 10.0  // Hz
  private static let highestPole = 0.287  // of the sample rate
  private static let lastZero = -0.077
  private static let pitchStep = 2.5  // octaves between poles, about

  private var bank: PoleBank

  init(sampleRate: Int) {
    let rate = Double(sampleRate)
    let octaves = Elementary.log2(Self.highestPole * rate / Self.lowestPole)
    let steps = Int(octaves / Self.pitchStep + 0.5)
    let angular = 2 * Double.pi * Self.lowestPole / rate
    let poles = (0...steps).map { k in
      Elementary.exp(-angular * Elementary.exp2(octaves * Double(k) / Double(steps)))
    }
    let zeros = (0...steps).map { k in
      k == steps
        ? Self.lastZero
        : Elementary.exp(-angular * Elementary.exp2(octaves * (Double(k) + 0.5) / Double(steps)))
    }
    bank = PoleBank(poles: poles, zeros: zeros)
  }

  /// How many tiles back an output depends on the input.
  var memoryTiles: Int { bank.memoryTiles }

  /// Filters the next tile in place.
  mutating func filter(_ tile: inout StretchedTile) {
    bank.filter(&tile)
  }
}
