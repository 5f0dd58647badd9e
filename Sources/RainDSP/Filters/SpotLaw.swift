/// The color of a spot, by what stands around, the first wall or tree, soil, leaves, and by the
/// film of water on its ground:
///
///     color = spot · (1 dB · g₀ x + Σ aₖ gₖ e^(-(x - xₖ)²/2w²) + 2.5 dB · g₄ y) + film
///             x = log₂(f/1.4 kHz), k = 1, 2, y = log₂(500 Hz/f) below 500 Hz
///     film  = -10 log₁₀(1 + 2π f d/v) dB, d = 0.6 mm ((R/10 mm/h)^⅓ - 1), at least 0
///     lean  = spot · 1 dB · g₃, left over right: what stands around stands at one side
///
/// Each g is standard normal, within ±2; x₁ lies within 0.25 ... 1.4 kHz and x₂ within 1.4 ... 8
/// kHz, w is 0.8 octaves. All are drawn by the seed, or by `spotNumber`, and by what the rain falls
/// on: all ground is one spot, a canopy, a pane or a cloth another one. The loudness stays about as
/// it is: the mean amplitude, weighted as it is spread over the octaves, by 1/((1 + (a/f)²)(1 +
/// (f/b)²)) with a of 1 and b of 12 kHz on ground, 0.4 and 3 kHz on things.
///
/// On a road of 5 m with a slope of 2 % the film is 0.6 mm deep at 10 mm/h, as deep as the texture
/// of asphalt, and grows as R^⅓. d is what stands above. A drop meets the ground through it within
/// d/v, v = 6.5 m/s, which rounds its blow; depths differ from spot to spot about exponentially. So
/// heavy rain is dark.
///
/// Blow, splash and modes of near drops and ticks have the color at their pitch, bubbles close by
/// have none; the bed has it at three frequencies, by its level and the corners of its filters. So
/// it costs no filter.
///
/// Source: third octaves of 116 recordings: in one kind of place they differ by 2 dB (standard
/// deviation) around 1.4 kHz, 3.5 dB at 336 Hz and 4 dB at 7.6 kHz, and their ears by 0.4 to 1.2
/// dB. The film: Nusselt 1916, laminar flow. Of heavy rain they lie 4 dB lower at 8 kHz.
/// Test: SpotTests
struct SpotLaw: Computed {
  static let settings = SettingSet([.surface, .spot, .spotNumber])

  /// In dB: an octave of the tilt, the bands, an octave of the low end, the lean. The bed, whose
  /// filters are broader than the low band, keeps two thirds of that.
  private static let tilt = 1.0
  private static let bands = (low: 4.0, high: 3.0)
  private static let low = 2.5
  private static let side = 1.0
  /// The width of a band, in octaves, and the frequencies that the tilt turns around and the low
  /// end begins at, in Hz.
  private static let width = 0.8
  private static let middle = 1400.0
  private static let lowEnd = 500.0
  private static let most = 2.0
  /// Of drops of 2 mm, in m/s.
  private static let speed = SizeLaw.referenceSpeed
  /// Half octaves from 125 Hz to 16 kHz, at which the color is kept.
  private static let lowest = 125.0
  private static let perOctave = 2.0

  /// The factors of the amplitude.
  private var levels = InlineArray<15, Double>(repeating: 0)
  /// Left over right, in dB.
  private(set) var lean = 0.0
  /// Whether all passes as it is.
  private(set) var isNeutral = true

  /// No color.
  init() {}

  /// The color of a moment, in a rendering with the key `root`.
  init(_ moment: AutomationMoment, _ root: RandomKey) {
    let rain = moment.rain
    let amount = rain[.spot]
    let hasFilm = rain.surface.hasFilm || moment.next.surface.hasFilm
    let depth = hasFilm ? Self.filmDepth(at: rain.steppedRainfall) : 0
    if amount == 0 && depth == 0 { return }
    isNeutral = false
    let number = Elementary.floor(rain[.spotNumber])
    let part = rain[.spotNumber] - Double(number)
    // No array: it is asked for while the rain plays.
    func blend(_ surface: Surface, _ share: Double) {
      let film = surface.hasFilm ? depth : 0
      let moves = surface.response.moves
      add(Self.key(number, root, surface), amount, film, moves, share: share * (1 - part))
      add(Self.key(number + 1, root, surface), amount, film, moves, share: share * part)
    }
    blend(rain.surface, 1 - moment.share.surface)
    blend(moment.next.surface, moment.share.surface)
  }

  private static func key(_ number: Int, _ root: RandomKey, _ surface: Surface) -> RandomKey {
    let isGround = surface.height == Surface.open.height
    // The spot of a number is that of no seed.
    let key =
      number == 0
      ? Source.spot.key(below: root)
      : Source.spot.key(below: Source.root(seed: UInt64(number))).child(-1)
    return key.child(Int(isGround ? Surface.open.rawValue : surface.rawValue))
  }

