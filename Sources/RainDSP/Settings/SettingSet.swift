/// Some of the settings, a bit each: without memory of its own, and so for the audio thread, too.
package struct SettingSet: OptionSet, Sendable, BitwiseCopyable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package init(_ settings: [Setting]) {
    precondition(Setting.allCases.count <= UInt64.bitWidth, "a bit for each setting")
    rawValue = settings.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }

  package func contains(_ setting: Setting) -> Bool {
    rawValue & 1 << UInt64(setting.rawValue) != 0
  }

  package mutating func remove(_ setting: Setting) {
    self = SettingSet(rawValue: rawValue & ~(1 << UInt64(setting.rawValue)))
  }

  /// Takes the first setting out; nil where there is none.
  package mutating func popFirst() -> Setting? {
    guard let setting = Setting(rawValue: UInt8(rawValue.trailingZeroBitCount)) else { return nil }
    remove(setting)
    return setting
  }
}
