/// The law of a drop: each quantity of a drop, as a function of the rain, the size of the drop and a
/// draw.
///
/// ```swift
/// let law = DropLaw(Rain())
/// let drop = law.drop(RandomKey(seed: 7))
/// ```
///
/// Drawing a drop, ``drop(_:)``, and bounding the longest one ask the same functions: the bound is the
/// law at the extremes of its draws. In the functions, `u` is a uniform number of [0, 1) and `g` a
/// standard normal number within ±2.5. Where a setting has a jitter s, a drop has
///
///     setting · e^(variation · s · g)
///
/// so that the setting is the median.
public struct DropLaw: ~Copyable, Sendable {
  /// A size of a drop, with what follows from it alone.
  struct Size {
    /// In mm.
    let diameter: Double
    /// The diameter relative to that of the drop that the settings describe, 2 mm.
    let ratio: Double
    /// The terminal speed, in m/s.
    let speed: Double

    init(diameter: Double) {
      self.diameter = diameter
      ratio = diameter / DropSize.reference
      speed = DropSize.terminalSpeed(diameter)
    }
  }

  private let rain: Rain
  private let sizes: DropSize
  private let ring: DropRing
  /// The terminal speed of the drop that the settings describe, in m/s.
  private let referenceSpeed = DropSize.terminalSpeed(DropSize.reference)

  /// The law of a rain whose settings are within their ranges: see ``Rain/validate()``.
  public init(_ rain: Rain) {
    self.rain = rain
    sizes = DropSize(intensity: rain.intensity, spread: rain.sizeSpread)
    ring = DropRing(near: rain.distanceMin, far: rain.distanceMax)
  }

  /// The drop of a key: equal keys give equal drops.
  public func drop(_ key: RandomKey) -> Drop {
    let draws = DropDraws(key)
    let answer = answer(draws.uniform(.puddle))
    let size = size(draws.uniform(.size), drip: draws.uniform(.drip), on: answer)
    let distance = ring.distance(draws.uniform(.distance))
    let airCutoff = airCutoff(distance: distance)
    return Drop(
      diameter: size.diameter, distance: distance, azimuth: draws.uniform(.azimuth),
      width: rain.width, level: level(distance: distance), airCutoff: airCutoff,
      impact: Impact(
        shape: rain.impactShape,
        amplitude: impactAmplitude(size, on: answer, draws.normal(.impactAmplitude)),
        duration: impactDuration(size, draws.normal(.impactDuration)),
        nominalDuration: nominalImpactDuration),
      splash: splash(size, on: answer, draws), modes: modes(size, on: answer, draws),
      delay: delay(size, draws.normal(.delay)),
      bubble: bubble(size, on: answer, airCutoff: airCutoff, draws))
  }

  /// A drop whose every part is the longest that the law gives. Only its timing means something.
  var longest: Drop {
    // Each time is longest for the largest drop or, where small drops hardly fall, the smallest.
    let extremes = [DropSize.smallest, DropSize.largest].map { Size(diameter: sizes.spread($0)) }
    func longest(_ time: (Size) -> Double) -> Double { extremes.map(time).max() ?? 0 }
    let most = DropDraws.mostNormal
    let pitches = extremes.map { bubbleFrequency($0, -most) }
    let answer = rain.surface.answer
    func mode(_ mode: (frequency: Double, decay: Double)) -> DampedSine {
      DampedSine(amplitude: 1, frequency: Self.lowestBubble, decay: mode.decay)
    }
    return Drop(
      airCutoff: airCutoff(distance: rain.distanceMax),
      impact: Impact(
        shape: rain.impactShape, amplitude: 1, duration: longest { impactDuration($0, most) }),
      splash: Splash(
        amplitude: 1, frequency: rain.splashFrequency,
        decayTime: longest { splashDecay($0, most) }, key: RandomKey(seed: 0)),
      modes: answer.modes > 0
        ? Drop.Modes(first: mode(answer.first), second: mode(answer.second)) : nil,
      delay: longest { delay($0, most) },
      // A pitch that every sample rate carries, with the slowest decay that a pitch has.
      bubble: Bubble(
        amplitude: 1, frequency: Self.lowestBubble,
        decay: pitches.map { bubbleDecay(frequency: $0, -most) }.min() ?? Self.slowestBubble))
  }

