/// A rain whose settings move in time, as in a storm that builds up and passes.
///
/// It is a ``Rain``, whose settings stay constant, and a curve for each setting that moves:
///
/// ```swift
/// let automation = try RainAutomation(
///   Rain(),
///   curves: [
///     .init(.rainfall, [.init(at: 0, 0.5), .init(at: 600, 25), .init(at: 1200, 1.5, .smooth)]),
///     .init(.lowpass, [.init(at: 300, 20_000), .init(at: 310, 2000)]),
///     .init(.surface, [.init(at: 0, .open), .init(at: 600, .metal)]),
///   ])
/// let renderer = try RainRenderer(.init(automation))
/// ```
///
/// Between its keys a number moves on the scale on which it is heard (``Setting/Row/scale``): levels in
/// decibels, frequencies in octaves, rates by their logarithm. Before its first key it has the value of
/// that key, and after its last the value of that.
///
/// An automation is a pure value: what it says of a moment depends on nothing but the moment. So any slice of
/// a rendering can be made by itself.
public struct RainAutomation: Sendable, Hashable {
  /// The way from one key to the next.
  public typealias Shape = CurveShape

  /// A value that is reached at a moment.
  public struct Key: CurveKey {
    /// The moment, in s from frame 0. In a loop, from its beginning.
    public var seconds: Double
    /// The value, in the unit of the setting; of a choice, its number; of what follows the
    /// rainfall, at 10 mm/h.
    public var value: Double
    /// The moment in s at which the way begins, not before the key before; nil: the moment of that key. It
    /// begins at the value of that moment, even if the way to the key before has not ended by then.
    public var start: Double?
    /// The way from the key before.
    public var shape: Shape

    /// A key at a moment in s.
    public init(
      at seconds: Double, _ value: Double, _ shape: Shape = .line, from start: Double? = nil
    ) {
      self.seconds = seconds
      self.value = value
      self.shape = shape
      self.start = start
    }

    /// A key at the end of a straight line.
    public init(_ breakpoint: CurveBreakpoint) {
      self.init(at: breakpoint.seconds, breakpoint.value)
    }

    /// The key as a breakpoint; nil if it is more than that.
    public var breakpoint: CurveBreakpoint? {
      shape == .line && start == nil ? CurveBreakpoint(seconds: seconds, value: value) : nil
    }

    /// A key at which drops strike another surface: ``Setting/surface``.
    public init(
      at seconds: Double, _ surface: Surface, _ shape: Shape = .line, from start: Double? = nil
    ) {
      self.init(at: seconds, surface.number, shape, from: start)
    }

    /// A key at which impacts have another shape: ``Setting/impactShape``.
    public init(
      at seconds: Double, _ impact: ImpactShape, _ shape: Shape = .line, from start: Double? = nil
    ) {
      self.init(at: seconds, impact.number, shape, from: start)
    }
  }

  /// The keys of a curve.
  public typealias Keys = CurveKeys<Key>

  /// The keys of a setting.
  public struct Curve: Sendable, Hashable {
    /// The setting.
    public let setting: Setting
    /// One key or more, in the order of time.
    public let keys: Keys

    /// The curve of a setting.
    public init(_ setting: Setting, _ keys: [Key]) {
      self.setting = setting
      self.keys = Keys(keys)
    }

    /// A curve of straight lines.
    package init(_ setting: Setting, breakpoints: [CurveBreakpoint]) {
      self.setting = setting
      keys = Keys(breakpoints)
    }
  }

  /// The settings that stay constant.
  public let rain: Rain
  /// The settings that move, in the order of their table; none for constant rain.
  public let curves: [Curve]
  let shared: SharedAutomationTable

  /// Constant rain.
  public init(_ rain: Rain) { self.init(unchecked: rain, curves: []) }

  /// A rain whose settings move by curves that are known to be right.
  init(unchecked rain: Rain, curves: [Curve]) {
    self.rain = rain
    self.curves = curves
    shared = SharedAutomationTable(AutomationTable(rain, curves))
  }

  /// A rain whose settings move.
  ///
  /// - Parameters:
  ///   - rain: the settings that stay constant.
  ///   - curves: one for each setting that moves. The numbers of one that follows the rainfall are
  ///     those at 10 mm/h.
  /// - Throws: ``InvalidSetting`` for the first wrong key.
  public init(_ rain: Rain, curves: [Curve]) throws(InvalidSetting) {
    for (index, curve) in curves.enumerated() {
      if curves[..<index].contains(where: { $0.setting == curve.setting }) {
        throw curve.flaw(.repeated)
      }
      try curve.validate()
    }
    let sorted = curves.sorted { $0.setting.rawValue < $1.setting.rawValue }
    self.init(unchecked: rain, curves: sorted.map { $0.kept })
  }

  /// Whether two automations have the same settings and curves.
  public static func == (a: Self, b: Self) -> Bool { a.rain == b.rain && a.curves == b.curves }

  /// Hashes the settings and the curves.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rain)
    hasher.combine(curves)
  }

  /// Whether no setting ever moves.
  public var isConstant: Bool {
    curves.allSatisfy { curve in curve.keys.allSatisfy { $0.value == curve.keys[0].value } }
  }

  /// The automation, without curves if no setting ever moves: the renderer then reads it once.
  var simplest: RainAutomation { isConstant ? RainAutomation(rain(at: 0)) : self }

  /// The settings at a moment, in s. Of choices and of ``Setting/gustTime``, which change over between two
  /// keys, it has the nearer one.
  public func rain(at seconds: Double) -> Rain { shared.table.rain(at: seconds) }

  /// The settings at each of some moments, in s.
  public func rains(at seconds: [Double]) -> [Rain] { seconds.map { rain(at: $0) } }
}

extension RainAutomation.Curve {
  /// The curve with the digits that a rain keeps.
  fileprivate var kept: Self {
    if !setting.followsRainfall { return self }
    return Self(
      setting,
      keys.map { key in
        var key = key
        key.value = RainfallLaw.kept(key.value, of: setting, from: RainfallLaw.reference)
        return key
      })
  }

  fileprivate func flaw(_ flaw: InvalidSetting.Flaw, key: Int? = nil) -> InvalidSetting {
    InvalidSetting(name: setting.name, flaw, curve: setting, key: key)
  }

  /// Throws the first wrong key.
  fileprivate func validate() throws(InvalidSetting) {
    if keys.isEmpty { throw flaw(.empty) }
    let range = setting.rangeOfKeys
    var before = -Double.infinity
    for (index, key) in keys.enumerated() {
      if !key.seconds.isFinite { throw flaw(.noTime, key: index) }
      if key.seconds < before { throw flaw(.goesBack, key: index) }
      if let start = key.start, !(start >= before && start <= key.seconds) {
        throw flaw(.goesBack, key: index)
      }
      before = key.start ?? key.seconds
      // A NaN is in no range.
      if !range.contains(key.value) {
        throw flaw(.outOfRange(key.value, setting.row.range), key: index)
      }
    }
  }
}
