internal import RainPresets
internal import Text

/// The content of a row of a rain gauge's table.
enum RowKind: Hashable {
  /// The rain since the row before; since any beginning; since the report of the last hour.
  case amount, counter, hourCounter
  /// The rain of so many s before.
  case sum(Double)
  /// How hard it rains until its time, from its time on, or on a line to that of the next row.
  case rate(Hold)
  case tip

  enum Hold { case before, after, between }

  /// The words that may be written, and what they mean in a sentence.
  private static let rows: [(kind: Self, word: String, text: String)] = [
    (.amount, "amount", "amounts of each row"), (.counter, "counter", "a counter"),
    (.hourCounter, "counter:60m", "a counter that begins anew each hour"),
    (.sum(3600), "sum:60m", "sums of the last hour"),
    (.sum(86_400), "sum:24h", "sums of the last day"),
    (.rate(.before), "rate", "rates"),
    (.rate(.after), "rate:after", "rates that hold until the next row"),
    (.rate(.between), "rate:between", "rates between rows"), (.tip, "tip", "tips"),
  ]
  static let spellings = rows.map(\.word)

  /// The kind that a person wrote; nil if it is none.
  init?(written text: String) {
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

  var word: String { known?.word ?? "sum:\(windowText)" }
  var text: String { known?.text ?? "sums of the last \(windowText)" }
  var isRate: Bool { if case .rate = self { true } else { false } }
  /// Whether a row has what fell since the last one with a number.
  var isRunning: Bool { self == .counter || window != nil }
  /// Whether of several numbers of one time the last counts.
  var isReading: Bool { isRunning || self == .hourCounter }

  private var known: (kind: Self, word: String, text: String)? {
    Self.rows.first { $0.kind == self }
  }

  /// The time of a sum in s, and as it is typed, in minutes or in s: `180m`.
  var window: Double? { if case .sum(let seconds) = self { seconds } else { nil } }
  private var windowText: String {
    let seconds = window ?? 0
    let isMinutes = seconds.truncatingRemainder(dividingBy: 60) == 0
    return NumberText.shortest(isMinutes ? seconds / 60 : seconds) + (isMinutes ? "m" : "s")
  }
}
