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

  private var sections: InlineArray<6, FirstOrderFilter>
  private let count: Int

  init(sampleRate: Int) {
    let ladder = Self.ladder(sampleRate: sampleRate)
    count = ladder.count
    // Sections beyond the last are made, too, but never run.
    sections = InlineArray { k in
      let section = ladder[min(k, ladder.count - 1)]
      return FirstOrderFilter(pole: section.pole, zero: section.zero, gain: section.gain)
    }
  }

  /// The sections for a sample rate. The gain of the first makes the RMS 1.
  private static func ladder(sampleRate: Int) -> [(pole: Double, zero: Double, gain: Double)] {
    let rate = Double(sampleRate)
    let octaves = Elementary.log2(highestPole * rate / lowestPole)
    let steps = Int(octaves / pitchStep + 0.5)
    precondition((2...5).contains(steps), "sample rates lie within 8,000 .. 192,000 Hz")
    let angular = 2 * Double.pi * lowestPole / rate
    let poles = (0...steps).map { k in
      Elementary.exp(-angular * Elementary.exp2(octaves * Double(k) / Double(steps)))
    }
    let zeros = (0...steps).map { k in
      k == steps
        ? lastZero
        : Elementary.exp(-angular * Elementary.exp2(octaves * (Double(k) + 0.5) / Double(steps)))
    }
    let gain = 1 / power(poles: poles, zeros: zeros).squareRoot()
    return (0...steps).map { k in (poles[k], zeros[k], k == 0 ? gain : 1) }
  }

  /// How many tiles back an output depends on the input.
  var memoryTiles: Int {
    var sum = 0
    for section in 0..<count { sum += sections[section].memoryTiles }
    return sum
  }

  /// Filters the next tile in place.
  mutating func filter(_ tile: inout StretchedTile) {
    for section in 0..<count { sections[section].filter(&tile) }
  }

  /// The power of the output for an input of power 1: the sum of the squared impulse response.
  ///
  /// In partial fractions the response is d + Σ r pⁿ, so that its squares add up to
  /// (d + Σ r)² + Σ Σ r r' p p' / (1 - p p').
  private static func power(poles: [Double], zeros: [Double]) -> Double {
    var direct = 1.0
    for (pole, zero) in zip(poles, zeros) { direct *= zero / pole }
    var residues: [Double] = []
    for (k, pole) in poles.enumerated() {
      var residue = 1.0
      for zero in zeros { residue *= 1 - zero / pole }
      for (j, other) in poles.enumerated() where j != k { residue /= 1 - other / pole }
      residues.append(residue)
    }
    var start = direct
    for residue in residues { start += residue }
    var power = start * start
    for (r, p) in zip(residues, poles) {
      for (s, q) in zip(residues, poles) {
        power += r * s * p * q / (1 - p * q)
      }
    }
    return power
  }
}
