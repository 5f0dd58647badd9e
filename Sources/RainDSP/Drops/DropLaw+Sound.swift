/// The sound of a drop: its impact, splash, modes and bubble.
extension DropLaw {
  // MARK: Impact

  /// The amplitude of the impact before the factor of the surface.
  func blow(_ size: Size) -> Double { rain[.impactAmplitude] * size.strength }

  func impact(
    _ size: Size, on response: Surface.Response, _ crowd: Double, _ jitters: Jitters,
    _ draws: DropDraws
  ) -> Impact {
    let shape = impactShape(impactShape(draws), on: response)
    let duration = impactDuration(size, on: response, jitters)
    let loudening = loudening(Impact.time(shape, duration: duration), crowd, draws)
    // The slope of a force has its most at 2 v/D, a force and an arch at a quarter or a half of
    // v/D.
    let color = spot.magnitude(at: (shape == .blow ? 2 : shape == .force ? 0.25 : 0.5) / duration)
    return Impact(
      shape: shape,
      amplitude: blow(size) * response.impact * jitters.impactAmplitude * loudening * color,
      duration: duration, nominalDuration: nominalImpactDuration)
  }

  /// Ground cannot move and sounds with the slope of the force; a plate or a cloth with the force
  /// itself.
  func impactShape(_ shape: ImpactShape, on response: Surface.Response) -> ImpactShape {
    shape == .blow && response.moves ? .force : shape
  }

  /// In s.
  var nominalImpactDuration: Double { rain[.impactDuration] * 1e-3 }

  /// The time that a drop takes to pass its own diameter, D/v, in s, longer where the ground gives;
  /// 0.3 s at most, so that a drop ends where extreme settings meet.
  func impactDuration(
    _ size: Size, on response: Surface.Response, _ jitters: Jitters
  ) -> Double {
    min(
      0.3, nominalImpactDuration * response.give * size.ratio / size.speed * jitters.impactDuration)
  }

  /// The amplitude of 1 ms with the energy of an impact of amplitude 1 that lasts D/v = 0.305 ms,
  /// of 2 mm.
  static let unitBlow = 0.1933

  // MARK: Splash

  func splash(
    _ size: Size, on response: Surface.Response, _ crowd: Double, _ jitters: Jitters,
    _ draws: DropDraws
  ) -> Splash? {
    let share = splashShare(size)
    let amplitude = 2 * Self.unitBlow * rain[.splash] * response.splash * blow(size)
    guard amplitude > 0, share > 0 else { return nil }
    let spreadTime = splashDecay(size, jitters)
    let loudening = loudening(spreadTime, crowd, draws)
    guard loudening > 0 else { return nil }
    let frequency = splashFrequency(size, jitters)
    return Splash(
      amplitude: amplitude * (share / Self.referenceShare).squareRoot() * loudening
        * jitters.impactAmplitude * spot.magnitude(at: frequency),
      frequency: frequency, spreadTime: spreadTime,
      // Without variation, drops of equal size sound alike.
      key: rain[.variation] == 0 ? RandomKey(seed: 0) : draws.key(.splash))
  }

  /// The share of its energy that a drop splashes, 0 where it only spreads: it breaks up where We^½
  /// Re^¼ > 57.7 (Mundo, Sommerfeld & Tropea 1995, "Droplet-wall collisions"), which is 367 for 2
  /// mm.
  func splashShare(_ size: Size) -> Double {
    let root = size.ratio.squareRoot()
    let speed = size.speed * size.speed.squareRoot().squareRoot()
    return max(0, 1 - 57.7 / (367 * root * root.squareRoot() * speed))
  }

  /// The share of a drop of 2 mm. Its splash has 6 dB more energy than its impact, by the level
  /// above 4 kHz of the drops of recorded rain.
  static let referenceShare = 0.843

  /// In Hz: that of the place, and by the size as the blow, whose time is D/v.
  func splashFrequency(_ size: Size, _ jitters: Jitters) -> Double {
    rain[.splashFrequency] * Elementary.power(size.ratio, SizeLaw.pitch) * jitters.splashFrequency
  }

  /// In s, 0.1 s at most.
  func splashDecay(_ size: Size, _ jitters: Jitters) -> Double {
    min(0.1, rain[.splashDecay] * 1e-3 * size.ratio * jitters.splashDecay)
  }

  // MARK: Modes of the surface

  func modes(
    _ size: Size, on response: Surface.Response, _ crowd: Double, _ jitters: Jitters,
    _ draws: DropDraws
  ) -> Modes? {
    guard let law = response.modes, response.ring > 0 else { return nil }
    let loudening = loudening(Modes.mostTime(law) / 4, crowd, draws)
    guard loudening > 0 else { return nil }
    return Modes(
      amplitude: response.ring * Self.unitBlow * response.impact * blow(size) * loudening
        * jitters.impactAmplitude,
      // A drop of the terminal speed of its size; the jitter of the impact is not one of the plate.
      blow: nominalImpactDuration * size.ratio / size.speed, law: law,
      spot,
      key: rain[.variation] == 0 ? RandomKey(seed: 0) : draws.key(.modes))
  }

  // MARK: Delay and bubble

