internal import CommandLineKit
internal import Text

extension ParsedCommandLine {
  /// The choice that the flag names; nil if it was not given.
  func choice<Choice: CaseIterable & RawRepresentable>(
    _ flag: String, of: Choice.Type, among: [Choice]? = nil
  ) throws -> Choice? where Choice.RawValue == String {
    guard let text = self[flag] else { return nil }
    let all = among ?? Array(Choice.allCases)
    guard let choice = all.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
      let names = all.map(\.rawValue).joined(separator: ", ")
      throw Flaw("--\(flag) takes one of \(names), not \(text.quoted)")
    }
    return choice
  }

  /// The whole number of a flag, if it is there.
  func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Flaw(
        "--\(name) takes \(range.lowerBound) .. \(range.upperBound), not \(text.quoted)")
    }
    return number
  }

  /// The number of a flag with a unit, if it is there.
  func number(_ name: String, _ quantity: Quantity) throws -> Double? {
    guard let text = self[name] else { return nil }
    return try quantity.parse(text, for: "--\(name)")
  }
}
