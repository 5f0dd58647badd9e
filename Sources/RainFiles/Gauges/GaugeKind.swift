/// The content of a row of a rain gauge's table.
package enum GaugeKind: Sendable, Hashable {
  /// The rain since the row before, or since any beginning.
  case amount, counter
  /// The rain of so many s before; nil: in the time that the name says.
  case sum(Double?)
  /// How hard it rains until its time, from its time on, or on a line to that of the next row.
  case rate(Hold)
  case tip

  package enum Hold: Sendable { case before, after, between }

  /// The words that may be written, and what they mean in a sentence.
  private static let rows: [(kind: Self, word: String, text: String)] = [
    (.amount, "amount", "amounts of each row"), (.counter, "counter", "a counter"),
    (.sum(nil), "sum", "the sum of the last"), (.rate(.before), "rate", "rates"),
    (.rate(.after), "rate:after", "rates that hold until the next row"),
    (.rate(.between), "rate:between", "rates between rows"), (.tip, "tip", "tips"),
  ]
  package static let spellings = rows.map { $0.kind == .sum(nil) ? "sum:60m" : $0.word }

  /// The kind that a person wrote; nil if it is none.
  package init?(written text: String) {
    let text = text.lowercased()
    let window = text.hasPrefix("sum:") ? Duration(written: String(text.dropFirst(4))) : nil
    if let row = Self.rows.first(where: { $0.word == text }) {
      self = row.kind
    } else if text == "rate:before" {
      self = .rate(.before)
    } else if let window, window > .zero {
      self = .sum(window.inSeconds)
    } else {
      return nil
    }
  }

  var flag: String { "--rows \(row.word)" + (window.map { ":\($0)" } ?? "") }
  var text: String { row.text + (isSum ? " \(window ?? "time")" : "") }
  var isRate: Bool { if case .rate = self { true } else { false } }
  var isSum: Bool { if case .sum = self { true } else { false } }

  private var row: (kind: Self, word: String, text: String) {
    let index = Self.rows.firstIndex { $0.kind == (isSum ? .sum(nil) : self) }
    return Self.rows[index ?? 0]
  }

  /// The time of a sum in minutes, or in s: `60m`.
  private var window: String? {
    guard case .sum(let seconds?) = self else { return nil }
    let isMinutes = seconds.truncatingRemainder(dividingBy: 60) == 0
    return NumberText.shortest(isMinutes ? seconds / 60 : seconds) + (isMinutes ? "m" : "s")
  }
}