  /// An upper bound of a drop's length, in frames.
  ///
  /// It is that of the longest drop, and one group of eight for each of the three parts that follow one
  /// another (impact, its end in the air, bubble): the exponential function is exact to 1e-11, so a
  /// drop of a smaller draw may last up to 1e-11 longer, and round up where the longest does not.
  func mostFrames(sampleRate: Int) -> Int {
    longest.timing(sampleRate: sampleRate).frames + 3 * Lanes.count
  }

  // MARK: Chance

  private func jittered(_ setting: Double, spread: Double, _ g: Double) -> Double {
    let exponent = rain.variation * spread
    return exponent == 0 ? setting : setting * Elementary.exp(exponent * g)
  }

  /// A uniform number that a variation below 1 draws towards the middle.
  private func varied(_ u: Double) -> Double {
    0.5 + min(1, rain.variation) * (u - 0.5)
  }

  // MARK: Size and place

  /// The answer of what the drop strikes: a puddle or the surface.
  private func answer(_ u: Double) -> Surface.Answer {
    (u < rain.puddles ? Surface.water : rain.surface).answer
  }

  /// The size of a drop that falls, or drips from leaves.
  private func size(_ u: Double, drip: Double, on answer: Surface.Answer) -> Size {
    Size(diameter: drip < answer.drips ? sizes.drip(u) : sizes.diameter(u))
  }

  /// The level of drops with a setting of 1, relative to full scale: steady rain comes to -23 LUFS.
  private static let reference = 1.7
  /// Drops a minute above which each drop is quieter, so that all together keep their level: what
  /// grows then is the density.
  private static let crowd = 4000.0

  /// The level of a drop at a distance in m, relative to full scale.
  private func level(distance: Double) -> Double {
    let crowded =
      rain.drops > Self.crowd
      ? Self.reference * (Self.crowd / rain.drops).squareRoot() : Self.reference
    return crowded * ring.level(distance: distance)
  }

  /// Where the air begins to dull a drop at a distance in m, in Hz. By ear: 18 kHz for the nearest, and
  /// an octave lower every 4 m with `air` at 1, but never below 500 Hz, so that the filter ends soon.
  private func airCutoff(distance: Double) -> Double {
    max(500, 18_000 * Elementary.exp2(-rain.air * (distance - rain.distanceMin) / 4))
  }

  // MARK: Impact

  /// How hard a drop of diameter D and speed v strikes, relative to D₀ = 2 mm and its speed v₀:
  ///
  ///     x/√(1 + (x/1.5)²),   x = (D/D₀)^1.5 v/v₀
  ///
  /// x lies between momentum and size, by ear. It levels off at 1.5, so that the rare largest drops stay
  /// within full scale.
  private func strength(_ size: Size) -> Double {
    let struck = size.ratio * size.ratio.squareRoot() * size.speed / referenceSpeed
    return struck / (1 + struck * struck / 2.25).squareRoot()
  }

  /// The amplitude of the blow before the surface answers.
  private func blow(_ size: Size) -> Double {
    rain.impactAmplitude * strength(size)
  }

  private func impactAmplitude(_ size: Size, on answer: Surface.Answer, _ g: Double) -> Double {
    jittered(blow(size) * answer.impact, spread: rain.impactJitter, g)
  }

  /// In s.
  private var nominalImpactDuration: Double { rain.impactDuration * 1e-3 }

  /// The time that a drop takes to pass its own diameter, D/v, in s; 0.3 s at most, so that a drop ends
  /// where extreme settings meet.
  private func impactDuration(_ size: Size, _ g: Double) -> Double {
    min(
      0.3,
      jittered(
        nominalImpactDuration * size.ratio * referenceSpeed / size.speed,
        spread: rain.durationJitter, g))
  }

  // MARK: Splash

  private func splash(_ size: Size, on answer: Surface.Answer, _ draws: DropDraws) -> Splash? {
    // By ear: at a `splash` of 1, half the blow.
    let amplitude = 0.5 * rain.splash * answer.splash * blow(size)
    guard amplitude > 0 else { return nil }
    return Splash(
      amplitude: amplitude, frequency: splashFrequency(size, draws.normal(.splashFrequency)),
      decayTime: splashDecay(size, draws.normal(.splashDecay)),
      // Without variation, drops of equal size sound alike.
      key: rain.variation == 0 ? RandomKey(seed: 0) : draws.key(.splashNoise))
  }

  /// In Hz. The spread is by ear.
  private func splashFrequency(_ size: Size, _ g: Double) -> Double {
    jittered(rain.splashFrequency / size.ratio.squareRoot(), spread: 0.5, g)
  }

