/// How an echo falls, and how dense it is: see ``Echo``.
struct EchoLaw: Equatable, Computed {
  /// The share of `echoTime` after which the echo ends, 48 dB down: a choice between the cost of
  /// pulses and the level of the end.
  private static let end = 0.8
  /// The logarithm of 60 dB, 3 ln 10.
  private static let ln60dB = 3 * 2.302_585_092_994_046

  static let settings = SettingSet([.echoTime, .echoLevel, .echoDensity, .width, .spacing])

  /// The pairs of pulses in each channel.
  let pairs: Int
  /// Pulses a second.
  let perSecond: Double
  /// How far the directions of the pairs open, 0 ... 1.
  let width: Double
  /// How far the microphones stand apart, in m.
  let spacing: Double
  /// The level of the first pair.
  let level: Float
  /// The factor from the level of one pair to that of the next.
  let fall: Float

  init(_ moment: AutomationMoment, _: Void) {
    let rain = moment.rain
    perSecond = rain.echoDensity
    width = rain.width
    spacing = rain.spacing
    pairs = Self.pairs(time: rain.echoTime, perSecond: rain.echoDensity)
    let fall = Elementary.exp(-Self.ln60dB * 2 / max(1, rain.echoTime * rain.echoDensity))
    self.fall = Float(fall)
    // The pulses of a pair never share a frame. Those of different pairs may; their signs are random,
    // so on the average their energies add up all the same.
    var energy = 0.0
    var pairEnergy = 2.0
    for _ in 0..<pairs {
      energy += pairEnergy
      pairEnergy *= fall * fall
    }
    level =
      energy > 0 ? Float(Elementary.amplitude(decibels: rain.echoLevel) / energy.squareRoot()) : 0
  }

  private static func pairs(time: Double, perSecond: Double) -> Int {
    Int(end / 2 * time * perSecond)
  }

  /// The pairs of pulses of a rain.
  static func pairs(of rain: Rain) -> Int {
    pairs(time: rain.echoTime, perSecond: rain.echoDensity)
  }

  /// Upper bound of the delays of a rain, in frames; 0 without an echo. The pulses of the last pair are
  /// at least a frame apart, which may lead beyond the last space; `Lanes.slack` covers that.
  static func mostFrames(of rain: Rain, sampleRate: Int, layout: ChannelLayout) -> Int {
    guard pairs(of: rain) > 0 else { return 0 }
    return Int(end * rain.echoTime * Double(sampleRate)) + 1 + Lanes.slack
      + layout.mostDelay(spacing: rain.spacing, sampleRate: sampleRate)
  }
}
