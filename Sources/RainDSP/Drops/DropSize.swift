/// The distribution of the sizes of drops that reach the ground, at one rainfall.
///
/// A volume of air holds N(D) drops of diameter D by the normalised gamma distribution (Testud et al. 2001, "The concept
/// of normalized distribution to describe raindrop spectra"; Bringi et al. 2003),
///
///     N(D) ∝ (D/Dm)^µ e^(-(4 + µ) D/Dm)
///     Dm = 1.17 mm · R^0.168 · dropSize       the mean size of the water at R mm/h
///     µ = 3 + 5/R, at most 8                  by the width of it: σ/Dm = 1/√(4 + µ)
///
/// Dm and µ are by 3,917 minutes of measured rain (DropSizeTests): of one rainfall, Dm scatters by 0.08 tenfolds.
///
/// Fast drops arrive more often: the distribution on the ground is N(D) · v(D), with v the terminal speed. Large drops are
/// heard by themselves from farther away, so from more ground: of the drops that are, there are
/// N(D) · v(D) · ``strength(_:speed:)``². Diameters lie within 0.6 ... 5.8 mm. Smaller drops are not heard one
/// by one, and carry less than 1 % of the energy; larger ones break up.
struct DropSize: ~Copyable, Sendable {
  /// The drop that the settings describe: 2 mm.
  static let reference = 2.0  // mm
  static let smallest = 0.6  // mm
  static let largest = 5.8  // mm
  /// Leaves gather drops of 4 mm and more before these fall.
  private static let smallestDrip = 4.0  // mm

  /// Steps of the table: the distribution is then exact to 0.1 % (DropTests).
  private static let steps = 512
  /// The share of drops up to each diameter, in equal steps of the diameter.
  private var share: FixedArray<Double>
  /// The last step whose share does not exceed k/512, for each k: where the search for a share begins
  /// (Chen & Asau 1974, "On generating random variates from an empirical distribution").
  private var firstStep: FixedArray<Int>
  /// How often drops fall that are heard, per drop in the air, in the middles of the steps.
  private let rates: FixedArray<Double>
  /// The logarithms of the diameters there.
  private let logarithms: FixedArray<Double>
  private var rainfall: Double
  private var factor: Double
  private var sizeSpread: Double

  /// The middles of the steps, which all tables share.
  private final class Steps: Sendable {
    let logarithms: FixedArray<Double>
    let rates: FixedArray<Double>

    static let all = Steps()

    private init() {
      let diameters = (1...DropSize.steps).map { DropSize.diameter(atStep: Double($0) - 0.5) }
      logarithms = FixedArray(diameters.map { Elementary.log($0) })
      rates = FixedArray(
        diameters.map {
          let speed = DropSize.terminalSpeed($0)
          let strength = DropSize.strength($0, speed: speed)
          return speed * strength * strength
        })
    }
  }

  /// - Parameters:
  ///   - rainfall: in mm/h, above 0.
  ///   - factor: of the sizes that usually fall in it: `dropSize`.
  ///   - spread: 1: sizes as in nature; 0: all drops have the reference size.
  init(rainfall: Double, factor: Double, spread: Double) {
    sizeSpread = spread
    (self.rainfall, self.factor) = (rainfall, factor)
    logarithms = FixedArray(sharing: Steps.all.logarithms, of: Steps.all)
    rates = FixedArray(sharing: Steps.all.rates, of: Steps.all)
    share = FixedArray(repeating: 0, count: Self.steps + 1)
    firstStep = FixedArray(repeating: 0, count: Self.steps)
    compute()
  }

  /// Takes another rainfall, factor and spread.
  mutating func apply(rainfall: Double, factor: Double, spread: Double) {
    sizeSpread = spread
    if rainfall == self.rainfall && factor == self.factor { return }
    (self.rainfall, self.factor) = (rainfall, factor)
    compute()
  }

