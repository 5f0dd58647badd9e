package import RainDSP

extension WrittenAutomation {
  /// Takes the place of another rain, and what that says of drop and listener; the weather stays.
  package mutating func take(placeOf other: WrittenAutomation, named name: String?) {
    let taken = rain.take(placeOf: other.rain)
    curves.removeAll { taken.contains($0.setting) }
    for curve in other.curves where curve.setting.owner != .weather {
      follow(curve)
      rain.take(curve.setting, from: other.rain)
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
      follow(WrittenCurve(setting, along: passages.keys) { numbers[Int($0)] })
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

  /// The curve of a setting; nil: it is another change.
  package var curve: WrittenCurve? { if case .curve(let curve) = self { curve } else { nil } }

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
}
