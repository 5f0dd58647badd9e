/// A color of noise: how its power is spread over the frequencies.
public enum NoiseColor: UInt8, Sendable, CaseIterable {
  /// The same power in every hertz.
  case white
  /// The same power in every octave: -3.01 dB an octave from 40 Hz to 0.45 of the sample rate.
  case pink
  /// The integral of white noise: -6.02 dB an octave from 40 Hz to 0.45 of the sample rate.
  case brown

  /// The table, at a sample rate in Hz.
  func row(sampleRate: Int) -> Row {
    switch self {
    case .white:
      Row(
        source: 5, level: 0.925 * (Double(sampleRate) / 44_100).squareRoot(),
        roots: (poles: [], zeros: []))
    case .pink:
      Row(source: 6, level: 1, roots: Self.ladder(sampleRate: Double(sampleRate)))
    case .brown:
      Row(source: 7, level: 4.97, roots: Self.leakyIntegrator(sampleRate: Double(sampleRate)))
    }
  }

  /// The setting of its level in the bed.
  public var setting: Setting {
    switch self {
    case .white: .white
    case .pink: .pink
    case .brown: .brown
    }
  }

  struct Row {
    /// The number of the color's random numbers, beside those of ``Source``. Never change one, and
    /// never use one twice.
    let source: UInt64
    /// The RMS of the color in the bed at a setting of 1. The factors make equal settings equally loud
    /// through the filters of the bed at their defaults (measured in LUFS). White noise has the same
    /// power in every hertz at every sample rate, so that its audible part stays the same.
    let level: Double
    /// The filter that makes the color of white noise: as many zeros as poles, up to four. None
    /// leaves the noise white.
    let roots: Roots
  }

  /// Poles and zeros on the real axis of the z-plane, the poles from the slowest to the fastest.
  typealias Roots = (poles: [Double], zeros: [Double])

  /// Poles at equal steps of pitch with a zero half-way between each and the next: a staircase with
  /// the slope of pink noise.
  ///
  /// How far the ends of the ladder lie from those of the range, 40 Hz and 0.45 of the sample rate,
  /// depends on the step, here in octaves less 3.2. The last zero makes up for the mirror image
  /// above half the sample rate. All constants but the range are fitted and rounded: they minimise the
  /// worst error over the range, 0.28 dB at all rates from 8 to 192 kHz (Tests/scripts/fits/noise).
  static func ladder(sampleRate rate: Double) -> Roots {
    let lowest = 40.0  // Hz
    let highest = Bandwidth.highest  // of the sample rate
    let count = rate > 50_000 ? 4 : 3
    let step = Elementary.log2(highest * rate / lowest) / (Double(count) - 0.48) - 3.2
    let lowestPole = lowest * Elementary.exp2(0.02 + 0.64 * step)
    let highestPole = highest * rate * Elementary.exp2(-1.69 - 0.83 * step)
    let octaves = Elementary.log2(highestPole / lowestPole) / Double(count - 1)
    let radius = { (rung: Double) in
      Elementary.exp(-2 * Double.pi * lowestPole / rate * Elementary.exp2(octaves * rung))
    }
    return (
      poles: (0..<count).map { radius(Double($0)) },
      zeros: (0..<count - 1).map { radius(Double($0) + 0.5) } + [0.015 + 0.11 * step]
    )
  }

  /// An integrator with a leak at 10 Hz, which keeps the sum from drifting away. Clamping the sum
  /// instead would flatten the spectrum.
  ///
  /// A plain integrator is 3.9 dB too loud at half the sample rate. The zero is fitted and rounded in
  /// the same way: the worst error from 40 Hz to 0.45 of the sample rate is 0.28 dB.
  static func leakyIntegrator(sampleRate rate: Double) -> Roots {
    let leak = 10.0  // Hz
    return (poles: [Elementary.exp(-2 * .pi * leak / rate)], zeros: [-0.18])
  }
}
