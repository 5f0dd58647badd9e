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
    let known = Self.rows.first { $0.word == text }?.kind
    guard let kind = known ?? window.flatMap({ $0 > .zero ? .sum($0.inSeconds) : nil }) else {
      return nil
    }
    self = kind
  }

  private var known: (kind: Self, word: String, text: String)? {
    Self.rows.first { $0.kind == self }
  }
  private var windowText: String { NumberText.shortest((window ?? 0) / 60) + "m" }
  var word: String { known?.word ?? "sum:\(windowText)" }
  var text: String { known?.text ?? "sums of the last \(windowText)" }
  var isRate: Bool { if case .rate = self { true } else { false } }
  /// The time of a sum in s.
  var window: Double? { if case .sum(let seconds) = self { seconds } else { nil } }
  /// Whether a row has what fell since the last one with a number.
  var isRunning: Bool { self == .counter || window != nil }
  /// Whether of several numbers of one time the last counts.
  var isReading: Bool { isRunning || self == .hourCounter }
}
