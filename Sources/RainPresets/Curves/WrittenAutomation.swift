/// A rain whose settings may move, as presets and command lines describe it. With the length of a
/// rendering it becomes a ``/RainDSP/RainAutomation``.
public struct WrittenAutomation: Sendable, Hashable {
  /// The settings that stay constant, and the first value of each setting that moves. Of a rainfall that moves, the one
  /// at which the other numbers hold.
  public var rain: Rain
  /// The settings that move, in the order of the table; numbers that follow the rainfall are those
  /// at 10 mm/h.
  public internal(set) var curves: [WrittenCurve] = []
  /// The name of the place, for those who show it; nil: it has none.
  public package(set) var place: String?

  /// Constant rain.
  public init(_ rain: Rain = Rain()) {
    self.rain = rain
    self.rain.limit()
  }

  /// A rain whose settings move; each curve comes as with ``set(_:)``.
  public init(_ rain: Rain, curves: [WrittenCurve]) throws(InvalidSetting) {
    self.init(rain)
    for curve in curves { try set(curve) }
  }

  /// Lets a setting move; the curve replaces what it was before. Its numbers are those at 10 mm/h,
  /// if they follow the rainfall.
  ///
  /// - Throws: the first key that no rendering can have.
  public mutating func set(_ curve: WrittenCurve) throws(InvalidSetting) {
    // The order of time may depend on the length.
    let range = curve.setting.rangeOfKeys
    if curve.keys.isEmpty || !curve.keys.allSatisfy({ range.contains($0.value) }) {
      let keys = curve.keys.map { RainAutomation.Key(at: 0, $0.value, $0.shape) }
      _ = try RainAutomation(Rain(), curves: [RainAutomation.Curve(curve.setting, keys)])
    }
    follow(curve.kept(from: RainfallLaw.reference))
    limit()
  }

  /// Lets a setting move by a curve that was checked.
  mutating func follow(_ curve: WrittenCurve) {
    let setting = curve.setting
    curves.removeAll { $0.setting == setting }
    // Of the rainfall, the number says where all other numbers hold.
    if setting != .rainfall { rain.keep(setting, at: curve.keys[0].value) }
    let next = curves.firstIndex { $0.setting.rawValue > setting.rawValue }
    curves.insert(curve, at: next ?? curves.count)
  }

  /// Keeps a setting at a number, or at a choice given by its number.
  package mutating func set(_ setting: Setting, to number: Double) {
    if let index = curves.firstIndex(where: { $0.setting == setting }) { curves.remove(at: index) }
    rain[setting] = number
  }

  /// The rain at the beginning, where it is constant: the first value of each setting that moves.
  package var beginning: Rain {
    var beginning = rain
    if let curve = curves.first(where: { $0.setting == .rainfall }) {
      beginning[.rainfall] = curve.keys[0].value
    }
    return beginning
  }

  package func moves(_ setting: Setting) -> Bool { curves.contains { $0.setting == setting } }

  /// Whether a setting has a number in a file: it rests, or is the rainfall at which all numbers hold.
  package func hasNumber(_ setting: Setting) -> Bool { !moves(setting) || setting == .rainfall }

  /// Makes all numbers such that a file can have them: within their ranges at the rainfall, which
  /// is 10 mm/h where it moves and no other number needs it.
  mutating func limit() {
    let usual = Rain()
    let isUsed = Setting.allCases.contains {
      $0.followsRainfall && (moves($0) || rain.kept($0) != usual.kept($0))
    }
    if moves(.rainfall), !isUsed { rain[.rainfall] = usual[.rainfall] }
    rain.limit()
  }

  /// The message that lets a rain that sounds become this one.
  package func move(over seconds: Double) -> SettingMove {
    SettingMove(to: rain, following: SettingSet { moves($0) }, over: seconds)
  }

  /// Whether times depend on the length of the rendering.
  package var needsEnd: Bool {
    curves.contains { curve in
      curve.keys.contains {
        $0.time.seconds(of: nil) == nil || $0.start.map { $0.seconds(of: nil) == nil } ?? false
      }
    }
  }

  /// The automation in a rendering that lasts `total` s; nil for one without an end.
  ///
  /// - Throws: the first key that it cannot have.
  package func automation(lasting total: Double?) throws(InvalidJob) -> RainAutomation {
    guard !curves.isEmpty else { return RainAutomation(rain) }
    var timed: [RainAutomation.Curve] = []
    for curve in curves {
      if !curve.keys.breakpoints.isEmpty {
        timed.append(RainAutomation.Curve(curve.setting, breakpoints: curve.keys.breakpoints))
        continue
      }
      var keys: [RainAutomation.Key] = []
      keys.reserveCapacity(curve.keys.count)
      for (index, key) in curve.keys.enumerated() {
        func seconds(_ time: WrittenCurve.Time) throws(InvalidJob) -> Double {
          if let seconds = time.seconds(of: total) { return seconds }
          throw .keyWithoutEnd(setting: curve.setting.name, key: index, time: time.text)
        }
        let time = try seconds(key.time)
        let start = try key.start.map { (start) throws(InvalidJob) in try seconds(start) }
        if let last = keys.last, (start ?? time) < last.start ?? last.seconds {
          throw .keyGoesBack(
            setting: curve.setting.name, key: index, seconds: start ?? time,
            before: last.start ?? last.seconds,
            inEveryLength: key.earliest.isBefore(curve.keys[index - 1].earliest))
        }
        if let start, time < start {
          throw .keyEndsEarly(setting: curve.setting.name, key: index, seconds: time, start: start)
        }
        keys.append(RainAutomation.Key(at: time, key.value, key.shape, from: start))
      }
      timed.append(RainAutomation.Curve(curve.setting, keys))
    }
    do {
      return try RainAutomation(rain, curves: timed)
    } catch {
      throw .rain(error)
    }
  }

  // MARK: JSON

  package static let curvesKey = "curves"

  /// The curves with their numbers at the rainfall, as files have them.
  package var writtenCurves: [WrittenCurve] {
    let rainfall = rain[.rainfall]
    return curves.map { curve in
      if rainfall == RainfallLaw.reference || !curve.setting.followsRainfall { return curve }
      return WrittenCurve(curve.setting, along: curve.keys) {
        RainfallLaw.written($0, of: curve.setting, at: rainfall)
      }
    }
  }

  /// The number of a setting at the rainfall, as files have it.
  package func writtenNumber(_ setting: Setting) -> Double {
    setting.nearest(RainfallLaw.written(rain.kept(setting), of: setting, at: rain[.rainfall]))
  }

  package var curveMembers: [(key: String, json: String)] {
    writtenCurves.map { ($0.setting.name, $0.json) }
  }

  /// The settings that are constant and wanted as members of a JSON object, as presets have them. Beside a rainfall that
  /// moves stands the one at which all numbers hold.
  /// `isWanted` gets a setting, its number, and what that would be in steady rain of this rainfall.
  package func restingMembers(
    where isWanted: (_ setting: Setting, _ number: Double, _ standard: Double) -> Bool
  ) -> [(key: String, json: String)] {
    Setting.allCases.filter {
      hasNumber($0) && isWanted($0, rain[$0], rain.standard(of: $0))
    }.map { ($0.name, $0.json(of: writtenNumber($0))) }
  }
}
