/// The coefficients of the filters of a channel of the bed; nil for one that is not needed.
struct BedFilters: Computed {
  /// The ends of the ranges of `bedHighpass` and `bedLowpass`, in Hz, where no filter is needed.
  private static let lowestHighPass = 20.0
  private static let highestLowPass = 20_000.0
  /// A correlation below this frequency, in Hz, is inaudible.
  static let lowestCorrelation = 20.0

  static let settings = SpotLaw.settings.union(
    SettingSet([.bedHighpass, .bedLowpass, .bedCorrelation, .surface]))

  struct Constants {
    /// The correlation of the low frequencies with those of the partner; nil: there is no partner.
    let correlation: Double?
    let sampleRate: Int
    var root: RandomKey
  }

  /// Whether the channel shares its low frequencies with its partner.
  var isCorrelated: Bool { shelf != nil }
  fileprivate let shelf: FirstOrderFilter.Coefficients?
  fileprivate let highPass: HighPass.Coefficients?
  fileprivate let lowPass: FirstOrderFilter.Coefficients?
  fileprivate let surface: SurfaceFilter.Coefficients?
  private let spotLevel: Double

  init(_ moment: AutomationMoment, _ constants: Constants) {
    self.init(
      moment.rain, to: moment.rain, color: moment.color, SpotLaw(moment, constants.root), constants)
  }

  /// The filters with the longest memory of all to come, from the lowest settings and the highest,
  /// and the lowest color. Without a spot, those in any.
  init(
    _ rain: Rain, to most: Rain, color: SurfaceColor, _ spot: SpotLaw?, _ constants: Constants
  ) {
    let sampleRate = constants.sampleRate
    if let correlation = constants.correlation, most[.bedCorrelation] >= Self.lowestCorrelation {
      shelf = .init(
        shelf: max(rain[.bedCorrelation], Self.lowestCorrelation),
        low: (1 + correlation).squareRoot(),
        sampleRate: sampleRate)
    } else {
      shelf = nil
    }
    highPass =
      most[.bedHighpass] > Self.lowestHighPass
      ? .init(
        frequency: spot?.highPass(rain[.bedHighpass])
          ?? max(Self.lowestHighPass, rain[.bedHighpass] / SpotLaw.farthest),
        sampleRate: sampleRate) : nil
    lowPass =
      rain[.bedLowpass] < Self.highestLowPass
      ? .init(
        lowPass: spot?.lowPass(rain[.bedLowpass]) ?? rain[.bedLowpass] / SpotLaw.farthest,
        sampleRate: sampleRate) : nil
    surface = .init(color, sampleRate: sampleRate)
    spotLevel = spot?.bedLevel ?? 1
  }

  /// The factor of the levels that the rain sets.
  var level: Double { isCorrelated ? 0.5.squareRoot() * spotLevel : spotLevel }
}

/// The filters of a channel of the bed, one behind the other, and their states.
struct BedFilterChain: ~Copyable {
  private(set) var shelf: FirstOrderFilter
  private(set) var highPass: HighPass
  private(set) var lowPass: FirstOrderFilter
  private(set) var surface: SurfaceFilter

  init(slowest: BedFilters) {
    shelf = FirstOrderFilter(slowest: slowest.shelf)
    highPass = HighPass(slowest: slowest.highPass)
    lowPass = FirstOrderFilter(slowest: slowest.lowPass)
    surface = SurfaceFilter(slowest: slowest.surface)
  }

  /// How many tiles back an output depends on the input, at most.
  var memoryTiles: Int {
    shelf.memoryTiles + highPass.memoryTiles + lowPass.memoryTiles + surface.memoryTiles
  }

  /// Filters the next tile in place, by those filters that remember it `age` tiles later, or that come before these.
  mutating func filter(
    _ tile: inout LaneTile, by filters: BedFilters, isKept: Bool = true, age: Int
  ) {
    var reach = memoryTiles
    if age <= reach { shelf.filter(&tile, by: filters.shelf, isKept: isKept) }
    reach -= shelf.memoryTiles
    if age <= reach { highPass.filter(&tile, by: filters.highPass, isKept: isKept) }
    reach -= highPass.memoryTiles
    if age <= reach { lowPass.filter(&tile, by: filters.lowPass, isKept: isKept) }
    reach -= lowPass.memoryTiles
    if age <= reach { surface.filter(&tile, by: filters.surface, isKept: isKept) }
  }
}
