/// The sizes of drops in rain of one intensity, as they arrive at the ground.
///
/// Marshall & Palmer 1948: N(D) ∝ e^(-Λ D), Λ = 4.1 R^-.21 per mm for R mm/h; through a horizontal
/// plane fall N(D) · v(D), v the terminal speed. Diameters lie within .6 .. 5.8 mm: smaller drops
/// are not heard one by one, larger ones break up.
struct DropSize: ~Copyable, Sendable {
  /// The drop that the settings describe: 2 mm.
  static let reference = 2.0  // mm
  static let smallest = 0.6  // mm
  static let largest = 5.8  // mm
  private static let smallestDrip = 4.0  // mm

  private static let steps = 512
  /// The share of drops up to each of the diameters, in equal steps.
  private let share: [Double]
  private let sizeSpread: Double

  /// - Parameters:
  ///   - intensity: rainfall in mm/h.
  ///   - spread: 1: sizes as in nature; 0: all drops have the reference size.
  init(intensity: Double, spread: Double) {
    sizeSpread = spread
    let slope = 4.1 * Elementary.power(intensity, -0.21)  // per mm
    var share = [0.0]
    for step in 1...Self.steps {
      let diameter = Self.diameter(atStep: Double(step) - 0.5)
      let arriving = Elementary.exp(-slope * diameter) * Self.terminalSpeed(diameter)
      share.append(share[step - 1] + arriving)
    }
    let all = share[Self.steps]
    self.share = share.map { $0 / all }
  }

  /// The diameter in mm that a share of `u` of the drops stays below, u within 0 ..< 1.
  func diameter(_ u: Double) -> Double {
    var low = 0
    var high = Self.steps
    while high - low > 1 {
      let middle = (low + high) / 2
      if share[middle] <= u { low = middle } else { high = middle }
    }
    let fraction = (u - share[low]) / (share[high] - share[low])
    return spread(Self.diameter(atStep: Double(low) + fraction))
  }

  /// The diameter in mm of a drop that drips from leaves, 4 .. 5.8 mm, u within 0 ..< 1.
  func drip(_ u: Double) -> Double {
    spread(Self.smallestDrip + u * (Self.largest - Self.smallestDrip))
  }

  /// The diameter in mm that `sizeSpread` makes of a natural one: it grows or shrinks away from 2 mm.
  func spread(_ natural: Double) -> Double {
    sizeSpread == 1
      ? natural
      : Self.reference * Elementary.power(natural / Self.reference, sizeSpread)
  }

  /// The speed in m/s at which a drop of a diameter in mm falls (Atlas, Srivastava & Sekhon 1973).
  static func terminalSpeed(_ diameter: Double) -> Double {
    max(0.2, 9.65 - 10.3 * Elementary.exp(-0.6 * diameter))
  }

  private static func diameter(atStep step: Double) -> Double {
    smallest + (largest - smallest) * step / Double(steps)
  }
}
