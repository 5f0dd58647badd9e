internal import Text

/// What a row of a rain gauge's table has.
package enum GaugeKind: Sendable, Hashable {
  /// What has fallen since the row before.
  case amount
  /// What has fallen since any beginning.
  case counter
  /// What has fallen in so many s before; nil: in the time that the name says.
  case sum(Double?)
  /// How hard it rains until its time, from its time on, or on a line to that of the next row.
  case rate(Hold)
  /// A tip of the bucket.
  case tip

  package enum Hold: String, Sendable { case before, after, between }

  /// What may be written.
  package static let spellings = [
    "amount", "counter", "sum:60m", "rate", "rate:after", "rate:between", "tip",
  ]

  /// The kind that a person wrote; nil if it is none.
  package init?(written text: String) {
    let parts = text.lowercased()
      .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (parts.first, parts.dropFirst().first) {
    case ("amount", nil): self = .amount
    case ("counter", nil): self = .counter
    case ("tip", nil): self = .tip
    case ("sum", nil): self = .sum(nil)
    case ("sum", let time?):
      guard let window = Duration(written: time)?.inSeconds, window > 0 else { return nil }
      self = .sum(window)
    case ("rate", let hold):
      guard let hold = Hold(rawValue: hold ?? "before") else { return nil }
      self = .rate(hold)
    default: return nil
    }
  }

  /// The flag that chooses it.
  var flag: String {
    switch self {
    case .amount: "--rows amount"
    case .counter: "--rows counter"
    case .sum(let window): "--rows sum\(window.map { ":\(Self.time($0))" } ?? "")"
    case .rate(let hold): "--rows rate\(hold == .before ? "" : ":\(hold.rawValue)")"
    case .tip: "--rows tip"
    }
  }

  /// What the rows are, in words.
  var text: String {
    switch self {
    case .amount: "amounts of each row"
    case .counter: "a counter"
    case .sum(let window): "the sum of the last \(window.map(Self.time) ?? "time")"
    case .rate(.before): "rates"
    case .rate(.after): "rates that hold until the next row"
    case .rate(.between): "rates between rows"
    case .tip: "tips"
    }
  }

  /// Minutes, or other whole units: `60m`.
  private static func time(_ seconds: Double) -> String {
    let isMinutes = seconds.truncatingRemainder(dividingBy: 60) == 0
    return NumberText.shortest(isMinutes ? seconds / 60 : seconds) + (isMinutes ? "m" : "s")
  }
}
