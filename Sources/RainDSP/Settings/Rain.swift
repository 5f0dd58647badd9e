/// Rain as numbers: all the settings of a rendering but its seed, sample rate and channels.
///
/// The properties are documented by ``parameters``, one table of names, units, ranges and
/// one-line explanations. A fresh value is steady rain on open ground.
public struct Rain: Sendable, Hashable {
  // Drops
  public var drops = 1200.0
  public var intensity = 10.0
  public var sizeSpread = 1.0
  public var gust = 0.15
  public var surface = Surface.open
  public var puddles = 0.0
  public var variation = 1.0
  public var distanceMin = 1.0
  public var distanceMax = 6.0
  public var width = 0.65
  public var air = 0.3

  // Impact and splash
  public var impactAmplitude = 0.38
  public var impactDuration = 0.8
  public var impactShape = ImpactShape.blow
  public var impactJitter = 0.15
  public var durationJitter = 0.25
  public var splash = 1.0
  public var splashDecay = 3.0
  public var splashFrequency = 4000.0

  // Delay and bubble
  public var delay = 5.0
  public var delayJitter = 0.3
  public var bubbleAmplitude = 0.35
  public var bubbleFrequency = 2200.0
  public var bubbleDecay = 240.0
  public var bubbleProbability = 0.5
  public var pitchSpread = 0.5
  public var chirp = 0.1
  public var bubbleJitter = 0.15
  public var decayJitter = 0.3

  // Patter
  public var patterRate = 4000.0
  public var patterLevel = 0.024
  public var patterLow = 300.0
  public var patterHigh = 15000.0
  public var patterMin = 1.2
  public var patterMax = 25.0
  public var patterGust = 0.12
  public var patterCluster = 0.2

  // Bed
  public var white = 0.0
  public var pink = 0.048
  public var brown = 0.0
  public var bedHighpass = 200.0
  public var bedLowpass = 5000.0
  public var bedModulation = 0.6
  public var bedCorrelation = 3000.0

  // Echo and output
  public var spaceTime = 0.12
  public var spaceDb = -5.0
  public var spacePulses = 150.0
  public var muffle = 20000.0
  public var lowCut = 20.0
  public var gain = 0.0

  /// Steady rain on open ground.
  public init() {}

  /// Whether nothing sounds at any time: every source is at 0.
  public var isSilent: Bool { !hasDrops && !hasPatter && !hasBed }

  /// Whether near drops fall, ticks of the patter, or noise of any colour sounds.
  var hasDrops: Bool { drops > 0 }
  var hasPatter: Bool { patterRate > 0 && patterLevel > 0 }
  var hasBed: Bool { white > 0 || pink > 0 || brown > 0 }
}
