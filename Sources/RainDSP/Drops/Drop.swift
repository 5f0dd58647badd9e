/// A near drop: what was drawn for it, in seconds and hertz, and its sound.
///
///     impact ─ delay ─ bubble      with the splash and the modes of the surface under the impact
///
/// The parts are those of Miklavcic, Zita & Arvidsson 2004 ("Computational real-time sound
/// synthesis of rain"). Each quantity comes from a random number of its own, so that a setting
/// moves what it names and nothing else. Where a setting has a jitter s, a drop has
/// setting · e^(variation · s · g), g standard normal within ±2.5.
public struct Drop: Sendable {
  /// In mm.
  public let diameter: Double
  /// From the listener, in m.
  public let distance: Double
  /// In turns, clockwise, 0 in front.
  public let azimuth: Double
  public let impact: Impact
  public let splash: Splash
  /// Silence between the impact and the bubble, in seconds.
  public let delay: Double
  /// nil when the drop traps none.
  public let bubble: Bubble?
  /// The ring of the surface.
  private let modes: (first: DampedSine, second: DampedSine)?
  /// Where the air begins to dull the drop, in Hz.
  private let airCutoff: Double
  private let pan: (left: Double, right: Double)
  /// In s.
  private let lag: Double
  /// The level of its distance, relative to full scale.
  private let level: Double

  /// The drop of a key, in a rain.
  init(key: RandomKey, in rain: Rain, sizes: borrowing DropSize) {
    let draws = Draws(key: key, variation: rain.variation)
    let answer =
      (draws.uniform(.puddle) < rain.puddles ? Surface.water : rain.surface).answer
    let natural = draws.uniform(.size)
    diameter =
      draws.uniform(.drip) < answer.drips ? sizes.drip(natural) : sizes.diameter(natural)
    let size = diameter / DropSize.reference
    let speed = DropSize.terminalSpeed(diameter)
    let referenceSpeed = DropSize.terminalSpeed(DropSize.reference)
    // Momentum and size, levelled off at 1.5: the rare largest drops stay within full scale.
    let struck = size * size.squareRoot() * speed / referenceSpeed
    let strength = struck / (1 + struck * struck / 2.25).squareRoot()

    let place = Place(near: rain.distanceMin, far: rain.distanceMax, width: rain.width)
    distance = place.distance(draws.uniform(.distance))
    azimuth = draws.uniform(.azimuth)
    pan = place.pan(azimuth: azimuth)
    lag = place.lag(azimuth: azimuth)
    level = NearDrops.level(in: rain) * place.level(distance: distance)
    airCutoff = max(
      Self.dullestAir, 18_000 * Elementary.exp2(-rain.air * (distance - rain.distanceMin) / 4))

    let blow = rain.impactAmplitude * strength
    let nominal = rain.impactDuration * 1e-3
    impact = Impact(
      shape: rain.impactShape,
      amplitude: draws.jitter(
        blow * answer.impact, spread: rain.impactJitter, .impactAmplitude),
      duration: min(
        Self.longestImpact,
        draws.jitter(
          nominal * size * referenceSpeed / speed, spread: rain.durationJitter, .impactDuration)),
      nominalDuration: nominal)
    splash = Splash(
      amplitude: 0.5 * rain.splash * answer.splash * blow,
      frequency: draws.jitter(
        rain.splashFrequency / size.squareRoot(), spread: 0.5, .splashFrequency),
      decayTime: min(
        Self.longestSplash,
        draws.jitter(rain.splashDecay * 1e-3 * size, spread: 0.4, .splashDecay)),
      // Like drops sound alike.
      key: rain.variation == 0 ? RandomKey(seed: 0) : draws.key(.splashNoise))
    if answer.modes > 0 {
      func mode(_ mode: (frequency: Double, decay: Double), level: Double, _ draw: Draw)
        -> DampedSine
      {
        let detuned = 0.15 * rain.variation * (2 * draws.uniform(draw) - 1)
        return DampedSine(
          amplitude: level * answer.modes * blow, frequency: mode.frequency * (1 + detuned),
          decay: mode.decay)
      }
      modes = (
        mode(answer.first, level: 1, .firstMode), mode(answer.second, level: 0.5, .secondMode)
      )
    } else {
      modes = nil
    }

    delay = min(
      Self.longestDelay,
      draws.jitter(rain.delay * 1e-3 * size, spread: rain.delayJitter, .delay))
    if draws.share(.bubble) <= rain.bubbleProbability * answer.bubbles {
      // Upwards the pitches spread wider than downwards.
      let g = draws.normal(.bubbleFrequency)
      let octaves = rain.variation * rain.pitchSpread * (g > 0 ? g : 0.45 * g)
      let pitch = max(20, rain.bubbleFrequency / size * Elementary.exp2(octaves))
      let decay = rain.bubbleDecay * Self.damping(pitch) / Self.damping(rain.bubbleFrequency)
      let quiet = draws.share(.bubbleStrength)
      let dulled = 1 / (1 + pitch * pitch / (airCutoff * airCutoff)).squareRoot()
      bubble = Bubble(
        amplitude: draws.jitter(
          rain.bubbleAmplitude * strength * (0.15 + 0.85 * quiet * quiet) * dulled,
          spread: rain.bubbleJitter, .bubbleAmplitude),
        frequency: pitch,
        decay: max(
          Self.slowestDecay, draws.jitter(decay, spread: rain.decayJitter, .bubbleDecay)),
        chirp: rain.chirp * answer.chirp * 2 * draws.share(.chirp),
        hasSecondMode: answer.isWater)
    } else {
      bubble = nil
    }
  }

