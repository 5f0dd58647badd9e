/// The settings of an automation at the beginning, and the least and the greatest value of each, to size memory by.
struct RainBounds {
  /// The settings at frame 0.
  let start: AutomationMoment
  /// Every number at its least, and at its greatest, as the rainfall makes them.
  private(set) var low: Rain
  private(set) var high: Rain
  /// The surfaces and the shapes that sound.
  private(set) var surfaces: [Surface]
  private(set) var impactShapes: [ImpactShape]
  /// The water that stands on ground; empty where none does.
  var standingWater: [Surface] {
    high[.puddles] > 0 && surfaces.contains { $0.response.hasGround } ? [.water] : []
  }
  /// The numbers as they are kept, from which the rainfall makes those that sound.
  private var written: (low: Rain, high: Rain)

  /// The bounds of constant rain.
  init(_ rain: Rain) { self.init(rain, from: AutomationMoment(rain)) }

  private init(_ rain: Rain, from start: AutomationMoment) {
    self.start = start
    written = (rain, rain)
    (low, high) = (rain, rain)
    (surfaces, impactShapes) = ([rain.surface], [rain.impactShape])
    sound()
  }

  init(_ automation: RainAutomation) {
    let table = automation.shared
    self.init(table.table.rain, from: table.table.moment(at: 0, begun: 0))
    for curve in automation.curves {
      let values = curve.keys.lazy.map { $0.value }
      let ends = (values.reduce(curve.keys[0].value, min), values.reduce(curve.keys[0].value, max))
      switch curve.setting {
      case .surface: surfaces = values.map { Surface(number: $0) }
      case .impactShape: impactShapes = values.map { ImpactShape(number: $0) }
      default: bound(curve.setting, ends)
      }
    }
    sound()
  }

  /// The bounds of a rain whose every setting can move.
  init(live rain: Rain) {
    self.init(rain)
    written = Rain.ends
    for choice in [Setting.surface, .impactShape] {
      written.low[choice] = rain[choice]
      written.high[choice] = rain[choice]
    }
    surfaces = Surface.allCases
    impactShapes = ImpactShape.allCases
    sound()
  }

  /// Lets a setting have any value.
  mutating func free(_ setting: Setting) {
    let range = setting.rangeOfKeys
    switch setting {
    case .surface: surfaces = Surface.allCases
    case .impactShape: impactShapes = ImpactShape.allCases
    default: bound(setting, (range.lowerBound, range.upperBound))
    }
    sound()
  }

  mutating func set(_ setting: Setting, to number: Double) {
    bound(setting, (number, number))
    if setting == .surface { surfaces = [Surface(number: number)] }
    sound()
  }

  private mutating func bound(_ setting: Setting, _ ends: (Double, Double)) {
    written.low.keep(setting, at: ends.0)
    written.high.keep(setting, at: ends.1)
  }

  /// Both ends of a range, once where they are equal.
  static func ends(_ low: Double, _ high: Double) -> [Double] { low == high ? [low] : [low, high] }

  /// Each number that follows the rainfall, or the sizes of drops, moves with it in one direction: its bounds are among
  /// those at the ends of both.
  private mutating func sound() {
    let (least, most) = (written.low, written.high)
    let shares = Self.ends(
      least[.sizeSpread] * (1 - most[.drips]), most[.sizeSpread] * (1 - least[.drips]))
    var isFirst = true
    for rainfall in Self.ends(least[.rainfall], most[.rainfall]) {
      for size in Self.ends(least[.dropSize], most[.dropSize]) {
        for share in shares {
          func sounding(_ rain: Rain) -> Rain {
            var rain = rain
            rain[.rainfall] = rainfall
            return rain.atRainfall.sized(near: Elementary.power(size, share), far: size)
          }
          let (low, high) = (sounding(least), sounding(most))
          if isFirst {
            (self.low, self.high, isFirst) = (low, high, false)
            continue
          }
          for setting in Setting.allCases {
            self.low[setting] = min(self.low[setting], low[setting])
            self.high[setting] = max(self.high[setting], high[setting])
          }
        }
      }
    }
  }
}
