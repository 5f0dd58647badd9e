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

extension RainBounds {
  init(low: Rain, high: Rain) {
    self.init(low)
    self.high = high
  }
}

#if !hasFeature(Embedded)
extension RainBounds {
  init(_ course: RainCourse) {
    self.init(course.rain)
    // Each setting that rainfall sets moves with it in one direction.
    if let curve = course.curves.first(where: { $0.name == "rainfall" }) {
      var (least, most) = (course.rain, course.rain)
      least.setRainfall(curve.keys.map(\.value).reduce(curve.keys[0].value, min))
      most.setRainfall(curve.keys.map(\.value).reduce(curve.keys[0].value, max))
      (low, high) = (least, least)
      widen(to: most)
      for name in course.kept { rest(name, as: course.rain) }
    }
    for curve in course.curves {
      guard let domain = Rain.parameter(curve.name)?.domain else { continue }
      let values = curve.keys.map(\.value)
      switch domain {
      case .number(_, _, let path):
        low[keyPath: path] = values.reduce(values[0], min)
        high[keyPath: path] = values.reduce(values[0], max)
      case .choice(let names, _, _) where curve.name == "surface":
        surfaces = values.compactMap { Surface(rawValue: names[Int($0)]) }
      case .choice(let names, _, _):
        impactShapes = values.compactMap { ImpactShape(rawValue: names[Int($0)]) }
      case .several: break
      }
    }
    high.order()
  }

  /// Those of a rain whose every setting can be retuned.
  init(live rain: Rain) {
    self.init(rain)
    for parameter in Rain.parameters {
      guard case .number(_, let range, let path) = parameter.domain else { continue }
      low[keyPath: path] = range.lowerBound
      high[keyPath: path] = range.upperBound
    }
    surfaces = Surface.allCases
    impactShapes = ImpactShape.allCases
  }

  private mutating func widen(to rain: Rain) {
    for parameter in Rain.parameters {
      guard case .number(_, _, let path) = parameter.domain else { continue }
      low[keyPath: path] = min(low[keyPath: path], rain[keyPath: path])
      high[keyPath: path] = max(high[keyPath: path], rain[keyPath: path])
    }
  }

  /// A setting that rests.
  private mutating func rest(_ name: String, as rain: Rain) {
    guard case .number(_, _, let path)? = Rain.parameter(name)?.domain else { return }
    low[keyPath: path] = rain[keyPath: path]
    high[keyPath: path] = rain[keyPath: path]
  }
}
#endif
