#if !hasFeature(Embedded)

/// A rain whose settings move in time, as in a storm that builds up and passes.
///
/// It is a ``Rain``, whose settings rest, and a curve for each setting that moves:
///
/// ```swift
/// let course = try RainCourse(
///   Rain(),
///   curves: [
///     .init("rainfall", [.init(at: 0, 0.5), .init(at: 600, 25), .init(at: 1200, 1.5, .smooth)]),
///     .init("muffle", [.init(at: 300, 20_000), .init(at: 310, 2000)]),
///   ])
/// let renderer = try RainRenderer(course)
/// ```
///
/// Between its keys a number moves on the scale on which it is heard (``Parameter/scale``): levels in
/// decibels, frequencies in octaves, rates by their logarithm. Before its first key it has the value of
/// that key, and after its last the value of that.
///
/// A course is a pure value: what it says of a moment depends on nothing but the moment. So any slice of
/// a rendering can be made by itself.
public struct RainCourse: Sendable, Hashable {
  /// The way from one key to the next, x from 0 to 1.
  public enum Shape: String, Sendable, CaseIterable {
    /// The value of the key before, until the moment of this one.
    case step
    /// A straight line, x.
    case line
    /// Slow at both ends: 3x² - 2x³.
    case smooth
  }

  /// A value that is reached at a moment.
  public struct Key: Sendable, Hashable {
    /// The moment, in s from frame 0. In a loop, from its beginning.
    public var seconds: Double
    /// The value, in the unit of the setting. Of a setting with named choices, the number of the choice
    /// in the order of its table, from 0 on.
    public var value: Double
    /// The way from the key before.
    public var shape: Shape
    /// The moment in s at which the way begins, not before the key before; nil: the moment of that key. It
    /// begins at the value of that moment, even if the way to the key before has not ended by then.
    public var start: Double?

    /// A key at a moment in s.
    public init(
      at seconds: Double, _ value: Double, _ shape: Shape = .line, from start: Double? = nil
    ) {
      self.seconds = seconds
      self.value = value
      self.shape = shape
      self.start = start
    }
  }

  /// The keys of a setting.
  public struct Curve: Sendable, Hashable {
    /// The setting: the name of a row of ``Rain/parameters``.
    public let name: String
    /// One key or more, in the order of time.
    public let keys: [Key]

    /// The curve of the setting called `name`.
    public init(_ name: String, _ keys: [Key]) {
      self.name = name
      self.keys = keys
    }
  }

  /// The settings that rest.
  public let rain: Rain
  /// The settings that move; none for a rain that rests.
  public let curves: [Curve]
  /// The settings that a curve of `rainfall` does not set: those that were set after it.
  public let kept: Set<String>

  /// A rain that rests.
  public init(_ rain: Rain) {
    self.rain = rain
    curves = []
    kept = []
  }

  /// A rain whose settings move by curves that are known to be right.
  init(unchecked rain: Rain, curves: [Curve]) {
    self.rain = rain
    self.curves = curves
    kept = []
  }

  /// A rain whose settings move.
  ///
  /// - Parameters:
  ///   - rain: the settings that rest.
  ///   - curves: those that move, one curve a setting. The curve of `rainfall` sets what
  ///     ``Rain/setRainfall(_:)`` sets, and the others come after it.
  ///   - kept: names of settings that the curve of `rainfall` leaves as they are in `rain`.
  /// - Throws: ``InvalidCurve`` for the first wrong key.
  public init(
    _ rain: Rain, curves: [Curve], keeping kept: Set<String> = []
  ) throws(InvalidCurve) {
    self.rain = rain
    self.curves = curves
    self.kept = kept
    for (index, curve) in curves.enumerated() {
      if curves[..<index].contains(where: { $0.name == curve.name }) {
        throw InvalidCurve(name: curve.name, key: nil, flaw: .repeated)
      }
      try curve.validate()
    }
    try validateOrder()
  }

