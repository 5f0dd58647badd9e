public import RainDSP
internal import Text

/// A rain whose settings may move, as presets and command lines describe it. With the length of a
/// rendering it becomes a ``/RainDSP/RainAutomation``.
public struct WrittenAutomation: Sendable, Hashable {
  /// The settings that stay constant, and the first value of each setting that moves. Of a rainfall that moves, the one
  /// at which the other numbers hold.
  public var rain: Rain
  /// The settings that move, in the order of the table.
  public private(set) var curves: [WrittenCurve] = []
  /// The name of the place, for those who show it; nil: it has none.
  public package(set) var place: String?

  /// Constant rain.
  public init(_ rain: Rain = Rain()) {
    self.rain = rain
  }

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

  /// Whether a setting follows a curve.
  package func moves(_ setting: Setting) -> Bool { curves.contains { $0.setting == setting } }

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
}

// MARK: Places

extension WrittenAutomation {
  /// Takes the place of another rain, and what that says of drop and listener; the weather stays.
  package mutating func take(placeOf other: WrittenAutomation, named name: String?) {
    let standard = Rain()
    for setting in Setting.allCases where setting.owner != .weather {
      let curve = other.curves.first { $0.setting == setting }
      if setting.owner != .place, curve == nil, other.rain[setting] == standard[setting] {
        continue
      }
      curves.removeAll { $0.setting == setting }
      if let curve { follow(curve) }
      rain.take(setting, from: other.rain)
    }
    place = name
  }

  /// Goes from place to place along a curve of places, as a curve of each setting in which they differ. What stands still in
  /// all of them stays.
  package mutating func take(passages: PlaceCurve) {
    let (places, first) = (passages.places, Int(passages.keys[0].value))
    let beginning = places[first].automation.rain
    take(placeOf: WrittenAutomation(beginning), named: places[first].name)
    for setting in Setting.allCases where setting.owner != .weather {
      let numbers = places.map {
        $0.automation.rain.number(of: setting, givenAt: beginning.reference(of: setting))
      }
      if numbers.allSatisfy({ $0 == numbers[first] }) { continue }
      follow(
        WrittenCurve(
          setting,
          passages.keys.map { key in
            var key = key
            key.value = numbers[Int(key.value)]
            return key
          }))
      rain.take(setting, from: beginning)
    }
  }
}

/// What a preset, a command line or a file says of a rain.
package enum SettingChange: Sendable {
  /// The rain is heard in a place.
  case place(Place)
  /// It is heard in one place after another.
  case places(PlaceCurve)
  /// The setting stays at a number; a choice is given by its number.
  case number(Setting, Double)
  /// The setting moves.
  case curve(WrittenCurve)

  /// The place in the order of precedence: what comes later overrides what comes before.
  fileprivate var rank: Int {
    switch self {
    case .place: 0
    case .places: 1
    case .number(.rainfall, _): 2
    case .number: 3
    case .curve: 4
    }
  }
}

extension WrittenAutomation {
  /// Makes changes that were written together, in any order: places come before their settings, the rainfall before the
  /// numbers that hold there, the number of a setting before its curve, and an earlier change before a later one. The
  /// curves were checked where they were read.
  package mutating func apply(_ changes: [SettingChange]) {
    for rank in 0...4 {
      for change in changes where change.rank == rank {
        switch change {
        case .place(let place): take(placeOf: place.automation, named: place.name)
        case .places(let curve): take(passages: curve)
        case .number(let setting, let number): set(setting, to: number)
        case .curve(let curve): follow(curve)
        }
      }
    }
  }

  package static let curvesKey = "curves"

  /// The same rain, with all numbers, also those of curves, as they are at its rainfall: as files have them.
  package var restated: WrittenAutomation {
    var restated = self
    restated.rain = rain.restated
    for index in curves.indices {
      let (setting, keys) = (curves[index].setting, curves[index].keys)
      if !setting.followsRainfall || rain.reference(of: setting) == rain.rainfall { continue }
      var number = rain
      restated.curves[index] = WrittenCurve(
        setting,
        keys.map { key in
          number.replace(setting, by: key.value)
          var key = key
          key.value = number.number(of: setting, givenAt: rain.rainfall)
          return key
        })
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
    let standard = Rain.steady(at: rain.rainfall)
    return Setting.allCases.filter { setting in
      if setting == .rainfall { return isWanted(setting, rain.rainfall, Rain().rainfall) }
      return !moves(setting) && isWanted(setting, rain[setting], standard[setting])
    }.map { ($0.name, $0.json(of: rain[$0])) }
  }
}
