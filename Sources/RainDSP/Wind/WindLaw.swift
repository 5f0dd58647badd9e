/// The sound of wind: of edges that it blows around, and of leaves.
///
///     edges    L + 60 log₁₀(u/8) dB     pink noise, low-passed at 250 Hz · u/8
///     leaves   L + 45 log₁₀(u/8) dB     the rest of the noise
///
/// u is the speed in m/s, in gusts u (1 + I g) with the curve g of ``GustCurve`` and the turbulence
/// I = 0.7 gust/(1 + gust). An edge is a dipole, whose power grows as u⁶ while its spectrum shifts
/// with u: all octaves of recorded wind move together, by 0.9 to 1.1 dB for each dB of the middle.
/// ``Setting/dynamics`` keeps a share of the growth, down to 20 log₁₀ u. The levels at 8 m/s are by
/// ear: in the open 6 dB below rain of 10 mm/h, among trees 3 dB.
///
/// Source: Curle 1955, "The influence of solid boundaries upon aerodynamic sound"; Fégeant 1999,
/// "Wind-induced vegetation noise"; 49 recordings of wind.
/// Test: WindTests
struct WindLaw: Computed {
  static let settings = SettingSet([.wind, .surface])

  /// The speed at which the levels hold, in m/s.
  private static let speed = 8.0
  /// RMS of the pink noise at that speed.
  private static let edgeLevel = 0.042
  private static let leafLevel = 0.025
  /// The edge of the low end at that speed, in Hz, and its range.
  private static let corner = 250.0
  /// How much of the edges is left among leaves.
  private static let shelter = 0.6
  private static let corners = 100.0...800.0

  /// The amplitudes, relative to those of ``speed``, where nature's differences are kept.
  private let ratio: Double
  /// The share of leaves in what the wind blows through.
  private let leaves: Double
  /// The low-pass between edges and leaves.
  let split: FirstOrderFilter.Coefficients

  init(_ moment: AutomationMoment, _ sampleRate: Int) {
    ratio = moment.windSpeed / Self.speed
    leaves = moment.leaves
    split = .init(
      lowPass: min(max(Self.corner * ratio, Self.corners.lowerBound), Self.corners.upperBound),
      sampleRate: sampleRate)
  }

  /// The low-pass that remembers longest.
  static func slowest(sampleRate: Int) -> FirstOrderFilter.Coefficients {
    .init(lowPass: corners.lowerBound, sampleRate: sampleRate)
  }

  /// The levels below and above the split at a moment.
  func levels(at moment: AutomationMoment) -> (low: Double, high: Double) {
    if ratio == 0 { return (0, 0) }
    let (kept, outside) = (moment.dynamics, moment.outside)
    return (
      outside * Self.edgeLevel * (1 - (1 - Self.shelter) * leaves)
        * Elementary.power(ratio, 1 + 2 * kept),
      outside * Self.leafLevel * leaves * Elementary.power(ratio, 1 + 1.25 * kept)
    )
  }
}
