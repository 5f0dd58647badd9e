extension Rain {
  /// Takes the settings of the weather from another rain; the place, drop and listener stay.
  package mutating func take(weatherOf other: Rain) {
    _ = take(from: other) { setting, _ in setting.owner == .weather }
  }

  /// Takes the settings of the place from another rain, and what that says of drop and listener; the weather stays.
  /// Returns which settings those were.
  @discardableResult
  package mutating func take(placeOf other: Rain) -> SettingSet {
    let usual = Self.usual
    return take(from: other) { setting, number in
      setting.owner == .place || setting.owner != .weather && number != usual[setting]
    }
  }

  /// Steady rain on open ground.
  package static let usual = Rain()

  // Takes no memory: the audio thread of a plug-in calls it.
  private mutating func take(from other: Rain, where isTaken: (Setting, Double) -> Bool)
    -> SettingSet
  {
    var taken = SettingSet.none
    var index: UInt8 = 0
    while let setting = Setting(rawValue: index) {
      if isTaken(setting, other[setting]) {
        take(setting, from: other)
        taken.insert(setting)
      }
      index += 1
    }
    return taken
  }
}
