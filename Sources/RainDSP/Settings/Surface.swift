/// A surface that drops strike.
public enum Surface: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// Open ground, on the average: the settings as they are, without modes or color.
  case open
  /// A pond or puddle: soft impacts, many bubbles with a rising pitch.
  case water
  /// Soil or grass: dull, as it gives.
  case ground
  /// Concrete or stone: hard impacts, no bubbles.
  case concrete
  /// A canopy of leaves; large drops drip from it, too.
  case leaves
  /// Wooden boards, which knock.
  case wood
  /// Sheet metal, which rings at many pitches.
  case metal
  /// A window pane, which rings high and shortly.
  case glass
  /// A tent or an umbrella.
  case fabric
  /// A lined roof heard from inside, as of a car: it drums.
  case roof

  /// A row of the table: what a surface is called, and how it responds to a drop.
  struct Response {
    /// The name in presets.
    let name: StaticString
    /// Where the rain falls, in the words of a caption.
    let place: StaticString
    /// Its category in the Universal Category System, version 8: rain on a material, or rain in general.
    var category: StaticString = "RAIN"
    /// The height in m over the ears; the ground lies 1.6 m below those of one who stands.
    var height = -1.6
    /// Factors of `impactAmplitude`, `splash`, `bubbleProbability` and `chirp`.
    var impact = 1.0
    var splash = 1.0
    var bubbles = 0.0
    var chirp = 1.0
    /// How much longer a blow lasts since the ground gives.
    var give = 1.0
    /// Whether it moves with the force of a blow, as plates, boards and cloth do.
    var moves = false
    /// The root of the energy of the modes, relative to that of the impact.
    var ring = 0.0
    /// The modes; nil: there are none.
    var modes: SurfaceModes?
    /// Whether drops strike the ground, on which water can stand. Under a roof one hears the roof.
    var hasGround = false
    /// Whether bubbles lie under a water surface and have a second mode.
    var isWater = false
    /// The share of drops that drip from leaves, on which they have gathered.
    var drips = 0.0
    /// The tone color of patter and bed.
    var color = SurfaceColor.Hump(gain: 0, low: 1000, high: 1000)
  }

  /// The name in presets.
  public var name: String { response.name.description }

  /// Its height in m over the ears of the listener.
  public var height: Double { response.height }

  /// Where the rain falls, in the words of a caption.
  package var place: String { response.place.description }

  /// Its category in the Universal Category System.
  package var category: String { response.category.description }

  /// The tone color of patter and bed. On water its hump is the ring of the small bubbles of far
  /// drops, at 13 to 16 kHz, and so as high as these are loud: `bubbles` is their level, 1 by
  /// default. `calm` is the share of that level that torn water leaves: it moves the color, and not
  /// the level.
  func color(bubbles: Double, calm: Double = 1) -> SurfaceColor {
    let (response, hump) = (response, response.color)
    guard response.isWater else { return SurfaceColor(hump) }
    let gain = hump.gain * calm
    return SurfaceColor(.init(gain: gain * bubbles, usual: gain, low: hump.low, high: hump.high))
  }

  /// The table of surfaces. The bands, decays and critical frequencies of modes are those of
  /// sheets, panes and boards of usual thickness: 0.7 mm of steel (17 kHz), 4 mm of glass (3 kHz),
  /// 18 mm of plywood (0.9 kHz), cloth, which the air damps at once, and which recorded umbrellas
  /// say ends at 3 kHz, and the lined roof of a car, whose loss factor is 0.05: π · 0.05 · f at 1
  /// kHz (Cremer & Heckl). A lining of 1 kg/m² on 20 mm of air, before a sheet of 5.5 kg/m², moves
  /// with it up to 460 Hz, and passes 12 dB an octave less above, 15 dB at 1.1 kHz (Fahy &
  /// Gardonio, "Sound and Structural Vibration"), of the blow as of the modes. Below its critical
  /// frequency a pane radiates 10 dB less than there (Cremer & Heckl), so its blows are soft beside
  /// its modes and the spatter. Their levels are low, since thousands of rings a second would be a
  /// colored hiss. Factors and colors are by comparison with recordings, but that of boards, which
  /// are loudest around their critical frequency.
  ///
  /// Half of the water under leaves falls in drips of 4 mm and more: under oaks, half of it was in drops above 3.6 mm
  /// (Nanko et al. 2006). Of the near drops at 10 mm/h, which are drawn by the square of their strength, these are 0.29.
  ///
  /// Heights are those of the places of the presets: under a canopy, a tin roof, a tent or umbrella, the roof of a car,
  /// behind a window.
  var response: Response {
    switch self {
    case .open:
      Response(name: "open", place: "in the open", bubbles: 1, hasGround: true)
    case .water:
      Response(
        name: "water", place: "on water", category: "RAINWatr", impact: 0.4,
        bubbles: 1, chirp: 2, isWater: true,
        color: .init(gain: 8, low: 9000, high: 20_000))
    case .ground:
      Response(
        name: "ground", place: "on soil and grass", impact: 0.7, splash: 0.5, give: 1.4,
        hasGround: true,
        color: .init(gain: 2.8, low: 110, high: 700))
    case .concrete:
      Response(
        name: "concrete", place: "on concrete", category: "RAINConc", impact: 1.15,
        hasGround: true,
        color: .init(gain: 4, low: 700, high: 2100))
    case .leaves:
      Response(
        name: "leaves", place: "on leaves", category: "RAINVege", height: 3, impact: 0.8,
        splash: 0.7, give: 1.5, hasGround: true, drips: 0.29,
        color: .init(gain: 10.5, low: 2300, high: 6800))
    case .wood:
      Response(
        name: "wood", place: "on wooden boards", category: "RAINWood", splash: 0.4, moves: true,
        ring: 0.7,
        modes: .init(low: 120, high: 4000, decay: 200, critical: 900),
        color: .init(gain: 14, low: 450, high: 1500))
    case .metal:
      Response(
        name: "metal", place: "on a metal roof", category: "RAINMetl", height: 1.5, splash: 0.5,
        moves: true, ring: 0.63,
        modes: .init(low: 300, high: 9000, decay: 125, critical: 17_000),
        color: .init(gain: 9, low: 1300, high: 2600))
    case .glass:
      Response(
        name: "glass", place: "on a window", category: "RAINGlas", height: 0, impact: 0.3,
        splash: 1.2, moves: true, ring: 2.4,
        modes: .init(low: 300, high: 9000, decay: 200, critical: 3000),
        color: .init(gain: 24, low: 3000, high: 4000))
    case .fabric:
      Response(
        name: "fabric", place: "on taut cloth", category: "RAINClth", height: 0.6, splash: 0.5,
        moves: true, ring: 1.1,
        modes: .init(low: 150, high: 3000, decay: 625, critical: 3000),
        color: .init(gain: 6, low: 600, high: 1400))
    case .roof:
      Response(
        name: "roof", place: "on the roof of a car", height: 0.3, impact: 0.5, splash: 0,
        moves: true, ring: 1.75,
        modes: .init(low: 80, high: 1100, decay: 160, critical: 16_000),
        color: .init(gain: 9, low: 60, high: 500))
    }
  }
}

