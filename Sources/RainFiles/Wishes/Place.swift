package import RainDSP

/// Where a rain is heard: the settings of the place in a preset.
public struct Place: Sendable, Hashable {
  /// What it is called.
  public let name: String
  /// A rain there.
  package let automation: WrittenAutomation
  /// The settings that somebody has said of it.
  package let said: SettingSet
  /// The settings that it gives to a rain: its own, and those of drop and listener that were said.
  package let given: SettingSet

  init(name: String, automation: WrittenAutomation, said: SettingSet) {
    (self.name, self.automation, self.said) = (name, automation, said)
    given = said.union(SettingSet(of: .place)).subtracting(SettingSet(of: .weather))
  }

  /// The place of what a layer says.
  init(of layer: RainLayer, name: String? = nil) {
    let automation = layer.resolved()
    self.init(
      name: automation.place ?? name ?? Place.standardName, automation: automation,
      said: layer.said)
  }

  /// A name for a rain whose settings were said already.
  package init(nameOnly name: String) {
    (self.name, automation, said, given) = (name, WrittenAutomation(), .none, .none)
  }

  /// The settings of the weather that were said, which are no part of the place.
  package var weather: SettingSet { said.intersection(SettingSet(of: .weather)) }

  /// How long a passage takes where nothing else is said, in s: a few steps through a door, by ear.
  package static let passage = 0.8

  /// The key that names a place, and the name of its curve.
  package static let key = "place"
}
