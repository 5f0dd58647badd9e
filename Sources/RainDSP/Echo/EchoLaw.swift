/// The law of an echo: how it falls, how dense it is, and how much of a sound it scatters
/// (``Echo``).
///
///     level = 10^(-3 t/echoTime), until 0.6 of echoTime;  echoDensity pulses a second
///
/// Source: Karjalainen & Järveläinen 2007, "Reverberation modeling using velvet noise".
/// Test: EchoTests
struct EchoLaw: Equatable, Computed {
  /// A sequence of pulses that fall by 60 dB in `echoTime`, with unit energy together.
  struct Pulses: Equatable {
    let pairs: Int
    /// Frames in which there is one pulse.
    let spacing: Double
    /// The level of the first pair.
    let level: Float
    /// The factor from the level of one pair to that of the next.
    let fall: Float

    init(time: Double, perSecond: Double, sampleRate: Int) {
      pairs = Self.pairs(time: time, perSecond: perSecond)
      spacing = Double(sampleRate) * min(1 / perSecond, EchoLaw.end / 2 * time)
      let fall = Elementary.exp(-EchoLaw.ln60dB * 2 / max(1, time * perSecond))
      self.fall = Float(fall)
      // The pulses of a pair never share a frame. Those of different pairs may; their signs are random,
      // so on the average their energies add up all the same.
      var energy = 0.0
      var pairEnergy = 2.0
      for _ in 0..<pairs {
        energy += pairEnergy
        pairEnergy *= fall * fall
      }
      level = energy > 0 ? Float(1 / energy.squareRoot()) : 0
    }

    /// At least one: an echo so short or so thin that there is room for none has them closer together.
    static func pairs(time: Double, perSecond: Double) -> Int {
      time > 0 ? max(1, Int(EchoLaw.end / 2 * time * perSecond)) : 0
    }
  }

  /// The share of `echoTime` after which the echo ends, 36 dB down: a choice between the cost of
  /// pulses and the level of the end.
  private static let end = 0.6
  /// The logarithm of 60 dB, 3 ln 10.
  private static let ln60dB = 3 * 2.302_585_092_994_046

  static let settings = SettingSet([
    .echoTime, .echoDensity, .width, .spacing, .drops, .patterRate, .patterLevel, .gutter,
  ])

  /// The pulses of the first stream of mono and stereo, and half as many, which all other streams have.
  let dense: Pulses
  let sparse: Pulses
  /// The levels of middle and side in stereo.
  let middle: Float
  let side: Float
  /// How far the image of stereo opens, 0 ... 1.
  let width: Double
  /// How far the microphones stand apart, in m.
  let spacing: Double
  /// Pulses keep their delays for two to this power frames.
  let lifeDoublings: Int

  init(
    _ moment: AutomationMoment,
    _ constants: (sampleRate: Int, gutterRate: Double, layout: ChannelLayout)
  ) {
    let (rain, sampleRate) = (moment.rain, constants.sampleRate)
    let time = rain[.echoTime]
    dense = Pulses(time: time, perSecond: rain[.echoDensity], sampleRate: sampleRate)
    sparse = Pulses(time: time, perSecond: rain[.echoDensity] / 2, sampleRate: sampleRate)
    (width, spacing) = constants.layout == .stereo ? (rain[.width], rain[.spacing]) : (0, 0)
    let correlation = Self.correlation(width: width)
    middle = Float(((1 + correlation) / 2).squareRoot())
    side = Float((max(0, 1 - correlation) / 2).squareRoot())
    lifeDoublings = Self.lifeDoublings(
      of: rain, sampleRate: sampleRate, gutterRate: constants.gutterRate)
  }

  /// The correlation of left and right where sound comes from all around: the mean of the products of their gains
  /// (``ChannelLayout/gains(azimuth:height:width:)``), J₀(π/2 · width).
  private static func correlation(width: Double) -> Double {
    var sum = 0.0
    for step in 0..<16 {
      let sine = Elementary.sine(turns: (Double(step) + 0.5) / 16)
      sum += Elementary.cosine(turns: width * sine / 4)
    }
    return sum / 16
  }

  static func isHeard(in rain: Rain) -> Bool { rain[.echoTime] > 0 }

  /// The shortest and the longest life of the delays of pulses, as powers of two of a frame: 256 frames, 6 ms at
  /// 44.1 kHz, in which noise fluctuates by itself as fast as the echo changes; and 131,072, 3 s.
  private static let shortestLife = 8
  private static let longestLife = 17

  /// Each sound has other reflections. As long as the mean time from one sound to the next, rounded down to a
  /// power of two, the delays of pulses stay: dense rain has others every few milliseconds, and a drop in a cave
  /// keeps its echo until it has died away.
  private static func lifeDoublings(of rain: Rain, sampleRate: Int, gutterRate: Double) -> Int {
    // Ticks that the sample rate does not carry are no sounds.
    let ticks =
      min(rain[.patterLow], rain[.patterHigh]) <= Bandwidth.highest * Double(sampleRate)
        && rain.hasPatter ? rain[.patterRate] : 0
    let perSecond = rain[.drops] / 60 + ticks + (rain[.gutter] > 0 ? gutterRate : 0)
    var doublings = shortestLife
    while doublings < longestLife && Double(2 << doublings) * perSecond <= Double(sampleRate) {
      doublings += 1
    }
    return doublings
  }

  /// The share of the energy of a sound that arrives scattered, from a distance r in m:
  ///
  ///     r² / (r² + c²)      c = 1 m · 10^(-echoLevel/20)
  ///
  /// c is the critical distance, in which straight and scattered sound are equally loud (Kuttruff 2016, "Room
  /// acoustics", 5.1). Within it the straight sound falls as 1/r over a diffuse field of one level; beyond, nothing
  /// is added: what ground, leaves and walls scatter is missing from the straight sound.
  static func scattered(distance: Double, of rain: Rain) -> Double {
    if !isHeard(in: rain) { return 0 }
    let ratio = Elementary.amplitude(decibels: rain[.echoLevel]) * distance
    return ratio * ratio / (1 + ratio * ratio)
  }

  /// Upper bound of the delays of a rain, in frames; 0 without an echo. The pulses of the last pair are
  /// at least a frame apart, which may lead beyond the last space; `Lanes.slack` covers that.
  static func mostFrames(of rain: Rain, sampleRate: Int, layout: ChannelLayout) -> Int {
    guard isHeard(in: rain) else { return 0 }
    return Int(end * rain[.echoTime] * Double(sampleRate)) + 1 + Lanes.slack
      + lead(spacing: rain[.spacing], sampleRate: sampleRate, layout: layout)
  }

  /// The frames before a tile that a microphone hears in it, in whole blocks: 168 at most, and so fewer than taps live.
  static func lead(spacing: Double, sampleRate: Int, layout: ChannelLayout) -> Int {
    let most = layout == .stereo ? layout.mostDelay(spacing: spacing, sampleRate: sampleRate) : 0
    return (most + FrameBlock.frames - 1) / FrameBlock.frames * FrameBlock.frames
  }
}
