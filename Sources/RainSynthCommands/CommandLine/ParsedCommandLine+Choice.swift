internal import CommandLineKit
internal import Wording

extension ParsedCommandLine {
  /// The choice that the flag names; nil if it was not given.
  func choice<Choice: CaseIterable & RawRepresentable>(
    _ flag: String, of: Choice.Type
  ) throws(UsageError) -> Choice? where Choice.RawValue == String {
    guard let text = self[flag] else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--\(flag) takes one of \(names), not \(text.quoted)")
    }
    return choice
  }
}
