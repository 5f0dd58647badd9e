internal import RainDSP
package import Text

/// Where a rain is heard: the settings of the place in a preset.
public struct Place: Sendable {
  /// What it is called.
  public let name: String
  /// A rain there.
  package let automation: WrittenAutomation

  /// The place of a preset. That of a shipped weather is open ground.
  public init(of preset: Preset) {
    (name, automation) = (preset.automation.place ?? preset.name, preset.automation)
  }

  /// The shipped place with that name, such as `tent`.
  public init(named name: String) throws(PresetError) {
    guard Place.names.contains(name.asciiLowercased) else {
      let names = Place.names
      throw .unknownPlace(name, nearest: Suggestion.nearest(to: name.asciiLowercased, in: names))
    }
    self.init(of: try Preset(named: name))
  }

  /// Open ground, where nothing else is said.
  package static let standardName = "open"

  /// The names of the shipped places, from open ground to under roofs.
  public static var names: [String] { ShippedPresets.names(of: .place) }
}

/// One place after another, with the ways between them.
package struct PlaceCurve: Sendable {
  /// The name of the curve, beside those of settings.
  package static let name = "place"

  /// The places that it comes to.
  package private(set) var places: [Place] = []
  /// The keys; the value of each is the number of its place among ``places``.
  package var keys: [WrittenCurve.Key] = []

  package init() {}

  /// The number of a place.
  ///
  /// - Throws: a sentence where the place moves by itself.
  package mutating func number(of place: Place) throws(Flaw) -> Double {
    if let number = places.firstIndex(where: { $0.name == place.name }) { return Double(number) }
    guard place.automation.curves.allSatisfy({ $0.setting.owner == .weather }) else {
      throw Flaw("\(place.name.quoted) moves by itself, and so is no place of a curve")
    }
    places.append(place)
    return Double(places.count - 1)
  }
}
