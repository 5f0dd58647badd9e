public import RainDSP
internal import Text

/// A rain whose settings may move, as presets and command lines describe it. With the length of a
/// rendering it becomes a ``/RainDSP/RainAutomation``.
public struct WrittenAutomation: Sendable, Hashable {
  /// The settings that stay constant, and the first value of each setting that moves.
  public var rain: Rain
  /// The settings that move, in the order of the table.
  public private(set) var curves: [WrittenCurve] = []
  /// The settings that the curve of rainfall leaves alone, because they were set after it.
  private var kept: Set<Setting> = []

  /// Constant rain.
  public init(_ rain: Rain = Rain()) {
    self.rain = rain
  }

  /// A rain whose settings move; each curve comes as with ``set(_:)``.
  public init(_ rain: Rain, curves: [WrittenCurve]) throws(InvalidSetting) {
    self.rain = rain
    for curve in curves { try set(curve) }
  }

  /// Lets a setting move; the curve replaces what it was before. A curve of `rainfall` also replaces all
  /// settings that rainfall sets, and their curves.
  ///
  /// - Throws: the first key that no rendering can have.
  public mutating func set(_ curve: WrittenCurve) throws(InvalidSetting) {
    // The order of time may depend on the length, and what a value contradicts may still change.
    let range = curve.setting.row.range
    if curve.keys.isEmpty || !curve.keys.allSatisfy({ range.contains($0.value) }) {
      let keys = curve.keys.map { RainAutomation.Key(at: 0, $0.value, $0.shape) }
      _ = try RainAutomation(Rain(), curves: [RainAutomation.Curve(curve.setting, keys)])
    }
    follow(curve)
  }

  /// Lets a setting move by a curve that was checked.
  mutating func follow(_ curve: WrittenCurve) {
    set(curve.setting, to: curve.keys[0].value)
    kept.remove(curve.setting)
    let next = curves.firstIndex { $0.setting.rawValue > curve.setting.rawValue }
    curves.insert(curve, at: next ?? curves.count)
  }

  /// Keeps a setting at a number, or at a choice given by its number.
  package mutating func set(_ setting: Setting, to number: Double) {
    curves.removeAll { $0.setting == setting }
    if setting == .rainfall {
      curves.removeAll { Setting.setByRainfall.contains($0.setting) }
      kept = []
    } else if movesRainfall, Setting.setByRainfall.contains(setting) {
      kept.insert(setting)
    }
    rain[setting] = number
  }

  /// Whether rainfall has a curve.
  private var movesRainfall: Bool { curves.first?.setting == .rainfall }

  /// Whether a setting follows a curve, its own or that of rainfall.
  package func moves(_ setting: Setting) -> Bool {
    if curves.isEmpty { return false }
    return curves.contains { $0.setting == setting }
      || movesRainfall && Setting.setByRainfall.contains(setting) && !kept.contains(setting)
  }

  /// Whether a setting stays constant although the curve of rainfall would move it.
  package func keeps(_ setting: Setting) -> Bool { kept.contains(setting) }

  /// Whether times depend on the length of the rendering.
  package var needsEnd: Bool {
    curves.contains { curve in
      curve.keys.contains {
        $0.time.seconds(of: nil) == nil || $0.start.map { $0.seconds(of: nil) == nil } ?? false
      }
    }
  }

  /// Of the other end of its pair, the number that contradicts most an end that rests, where its curve has such; else nil.
  package func crossing(_ resting: Setting) -> Double? {
    for (near, far) in Rain.orderedPairs where resting == near || resting == far {
      let other = resting == near ? far : near
      guard !moves(resting), let curve = curves.first(where: { $0.setting == other }) else { break }
      var number = rain[resting]
      for key in curve.keys {
        number = resting == near ? min(number, key.value) : max(number, key.value)
      }
      return number == rain[resting] ? nil : number
    }
    return nil
  }

  /// Orders near and far ends for those who cannot refuse a number: where a near end lies beyond the far one, that one
  /// rises.
  ///
  /// Where a curve crosses an end that rests, that end becomes a curve, too: it rests at its number, on its way to one
  /// that contradicts nothing, which it reaches by a step after all rain. An end on such a way may be crossed.
  package mutating func letEndsCross() {
    for (near, far) in Rain.orderedPairs {
      if !moves(near) && !moves(far) { rain[far] = max(rain[near], rain[far]) }
      for (resting, other) in [(near, far), (far, near)] {
        guard let last = crossing(resting) else { continue }
        let (number, start) = (rain[resting], rain[other])
        let first = resting == near ? min(number, start) : max(number, start)
        follow(
          WrittenCurve(
            resting,
            [
              .init(at: .fromStart(.zero), first), .init(at: .fromStart(.zero), number),
              .init(at: .fromStart(Duration.longestWritten), last, .step),
            ]))
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
    for setting in kept {
      timed.append(RainAutomation.Curve(setting, [.init(at: 0, rain[setting])]))
    }
    do {
      return try RainAutomation(rain, curves: timed)
    } catch {
      throw .rain(error)
    }
  }
}

extension Setting {
  /// The settings that ``/RainDSP/Rain/setRainfall(_:)`` sets.
  package static let setByRainfall: Set<Setting> = {
    // No setting is at the end of its range in that rain.
    var rain = Rain()
    for setting in stored { rain[setting] = setting.row.range.upperBound }
    rain.setRainfall(11)
    return Set(stored.filter { rain[$0] != $0.row.range.upperBound })
  }()
}

/// What a preset, a command line or a file says of a setting.
package enum SettingChange: Sendable {
  /// The setting stays at a number; a choice is given by its number.
  case number(Setting, Double)
  /// The setting moves.
  case curve(WrittenCurve)

  /// The setting that changes.
  package var setting: Setting {
    switch self {
    case .number(let setting, _): setting
    case .curve(let curve): curve.setting
    }
  }

  /// The place in the order of precedence: what comes later overrides what comes before.
  fileprivate var rank: Int {
    let isRainfall = setting == .rainfall
    return switch self {
    case .number: isRainfall ? 0 : 2
    case .curve: isRainfall ? 1 : 3
    }
  }
}

extension WrittenAutomation {
  /// Makes changes that were written together, in any order: rainfall comes before the settings that it sets,
  /// the number of a setting before its curve, and an earlier change before a later one. The curves were
  /// checked where they were read.
  package mutating func apply(_ changes: [SettingChange]) {
    for rank in 0...3 {
      for change in changes where change.rank == rank {
        switch change {
        case .number(let setting, let number): set(setting, to: number)
        case .curve(let curve): follow(curve)
        }
      }
    }
  }

  package static let curvesKey = "curves"

  /// The curves as members of a JSON object.
  package var curveMembers: [(key: String, json: String)] {
    curves.map { ($0.setting.name, $0.json) }
  }

  /// The settings that are constant and wanted as members of a JSON object, as presets have them.
  package func restingMembers(
    where isWanted: (Setting, Double) -> Bool
  ) -> [(key: String, json: String)] {
    Setting.stored.filter { !moves($0) && isWanted($0, rain[$0]) }
      .map { ($0.name, $0.json(of: rain[$0])) }
  }
}
