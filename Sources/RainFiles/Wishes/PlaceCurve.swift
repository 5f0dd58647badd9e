internal import RainDSP
package import Text

/// One place after another, with the ways between them.
package struct PlaceCurve: Sendable, Hashable {
  /// The places that it comes to.
  package private(set) var places: [Place] = []
  /// The keys; the value of each is the number of its place among ``places``.
  package var keys: [WrittenCurve.Key] = []

  package init() {}

  /// The number of a place, which is called by a word in messages.
  ///
  /// - Throws: a sentence where the place moves by itself.
  package mutating func number(of place: Place, named word: String) throws(Flaw) -> Double {
    if let number = places.firstIndex(of: place) { return Double(number) }
    if let curve = place.automation.curves.first(where: { $0.setting.owner != .weather }) {
      throw Flaw("\(word.quoted) is no place of a curve: its \(curve.setting.name) moves by itself")
    }
    places.append(place)
    return Double(places.count - 1)
  }
}
