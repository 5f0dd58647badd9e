/// The settings of an automation at the beginning, and the least and the greatest value of each, to size memory by.
struct RainBounds {
  /// The settings at frame 0.
  let start: AutomationMoment
  /// Every number at its least, and at its greatest.
  private(set) var low: Rain
  private(set) var high: Rain
  /// The surfaces and the shapes that sound.
  private(set) var surfaces: [Surface]
  private(set) var impactShapes: [ImpactShape]

  /// The bounds of constant rain.
  init(_ rain: Rain) {
    self.init(rain, from: AutomationMoment(rain))
  }

  private init(_ rain: Rain, from start: AutomationMoment) {
    self.start = start
    (low, high) = (rain, rain)
    (surfaces, impactShapes) = ([rain.surface], [rain.impactShape])
  }
}

extension RainBounds {
  init(_ automation: RainAutomation) {
    self.init(automation.rain, from: automation.shared.table.moment(at: 0))
    for curve in automation.curves {
      let values = curve.keys.lazy.map { $0.value }
      let ends = (values.reduce(curve.keys[0].value, min), values.reduce(curve.keys[0].value, max))
      switch curve.setting {
      case .rainfall: bound(rainfall: ends)
      case .surface: surfaces = values.map { Surface(number: $0) }
      case .impactShape: impactShapes = values.map { ImpactShape(number: $0) }
      default: (low[curve.setting], high[curve.setting]) = ends
      }
    }
    high.order()
  }

  /// The bounds of a rain whose every setting can move.
  init(live rain: Rain) {
    self.init(rain)
    (low, high) = Rain.ends
    for choice in [Setting.surface, .impactShape] {
      (low[choice], high[choice]) = (rain[choice], rain[choice])
    }
    surfaces = Surface.allCases
    impactShapes = ImpactShape.allCases
  }

  /// Lets a setting have any value.
  mutating func free(_ setting: Setting) {
    let range = setting.row.range
    switch setting {
    case .rainfall: bound(rainfall: (range.lowerBound, range.upperBound))
    case .surface: surfaces = Surface.allCases
    case .impactShape: impactShapes = ImpactShape.allCases
    default: (low[setting], high[setting]) = (range.lowerBound, range.upperBound)
    }
  }

  /// Keeps a setting at a number.
  mutating func set(_ setting: Setting, to number: Double) {
    (low[setting], high[setting]) = (number, number)
    if setting == .surface { surfaces = [Surface(number: number)] }
  }

  /// Each setting that rainfall sets moves with it in one direction.
  private mutating func bound(rainfall ends: (Double, Double)) {
    var (least, most) = (low, high)
    least.setRainfall(ends.0)
    most.setRainfall(ends.1)
    for setting in Setting.stored {
      low[setting] = min(least[setting], most[setting])
      high[setting] = max(least[setting], most[setting])
    }
  }
}