extension SurfaceColor {
  /// A color whose edges are the lowest of some surfaces: its filters remember longest. Neutral where all
  /// of them are.
  static func lowest(of surfaces: [Surface]) -> SurfaceColor {
    let humps = surfaces.map { $0.response.color }.filter { $0.gain != 0 }
    return SurfaceColor(
      Hump(
        gain: humps.isEmpty ? 0 : 1, low: humps.map { $0.low }.min() ?? 1000,
        high: humps.map { $0.high }.min() ?? 1000))
  }
}

/// A thing that a setting chooses among several, by its number.
protocol Choice: RawRepresentable<UInt8> {}

extension Choice {
  /// The choice that a setting holds, which was checked.
  init(number: Double) {
    guard let choice = Self(rawValue: UInt8(number)) else { preconditionFailure("no such choice") }
    self = choice
  }

  /// The number that a setting holds.
  var number: Double { Double(rawValue) }
}

extension Surface: Choice {}
extension ImpactShape: Choice {}

/// The band in which a surface rings, and how long.
public struct SurfaceModes: Sendable, Hashable {
  /// The lowest pitch, in Hz.
  public let low: Double
  /// The highest pitch, in Hz.
  public let high: Double
  /// The rate at which a mode of 1 kHz decays, in 1/s.
  public let decay: Double
  /// The frequency from which on all of the surface radiates, in Hz.
  public let critical: Double

  /// A band of modes. The frequencies and the decay are above 0.
  public init(low: Double, high: Double, decay: Double, critical: Double) {
    (self.low, self.high, self.decay, self.critical) = (low, high, decay, critical)
  }
}

/// The pressure over time while a drop strikes.
public enum ImpactShape: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// The slope of a force with a fast rise and a slower fall, as on ground, which cannot move. Metal, glass,
  /// wood, cloth and roofs sound with the force itself. Its mean is 0, as for every sound in the open air.
  case blow
  /// Half a period of a sine, after which what is struck swings back.
  case halfSine
  /// 2/π arccos u², u from -1 to 1 over the impact. It swings back, too.
  case acos
  /// The force itself, as on a plate or a cloth, which moves with it and swings back.
  case force

  /// The name in presets.
  public var name: String {
    switch self {
    case .blow: "blow"
    case .halfSine: "halfSine"
    case .acos: "acos"
    case .force: "force"
    }
  }
}
