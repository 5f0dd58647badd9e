/// The way of thunder through the air, and its level.
///
///     air          1 dB a km at 250 Hz, 3.6 at 1 kHz, 26 at 4 kHz (11 °C, 85 %)
///     scattering   x/(1 + x) of the energy, x = 2.3 (f/200 Hz)^0.1 (r/4 km)^0.7, over 60 ms √(r/4 km)
///     shadow       (tan e/0.12)² below an elevation e of 7°; 0.3 below the lowest ray, 4 km (r/25 km)²
///     level        12 dB + 14 dB · dynamics - 10 dB · (1 + dynamics) · log₁₀ r/km, over rain from 31 Hz to 1 kHz
///
/// Nature has 40 dB between thunder at 1 km and rain of 10 mm/h; recordings of storms keep 12 to
/// 43, 26 in the median.
///
/// Source: ISO 9613-1; Fleagle 1949, "The audibility of thunder"; scattering and level by 61 claps
/// in 34 recordings.
/// Test: ThunderTests
enum ThunderLaw {
  /// Beyond this distance in km no thunder is heard.
  static let farthest = 25.0
  /// The level of rain at 10 mm/h from 31 Hz to 1 kHz, in dB.
  private static let rainLevel = -37.6
  /// The loss of the loudest 0.15 s in air, in dB a km.
  static let air = 0.15
  /// The level of a piece of a channel whose loudest 0.15 s have 0 dB.
  static let pieceLevel = 16.0

  /// The level of the loudest 0.15 s at a distance in km, but for the air.
  static func level(distance: Double, dynamics: Double) -> Double {
    rainLevel + 12 + 14 * dynamics
      - 10 * (1 + dynamics) * RainfallLaw.tenfolds(distance)
  }

  /// The loss in air, in dB a km, at a frequency in Hz: by its viscosity, and the relaxation of
  /// oxygen and nitrogen.
  static func absorption(_ frequency: Double) -> Double {
    let square = frequency * frequency
    return square
      * (1.5735e-7 + 0.04528 / (33_421 + square / 33_421) + 0.007552 / (308.75 + square / 308.75))
  }

  /// The share of the energy that arrives scattered.
  static func scattered(_ frequency: Double, distance: Double) -> Double {
    let x =
      2.3 * Elementary.power(frequency / 200, 0.1) * Elementary.power(distance / 4, 0.7)
    return x / (1 + x)
  }

  /// The mean time in s by which scattered sound is late.
  static func lateness(distance: Double) -> Double { 0.06 * (distance / 4).squareRoot() }

  /// The share of the amplitude that comes over the horizon, from so many km away and up.
  static func shadow(away: Double, up: Double) -> Double {
    let tangent = min(1, up / (0.12 * max(away, 0.01)))
    let ray = 4 * (away / farthest) * (away / farthest)
    return tangent * tangent * (up < ray ? 0.3 : 1)
  }
}

/// Ready pulses of pieces of a channel: N-waves of several lengths T that have come through the air
/// from several distances.
///
///     p(t) = -2 t/T, |t| < T/2        T = 0.66/f₀, f₀ = 0.63 c √(p₀/E)
///
/// E is the energy of a meter of the channel, and varies along it: with one length, the null of the
/// spectrum at 1.43/T is heard. What comes straight and what comes scattered share the spectrum.
///
/// Source: Few 1969, "Power spectrum of thunder"; Few 1995, "Acoustic radiations from lightning".
/// Test: ThunderTests
struct ThunderPulses: ~Copyable {
  /// Lengths of pulses in s, and steps between them; distances in km, a third of an octave and less
  /// apart.
  private static let lengths = (shortest: 0.0012, longest: 0.012, count: 7)
  private static let distances = (nearest: 0.3, perOctave: 3.5, count: 25)
  /// The width of a pulse beyond its length, in s: what the air smears.
  private static let smear = 0.0032
  /// Periods of the lowest frequency: pulses are sums of its multiples.
  private static let periods = 384
  /// Where the channel ends to be short beside the wave, in Hz, and what recordings leave below, in
  /// Hz.
  private static let edges = (low: 28.0, high: 3000.0)

  private(set) var frames: FixedArray<Float>
  /// Frames of the longest, and of each length.
  let most: Int
  private var counts = InlineArray<7, Int>(repeating: 0)
  private let sampleRate: Double

  /// The pulses at a sample rate of their own, in Hz; none where it is empty.
  init(sampleRate: Double, isEmpty: Bool) {
    self.sampleRate = sampleRate
    most = isEmpty ? 0 : Self.frames(of: Self.lengths.count - 1, sampleRate)
    frames = FixedArray(
      repeating: 0, count: 2 * Self.distances.count * Self.lengths.count * most)
    if isEmpty { return }
    for length in counts.indices { counts[length] = Self.frames(of: length, sampleRate) }
    let waves = waves()
    let sines = sines()
    for row in 0..<2 * Self.distances.count {
      let losses = losses(of: row)
      for length in 0..<Self.lengths.count {
        compute(row, length, of: waves, losses, sines)
      }
    }
  }