  /// The gains of the channels: level, distance and pan. In mono, only the left one counts.
  func gains(channels: Int) -> (left: Float, right: Float) {
    channels == 2
      ? (Float(level * pan.left), Float(level * pan.right)) : (Float(level), 0)
  }

  /// By how many frames left hears it later than right, in stereo.
  func lag(sampleRate: Int) -> Int {
    Place.frames(lag: lag, sampleRate: sampleRate)
  }

  /// The parts of a drop's sound, in frames from its onset.
  public struct Course: Sendable, Hashable {
    public let impact: Range<Int>
    /// The silence between impact and bubble, where no splash and no surface rings into it.
    public let delay: Range<Int>
    /// Empty when the drop traps none.
    public let bubble: Range<Int>
    /// Frames of the whole sound.
    public let frames: Int
  }

  /// When the parts sound. The air draws impact and splash out.
  public func course(sampleRate: Int) -> Course {
    let air = Self.airFrames(cutoff: airCutoff, sampleRate: sampleRate)
    let impactEnd = impact.frames(sampleRate: sampleRate) + air
    let bubbleFrames = bubble?.frames(sampleRate: sampleRate) ?? 0
    let delayEnd = impactEnd + (bubbleFrames > 0 ? Int(delay * Double(sampleRate) + 0.5) : 0)
    var end = bubbleFrames > 0 ? delayEnd + bubbleFrames : impactEnd
    if splash.amplitude > 0 { end = max(end, splash.frames(sampleRate: sampleRate) + air) }
    for number in 0...1 {
      guard let mode = mode(number, sampleRate: sampleRate) else { continue }
      end = max(end, mode.frames(sampleRate: sampleRate))
    }
    return Course(
      impact: 0..<impactEnd, delay: impactEnd..<delayEnd,
      bubble: delayEnd..<delayEnd + bubbleFrames, frames: end)
  }

  /// Writes the sound, before its gains, to the beginning of `output`, which is silent and has
  /// room for the frames of its ``course(sampleRate:)`` and seven more.
  func render(into output: inout MutableSpan<Float>, sampleRate: Int) {
    let course = course(sampleRate: sampleRate)
    if impact.amplitude > 0 { impact.render(adding: &output, sampleRate: sampleRate) }
    var struck = course.impact.count
    if splash.amplitude > 0 {
      splash.render(adding: &output, sampleRate: sampleRate)
      let air = Self.airFrames(cutoff: airCutoff, sampleRate: sampleRate)
      struck = max(struck, splash.frames(sampleRate: sampleRate) + air)
    }
    dull(&output, frames: struck, sampleRate: sampleRate)
    for number in 0...1 {
      guard let mode = mode(number, sampleRate: sampleRate) else { continue }
      mode.render(adding: &output, at: 0, sampleRate: sampleRate)
    }
    if let bubble, bubble.amplitude > 0 {
      bubble.render(adding: &output, at: course.bubble.lowerBound, sampleRate: sampleRate)
    }
  }

  /// The first or the second mode, if there are modes and the sample rate can carry it.
  private func mode(_ number: Int, sampleRate: Int) -> DampedSine? {
    guard let modes else { return nil }
    let mode = number == 0 ? modes.first : modes.second
    return mode.frequency <= 0.45 * Double(sampleRate) ? mode : nil
  }

  /// Frames in which the low-pass of the air falls by 80 dB.
  private static func airFrames(cutoff: Double, sampleRate: Int) -> Int {
    Decay.wholeGroups(Decay.timeConstants / (2 * .pi * cutoff) * Double(sampleRate))
  }

  /// The low-pass of the air over the blow and the splash:
  /// y[n] = y[n-1] + (1 - p)(x[n] - y[n-1]), p = e^(-2π airCutoff / sampleRate).
  ///
  /// Eight frames at a time: after steps of 1, 2 and 4 frames each lane holds the sum over the
  /// lanes before it, to which the last output of the group before is added, decayed.
  private func dull(_ output: inout MutableSpan<Float>, frames: Int, sampleRate: Int) {
    let p = Float(Elementary.exp(-2 * .pi * airCutoff / Double(sampleRate)))
    let p2 = p * p
    let p4 = p2 * p2
    let powers = SIMD8(p, p2, p2 * p, p4, p4 * p, p4 * p2, p4 * p2 * p, p4 * p4)
    var last: Float = 0
    for frame in stride(from: 0, to: frames, by: 8) {
      let x = output.lanes(at: frame)
      var y = x * (1 - p)
      y += SIMD8(0, y[0], y[1], y[2], y[3], y[4], y[5], y[6]) * p
      y += SIMD8(0, 0, y[0], y[1], y[2], y[3], y[4], y[5]) * p2
      y += SIMD8(0, 0, 0, 0, y[0], y[1], y[2], y[3]) * p4
      y += powers * last
      last = y[7]
      output.setLanes(y, at: frame)
    }
  }

