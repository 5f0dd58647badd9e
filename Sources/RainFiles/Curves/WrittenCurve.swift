public import RainDSP

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
  public struct Key: Sendable, Hashable {
    /// The moment.
    public var time: Time
    /// The way from the key before.
    public var shape: RainAutomation.Shape
    /// The value in the unit of the setting, or the number of the choice, as ``/RainDSP/RainAutomation/Key``
    /// has it.
    public var value: Double
    /// The moment at which the way begins; nil: the moment of the key before.
    public var start: Time? {
      get { starts.first }
      set { starts = newValue.map { [$0] } ?? [] }
    }
    /// None or one. A gauge has millions of keys without a start, and an empty array is as small as a pointer.
    private var starts: [Time] = []

    /// A key at a moment.
    public init(
      at time: Time, _ value: Double, _ shape: RainAutomation.Shape = .line, from start: Time? = nil
    ) {
      self.time = time
      self.value = value
      self.shape = shape
      self.start = start
    }

    /// The moment before which the next key may not lie.
    package var earliest: Time { start ?? time }
  }

  /// The setting.
  public let setting: Setting
  /// The keys in the order of time.
  public let keys: [Key]

  /// The curve of a setting.
  public init(_ setting: Setting, _ keys: [Key]) {
    self.setting = setting
    self.keys = keys
  }
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
}

extension Duration {
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds / 1_000_000_000) / 1e9
  }
}
