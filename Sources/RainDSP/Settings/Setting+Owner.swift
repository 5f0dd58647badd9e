extension Setting {
  /// Whose a setting is.
  public enum Owner: String, Sendable, CaseIterable {
    /// The rain wherever it falls.
    case weather
    /// Where it is heard: the ground or the roof, the distances, the air, the microphones.
    case place
    /// One drop by itself, the same in any weather and place.
    case drop
    /// Who listens.
    case listener
  }

  /// Whose the setting is: a weather holds those of the weather, and a place those of the place.
  public var owner: Owner {
    switch self {
    case .rainfall, .intensity, .gust, .gustTime, .drift, .dynamics: .weather
    case .lfe, .gain, .tone63, .tone125, .tone250, .tone500, .tone1000, .tone2000, .tone4000,
      .tone8000, .tone16000:
      .listener
    case .regularity, .sizeSpread, .variation, .impactAmplitude, .impactDuration, .impactShape,
      .durationJitter, .delay, .delayJitter, .bubbleAmplitude, .bubbleDecay, .bubbleProbability,
      .pitchSpread, .chirp, .bubbleSpread, .bubbleJitter, .decayJitter:
      .drop
    default: .place
    }
  }
}
