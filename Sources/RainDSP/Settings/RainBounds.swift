/// The least and the greatest value of each setting in a course, to size memory by.
struct RainBounds {
  /// Every number at its least, and at its greatest.
  private(set) var low: Rain
  private(set) var high: Rain
  /// The surfaces and the shapes that sound.
  private(set) var surfaces: [Surface]
  private(set) var impactShapes: [ImpactShape]

  /// Those of a rain that rests.
  init(_ rain: Rain) {
    (low, high) = (rain, rain)
    (surfaces, impactShapes) = ([rain.surface], [rain.impactShape])
  }
}

/// What a stage of the renderer needs to know of a course at the beginning.
struct CourseSizes {
  /// The settings at frame 0.
  let start: CourseMoment
  let bounds: RainBounds

  /// Those of a rain that rests.
  init(_ rain: Rain) {
    start = CourseMoment(rain)
    bounds = RainBounds(rain)
  }

  init(start: CourseMoment, bounds: RainBounds) {
    self.start = start
    self.bounds = bounds
  }
}

extension RainCourse {
  /// The highest rate of drops, in drops/min.
  package var mostDrops: Double { RainBounds(self).high.drops }
}

extension RainBounds {
  init(_ course: RainCourse) {
    self.init(course.rain)
    for curve in course.curves {
      let values = curve.keys.lazy.map { $0.value }
      let ends = (values.reduce(curve.keys[0].value, min), values.reduce(curve.keys[0].value, max))
      switch curve.setting {
      case .rainfall: bound(rainfall: ends, of: course.rain)
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

  /// Each setting that rainfall sets moves with it in one direction.
  private mutating func bound(rainfall ends: (Double, Double), of rain: Rain) {
    var (least, most) = (rain, rain)
    least.setRainfall(ends.0)
    most.setRainfall(ends.1)
    for setting in Setting.stored {
      low[setting] = min(least[setting], most[setting])
      high[setting] = max(least[setting], most[setting])
    }
  }
}
