extension Setting {
  /// Named strengths of rain, in mm/h. They lie within the classes of weather services: light below
  /// 2 mm/h, moderate to 10, heavy to 50, violent above.
  static let namedRainfalls = [
    Word(name: "drizzle", number: 0.5), Word(name: "light", number: 1.5),
    Word(name: "moderate", number: 6), Word(name: "heavy", number: 25),
    Word(name: "violent", number: 75),
  ]

  /// Whether its number follows the rainfall.
  package var followsRainfall: Bool { RainfallLaw(self) != nil }

  /// The numbers that a key of a curve may have: those that come into the range at some rainfall. A hand may have set
  /// one at another rainfall than that of the curve.
  package var rangeOfKeys: ClosedRange<Double> {
    let range = row.range
    guard let law = RainfallLaw(self) else { return range }
    let rainfalls = Setting.rainfall.row.range
    func end(_ number: Double, _ from: Double, _ to: Double) -> Double {
      law.moved(law.moved(number, to: from, back: true), to: to)
    }
    let (least, most) = (rainfalls.lowerBound, rainfalls.upperBound)
    return min(
      range.lowerBound, end(range.lowerBound, most, least))...end(
        range.upperBound, least, most)
  }
}
