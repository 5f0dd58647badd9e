/// Some of the settings, a bit each: without memory of its own, and so for the audio thread, too.
package struct SettingSet: Sendable, Hashable, BitwiseCopyable, Sequence, IteratorProtocol {
  /// The settings from number 0 on, and from 64 on. Not one number of 128 bits, which no processor
  /// has in one piece.
  package private(set) var bits: SIMD2<UInt64>

  package init(bits: SIMD2<UInt64>) { self.bits = bits }

  // An array literal would take memory where nothing is optimised.
  package static var none: SettingSet { SettingSet(bits: .zero) }

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

  package init(of owner: Setting.Owner) { self.init { $0.owner == owner } }

  package var isEmpty: Bool { self == .none }

  package func contains(_ setting: Setting) -> Bool {
    bits[Int(setting.rawValue >> 6)] & 1 << UInt64(setting.rawValue & 63) != 0
  }

  package mutating func insert(_ setting: Setting) { formUnion(SettingSet(one: setting)) }

  package mutating func remove(_ setting: Setting) { self = subtracting(SettingSet(one: setting)) }

  private init(one setting: Setting) {
    bits = .zero
    bits[Int(setting.rawValue >> 6)] = 1 << UInt64(setting.rawValue & 63)
  }

  package func union(_ other: SettingSet) -> SettingSet { SettingSet(bits: bits | other.bits) }

  package mutating func formUnion(_ other: SettingSet) { self = union(other) }

  package func intersection(_ other: SettingSet) -> SettingSet {
    SettingSet(bits: bits & other.bits)
  }

  package func subtracting(_ other: SettingSet) -> SettingSet {
    SettingSet(bits: bits & ~other.bits)
  }

  /// Removes and returns the first setting; nil if the set is empty.
  package mutating func next() -> Setting? {
    let half = bits[0] != 0 ? 0 : 1
    let setting = Setting(rawValue: UInt8(64 * half + bits[half].trailingZeroBitCount))
    if let setting { remove(setting) }
    return setting
  }
}