  /// Frames that no drop of a rain exceeds.
  static func mostFrames(in rain: Rain, sampleRate: Int) -> Int {
    func most(_ spread: Double) -> Double {
      Elementary.exp(rain.variation * spread * Draws.furthest)
    }
    let size = Elementary.power(DropSize.largest / DropSize.reference, rain.sizeSpread)
    let small = Elementary.power(DropSize.smallest / DropSize.reference, rain.sizeSpread)
    // D/v is largest for the largest drop, or, where small drops hardly fall, for the smallest.
    let flatness =
      [size, small].map {
        $0 / DropSize.terminalSpeed($0 * DropSize.reference)
      }.max() ?? 0
    let longestImpact = Impact(
      shape: rain.impactShape, amplitude: 1,
      duration: min(
        Self.longestImpact,
        rain.impactDuration * 1e-3 * flatness
          * DropSize.terminalSpeed(DropSize.reference) * most(rain.durationJitter)))
    let longestSplash = Splash(
      amplitude: 1, frequency: rain.splashFrequency,
      decayTime: min(Self.longestSplash, rain.splashDecay * 1e-3 * size * most(0.4)),
      key: RandomKey(seed: 0))
    let longestDelay = min(
      Self.longestDelay, rain.delay * 1e-3 * size * most(rain.delayJitter))
    let lowest = max(
      20,
      rain.bubbleFrequency / size
        * Elementary.exp2(-rain.variation * rain.pitchSpread * 0.45 * Draws.furthest))
    let slowest = max(
      Self.slowestDecay,
      rain.bubbleDecay * Self.damping(lowest) / Self.damping(rain.bubbleFrequency)
        / most(rain.decayJitter))
    let farthest = 18_000 * Elementary.exp2(-rain.air * (rain.distanceMax - rain.distanceMin) / 4)
    let air = airFrames(cutoff: max(dullestAir, farthest), sampleRate: sampleRate)
    let answer = rain.surface.answer
    let longestMode = answer.modes > 0 ? min(answer.first.decay, answer.second.decay) : 1e9
    let ring = { (decay: Double) in
      DampedSine(amplitude: 1, frequency: 1, decay: decay).frames(sampleRate: sampleRate)
    }
    return [
      longestImpact.frames(sampleRate: sampleRate) + air
        + Int(longestDelay * Double(sampleRate) + 1)
        + ring(slowest),
      longestSplash.frames(sampleRate: sampleRate) + air, ring(longestMode),
    ].max() ?? 0
  }

  // Where extreme settings and jitters meet, a drop still ends within a few seconds.
  private static let longestImpact = 0.3  // s
  private static let longestSplash = 0.1  // s
  private static let longestDelay = 0.5  // s
  private static let slowestDecay = 5.0  // 1/s
  private static let dullestAir = 500.0  // Hz

  /// The decay rate of a bubble that rings at a frequency, in 1/s (van den Doel 2005).
  static func damping(_ frequency: Double) -> Double {
    0.043 * frequency + 0.0014 * frequency * frequency.squareRoot()
  }
}

/// What is drawn for a drop; the numbers are those of its key's children.
private enum Draw: UInt64 {
  case size
  case distance, azimuth, impactAmplitude, impactDuration, splashFrequency, splashDecay
  case splashNoise, firstMode, secondMode, delay, bubble, bubbleFrequency, bubbleDecay
  case bubbleAmplitude, bubbleStrength, chirp, puddle, drip
}

private struct Draws {
  /// The largest standard normal number that is used.
  static let furthest = 2.5

  let key: RandomKey
  let variation: Double

  init(key: RandomKey, variation: Double) {
    self.key = key
    self.variation = variation
  }

  func key(_ draw: Draw) -> RandomKey {
    key.child(draw.rawValue)
  }

  func uniform(_ draw: Draw) -> Double {
    key(draw).uniform
  }

  /// A uniform number that a variation below 1 draws towards the middle.
  func share(_ draw: Draw) -> Double {
    0.5 + min(1, variation) * (uniform(draw) - 0.5)
  }

  func normal(_ draw: Draw) -> Double {
    max(-Self.furthest, min(Self.furthest, key(draw).normal))
  }

  func jitter(_ setting: Double, spread: Double, _ draw: Draw) -> Double {
    let exponent = variation * spread
    return exponent == 0 ? setting : setting * Elementary.exp(exponent * normal(draw))
  }
}