  /// Whether no setting ever moves.
  public var rests: Bool {
    curves.allSatisfy { curve in curve.keys.allSatisfy { $0.value == curve.keys[0].value } }
  }

  /// The course, without curves if no setting ever moves: the renderer then reads it once.
  var simplest: RainCourse { rests ? RainCourse(rain(at: 0)) : self }

  /// The settings at a moment, in s. Of choices and of ``Rain/gustTime``, which change over between two
  /// keys, it has the nearer one.
  public func rain(at seconds: Double) -> Rain {
    let table = CourseTable(self)
    return table.moment(at: seconds).nearest
  }

  /// The settings at each of some moments, in s: faster than to ask for one after the other.
  public func rains(at seconds: [Double]) -> [Rain] {
    let table = CourseTable(self)
    return seconds.map { table.moment(at: $0).nearest }
  }

  /// Throws if settings contradict each other at a key.
  private func validateOrder() throws(InvalidCurve) {
    let ordered = Set(Rain.orderedPairs.flatMap { [$0.0, $0.1] } + ["rainfall"])
    let table = CourseTable(self)
    for curve in curves where ordered.contains(curve.name) {
      for (index, key) in curve.keys.enumerated() {
        let rain = table.moment(at: key.seconds, ordered: false).rain
        if rain.isOrdered { continue }
        do {
          try rain.validate()
        } catch {
          throw InvalidCurve(name: curve.name, key: index, flaw: .setting(error))
        }
      }
    }
  }
}

extension RainCourse.Curve {
  /// Throws the first wrong key.
  fileprivate func validate() throws(InvalidCurve) {
    guard let parameter = Rain.parameter(name) else {
      throw InvalidCurve(name: name, key: nil, flaw: .unknown)
    }
    if keys.isEmpty { throw InvalidCurve(name: name, key: nil, flaw: .empty) }
    let range = parameter.range
    var before = -Double.infinity
    for (index, key) in keys.enumerated() {
      if !key.seconds.isFinite { throw InvalidCurve(name: name, key: index, flaw: .noTime) }
      if key.seconds < before { throw InvalidCurve(name: name, key: index, flaw: .goesBack) }
      if let start = key.start, !(start >= before && start <= key.seconds) {
        throw InvalidCurve(name: name, key: index, flaw: .goesBack)
      }
      before = key.start ?? key.seconds
      // A NaN is in no range.
      if !range.contains(key.value) {
        throw InvalidCurve(
          name: name, key: index,
          flaw: .setting(InvalidSetting(name: name, flaw: .outOfRange(key.value, range))))
      }
    }
  }
}

/// A curve that no rendering can follow.
public struct InvalidCurve: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Flaw: Sendable, Hashable {
    /// No setting has that name.
    case unknown
    /// The setting has a curve already.
    case repeated
    /// There is no key.
    case empty
    /// The moment is not a finite number.
    case noTime
    /// The moment lies before that of the key before.
    case goesBack
    /// The settings at that moment are wrong.
    case setting(InvalidSetting)
  }

  /// The setting whose curve it is.
  public let name: String
  /// The key, from 0 on; nil for the whole curve.
  public let key: Int?
  /// What is wrong.
  public let flaw: Flaw
}

extension InvalidCurve: CustomStringConvertible {
  /// The flaw in a sentence, such as `key 2 of the curve of gain lies before key 1`.
  public var description: String {
    let place = (key.map { "key \($0 + 1) of " } ?? "") + "the curve of \(name)"
    return switch flaw {
    case .unknown: "\(place): no setting has this name"
    case .repeated: "\(place) is there twice"
    case .empty: "\(place) has no key"
    case .noTime: "\(place) has no time"
    case .goesBack: "\(place) lies before key \(key ?? 0)"
    case .setting(let error): "\(place): \(error)"
    }
  }
}

#endif
