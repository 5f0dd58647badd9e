/// The law of a drop: each quantity of a drop, as a function of the rain, the size of the drop and a
/// draw.
///
/// ```swift
/// let law = try DropLaw(Rain())
/// let drop = law.drop(RandomKey(seed: 7))
/// ```
///
/// Drawing a drop, ``drop(_:)``, and bounding the longest one use the same functions: the bound is the
/// law at the extremes of its draws. In the functions, `u` is a uniform number of [0, 1) and `g` a
/// standard normal number within ±2.5. Where a setting has a jitter s, a drop has
///
///     setting · e^(variation · s · g)
///
/// so that the setting is the median.
public struct DropLaw: ~Copyable, Sendable {
  /// A size of a drop, with the quantities that depend on it alone.
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

  /// The settings, and the choices that they change over to.
  private var moment: CourseMoment
  var rain: Rain { moment.rain }
  private var sizes: DropSize
  private var ring: DropRing
  /// The terminal speed of the drop that the settings describe, in m/s.
  private let referenceSpeed = DropSize.terminalSpeed(DropSize.reference)

  /// The law of a rain.
  ///
  /// - Throws: ``InvalidSetting`` for the first setting that lies outside its range.
  public init(_ rain: Rain) throws(InvalidSetting) {
    #if !hasFeature(Embedded)
    try rain.validate()
    #endif
    self.init(validated: rain)
  }

  /// The law of a rain whose settings are known to be within their ranges.
  init(validated rain: Rain) {
    moment = CourseMoment(rain)
    sizes = DropSize(intensity: rain.intensity, spread: rain.sizeSpread)
    ring = DropRing(near: rain.distanceMin, far: rain.distanceMax)
  }

  /// Takes the settings of a moment of a course.
  mutating func tune(to moment: CourseMoment) {
    self.moment = moment
    sizes.tune(intensity: rain.intensity, spread: rain.sizeSpread)
    ring = DropRing(near: rain.distanceMin, far: rain.distanceMax)
  }

  /// The drop of a key: equal keys give equal drops.
  public func drop(_ key: RandomKey) -> Drop {
    let draws = DropDraws(key)
    let surface = surface(draws)
    let answer = surface.answer
    let size = size(draws.uniform(.size), drip: draws.uniform(.drip), on: answer)
    let distance = ring.distance(draws.uniform(.distance))
    let airCutoff = airCutoff(distance: distance)
    return Drop(
      diameter: size.diameter, distance: distance, azimuth: draws.uniform(.azimuth),
      surface: surface, width: rain.width, level: level(distance: distance), airCutoff: airCutoff,
      impact: Impact(
        shape: impactShape(draws),
        amplitude: impactAmplitude(size, on: answer, draws.normal(.impactAmplitude)),
        duration: impactDuration(size, draws.normal(.impactDuration)),
        nominalDuration: nominalImpactDuration),
      splash: splash(size, on: answer, draws), modes: modes(size, on: answer, draws),
      delay: delay(size, draws.normal(.delay)),
      bubble: bubble(size, on: answer, airCutoff: airCutoff, draws))
  }

