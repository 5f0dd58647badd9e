internal import CommandLineKit
internal import RainDSP

extension InvalidSetting {
  /// The flaw in words; `spelling` turns a parameter's name into the flag or key that its reader
  /// knows.
  func sentence(_ spelling: (String) -> String) -> String {
    switch flaw {
    case .outOfRange(let number, let range):
      let quantity = Quantity(Unit(""), range)
      return "\(spelling(name)) takes \(quantity), not \(Quantity.text(number))"
    case .below(let other, let number):
      return "\(spelling(name)) lies below \(spelling(other)), which is \(Quantity.text(number))"
    }
  }

  /// The setting that this one contradicts.
  var otherName: String? {
    guard case .below(let other, _) = flaw else { return nil }
    return other
  }
}
