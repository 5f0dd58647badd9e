public import RainDSP

/// A rain whose settings may move, as presets and command lines describe it. With the length of a
/// rendering it becomes a ``/RainDSP/RainCourse``.
///
/// Rainfall comes first, then each other setting; and the curve of a setting comes before its number.
public struct WrittenCourse: Sendable, Hashable {
  /// The settings that rest, and the first value of each setting that moves.
  public var rain: Rain
  /// The settings that move, in the order of the table.
  public private(set) var curves: [WrittenCurve] = []
  /// The settings that the curve of rainfall leaves alone, because they were set after it.
  private(set) var kept: Set<String> = []

  /// A rain that rests.
  public init(_ rain: Rain = Rain()) {
    self.rain = rain
  }

  /// A rain whose settings move; each curve comes as with ``set(_:)``.
  public init(_ rain: Rain, curves: [WrittenCurve]) throws(InvalidCurve) {
    self.rain = rain
    for curve in curves { try set(curve) }
  }

  /// Lets a setting move; the curve replaces what it was before. A curve of `rainfall` also replaces all
  /// settings that rainfall sets, and their curves.
  ///
  /// - Throws: the first key that no rendering can have.
  public mutating func set(_ curve: WrittenCurve) throws(InvalidCurve) {
    // The order of time may depend on the length, and what a value contradicts may still change.
    guard let parameter = Rain.parameter(curve.name), !curve.keys.isEmpty,
      curve.keys.allSatisfy({ parameter.range.contains($0.value) })
    else {
      _ = try RainCourse(Rain(), curves: [curve.withoutTimes])
      preconditionFailure("the course has found the flaw")
    }
    set(parameter, to: curve.keys[0].value)
    kept.remove(curve.name)
    curves.append(curve)
    let places = Dictionary(
      uniqueKeysWithValues: zip(Rain.parameters.map(\.name), Rain.parameters.indices))
    curves.sort { (places[$0.name] ?? 0) < (places[$1.name] ?? 0) }
  }

  /// Lets a setting rest at a number, or at a choice given by its number.
  package mutating func set(_ parameter: Parameter, to number: Double) {
    curves.removeAll { $0.name == parameter.name }
    if parameter.setsSeveral {
      curves.removeAll { Rain.setByRainfall.contains($0.name) }
      kept = []
    } else if movesRainfall, Rain.setByRainfall.contains(parameter.name) {
      kept.insert(parameter.name)
    }
    parameter.set(&rain, to: number)
  }

  /// Whether rainfall has a curve.
  private var movesRainfall: Bool { curves.contains { $0.name == "rainfall" } }

  /// Whether a setting follows a curve, its own or that of rainfall.
  package func moves(_ name: String) -> Bool {
    if curves.isEmpty { return false }
    return curves.contains { $0.name == name }
      || movesRainfall && Rain.setByRainfall.contains(name) && !kept.contains(name)
  }

  /// Whether a setting rests although the curve of rainfall would move it.
  package func keeps(_ name: String) -> Bool { kept.contains(name) }

  /// Whether times depend on the length of the rendering.
  package var needsEnd: Bool {
    curves.contains { curve in
      curve.keys.contains {
        $0.time.seconds(of: nil) == nil || $0.start.map { $0.seconds(of: nil) == nil } ?? false
      }
    }
  }

  /// The course in a rendering that lasts `total` s; nil for one without an end.
  ///
  /// - Throws: the first key that it cannot have.
  package func course(lasting total: Double?) throws(InvalidCourse) -> RainCourse {
    guard !curves.isEmpty else { return RainCourse(rain) }
    var timed: [RainCourse.Curve] = []
    for curve in curves {
      var keys: [RainCourse.Key] = []
      keys.reserveCapacity(curve.keys.count)
      for (index, key) in curve.keys.enumerated() {
        func seconds(_ time: WrittenCurve.Time) throws(InvalidCourse) -> Double {
          if let seconds = time.seconds(of: total) { return seconds }
          throw .endless(setting: curve.name, key: index, time: time.text)
        }
        let time = try seconds(key.time)
        let start = try key.start.map { (start) throws(InvalidCourse) in try seconds(start) }
        if let last = keys.last, (start ?? time) < last.start ?? last.seconds {
          throw .goesBack(
            setting: curve.name, key: index, seconds: start ?? time,
            before: last.start ?? last.seconds,
            inEveryLength: key.earliest.isBefore(curve.keys[index - 1].earliest))
        }
        if let start, time < start {
          throw .endsEarly(setting: curve.name, key: index, seconds: time, start: start)
        }
        keys.append(RainCourse.Key(at: time, key.value, key.shape, from: start))
      }
      timed.append(RainCourse.Curve(curve.name, keys))
    }
    do {
      return try RainCourse(rain, curves: timed, keeping: kept)
    } catch {
      throw .curve(error)
    }
  }
}

extension WrittenCurve {
  /// The curve with its keys at one moment: for checks that do not depend on time.
  fileprivate var withoutTimes: RainCourse.Curve {
    RainCourse.Curve(name, keys.map { RainCourse.Key(at: 0, $0.value, $0.shape) })
  }
}

extension Rain {
  /// The names of the settings that ``/RainDSP/Rain/setRainfall(_:)`` sets.
  static let setByRainfall: Set<String> = {
    // No setting is at the end of its range in that rain.
    var names: Set<String> = []
    for parameter in parameters {
      guard case .number(_, let range, let path) = parameter.domain else { continue }
      var rain = Rain()
      rain[keyPath: path] = range.upperBound
      rain.setRainfall(11)
      if rain[keyPath: path] != range.upperBound { names.insert(parameter.name) }
    }
    return names
  }()
}
