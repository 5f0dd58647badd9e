/// What the drops strike.
public enum Surface: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// Open ground, on the average: the settings as they are, without modes or colour.
  case open
  /// A pond or puddle: soft impacts, many bubbles with a rising pitch.
  case water
  /// Soil or grass: dull, few bubbles.
  case ground
  /// Concrete or stone: hard impacts, no bubbles.
  case concrete
  /// A canopy of leaves; large drops drip from it, too.
  case leaves
  /// Wooden boards, which ring low.
  case wood
  /// Sheet metal, which rings for long.
  case metal
  /// A window pane, which rings high.
  case glass
  /// A tent or an umbrella.
  case fabric
  /// A roof heard from inside.
  case roof

  /// A row of the table: what a surface is called, and how it responds to a drop.
  struct Response {
    /// The name in presets.
    let name: StaticString
    /// Its category in the Universal Category System, version 8: rain on a material, or rain in general.
    var category: StaticString = "RAIN"
    /// Factors of `impactAmplitude`, `splash`, `bubbleProbability` and `chirp`.
    var impact = 1.0
    var splash = 1.0
    var bubbles = 1.0
    var chirp = 1.0
    /// The level of the modes, which ring from the impact on, relative to the impact.
    var modes = 0.0
    /// The modes: Hz, and decay in 1/s. The second sounds at half the level of the first.
    var first = (frequency: 0.0, decay: 0.0)
    var second = (frequency: 0.0, decay: 0.0)
    /// Whether bubbles lie under a water surface and have a second mode.
    var isWater = false
    /// The share of drops that drip from leaves, on which they have gathered.
    var drips = 0.0
    /// The tone colour of patter and bed.
    var colour = SurfaceColour.Hump(gain: 0, low: 1000, high: 1000)
  }

  /// The name in presets.
  public var name: String { response.name.description }

  /// Its category in the Universal Category System.
  package var category: String { response.category.description }

  /// The tone colour of patter and bed.
  var colour: SurfaceColour { SurfaceColour(response.colour) }

  /// The table of surfaces. All numbers are by ear: the modes began as those of other rain programs
  /// and were damped until nothing rings on like a bell; modes and colours of roofs were compared with
  /// the octave spectra of recordings.
  var response: Response {
    switch self {
    case .open:
      Response(name: "open")
    case .water:
      Response(
        name: "water", category: "RAINWatr", impact: 0.4, splash: 1.3, bubbles: 2, chirp: 2,
        isWater: true,
        colour: .init(gain: 2, low: 2500, high: 12_000))
    case .ground:
      Response(
        name: "ground", splash: 0.6, bubbles: 0.3, modes: 0.25, first: (300, 1600),
        second: (900, 2600),
        colour: .init(gain: 1.5, low: 150, high: 1200))
    case .concrete:
      Response(
        name: "concrete", category: "RAINConc", impact: 1.15, splash: 0.6, bubbles: 0, modes: 0.45,
        first: (1400, 1400),
        second: (3700, 2200), colour: .init(gain: 2, low: 900, high: 3500))
    case .leaves:
      Response(
        name: "leaves", category: "RAINVege", impact: 1.2, splash: 0.7, bubbles: 0, modes: 0.5,
        first: (1800, 800), second: (4200, 1400),
        drips: 0.08, colour: .init(gain: 2.5, low: 2500, high: 12_000))
    case .wood:
      Response(
        name: "wood", category: "RAINWood", impact: 1.1, splash: 0.5, bubbles: 0, modes: 0.5,
        first: (320, 140), second: (900, 300),
        colour: .init(gain: 5, low: 200, high: 900))
    case .metal:
      Response(
        name: "metal", category: "RAINMetl", impact: 1.3, splash: 0.45, bubbles: 0, modes: 0.4,
        first: (1700, 160),
        second: (4300, 280), colour: .init(gain: 5, low: 1200, high: 5000))
    case .glass:
      Response(
        name: "glass", category: "RAINGlas", impact: 1.25, splash: 0.4, bubbles: 0, modes: 0.33,
        first: (3200, 260),
        second: (7100, 420), colour: .init(gain: 4, low: 3000, high: 9000))
    case .fabric:
      Response(
        name: "fabric", category: "RAINClth", impact: 1.45, splash: 0.65, bubbles: 0, modes: 0.65,
        first: (420, 220), second: (1150, 380),
        colour: .init(gain: 3, low: 500, high: 2200))
    case .roof:
      Response(
        name: "roof", impact: 0.25, splash: 0, bubbles: 0, modes: 0.4, first: (140, 300),
        second: (420, 700),
        colour: .init(gain: 8, low: 70, high: 840))
    }
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
