/// Some of the settings, a bit each: without memory of its own, and so for the audio thread, too.
package struct SettingSet: Sendable, Hashable, BitwiseCopyable {
  /// The settings from number 0 on, and from 64 on. Not one number of 128 bits, which no processor has in one piece.
  package let low, high: UInt64

  package init(_ low: UInt64, _ high: UInt64) { (self.low, self.high) = (low, high) }

  // An array literal would take memory where nothing is optimised.
  package static var none: SettingSet { SettingSet(0, 0) }

  package init(_ settings: [Setting]) { self.init { settings.contains($0) } }

  /// The settings that satisfy a condition.
  package init(where isMember: (Setting) -> Bool) {
    self = .none
    var index: UInt8 = 0
    while let setting = Setting(rawValue: index) {
      if isMember(setting) { insert(setting) }
      index += 1
    }
  }

  /// The settings of an owner.
  package init(of owner: Setting.Owner) { self.init { $0.owner == owner } }

  package var isEmpty: Bool { self == .none }

  package func contains(_ setting: Setting) -> Bool { contains(number: Int(setting.rawValue)) }

  func contains(number: Int) -> Bool { (number < 64 ? low : high) & 1 << UInt64(number & 63) != 0 }

  package mutating func insert(_ setting: Setting) { formUnion(SettingSet(one: setting)) }

  package mutating func remove(_ setting: Setting) { self = subtracting(SettingSet(one: setting)) }

  private init(one setting: Setting) {
    let bit: UInt64 = 1 << UInt64(setting.rawValue & 63)
    self.init(setting.rawValue < 64 ? bit : 0, setting.rawValue < 64 ? 0 : bit)
  }

  package func union(_ other: SettingSet) -> SettingSet {
    SettingSet(low | other.low, high | other.high)
  }

  package mutating func formUnion(_ other: SettingSet) { self = union(other) }

  package func intersection(_ other: SettingSet) -> SettingSet {
    SettingSet(low & other.low, high & other.high)
  }

  package func subtracting(_ other: SettingSet) -> SettingSet {
    SettingSet(low & ~other.low, high & ~other.high)
  }

  /// Removes and returns the first setting; nil if the set is empty.
  package mutating func popFirst() -> Setting? {
    let number =
      low != 0 ? low.trailingZeroBitCount : 64 + high.trailingZeroBitCount
    guard let setting = Setting(rawValue: UInt8(number)) else { return nil }
    remove(setting)
    return setting
  }
}
