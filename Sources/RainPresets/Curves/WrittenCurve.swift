/// The curve of a setting as a person writes it: its times may count from the end of a rendering, or be
/// shares of its length.
public struct WrittenCurve: Sendable, Hashable {
  /// A moment of a rendering.
  public enum Time: Sendable, Hashable {
    /// Counted from the beginning; not negative.
    case fromStart(Duration)
    /// Counted from the end; not negative.
    case beforeEnd(Duration)
    /// A share of the length, 0 ... 100 %.
    case percent(Double)
  }

  /// A value that is reached at a moment.
  public struct Key: CurveKey {
    /// The moment.
    public var time: Time
    /// The way from the key before.
    public var shape: RainAutomation.Shape
    /// The value in the unit of the setting, or the number of the choice, as ``/RainDSP/RainAutomation/Key``
    /// has it.
    public var value: Double
    /// The moment at which the way begins; nil: the moment of the key before.
    public var start: Time?

    /// A key at a moment.
    public init(
      at time: Time, _ value: Double, _ shape: RainAutomation.Shape = .line, from start: Time? = nil
    ) {
      self.time = time
      self.value = value
      self.shape = shape
      self.start = start
    }

    /// A key at the end of a straight line.
    public init(_ breakpoint: CurveBreakpoint) {
      self.init(at: .fromStart(Duration(inSeconds: breakpoint.seconds)), breakpoint.value)
    }

    /// The key as a breakpoint; nil if it is more than that, or its time has more digits than a Double.
    public var breakpoint: CurveBreakpoint? {
      guard shape == .line, start == nil, case .fromStart(let time) = time else { return nil }
      return time.isDouble ? CurveBreakpoint(seconds: time.inSeconds, value: value) : nil
    }

    /// The moment before which the next key may not lie.
    package var earliest: Time { start ?? time }
  }

  /// The keys of a curve.
  public typealias Keys = CurveKeys<Key>

  /// The setting.
  public let setting: Setting
  /// The keys in the order of time.
  public let keys: Keys

  /// The curve of a setting.
  public init(_ setting: Setting, _ keys: [Key]) { self.init(setting, Keys(keys)) }

  package init(_ setting: Setting, _ keys: Keys) {
    self.setting = setting
    self.keys = keys
  }

  /// A curve with the times and shapes of other keys. `number` turns each of their values into one of the setting.
  init(_ setting: Setting, along keys: some Sequence<Key>, _ number: (Double) -> Double) {
    self.init(setting, keys.map { Key(at: $0.time, number($0.value), $0.shape, from: $0.start) })
  }

  /// The curve with numbers at 10 mm/h, of one with those at another rainfall.
  func kept(from rainfall: Double) -> WrittenCurve {
    if !setting.followsRainfall { return self }
    return WrittenCurve(setting, along: keys) { RainfallLaw.kept($0, of: setting, from: rainfall) }
  }
}

extension Duration {
  /// To the nanosecond, or to the digit that a Double of so many seconds still has: a time that was written with less
  /// is read as it was written. Not negative.
  package init(inSeconds seconds: Double) {
    let whole = seconds.rounded(.down)
    var step = 1.0
    while step < seconds.ulp * 1e9 { step *= 10 }
    let nanoseconds = ((seconds - whole) * 1e9 / step).rounded() * step
    self = .seconds(Int64(whole)) + .nanoseconds(Int64(nanoseconds))
  }

  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds / 1_000_000_000) / 1e9
  }

  /// Whether a Double of so many seconds is this time again: of long times it has no nanoseconds.
  var isDouble: Bool { Duration(inSeconds: inSeconds) == self }
}

extension WrittenCurve.Time {
  /// The moment in s in a rendering that lasts `total` s; nil if it depends on the length and there is
  /// none.
  func seconds(of total: Double?) -> Double? {
    switch self {
    case .fromStart(let time): time.inSeconds
    case .beforeEnd(let time): total.map { $0 - time.inSeconds }
    // 100 % are exactly the end.
    case .percent(let share): total.map { share / 100 * $0 }
    }
  }

  /// Whether the moment is certain to lie before another, whatever the length.
  package func isBefore(_ other: WrittenCurve.Time) -> Bool {
    switch (self, other) {
    case (.fromStart(let a), .fromStart(let b)): a < b
    case (.beforeEnd(let a), .beforeEnd(let b)): a > b
    case (.percent(let a), .percent(let b)): a < b
    case (.fromStart, _), (.beforeEnd, _), (.percent, _): false
    }
  }

  /// The moment that a person wrote: a time as everywhere, `10m` or `1:30:00`; with a minus, counted from
  /// the end: `-10m`; or a share of the length: `25%`. Nil if it is not one.
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
  /// that of the key before. Nil if they are not moments.
  package static func moments(written text: String) -> (start: Self?, time: Self)? {
    guard let (first, last) = text.halves(at: "..") else {
      return Self(written: text).map { (nil, $0) }
    }
    guard let start = Self(written: String(first)), let time = Self(written: String(last)) else {
      return nil
    }
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

  /// A number, where JSON's numbers of 64 bits hold the time to the nanosecond: for 97 days.
  fileprivate var timeJSON: String {
    if case .fromStart(let time) = time, start == nil, time.isDouble {
      timeText
    } else {
      JSONText.string(timeText)
    }
  }
}

extension WrittenCurve {
  /// The keys as JSON: `[[0,0.5],["-600",25,"smooth"]]`.
  package var json: String {
    var json = ""
    // A key of a gauge has 21 letters.
    json.reserveCapacity(22 * keys.count)
    write { json += $0 }
    return json
  }

  /// Hands the same text over in pieces: that of a gauge has tens of megabytes.
  func write<Failure: Error>(to sink: (String) throws(Failure) -> Void) throws(Failure) {
    var piece = "["
    for (index, key) in keys.enumerated() {
      let shape = key.shape == .line ? "" : ",\(JSONText.string(key.shape.rawValue))"
      piece += "\(index == 0 ? "" : ",")[\(key.timeJSON),\(setting.json(of: key.value))\(shape)]"
      if piece.utf8.count >= 1 << 16 {
        try sink(piece)
        piece = ""
      }
    }
    piece += "]"
    try sink(piece)
  }
}
