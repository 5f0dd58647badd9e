internal import Text

extension WrittenCurve.Time {
  /// The moment that a person wrote: a time as everywhere, `10m` or `1:30:00`; with a minus, counted from
  /// the end: `-10m`; or a share of the length: `25%`. Nil if it is none.
  package init?(written text: String) {
    if text.utf8.last == UInt8(ascii: "%") {
      let isNumber = text.utf8.dropLast().allSatisfy { "0123456789.eE-".utf8.contains($0) }
      guard isNumber, let share = Double(text.dropLast()), 0...100 ~= share else { return nil }
      self = .percent(share)
    } else if text.utf8.first == UInt8(ascii: "-") {
      guard let time = Duration(written: String(text.dropFirst())) else { return nil }
      self = .beforeEnd(time)
    } else {
      guard let time = Duration(written: text) else { return nil }
      self = .fromStart(time)
    }
  }

  /// The one or two moments of a key: `10m`, or `9m..10m` where the way to it begins at another moment than
  /// that of the key before. Nil if they are none.
  package static func moments(written text: String) -> (start: Self?, time: Self)? {
    guard let dots = text.utf8.indices.first(where: { text.utf8[$0...].starts(with: "..".utf8) })
    else { return Self(written: text).map { (nil, $0) } }
    guard let start = Self(written: String(text[..<dots])),
      let time = Self(written: String(text[dots...].dropFirst(2)))
    else { return nil }
    return (start, time)
  }

  /// The moment as ``init(written:)`` reads it: `600`, `-600`, `25%`.
  package var text: String {
    switch self {
    case .fromStart(let time): time.secondsText
    case .beforeEnd(let time): "-\(time.secondsText)"
    case .percent(let share): "\(NumberText.shortest(share))%"
    }
  }
}

extension WrittenCurve.Key {
  /// The moments as ``WrittenCurve/Time/moments(written:)`` reads them.
  package var timeText: String { (start.map { "\($0.text).." } ?? "") + time.text }
}