  /// The depth of water above the texture of the ground, in m.
  static func filmDepth(at rainfall: Double) -> Double {
    let growth = Elementary.power(rainfall / RainfallLaw.reference, 1.0 / 3)
    return max(0, 0.6e-3 * (growth - 1))
  }

  /// The share that a half octave around a frequency in Hz has of the loudness, on ground or on a
  /// thing that moves, in any unit.
  static func weight(at frequency: Double, onThing: Bool) -> Double {
    let (low, high) =
      onThing ? (400 / frequency, frequency / 3000) : (1000 / frequency, frequency / 12_000)
    return 1 / ((1 + low * low) * (1 + high * high))
  }

  /// Adds a share of the color of a key, below a film of a depth in m.
  private mutating func add(
    _ key: RandomKey, _ amount: Double, _ film: Double, _ moves: Bool, share: Double
  ) {
    if share == 0 { return }
    func normal(_ index: Int) -> Double {
      max(-Self.most, min(Self.most, key.child(index).normal))
    }
    let (tilt, low) = (Self.tilt * normal(0), Self.bands.low * normal(1))
    let high = Self.bands.high * normal(2)
    let rise = Self.low * normal(6)
    let (lowCenter, highCenter) = (-2.5 * key.child(4).uniform, 2.5 * key.child(5).uniform)
    func bell(_ x: Double) -> Double { Elementary.exp(-x * x / (2 * Self.width * Self.width)) }
    var color = levels
    var (sum, whole) = (0.0, 0.0)
    for index in levels.indices {
      let octave = Double(index) / Self.perOctave
      let x = octave - Elementary.log2(Self.middle / Self.lowest)
      let y = max(0, Elementary.log2(Self.lowEnd / Self.lowest) - octave)
      let decibels =
        tilt * x + low * bell(x - lowCenter) + high * bell(x - highCenter) + rise * y
      let period = 1 / (2 * .pi * Self.lowest * Elementary.exp2(octave))
      color[index] =
        Elementary.amplitude(decibels: amount * decibels)
        / (1 + film / (Self.speed * period)).squareRoot()
      let weight = Self.weight(at: Self.lowest * Elementary.exp2(octave), onThing: moves)
      sum += weight * color[index]
      whole += weight
    }
    let level = whole / sum
    for index in levels.indices { levels[index] += share * level * color[index] }
    lean += share * amount * Self.side * normal(3)
  }

  /// The factor of a sound at a pitch in Hz.
  func magnitude(at pitch: Double) -> Double {
    if isNeutral { return 1 }
    let last = Double(levels.count - 1)
    let position = max(0, min(last, Elementary.log2(pitch / Self.lowest) * Self.perOctave))
    let index = min(levels.count - 2, Int(position))
    return levels[index] + (position - Double(index)) * (levels[index + 1] - levels[index])
  }

  // MARK: The bed

  /// Where the bed has the color, in Hz.
  private static let bed = (low: 250.0, middle: 1200.0, high: 6000.0)
  /// How far a corner of the bed may go, as a factor.
  static let farthest = 2.0

  var bedLevel: Double { magnitude(at: Self.bed.middle) }

  /// The power at a frequency, beside that of the level.
  private func power(at frequency: Double) -> Double {
    let ratio = magnitude(at: frequency) / bedLevel
    return ratio * ratio
  }

  /// The corner of a high-pass of the second order, in Hz, that has the color at the low frequency.
  func highPass(_ corner: Double) -> Double {
    if isNeutral { return corner }
    let x = corner / Self.bed.low
    let passed = min(0.98, power(at: Self.bed.low) / (1 + x * x * x * x))
    return near(corner, Self.bed.low * (1 / passed - 1).squareRoot().squareRoot(), atLeast: 20)
  }

  /// The corner of a low-pass of the first order, in Hz, that has the color at the high frequency.
  func lowPass(_ corner: Double) -> Double {
    if isNeutral { return corner }
    let x = Self.bed.high / corner
    let passed = min(0.98, power(at: Self.bed.high) / (1 + x * x))
    return near(corner, Self.bed.high / (1 / passed - 1).squareRoot(), atLeast: 100)
  }

  private func near(_ corner: Double, _ wanted: Double, atLeast least: Double) -> Double {
    // Of three numbers, max and min would make an array.
    max(max(least, corner / Self.farthest), min(min(19_999, corner * Self.farthest), wanted))
  }
}

extension Surface {
  /// Whether water runs off: on open ground, soil and stone, and from puddles.
  fileprivate var hasFilm: Bool { response.isWater || response.hasGround && self != .leaves }
}