  /// In s, 0.1 s at most. The spread is by ear.
  private func splashDecay(_ size: Size, _ g: Double) -> Double {
    min(0.1, jittered(rain.splashDecay * 1e-3 * size.ratio, spread: 0.4, g))
  }

  // MARK: Modes of the surface

  private func modes(_ size: Size, on answer: Surface.Answer, _ draws: DropDraws) -> Drop.Modes? {
    guard answer.modes > 0 else { return nil }
    let blow = blow(size)
    return Drop.Modes(
      first: mode(answer.first, amplitude: answer.modes * blow, draws.uniform(.firstMode)),
      second: mode(
        answer.second, amplitude: 0.5 * answer.modes * blow, draws.uniform(.secondMode)))
  }

  /// A mode, detuned by up to 15 % in either direction, by ear: drops strike different pieces.
  private func mode(
    _ mode: (frequency: Double, decay: Double), amplitude: Double, _ u: Double
  ) -> DampedSine {
    let detuned = 0.15 * rain.variation * (2 * u - 1)
    return DampedSine(
      amplitude: amplitude, frequency: mode.frequency * (1 + detuned), decay: mode.decay)
  }

  // MARK: Delay and bubble

  /// In s, 0.5 s at most.
  private func delay(_ size: Size, _ g: Double) -> Double {
    min(0.5, jittered(rain.delay * 1e-3 * size.ratio, spread: rain.delayJitter, g))
  }

  private func bubble(
    _ size: Size, on answer: Surface.Answer, airCutoff: Double, _ draws: DropDraws
  ) -> Bubble? {
    guard varied(draws.uniform(.bubble)) <= rain.bubbleProbability * answer.bubbles else {
      return nil
    }
    let frequency = bubbleFrequency(size, draws.normal(.bubbleFrequency))
    return Bubble(
      amplitude: bubbleAmplitude(
        size, heard: AirLowPass.magnitude(at: frequency, cutoff: airCutoff),
        draws.uniform(.bubbleStrength), draws.normal(.bubbleAmplitude)),
      frequency: frequency, decay: bubbleDecay(frequency: frequency, draws.normal(.bubbleDecay)),
      chirp: chirp(on: answer, draws.uniform(.chirp)), hasSecondMode: answer.isWater)
  }

  /// The lowest pitch of a bubble, in Hz: the lowest that is heard.
  private static let lowestBubble = 20.0
  /// The slowest decay of a bubble, in 1/s: it has then fallen by 80 dB after 1.8 s.
  private static let slowestBubble = 5.0

  /// In Hz. By ear: upwards the pitches spread wider than downwards.
  private func bubbleFrequency(_ size: Size, _ g: Double) -> Double {
    let octaves = rain.variation * rain.pitchSpread * (g > 0 ? g : 0.45 * g)
    return max(Self.lowestBubble, rain.bubbleFrequency / size.ratio * Elementary.exp2(octaves))
  }

  /// In 1/s: `bubbleDecay` at `bubbleFrequency`, and at other pitches in proportion to the damping of
  /// bubbles.
  private func bubbleDecay(frequency: Double, _ g: Double) -> Double {
    let decay =
      rain.bubbleDecay * Self.damping(frequency) / Self.damping(rain.bubbleFrequency)
    return max(Self.slowestBubble, jittered(decay, spread: rain.decayJitter, g))
  }

  /// The rate at which the amplitude of a bubble decays, in 1/s, at its frequency in Hz (van den Doel
  /// 2005, "Physically-based models for liquid sounds").
  static func damping(_ frequency: Double) -> Double {
    0.043 * frequency + 0.0014 * frequency * frequency.squareRoot()
  }

  /// By ear: most bubbles are faint, the faintest 16 dB below the strongest. `heard` is the share that
  /// the air passes at the bubble's pitch.
  private func bubbleAmplitude(_ size: Size, heard: Double, _ u: Double, _ g: Double) -> Double {
    let share = varied(u)
    return jittered(
      rain.bubbleAmplitude * strength(size) * (0.15 + 0.85 * share * share) * heard,
      spread: rain.bubbleJitter, g)
  }

  /// The part of its pitch by which a bubble rises: even from 0 to twice the setting.
  private func chirp(on answer: Surface.Answer, _ u: Double) -> Double {
    rain.chirp * answer.chirp * 2 * varied(u)
  }
}