  /// A drop in which every part is as long as the law allows. Only its timing is meaningful.
  var longest: Drop {
    // Each time is longest for the largest drop or, where small drops hardly fall, the smallest.
    let extremes = [DropSize.smallest, DropSize.largest].map { Size(diameter: sizes.spread($0)) }
    func longest(_ time: (Size) -> Double) -> Double { extremes.map(time).max() ?? 0 }
    let most = DropDraws.mostNormal
    let answer = rain.surface.answer
    let pitches = [answer, Surface.water.answer].flatMap { answer in
      extremes.map { bubbleFrequency($0, on: answer, -most) }
    }
    func mode(_ mode: (frequency: Double, decay: Double)) -> DampedSine {
      DampedSine(amplitude: 1, frequency: Self.lowestBubble, decay: mode.decay)
    }
    return Drop(
      airCutoff: airCutoff(distance: rain.distanceMax),
      impact: Impact(
        shape: rain.impactShape, amplitude: 1, duration: longest { impactDuration($0, most) }),
      splash: Splash(
        amplitude: 1, frequency: rain.splashFrequency, start: longest { splashStart($0, 1) },
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

  /// An upper bound of a drop's length in a course, in frames.
  ///
  /// Every part is longest at one end of the range of a setting, the same whatever the others: so it is
  /// the bound of a rain at those ends, with each surface and shape.
  static func mostFrames(within bounds: RainBounds, sampleRate: Int) -> Int {
    var rain = bounds.high
    rain.distanceMin = bounds.low.distanceMin
    rain.bubbleDecay = bounds.low.bubbleDecay
    /// Both ends of a range, once where they are equal.
    func ends(_ low: Double, _ high: Double) -> [Double] { low == high ? [low] : [low, high] }
    var most = 0
    for surface in bounds.surfaces {
      for shape in bounds.impactShapes {
        for frequency in ends(bounds.low.bubbleFrequency, bounds.high.bubbleFrequency) {
          for sizeSpread in ends(bounds.low.sizeSpread, bounds.high.sizeSpread) {
            (rain.surface, rain.impactShape) = (surface, shape)
            (rain.bubbleFrequency, rain.sizeSpread) = (frequency, sizeSpread)
            let frames = DropLaw(validated: rain).mostFrames(sampleRate: sampleRate)
            most = max(most, frames)
          }
        }
      }
    }
    return most
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

  /// What the drop strikes: a puddle, or the surface.
  private func surface(_ draws: DropDraws) -> Surface {
    if draws.uniform(.puddle) < rain.puddles { return .water }
    let strikesNext = moment.share.surface > 0 && draws.uniform(.surface) < moment.share.surface
    return strikesNext ? moment.next.surface : rain.surface
  }

  private func impactShape(_ draws: DropDraws) -> ImpactShape {
    let isNext =
      moment.share.impactShape > 0 && draws.uniform(.impactShape) < moment.share.impactShape
    return isNext ? moment.next.impactShape : rain.impactShape
  }

  /// The size of a drop: of a raindrop, or of a drip that has gathered on leaves or elsewhere.
  private func size(_ u: Double, drip: Double, on answer: Surface.Answer) -> Size {
    let drips = rain.drips + (1 - rain.drips) * answer.drips
    return Size(diameter: drip < drips ? sizes.drip(u) : sizes.diameter(u))
  }

  /// The level of drops with a setting of 1, relative to full scale: steady rain comes to -23 LUFS.
  private static let reference = 1.95
  /// Drops a minute above which each drop is quieter, so that all together keep their level: what
  /// grows then is the density.
  private static let crowd = 4000.0

  /// The level of a drop at a distance in m, relative to full scale.
  private func level(distance: Double) -> Double {
    let crowded = rain.drops > Self.crowd ? (Self.crowd / rain.drops).squareRoot() : 1
    return Self.reference * Elementary.amplitude(decibels: rain.dropLevel) * crowded
      * ring.level(distance: distance)
  }

  /// Where the air begins to dull a drop at a distance in m, in Hz. By ear: 18 kHz for the nearest, and
  /// an octave lower every 4 m with `air` at 1, but never below 500 Hz, so that the filter ends soon.
  private func airCutoff(distance: Double) -> Double {
    max(500, 18_000 * Elementary.exp2(-rain.air * (distance - rain.distanceMin) / 4))
  }

  // MARK: Impact

  /// How hard a drop strikes, 1 for 2 mm: (D/D₀)^1.5 v/v₀, between momentum and size. A drop of 3 mm
  /// strikes 7 dB harder, one of 4 mm 11.5 dB; from there on it is 12 dB, since larger ones flatten and
  /// break as they fall. They are rare, and the soft clip keeps them within full scale.
  private func strength(_ size: Size) -> Double {
    min(4, size.ratio * size.ratio.squareRoot() * size.speed / referenceSpeed)
  }

  /// The amplitude of the impact before the factor of the surface.
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
    // By ear: at a `splash` of 1, half the amplitude of the impact.
    let amplitude = 0.5 * rain.splash * answer.splash * blow(size)
    guard amplitude > 0 else { return nil }
    return Splash(
      amplitude: amplitude, frequency: splashFrequency(size, draws.normal(.splashFrequency)),
      q: splashQ(draws.uniform(.splashQ)), start: splashStart(size, draws.uniform(.splashStart)),
      decayTime: splashDecay(size, draws.normal(.splashDecay)),
      // Without variation, drops of equal size sound alike.
      key: rain.variation == 0 ? RandomKey(seed: 0) : draws.key(.splashNoise))
  }

  /// In Hz. The spread is by ear.
  private func splashFrequency(_ size: Size, _ g: Double) -> Double {
    jittered(rain.splashFrequency / size.ratio.squareRoot(), spread: 0.5, g)
  }

  /// The quality of the band: 0.7, and up to 3.5 octaves more, by the square of the draw. So a fourth of
  /// the splashes fill half an octave or less, as 27 % of the prominent drops in recordings do.
  private func splashQ(_ u: Double) -> Double {
    let share = min(1, rain.variation) * u
    return 0.7 * Elementary.exp2(3.5 * share * share)
  }

  /// In s: up to 3 ms after the impact for a drop of 2 mm. The crown of a splash rises while the drop
  /// sinks in, so its parts do not begin together.
  private func splashStart(_ size: Size, _ u: Double) -> Double {
    3e-3 * size.ratio * varied(u)
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
    guard trapsBubble(size, draws.uniform(.bubble), on: answer) else { return nil }
    let frequency = bubbleFrequency(size, on: answer, draws.normal(.bubbleFrequency))
    return Bubble(
      amplitude: bubbleAmplitude(
        size, heard: AirLowPass.magnitude(at: frequency, cutoff: airCutoff),
        draws.uniform(.bubbleStrength), draws.normal(.bubbleAmplitude)),
      frequency: frequency, decay: bubbleDecay(frequency: frequency, draws.normal(.bubbleDecay)),
      chirp: chirp(on: answer, draws.uniform(.chirp)), hasSecondMode: answer.isWater)
  }

  /// Whether a drop traps a bubble. Without variation, drops of a size are alike: all do, or none.
  private func trapsBubble(_ size: Size, _ u: Double, on answer: Surface.Answer) -> Bool {
    let entrained = answer.isWater ? Self.entrainment(diameter: size.diameter) : 1
    let share = rain.bubbleProbability * answer.bubbles * entrained
    return rain.variation == 0 ? share >= 0.5 : u < share
  }

  /// The share of drops of a diameter in mm that trap a bubble where they fall into water: those of 0.8 to
  /// 1.1 mm do at every impact, larger ones do not, and above 2.2 mm most do again (Pumphrey & Elmore
  /// 1990, "The entrainment of bubbles by drop impacts"; Medwin et al. 1992, "The anatomy of underwater
  /// rain noise").
  static func entrainment(diameter: Double) -> Double {
    switch diameter {
    case 0.8..<1.1: 1
    case 2.2...: 0.8
    default: 0
    }
  }

  /// The lowest and the highest pitch of a bubble, in Hz: the range of hearing, which a sample rate of
  /// 44.1 kHz carries.
  private static let lowestBubble = 20.0
  private static let highestBubble = 18_000.0
  /// The slowest decay of a bubble, in 1/s: it has then fallen by 80 dB after 1.8 s.
  private static let slowestBubble = 5.0

  /// In Hz: `bubbleFrequency` for a drop of 2 mm, lower for larger ones, on ground as 1/D and in water
  /// as D^-1.6. Bubbles of drops above 2.2 mm follow that law (Medwin et al. 1992), and it also gives
  /// the high pitch of those of 1 mm. By ear: upwards the pitches spread wider than downwards.
  private func bubbleFrequency(_ size: Size, on answer: Surface.Answer, _ g: Double) -> Double {
    let octaves = rain.variation * rain.pitchSpread * (g > 0 ? g : 0.45 * g)
    let middle =
      rain.bubbleFrequency
      / (answer.isWater ? Elementary.power(size.ratio, 1.6) : size.ratio)
    let frequency = middle * Elementary.exp2(octaves)
    return max(Self.lowestBubble, min(Self.highestBubble, frequency))
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

  /// By ear: most bubbles are faint, the faintest 16 dB below the strongest. Above 2 mm they grow with
  /// the root of the strength of the impact, since more of its energy goes into the splash. `heard` is
  /// the share that the air passes at the bubble's pitch.
  private func bubbleAmplitude(_ size: Size, heard: Double, _ u: Double, _ g: Double) -> Double {
    let share = varied(u)
    let strength = strength(size)
    return jittered(
      rain.bubbleAmplitude * min(strength, strength.squareRoot()) * (0.15 + 0.85 * share * share)
        * heard,
      spread: rain.bubbleJitter, g)
  }

  /// The part of its pitch by which a bubble rises: even from 0 to twice the setting.
  private func chirp(on answer: Surface.Answer, _ u: Double) -> Double {
    rain.chirp * answer.chirp * 2 * varied(u)
  }
}
