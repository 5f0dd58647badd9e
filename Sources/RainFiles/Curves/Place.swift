/// Where a rain is heard: the settings of the place in a preset.
public struct Place: Sendable {
  /// What it is called.
  public let name: String
  /// A rain there.
  package let automation: WrittenAutomation

  /// How long a passage takes where nothing else is said, in s: a few steps through a door, by ear.
  package static let passage = 0.8

  /// The key that names a place, and the name of its curve.
  package static let key = "place"
}
