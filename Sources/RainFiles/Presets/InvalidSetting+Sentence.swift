package import RainDSP
internal import Text

extension InvalidSetting {
  /// The flaw in words; `spelling` turns a setting's name into the flag or key that its reader
  /// knows.
  package func sentence(_ spelling: (String) -> String) -> String {
    switch flaw {
    case _ where curve != nil: return description
    case .outOfRange(let number, let range):
      let range = NumberText.range(range, unit: "")
      return "\(spelling(name)) takes \(range), not \(NumberText.shortest(number))"
    case .below(let other, let number):
      return
        "\(spelling(name)) lies below \(spelling(other)), which is \(NumberText.shortest(number))"
    case .repeated, .empty, .noTime, .goesBack: return description
    }
  }

  /// The setting that this one contradicts.
  var otherName: String? {
    guard case .below(let other, _) = flaw else { return nil }
    return other
  }
}
