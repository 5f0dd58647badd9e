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
///
/// Source: that of each quantity stands at its function.
/// Test: DropLawTests
public struct DropLaw: ~Copyable, Sendable {
  /// A size of a drop, with the quantities that depend on it alone.
  struct Size {
    /// In mm.
    let diameter: Double
    /// The diameter relative to that of the drop that the settings describe, 2 mm.
    let ratio: Double
    /// The speed relative to the terminal one of a drop of 2 mm.
    let speed: Double
    /// How hard it strikes, 1 for 2 mm: the root of its energy.
    let strength: Double
    /// How far away it is heard by itself, relative to 2 mm: as far as it is as loud.
    let reach: Double

    init(diameter: Double, speed: Double, isDrip: Bool = false) {
      self.diameter = diameter
      ratio = diameter / DropSize.reference
      self.speed = speed / SizeLaw.referenceSpeed
      strength = DropSize.strength(diameter, speed: speed)
      // A drip falls where something hangs over, near or far.
      reach = isDrip ? 1 : strength
    }
  }

  /// The settings, and the choices that they change over to: apart, as a setting read through both would copy all.
  private(set) var rain: Rain
  private var next: (surface: Surface, impactShape: ImpactShape, gustTime: Double)
  private var share: (surface: Double, impactShape: Double, gustTime: Double)
  private var sizes: DropSize
  /// How the sizes walk over minutes; nil: they stand still.
  var walk: SlowCurve?
  var spot = SpotLaw()
  private var ring: DropRing
  /// The level of the nearest drop, relative to full scale: on ground, and on what moves.
  private var nearestLevels: (ground: Double, thing: Double)
  /// How much louder each raindrop is by `dropSize`.
  var sizeLevel: Double
  /// The amplitude of the bubble of a drop of 2 mm.
  var bubbleLevel: Double

  /// The law of a rain.
  ///
  /// - Throws: ``InvalidSetting`` for the first setting that lies outside its range.
  public init(_ rain: Rain) throws(InvalidSetting) {
    try rain.validate()
    self.init(validated: rain)
  }

  /// The law of a rain whose settings are known to be within their ranges.
  init(validated rain: Rain) {
    let moment = AutomationMoment(rain)
    let rain = moment.rain
    (self.rain, next, share) = (rain, moment.next, moment.share)
    sizes = DropSize(rainfall: rain[.rainfall], factor: rain[.dropSize], spread: rain[.sizeSpread])
    ring = DropRing(nearDropsOf: rain)
    nearestLevels = Self.nearestLevels(rain)
    sizeLevel = 1 / rain.sizedNumber.squareRoot()
    bubbleLevel = BubbleLaw.amplitude(in: rain)
  }

  /// Takes the settings of a moment of an automation.
  mutating func apply(_ moment: AutomationMoment) {
    (rain, next, share) = (moment.rain, moment.next, moment.share)
    sizes.apply(rainfall: rain[.rainfall], factor: rain[.dropSize], spread: rain[.sizeSpread])
    ring = DropRing(nearDropsOf: rain)
    nearestLevels = Self.nearestLevels(rain)
    sizeLevel = 1 / rain.sizedNumber.squareRoot()
    bubbleLevel = BubbleLaw.amplitude(in: rain)
  }

  /// The drop of a key: equal keys give equal drops.
  public func drop(_ key: RandomKey) -> Drop { drop(key, from: nil, growth: 0) }

  mutating func drop(_ arrival: Arrival) -> Drop {
    // The number of regular drops, and of drips from a point, does not follow the sizes.
    let isSteady = rain[.regularity] > 0 || arrival.dripPoint != nil || rain[.drift] == 0
    let growth = isSteady ? 0 : rain.sizeWalk * (walk?.keptValue(at: arrival.frame) ?? 0)
    return drop(arrival.key, from: arrival.dripPoint, growth: growth, share: arrival.share)
  }

