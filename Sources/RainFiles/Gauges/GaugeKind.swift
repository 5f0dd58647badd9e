internal import Text

/// The content of a row of a rain gauge's table.
package enum GaugeKind: Sendable, Hashable {
  /// The rain since the row before.
  case amount
  /// The rain since any beginning.
  case counter
  /// The rain of so many s before; nil: in the time that the name says.
  case sum(Double?)
  /// How hard it rains until its time, from its time on, or on a line to that of the next row.
  case rate(Hold)
  /// A tip of the bucket.
  case tip

  package enum Hold: Sendable { case before, after, between }

  private static let all: [Self] = [
    .amount, .counter, .sum(nil), .rate(.before), .rate(.after), .rate(.between), .tip,
  ]
  /// The words that may be written.
  package static let spellings = all.map { $0 == .sum(nil) ? "sum:60m" : $0.names.word }

  /// The kind that a person wrote; nil if it is none.
  package init?(written text: String) {
    let text = text.lowercased()
    let word = text == "rate:before" ? "rate" : text
    let window = text.hasPrefix("sum:") ? Duration(written: String(text.dropFirst(4))) : nil
    if let kind = Self.all.first(where: { $0.names.word == word }) {
      self = kind
    } else if let window, window > .zero {
      self = .sum(window.inSeconds)
    } else {
      return nil
    }
  }

  /// The flag that chooses it.
  var flag: String { "--rows \(names.word)" }
  /// The kind of the rows.
  var text: String { names.text }
  /// Whether the rows tell how hard it rains.
  var isRate: Bool { if case .rate = self { true } else { false } }
  /// Whether the rows tell what fell before them.
  var isSum: Bool { if case .sum = self { true } else { false } }

  private var names: (word: String, text: String) {
    switch self {
    case .amount: ("amount", "amounts of each row")
    case .counter: ("counter", "a counter")
    case .sum(nil): ("sum", "the sum of the last time")
    case .sum(let window?):
      ("sum:\(Self.time(window))", "the sum of the last \(Self.time(window))")
    case .rate(.before): ("rate", "rates")
    case .rate(.after): ("rate:after", "rates that hold until the next row")
    case .rate(.between): ("rate:between", "rates between rows")
    case .tip: ("tip", "tips")
    }
  }

  /// Minutes, or other whole units: `60m`.
  private static func time(_ seconds: Double) -> String {
    let isMinutes = seconds.truncatingRemainder(dividingBy: 60) == 0
    return NumberText.shortest(isMinutes ? seconds / 60 : seconds) + (isMinutes ? "m" : "s")
  }
}
