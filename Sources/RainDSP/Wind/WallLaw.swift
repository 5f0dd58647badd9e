/// Walls that keep back wind and thunder: a limp one, with openings beside it.
///
///     transmission = opening + (1 - opening) / (1 + j f/f₀)        f₀ = 224 Hz / mass
///
/// So a wall of m kg/m² takes off 20 log₁₀(m f) - 47 dB, and no more than the opening lets in.
///
/// Source: the law of mass (``Surface``); flanking and openings in each place's file.
/// Test: WallTests
struct WallLaw: Computed {
  static let settings = SettingSet([.wall, .opening])

  private static let massFrequency = 224.0

  /// nil: there is no wall.
  let coefficients: FirstOrderFilter.Coefficients?

  init(_ moment: AutomationMoment, _ sampleRate: Int) {
    self.init(mass: moment.rain[.wall], opening: moment.rain[.opening], sampleRate: sampleRate)
  }

  /// A wall of a mass in kg/m², with openings of a level in dB.
  init(mass: Double, opening: Double, sampleRate: Int) {
    guard mass > 0 else {
      coefficients = nil
      return
    }
    let open = Elementary.amplitude(decibels: opening)
    let k = WarpedFrequency(Self.massFrequency / mass, sampleRate: sampleRate).tangent
    coefficients = .init(
      pole: (1 - k) / (1 + k), zero: (open - k) / (open + k), gain: (open + k) / (1 + k))
  }
}

/// The walls of all channels of wind or thunder.
struct Walls: ~Copyable {
  private var law: GlidingValue<WallLaw>
  private var channels: PerChannel<FirstOrderFilter>
  private var sound = CrossFade()
  private let count: Int
  /// How many tiles back a tile depends on those before it.
  let memoryTiles: Int

  init(_ bounds: RainBounds, sampleRate: Int, count: Int) {
    law = GlidingValue(bounds.start, sampleRate)
    let slowest = WallLaw(
      mass: bounds.high[.wall], opening: bounds.high[.opening], sampleRate: sampleRate)
    channels = PerChannel { _ in FirstOrderFilter(slowest: slowest.coefficients) }
    memoryTiles = channels[0].memoryTiles
    self.count = count
  }

  /// Forgets all that sounded before.
  mutating func clear() { for channel in 0..<count { channels[channel].clear() } }

  /// Filters a tile of planes, which the automation has read.
  mutating func filter(_ planes: inout Planes, of automation: borrowing AutomationReader) {
    law.move(with: automation)
    if memoryTiles == 0 { return }
    for channel in 0..<count {
      let start = planes.start(of: channel)
      sound.tile.gather(planes.samples, from: start)
      sound.begin(isFading: law.moves)
      if law.moves {
        channels[channel].filter(&sound.earlier, by: law.start.coefficients, isKept: false)
      }
      channels[channel].filter(&sound.tile, by: law.end.coefficients)
      sound.end()
      sound.tile.scatter(into: &planes.samples, from: start)
    }
  }
}