  /// A raindrop, or a drip from a point. The key of the point gives the drip its size and direction. `growth` is the
  /// logarithm of how much larger all raindrops are at the moment: they are fewer, each louder; `share` is the share of
  /// its energy that the drop has.
  private func drop(
    _ key: RandomKey, from dripPoint: RandomKey?, growth: Double, share: Double = 1
  ) -> Drop {
    let draws = DropDraws(key)
    let isDrip = dripPoint != nil
    let origin = DropDraws(dripPoint ?? key)
    let jitters = Jitters(draws.normals, rain)
    let struck = surface(draws)
    // A drip falls into the water that its drips have left; from leaves it falls on leaves.
    let surface = isDrip && struck != .leaves ? .water : struck
    let response = surface.response
    let size =
      isDrip
      ? drip(origin.uniform(.size), fallen: DropSize.eave)
      : size(draws.uniform(.size), drip: draws.uniform(.drip), growth: growth, on: response)
    let distance =
      isDrip
      ? eaveDistance(origin.uniform(.distance))
      : ring.distance(draws.uniform(.distance)) * size.reach
    let level = ring.level(distance: distance)
    let airCutoff = airCutoff(distance: distance)
    let crowd = crowd(size, level: level)
    // Where drops are larger, they are fewer, each as much louder; what drips from a point is as it was.
    let loudness =
      isDrip
      ? share.squareRoot()
      : sizeLevel * Elementary.exp(-SizeLaw.number / 2 * growth * rain[.sizeSpread])
    return Drop(
      diameter: size.diameter, speed: size.speed * SizeLaw.referenceSpeed, distance: distance,
      azimuth: origin.uniform(.azimuth),
      surface: surface, width: rain[.width], spacing: rain[.spacing],
      level: (response.moves ? nearestLevels.thing : nearestLevels.ground) * level * loudness,
      isInverted: isInverted(response, draws), airCutoff: airCutoff,
      impact: impact(size, on: response, crowd, jitters, draws),
      splash: splash(size, on: response, crowd, jitters, draws),
      modes: modes(size, on: response, crowd, jitters, draws), delay: delay(size, jitters),
      bubble: bubble(
        size, on: response, isDrip: isDrip, airCutoff: airCutoff, crowd, jitters, draws))
  }

  /// An upper bound of a drop's length, in frames.
  ///
  /// It is that of a drop in which impact, delay and bubble are as long as the law allows, of its splash or modes, and
  /// one group of eight for each of the three parts that follow one another (impact, its end in the air, bubble): the
  /// exponential function is exact to 1e-11, so a drop of a smaller draw may last up to 1e-11 longer, and round up where
  /// the longest does not.
  func mostFrames(sampleRate: Int) -> Int {
    // Each time is longest for the largest drop, the largest drip, which is slower, or, where small drops hardly
    // fall, the smallest.
    let hasDrips = rain[.drips] > 0 || rain[.eaves] > 0 || rain.surface.response.drips > 0
    let extremes =
      [DropSize.smallest, DropSize.largest].map { size(diameter: sizes.spread($0)) }
      + (hasDrips ? [drip(1, fallen: DropSize.branch)] : [])
    func longest(_ time: (Size) -> Double) -> Double { extremes.map(time).max() ?? 0 }
    let most = Jitters(SIMD8(repeating: RandomKey.mostNormal), rain)
    let least = Jitters(SIMD8(repeating: -RandomKey.mostNormal), rain)
    let response = rain.surface.response
    let pitches = [response, Surface.water.response].flatMap { response in
      extremes.map { bubbleFrequency($0, 0, on: response, least) }
    }
    let airCutoff = airCutoff(distance: max(ring.far * DropSize.mostStrength, eaveDistance(1)))
    var frames = 0
    // Drips fall from what moves into water, where a blow stays one, and its bubble comes later.
    for shape in [impactShape(rain.impactShape, on: response), rain.impactShape] {
      let drop = Drop(
        airCutoff: airCutoff,
        impact: Impact(
          shape: shape, amplitude: 1, duration: longest { impactDuration($0, on: response, most) }),
        delay: longest { delay($0, most) },
        // A pitch that every sample rate carries, with the slowest decay that a pitch has.
        bubble: Bubble(
          amplitude: 1, frequency: Self.lowestBubble,
          decay: pitches.map {
            BubbleLaw.decay(rain[.bubbleDecay], frequency: $0, jitter: least.bubbleDecay)
          }.min() ?? BubbleLaw.slowest))
      frames = max(frames, drop.timing(sampleRate: sampleRate).voices)
    }
    if rain[.splash] > 0 {
      let time =
        Splash.mostTime(
          frequency: -longest { -splashFrequency($0, least) },
          spreadTime: longest { splashDecay($0, most) })
        + AirLowPass.time(cutoff: airCutoff)
      frames = max(frames, Decay.wholeGroups(time * Double(sampleRate)))
    }
    if let law = response.modes {
      frames = max(frames, Decay.wholeGroups(Modes.mostTime(law) * Double(sampleRate)))
    }
    return frames + 3 * Lanes.count
  }