  /// In s, 0.5 s at most.
  func delay(_ size: Size, _ jitters: Jitters) -> Double {
    min(0.5, rain[.delay] * 1e-3 * size.ratio * jitters.delay)
  }

  func bubble(
    _ size: Size, on response: Surface.Response, isDrip: Bool, airCutoff: Double, _ crowd: Double,
    _ jitters: Jitters,
    _ draws: DropDraws
  ) -> Bubble? {
    guard trapsBubble(size, draws.uniform(.bubble), on: response, isDrip: isDrip) else {
      return nil
    }
    let frequency = bubbleFrequency(size, draws.uniform(.smallBubble), on: response, jitters)
    let decay = BubbleLaw.decay(
      rain[.bubbleDecay], frequency: frequency, jitter: jitters.bubbleDecay)
    let loudening = loudening(DampedSine.time(decay: decay), crowd, draws)
    guard loudening > 0 else { return nil }
    // The share that the air passes at the bubble's pitch.
    let heard = AirLowPass.magnitude(at: frequency, cutoff: airCutoff)
    return Bubble(
      amplitude: bubbleAmplitude(size, draws.uniform(.bubbleStrength)) * heard
        * jitters.bubbleAmplitude * loudening,
      frequency: frequency, decay: decay, chirp: chirp(on: response, draws.uniform(.chirp)),
      hasSecondMode: response.isWater)
  }

  /// Whether a drop traps a bubble: in water by its size, if its crater closes, and elsewhere where
  /// the setting asks for it.
  func trapsBubble(
    _ size: Size, _ u: Double, on response: Surface.Response, isDrip: Bool
  ) -> Bool {
    var entrained = response.isWater ? Self.entrainment(diameter: size.diameter) : 0
    if entrained > 0 && !isDrip {
      let speed = size.speed * SizeLaw.referenceSpeed
      entrained *= BubbleLaw.share(
        crater: BubbleLaw.crater(diameter: size.diameter, speed: speed), in: rain)
    }
    return u < entrained + (1 - entrained) * rain[.bubbleProbability] * response.bubbles
  }

  /// The share of drops of a diameter in mm that trap a bubble where they fall into water: drops of
  /// 0.8 to 1.1 mm do at every impact, larger ones do not, and above 2.2 mm most do again (Pumphrey
  /// & Elmore 1990, "The entrainment of bubbles by drop impacts"; Medwin et al. 1992, "The anatomy
  /// of underwater rain noise").
  static func entrainment(diameter: Double) -> Double {
    switch diameter {
    case 0.8..<1.1: 1
    case 2.2...: 0.8
    default: 0
    }
  }

  /// The lowest and the highest pitch of a bubble, in Hz: the range of hearing, which a sample rate
  /// of 44.1 kHz carries.
  static let lowestBubble = 20.0
  static let highestBubble = 18_000.0

  /// The pitch at 2 mm of the bubbles of drops above 2.2 mm, 10 kHz (D/2.2 mm)^-1.6, in Hz.
  static let largeBubble = 11_650.0
  /// The bubbles of drops of 0.8 to 1.1 mm have pitches of 13 to 16 kHz (Pumphrey, Crum & Bjørnø
  /// 1989, "Underwater sound produced by individual drop impacts and rainfall").
  static let lowestSmall = 13_000.0
  static let smallSpan = 3000.0

  /// In Hz: `bubbleFrequency` for a drop of 2 mm, lower for larger ones, on ground as 1/D and in
  /// water as D^-1.6 (Medwin et al. 1992); small drops in water have their own law.
  func bubbleFrequency(
    _ size: Size, _ u: Double, on response: Surface.Response, _ jitters: Jitters
  ) -> Double {
    var frequency = rain[.bubbleFrequency]
    if response.isWater && size.diameter < 1.1 {
      frequency *= (Self.lowestSmall + Self.smallSpan * varied(u)) / Self.largeBubble
    } else {
      let fall = response.isWater ? Elementary.power(size.ratio, 1.6) : size.ratio
      frequency *= jitters.bubbleFrequency / fall
    }
    return max(Self.lowestBubble, min(Self.highestBubble, frequency))
  }

  /// Above 2 mm bubbles grow with the root of the strength of the impact, since more of its energy
  /// goes into the splash.
  ///
  /// By ear: of bubbles of one size, the strongest are 8.8 dB louder than the median and the
  /// faintest 7.7 dB softer,
  ///
  ///     1 + bubbleSpread · (0.41 + 2.34 u² - 1)
  func bubbleAmplitude(_ size: Size, _ u: Double) -> Double {
    let share = varied(u)
    return bubbleLevel * min(size.strength, size.strength.squareRoot())
      * (1 + rain[.bubbleSpread] * Self.strengthSpan * (share * share - 0.25))
  }

  /// 0.85/0.3625: relative to the median, bubbles are 0.41 to 2.76 times as strong.
  static let strengthSpan = 2.344_827_586

  /// The part of its pitch by which a bubble rises: even from 0 to twice the setting.
  func chirp(on response: Surface.Response, _ u: Double) -> Double {
    rain[.chirp] * response.chirp * 2 * varied(u)
  }
}
