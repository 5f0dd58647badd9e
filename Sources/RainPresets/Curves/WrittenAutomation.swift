/// A rain whose settings may move, as presets and command lines describe it. With the length of a
/// rendering it becomes a ``/RainDSP/RainAutomation``.
public struct WrittenAutomation: Sendable, Hashable {
  /// The settings that stay constant, and the first value of each setting that moves. Of a rainfall that moves, the one
  /// at which the other numbers hold.
  public var rain: Rain
  /// The settings that move, in the order of the table.
  public internal(set) var curves: [WrittenCurve] = []
  /// The name of the place, for those who show it; nil: it has none.
  public package(set) var place: String?

  /// Constant rain.
  public init(_ rain: Rain = Rain()) { self.rain = rain }

  /// A rain whose settings move; each curve comes as with ``set(_:)``.
  public init(_ rain: Rain, curves: [WrittenCurve]) throws(InvalidSetting) {
    self.rain = rain
    for curve in curves { try set(curve) }
  }

  /// Lets a setting move; the curve replaces what it was before.
  ///
  /// - Throws: the first key that no rendering can have.
  public mutating func set(_ curve: WrittenCurve) throws(InvalidSetting) {
    // The order of time may depend on the length.
    let range = curve.setting.rangeOfKeys
    if curve.keys.isEmpty || !curve.keys.allSatisfy({ range.contains($0.value) }) {
      let keys = curve.keys.map { RainAutomation.Key(at: 0, $0.value, $0.shape) }
      _ = try RainAutomation(Rain(), curves: [RainAutomation.Curve(curve.setting, keys)])
    }
    follow(curve)
  }

  /// Lets a setting move by a curve that was checked.
  mutating func follow(_ curve: WrittenCurve) {
    let setting = curve.setting
    curves.removeAll { $0.setting == setting }
    // Of the rainfall, the number says where all other numbers hold.
    if setting != .rainfall { rain[setting] = curve.keys[0].value }
    let next = curves.firstIndex { $0.setting.rawValue > setting.rawValue }
    curves.insert(curve, at: next ?? curves.count)
  }

  /// Keeps a setting at a number, or at a choice given by its number.
  package mutating func set(_ setting: Setting, to number: Double) {
    curves.removeAll { $0.setting == setting }
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

  /// Whether a setting follows a curve.
  package func moves(_ setting: Setting) -> Bool { curves.contains { $0.setting == setting } }

  /// Whether a setting has a number in a file: it rests, or is the rainfall at which all numbers hold.
  package func hasNumber(_ setting: Setting) -> Bool {
    !moves(setting) || setting == .rainfall
  }

  /// The rainfall in mm/h at which all numbers are stated: where it moves, the one beside the curve if a number holds there.
  private var rainfall: Double {
    let isUsed = Setting.allCases.contains {
      $0.followsRainfall && rain.reference(of: $0) == rain[.rainfall]
    }
    return isUsed || !moves(.rainfall) ? rain[.rainfall] : RainfallLaw.reference
  }

  /// The message that lets a rain that sounds become this one, as a rendering has it.
  package func move(over seconds: Double) -> SettingMove {
    SettingMove(to: restated.rain, following: SettingSet { moves($0) }, over: seconds)
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
    // As files have it, from which it is read again.
    let restated = restated
    guard !curves.isEmpty else { return RainAutomation(restated.rain) }
    var timed: [RainAutomation.Curve] = []
    for curve in restated.curves {
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
      return try RainAutomation(restated.rain, curves: timed)
    } catch {
      throw .rain(error)
    }
  }

  // MARK: JSON

  package static let curvesKey = "curves"

  /// The same rain, with all numbers, also those of curves, as they are at its rainfall: as files have them.
  package var restated: WrittenAutomation {
    var restated = self
    restated.rain[.rainfall] = rainfall
    restated.rain = restated.rain.restated
    for index in curves.indices {
      let (setting, keys) = (curves[index].setting, curves[index].keys)
      if !setting.followsRainfall || rain.reference(of: setting) == rainfall { continue }
      var rain = rain
      rain[.rainfall] = rainfall
      restated.curves[index] = WrittenCurve(setting, along: keys) { rain.number($0, of: setting) }
    }
    return restated
  }

  /// The curves as members of a JSON object.
  package var curveMembers: [(key: String, json: String)] {
    restated.curves.map { ($0.setting.name, $0.json) }
  }

  /// The settings that are constant and wanted as members of a JSON object, as presets have them. Beside a rainfall that
  /// moves stands the one at which all numbers hold.
  /// `isWanted` gets a setting, its number, and what that would be in steady rain of this rainfall.
  package func restingMembers(
    where isWanted: (_ setting: Setting, _ number: Double, _ standard: Double) -> Bool
  ) -> [(key: String, json: String)] {
    let rain = restated.rain
    return Setting.allCases.filter {
      hasNumber($0) && isWanted($0, rain[$0], rain.standard(of: $0))
    }.map { ($0.name, $0.json(of: rain[$0])) }
  }
}