  /// An upper bound of a drop's length in an automation, in frames.
  ///
  /// Every part is longest at one end of the range of a setting, the same whatever the others: so it is
  /// the bound of a rain at those ends, with each surface and shape.
  static func mostFrames(within bounds: RainBounds, sampleRate: Int) -> Int {
    var rain = bounds.high
    rain[.bubbleDecay] = bounds.low[.bubbleDecay]
    rain[.splashFrequency] = bounds.low[.splashFrequency]
    // The table of sizes is computed once.
    var law = DropLaw(validated: rain)
    var most = 0
    for surface in bounds.surfaces {
      for shape in bounds.impactShapes {
        for frequency in RainBounds.ends(
          bounds.low[.bubbleFrequency], bounds.high[.bubbleFrequency])
        {
          for sizeSpread in RainBounds.ends(bounds.low[.sizeSpread], bounds.high[.sizeSpread]) {
            for distance in RainBounds.ends(bounds.low[.distance], bounds.high[.distance]) {
              (rain.surface, rain.impactShape, rain[.distance]) = (surface, shape, distance)
              (rain[.bubbleFrequency], rain[.sizeSpread]) = (frequency, sizeSpread)
              law.apply(AutomationMoment(rain))
              most = max(most, law.mostFrames(sampleRate: sampleRate))
            }
          }
        }
      }
    }
    return most
  }

  // MARK: Chance

  /// The factors by which eight quantities of a drop differ from the settings, e^(variation · s · g). Eight
  /// exponential functions in the lanes of a vector cost little more than two.
  struct Jitters {
    var impactAmplitude: Double { factors[0] }
    var impactDuration: Double { factors[1] }
    var splashFrequency: Double { factors[2] }
    var splashDecay: Double { factors[3] }
    var delay: Double { factors[4] }
    var bubbleFrequency: Double { factors[5] }
    var bubbleDecay: Double { factors[6] }
    var bubbleAmplitude: Double { factors[7] }
    private let factors: SIMD8<Double>

    /// The struck thing differs from spot to spot, and with it the pitch of the splash: 0.8 octaves, by
    /// the ticks of recorded rain.
    private static let spotPitchJitter = 0.5545

    /// - Parameters:
    ///   - normals: g, in the order of the quantities.
    ///   - rain: has their s, but for the two of the splash, which are by ear.
    init(_ normals: SIMD8<Double>, _ rain: Rain) {
      var g = normals
      // By ear: upwards the pitches spread wider than downwards.
      if g[5] < 0 { g[5] *= 0.45 }
      let octave = 0.693_147_180_559_945_31
      let spreads = SIMD8(
        rain[.impactJitter], rain[.durationJitter], Self.spotPitchJitter, 0.4, rain[.delayJitter],
        rain[.pitchSpread] * octave, rain[.decayJitter], rain[.bubbleJitter])
      factors = Elementary.exp(g * (spreads * rain[.variation]))
    }
  }

  /// A uniform number that a variation below 1 draws towards the middle.
  func varied(_ u: Double) -> Double { 0.5 + min(1, rain[.variation]) * (u - 0.5) }

  // MARK: Size and place

  /// The struck surface, or the water that stands on it.
  private func surface(_ draws: DropDraws) -> Surface {
    let strikesNext = share.surface > 0 && draws.uniform(.surface) < share.surface
    let surface = strikesNext ? next.surface : rain.surface
    return surface.response.hasGround && draws.uniform(.puddle) < rain[.puddles] ? .water : surface
  }

  /// Where a point of an eave is, in m: 2 to 8 times as far as the nearest drop, as house and trees are, on any surface.
  private func eaveDistance(_ u: Double) -> Double { rain[.distance] * (2 + 6 * u) }

  /// Half of the blows on a thing that moves: it bends, and its halves move against each other. So the waves of many
  /// drops are symmetrical about 0, as in recordings.
  private func isInverted(_ response: Surface.Response, _ draws: DropDraws) -> Bool {
    response.moves && rain[.variation] > 0 && draws.uniform(.side) < 0.5
  }

  func impactShape(_ draws: DropDraws) -> ImpactShape {
    let isNext =
      share.impactShape > 0 && draws.uniform(.impactShape) < share.impactShape
    return isNext ? next.impactShape : rain.impactShape
  }

