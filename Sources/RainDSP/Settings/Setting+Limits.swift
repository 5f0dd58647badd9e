extension Setting {
  /// The numbers that the setting can have; of a choice, their numbers. Code and no table, whose
  /// first use takes a lock: also the audio thread reads it.
  var limits: ClosedRange<Double> {
    switch self {
    case .surface: 0...Surface.roof.number
    case .impactShape: 0...ImpactShape.force.number
    case .rainfall: 0.1...200
    case .drops: 0...1_000_000
    case .dropLevel, .gain: -60...24
    case .regularity, .drips, .gutter, .gust, .drift, .dynamics, .puddles, .width, .air,
      .impactJitter, .durationJitter, .delayJitter, .bubbleProbability, .bubbleSpread,
      .bubbleJitter, .decayJitter, .patterLevel, .patterGust, .patterCluster, .white, .pink,
      .brown, .bedModulation, .lfe:
      0...1
    case .dropSize: 0.5...2
    case .sizeSpread, .impactAmplitude, .bubbleAmplitude: 0...1.5
    case .eaves: 0...24
    case .gustTime: 2...600
    case .variation, .splash, .chirp, .echoTime, .spot: 0...2
    case .spotNumber: 0...9999
    case .distance: 0.25...50
    case .distanceRatio, .patterRatio: 1...200
    case .spacing: 0...0.3
    case .impactDuration: 0.05...100
    case .splashDecay: 0.2...30
    case .splashFrequency: 500...16_000
    case .delay: 0...80
    case .bubbleFrequency: 20...18_000
    case .bubbleDecay: 5...5000
    case .pitchSpread: 0...3
    case .patterRate: 0...50_000
    case .patterLow, .patterHigh, .bedLowpass, .lowpass: 200...20_000
    case .patterDistance: 0.1...50
    case .bedHighpass, .echoDensity, .highpass: 20...4000
    case .bedCorrelation: 0...8000
    case .echoLevel: -60...6
    case .level, .trim: -40...40
    case .tone63, .tone125, .tone250, .tone500, .tone1000, .tone2000, .tone4000, .tone8000,
      .tone16000:
      -24...24
    case .wind: 0...40
    case .thunder: 0...60
    case .thunderDistance: 0.3...25
    case .wall: 0...50
    case .opening: -60...0
    case .howl: 0...1
    }
  }

  /// The nearest number that the setting can have.
  @inline(__always)
  package func nearest(_ number: Double) -> Double {
    let limits = limits
    return max(limits.lowerBound, min(limits.upperBound, number))
  }

  /// Named strengths of rain, in mm/h. They lie within the classes of weather services: light below
  /// 2 mm/h, moderate to 10, heavy to 50, violent above.
  static let namedRainfalls = [
    Word(name: "drizzle", number: 0.5), Word(name: "light", number: 1.5),
    Word(name: "moderate", number: 6), Word(name: "heavy", number: 25),
    Word(name: "violent", number: 75),
  ]

  /// Whether its number follows the rainfall.
  package var followsRainfall: Bool { RainfallLaw(self) != nil }

  /// The numbers that a key of a curve may have: those that come into the range at some rainfall. A
  /// hand may have set one at another rainfall than that of the curve.
  package var rangeOfKeys: ClosedRange<Double> {
    let range = row.range
    guard let law = RainfallLaw(self) else { return range }
    let rainfalls = Setting.rainfall.row.range
    func end(_ number: Double, _ from: Double, _ to: Double) -> Double {
      law.moved(law.moved(number, to: from, back: true), to: to)
    }
    let (least, most) = (rainfalls.lowerBound, rainfalls.upperBound)
    return min(
      range.lowerBound, end(range.lowerBound, most, least))...end(
        range.upperBound, least, most)
  }
}