  private mutating func compute() {
    let (shape, slope) = Self.law(rainfall: rainfall, factor: factor)
    for step in 1...Self.steps {
      let diameter = Self.diameter(atStep: Double(step) - 0.5)
      let number = Elementary.exp(shape * logarithms[step - 1] - slope * diameter)
      share[step] = share[step - 1] + number * rates[step - 1]
    }
    let all = share[Self.steps]
    for step in 1...Self.steps { share[step] = share[step] / all }
    var step = 0
    for k in 0..<Self.steps {
      while share[step + 1] * Double(Self.steps) <= Double(k) { step += 1 }
      firstStep[k] = step
    }
  }

  /// µ, and (4 + µ)/Dm per mm.
  static func law(rainfall: Double, factor: Double) -> (shape: Double, slope: Double) {
    let shape = min(8, 3 + 5 / rainfall)
    return (shape, (4 + shape) / (Rain.meanSize(at: rainfall) * factor))
  }

  /// The diameter in mm below which a share of `u` of the drops lies, u within 0 ..< 1: the inverse of
  /// the distribution function; times a factor, within the diameters that there are.
  func diameter(_ u: Double, times factor: Double = 1) -> Double {
    var step = firstStep[Int(u * Double(Self.steps))]
    while share[step + 1] <= u { step += 1 }
    let fraction = (u - share[step]) / (share[step + 1] - share[step])
    let natural = Self.diameter(atStep: Double(step) + fraction) * factor
    return spread(max(Self.smallest, min(Self.largest, natural)))
  }

  /// The diameter in mm of a drop that drips from leaves, even over 4 ... 5.8 mm, u within 0 ..< 1.
  func drip(_ u: Double) -> Double {
    spread(Self.smallestDrip + u * (Self.largest - Self.smallestDrip))
  }

  /// A natural diameter in mm after `sizeSpread`: D₀ (D/D₀)^sizeSpread, D₀ = 2 mm.
  func spread(_ natural: Double) -> Double { Self.spread(natural, by: sizeSpread) }

  static func spread(_ natural: Double, by sizeSpread: Double) -> Double {
    sizeSpread == 1 ? natural : reference * Elementary.power(natural / reference, sizeSpread)
  }

  /// The terminal speed in m/s of a drop of a diameter in mm (Atlas, Srivastava & Sekhon 1973, "Doppler
  /// radar characteristics of precipitation at vertical incidence"), at least 0.2 m/s: the formula is
  /// negative below 0.11 mm.
  static func terminalSpeed(_ diameter: Double) -> Double {
    max(0.2, 9.65 - 10.3 * Elementary.exp(-0.6 * diameter))
  }

  /// How far drips fall from branches, and from an eave, in m.
  static let branch = 1.0
  static let eave = 2.5

  /// The speed in m/s at which a drip of a diameter in mm strikes that has fallen h meters:
  /// v √(1 - e^(-2 g h/v²)), v the terminal speed, where the drag grows with the square of the speed.
  static func dripSpeed(_ diameter: Double, fallen height: Double) -> Double {
    let terminal = terminalSpeed(diameter)
    return terminal * (1 - Elementary.exp(-2 * 9.81 * height / (terminal * terminal))).squareRoot()
  }

  /// The strength of drops of 4.1 mm and more. They flatten and break as they fall.
  static let mostStrength = 4.0

  /// How hard a drop of a diameter in mm strikes at a speed in m/s: the root of its energy,
  /// (D/D₀)^1.5 v/v₀, 1 for one of 2 mm at its terminal speed. A drop of 3 mm strikes 7 dB harder, one of 4 mm
  /// 11.5 dB, and larger ones 12 dB.
  static func strength(_ diameter: Double, speed: Double) -> Double {
    let ratio = diameter / reference
    return min(mostStrength, ratio * ratio.squareRoot() * speed / SizeLaw.referenceSpeed)
  }

  private static func diameter(atStep step: Double) -> Double {
    smallest + (largest - smallest) * step / Double(steps)
  }
}

extension Rain {
  /// The terminal speed in m/s of a drop of a diameter in mm.
  package static func terminalSpeed(_ diameter: Double) -> Double {
    DropSize.terminalSpeed(diameter)
  }
}
