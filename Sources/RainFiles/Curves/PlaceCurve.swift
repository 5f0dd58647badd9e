internal import RainDSP
package import Text

/// One place after another, with the ways between them.
package struct PlaceCurve: Sendable {
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
