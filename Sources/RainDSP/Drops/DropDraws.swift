/// The random numbers of a drop. Each determines one quantity, so that a setting changes only the
/// quantity that it names.
struct DropDraws {
  /// The quantity that a number determines. Its raw value is the number of a child of the drop's key: a
  /// new draw takes a new number, and changes no other. 9, 19 and 20 belonged to draws that are gone; do not reuse them.
  enum Draw: UInt64 {
    case size = 0
    case distance = 1
    case azimuth = 2
    case impactAmplitude = 3
    case impactDuration = 4
    case splashFrequency = 5
    case splashDecay = 6
    case splash = 7
    case modes = 8
    case delay = 10
    case bubble = 11
    case bubbleFrequency = 12
    case bubbleDecay = 13
    case bubbleAmplitude = 14
    case bubbleStrength = 15
    case chirp = 16
    case puddle = 17
    case drip = 18
    case surface = 21
    case impactShape = 22
    /// Whether it has each of its parts, where drops crowd.
    case part = 23
    case smallBubble = 24
    /// Direction in which the struck surface gives way.
    case side = 25
  }

  private let key: RandomKey

  init(_ key: RandomKey) { self.key = key }

  /// The key under which a quantity draws numbers of its own.
  func key(_ draw: Draw) -> RandomKey { key.child(draw.rawValue) }

  /// A uniform number of [0, 1).
  func uniform(_ draw: Draw) -> Double { key(draw).uniform }

  /// Eight standard normal numbers, clamped to ±``RandomKey/mostNormal``.
  var normals: SIMD8<Double> {
    RandomKey.clampedNormals([
      key(.impactAmplitude), key(.impactDuration), key(.splashFrequency), key(.splashDecay),
      key(.delay), key(.bubbleFrequency), key(.bubbleDecay), key(.bubbleAmplitude),
    ])
  }
}