  /// The size of a drop: of a raindrop, or of a drip that has gathered on leaves or elsewhere.
  private func size(
    _ u: Double, drip: Double, growth: Double, on response: Surface.Response
  ) -> Size {
    let drips = rain[.drips] + (1 - rain[.drips]) * response.drips
    if drip >= drips { return size(diameter: sizes.diameter(u, times: Elementary.exp(growth))) }
    return self.drip(u, fallen: DropSize.branch)
  }

  /// A drip that has fallen some meters.
  private func drip(_ u: Double, fallen: Double) -> Size {
    let diameter = sizes.drip(u)
    return Size(
      diameter: diameter, speed: DropSize.dripSpeed(diameter, fallen: fallen), isDrip: true)
  }

  private func size(diameter: Double) -> Size {
    Size(diameter: diameter, speed: DropSize.terminalSpeed(diameter))
  }

  /// The level of drops with a setting of 1, relative to full scale: steady rain comes to -25 LUFS.
  static let reference = 1.0
  /// Drops a minute at 10 mm/h above which each drop is quieter, so that all together keep their level: what
  /// grows then is the density. As many more at another rainfall as more drops are heard (``RainfallLaw``).
  private static let crowd = 4000.0
  /// How the level of near drops goes with the distance of the nearest.
  static let distanceExponent = -0.4
  /// The same on a thing, where patter and bed come from the same sheet and fall with the near
  /// drops, by ear and by the kurtosis of recordings: so these lose less beside them.
  private static let exponentOnThing = -0.3

  /// In nature a ring of f times the radius holds f² times as many drops, each 1/f as loud: their power stays, and they
  /// stand out less, since they are more. Here their number stays as it is set, so each falls as f^-0.4, with which the
  /// loudness of no place moves by more than 12 dB from 0.25 to 12 m. The field of all other drops, patter and bed, keeps
  /// its level: it has no nearest drop.
  ///
  /// Under a roof or a cloth there is no far field that outgrows the near drops as it rains harder: there they gain
  /// 10 dB a tenfold above 10 mm/h as all else, 4 more than on ground (``RainfallLaw``).
  private static func nearestLevels(_ rain: Rain) -> (ground: Double, thing: Double) {
    let ratio = rain[.rainfall] / RainfallLaw.reference
    let crowd =
      (RainfallLaw(.drops)?.moved(crowd, to: rain[.rainfall])
        ?? crowd) * rain.sizedNumber
    let crowded = rain[.drops] > crowd ? (crowd / rain[.drops]).squareRoot() : 1
    let level =
      reference * Elementary.amplitude(decibels: rain[.dropLevel]) * crowded
    return (
      level * Elementary.power(rain[.distance], distanceExponent),
      level * Elementary.power(rain[.distance], exponentOnThing)
        * Elementary.power(max(1, ratio), 0.2)
    )
  }

  /// How many impacts of 2 mm sound at once on average, at most, how many splashes and bubbles. Settings
  /// could ask for tens of thousands, which no processor renders in real time, and no ear counts. Modes of
  /// surfaces are too short for that.
  private static let mostAtOnce = 1536.0

  /// How often drops fall that are as loud as one of a size and level, relative to the rate that the bound
  /// allows at mean power, in 1/s.
  private func crowd(_ size: Size, level: Double) -> Double {
    let heard = level * size.reach
    return rain[.drops] / 60 / (Self.mostAtOnce * (heard * heard / ring.meanPower))
  }

  /// How much louder a part that lasts some seconds becomes; 0: this drop goes without it.
  ///
  /// Where n times as many parts would sound at once as the bound allows, one drop in n has the part, √n
  /// times as loud, so the power of all together stays the same. n is large for soft drops; drops
  /// that are heard one by one keep their parts.
  func loudening(_ seconds: Double, _ crowd: Double, _ draws: DropDraws) -> Double {
    let n = crowd * seconds
    if n <= 1 { return 1 }
    return draws.uniform(.part) * n < 1 ? n.squareRoot() : 0
  }

  /// Where the air begins to dull a drop at a distance in m, in Hz. By ear: 18 kHz for the nearest, and
  /// an octave lower every 4 m with `air` at 1, but never below 500 Hz, so that the filter ends soon.
  private func airCutoff(distance: Double) -> Double {
    max(500, 18_000 * Elementary.exp2(-rain[.air] * (distance - rain[.distance]) / 4))
  }
}
