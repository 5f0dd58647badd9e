package import RainDSP

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
}
