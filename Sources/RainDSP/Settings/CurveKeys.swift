/// The way from one key to the next, x from 0 to 1.
public enum CurveShape: String, Sendable, CaseIterable, BitwiseCopyable {
  /// The value of the key before, until the moment of this one.
  case step
  /// A straight line, x.
  case line
  /// Slow at both ends: 3x² - 2x³.
  case smooth
}

/// A value that a curve reaches at the end of a straight line.
public struct CurveBreakpoint: Sendable, Hashable, BitwiseCopyable {
  /// In s.
  public let seconds: Double
  /// In the unit of the setting; of a choice, its number.
  public let value: Double

  /// A value at a moment.
  public init(seconds: Double, value: Double) { (self.seconds, self.value) = (seconds, value) }
}

/// A key of a curve.
public protocol CurveKey: Sendable, Hashable {
  /// A key at the end of a straight line from the key before.
  init(_ breakpoint: CurveBreakpoint)
  /// The key as a breakpoint; nil if it is more than that.
  var breakpoint: CurveBreakpoint? { get }
}

/// The keys of a curve, in the order of time. A gauge has millions, all breakpoints: these take 16 bytes.
/// Inlined into other modules, which read and make them.
public struct CurveKeys<Key: CurveKey>: RandomAccessCollection, Sendable, Hashable {
  @usableFromInline package var breakpoints: [CurveBreakpoint] = []
  /// All keys, if one of them is more than a breakpoint, or goes back; else none.
  @usableFromInline var others: [Key] = []

  @inlinable
  package init() {}

  @inlinable
  package init(_ keys: some Sequence<Key>) { for key in keys { append(key) } }

  init(_ breakpoints: [CurveBreakpoint]) { self.breakpoints = breakpoints }

  /// Makes room for breakpoints.
  package mutating func reserveCapacity(_ count: Int) { breakpoints.reserveCapacity(count) }

  @inlinable
  package mutating func append(_ key: Key) {
    let last = breakpoints.last?.seconds ?? 0
    if others.isEmpty, let breakpoint = key.breakpoint, breakpoint.seconds >= last {
      breakpoints.append(breakpoint)
    } else {
      if others.isEmpty { (others, breakpoints) = (Array(self), []) }
      others.append(key)
    }
  }

  /// 0.
  public var startIndex: Int { 0 }

  /// The number of keys.
  @inlinable
  public var endIndex: Int { others.isEmpty ? breakpoints.count : others.count }

  /// A key, counted from 0.
  @inlinable
  public subscript(index: Int) -> Key { others.isEmpty ? Key(breakpoints[index]) : others[index] }
}