  private static func frames(of length: Int, _ sampleRate: Double) -> Int {
    let time = seconds(of: length) + 2 * smear
    return min((Int(time * sampleRate) + 15) & ~7, (periods - 8) & ~7)
  }

  private static func seconds(of length: Int) -> Double {
    lengths.shortest
      * Elementary.power(
        lengths.longest / lengths.shortest, Double(length) / Double(lengths.count - 1))
  }

  /// How many multiples of the lowest frequency a pulse has, with 0.
  private var multiples: Int { min(Self.periods / 2, Int(0.45 * Double(Self.periods)) + 1) }

  /// The frames of half of the longest pulse, in whole groups of eight.
  private var columns: Int { (most / 2 + 7) & ~7 }

  /// The frequency of a multiple, in Hz.
  private func frequency(_ number: Int) -> Double {
    Double(number) * sampleRate / Double(Self.periods)
  }

  /// The spectra of N-waves of all lengths, by length and multiple.
  private func waves() -> FixedArray<Double> {
    var waves = FixedArray<Double>(repeating: 0, count: Self.lengths.count * multiples)
    for length in 0..<Self.lengths.count {
      let seconds = Self.seconds(of: length)
      for number in 1..<multiples {
        let turns = frequency(number) * seconds / 2
        let angle = 2 * Double.pi * turns
        waves[length * multiples + number] =
          seconds * (Elementary.sine(turns: turns) / angle - Elementary.cosine(turns: turns))
          / angle
      }
    }
    return waves
  }

  /// The factors of a multiple: of the air, of what arrives straight or scattered, and, as a
  /// divisor, of the ends.
  private struct Loss: BitwiseCopyable { let air, kept, edges: Double }

  /// The factors of all multiples in a row.
  private func losses(of row: Int) -> FixedArray<Loss> {
    let (distance, isScattered) = (row / 2, row & 1 == 1)
    let kilometers =
      Self.distances.nearest * Elementary.exp2(Double(distance) / Self.distances.perOctave)
    var losses = FixedArray(repeating: Loss(air: 0, kept: 0, edges: 1), count: multiples)
    for number in 1..<multiples {
      let frequency = frequency(number)
      let share = ThunderLaw.scattered(frequency, distance: kilometers)
      let air = Elementary.amplitude(
        decibels: -ThunderLaw.absorption(frequency) * kilometers)
      let (low, high) = (Self.edges.low / frequency, frequency / Self.edges.high)
      let edges = ((1 + low * low * low * low) * (1 + high * high)).squareRoot()
      let kept = (isScattered ? share : 1 - share).squareRoot()
      losses[number] = Loss(air: air, kept: kept, edges: edges)
    }
    return losses
  }

  /// The sines of each multiple, frame by frame.
  private func sines() -> FixedArray<Float> {
    var sines = FixedArray<Float>(repeating: 0, count: multiples * columns)
    for number in 1..<multiples {
      for frame in 0..<columns {
        let turns = Double(number * frame % Self.periods) / Double(Self.periods)
        sines[number * columns + frame] = Float(Elementary.sine(turns: turns))
      }
    }
    return sines
  }

  /// Adds up the sines of a pulse, which is odd about its middle.
  private mutating func compute(
    _ row: Int, _ length: Int, of waves: borrowing FixedArray<Double>,
    _ losses: borrowing FixedArray<Loss>, _ sines: borrowing FixedArray<Float>
  ) {
    let range = range(row: row, length)
    let half = range.count / 2
    var sums = FixedArray<Float>(repeating: 0, count: columns)
    for number in 1..<multiples {
      let (loss, wave) = (losses[number], waves[length * multiples + number])
      let level = Float(
        -2 * wave * loss.air * loss.kept / loss.edges * sampleRate / Double(Self.periods))
      for frame in stride(from: 0, to: half, by: 8) {
        sums.addUnchecked(level * sines.eightUnchecked(from: number * columns + frame), from: frame)
      }
    }
    for offset in 1..<half {
      // It fades out over its last frames.
      let sum = sums[offset] * min(1, Float(half - offset) / 12)
      frames[range.lowerBound + half + offset] = sum
      frames[range.lowerBound + half - offset] = -sum
    }
  }

  private func range(row: Int, _ length: Int) -> Range<Int> {
    let start = (row * Self.lengths.count + length) * most
    return start..<start + counts[length]
  }

  /// The first row of the pulses from a distance in km.
  static func row(distance: Double) -> Int {
    let steps = distances.perOctave * Elementary.log2(distance / distances.nearest)
    return 2 * max(0, min(distances.count - 1, Elementary.floor(steps + 0.5)))
  }

  /// The index of a length in s, in steps, of which the nearest is taken.
  static func step(of seconds: Double) -> Double {
    Elementary.log2(seconds / lengths.shortest) * stepsPerOctave
  }
  static var stepsPerOctave: Double { Double(lengths.count - 1) / 3.321_928_094_887_362 }

  /// The pulse of a row and the nearest length.
  @inline(__always)
  func range(row: Int, step: Double) -> Range<Int> {
    range(row: row, max(0, min(Self.lengths.count - 1, Elementary.floor(step + 0.5))))
  }
}
