/// A setting that no rendering can have: a setting of ``Rain``, at all times or at a key of its curve, or an
/// argument of an initializer such as that of ``RainRenderer``.
public struct InvalidSetting: Error, Sendable, Hashable {
  /// A flaw of a setting.
  public enum Flaw: Sendable, Hashable {
    /// The number, and the range in which it has to lie. Where the range has no end, its upper bound
    /// is infinite.
    case outOfRange(Double, ClosedRange<Double>)
    /// The setting has a curve already.
    case repeated
    /// The curve has no key.
    case empty
    /// The moment of the key is not a finite number.
    case noTime
    /// The moment of the key lies before that of the key before.
    case goesBack
  }

  /// The name of the setting: that of the property of ``Rain``, or of the argument.
  public let name: String
  /// The flaw of the setting.
  public let flaw: Flaw
  /// The setting whose curve is wrong; nil where none is.
  public let curve: Setting?
  /// The key of the curve, from 0 on; nil for the whole curve.
  public let key: Int?

  init(name: String, _ flaw: Flaw, curve: Setting? = nil, key: Int? = nil) {
    (self.name, self.flaw) = (name, flaw)
    (self.curve, self.key) = (curve, key)
  }

  /// Throws unless an argument lies within its range. `Int.max` stands for no upper bound.
  static func require(
    _ number: Int, in range: ClosedRange<Int>, _ name: String
  ) throws(InvalidSetting) {
    if range.contains(number) { return }
    let end = range.upperBound == .max ? Double.infinity : Double(range.upperBound)
    throw InvalidSetting(name: name, .outOfRange(Double(number), Double(range.lowerBound)...end))
  }

  /// Throws unless there is a rendering at a sample rate, from a frame on, of a loop or without
  /// one; `name` is that of the frame.
  static func require(
    _ sampleRate: Int, from first: Int, _ name: String, loop: Int?
  ) throws(InvalidSetting) {
    try require(sampleRate, in: SampleRate.range, "sampleRate")
    try require(first, in: 0...Int.max, name)
    if let loop { try require(loop, in: sampleRate...Int.max, "loop") }
  }
}

extension InvalidSetting: CustomStringConvertible {
  /// The flaw in a sentence, such as `channels is 3; it has to lie within 1 to 2` or `key 2 of the curve
  /// of gain lies before key 1`.
  public var description: String {
    let curveKey = curve.map { curve in
      (key.map { "key \($0 + 1) of " } ?? "") + "the curve of \(curve.name)"
    }
    let subject = (curveKey.map { "\($0): " } ?? "") + name
    return switch flaw {
    case .outOfRange(let number, let range) where range.upperBound == .infinity:
      "\(subject) is \(Self.text(number)); it has to be at least \(Self.text(range.lowerBound))"
    case .outOfRange(let number, let range):
      "\(subject) is \(Self.text(number)); it has to lie within \(Self.text(range.lowerBound))"
        + " to \(Self.text(range.upperBound))" + (name == "channels" ? "; a layout has more" : "")
    case .repeated: "\(curveKey ?? name) is there twice"
    case .empty: "\(curveKey ?? name) has no key"
    case .noTime: "\(curveKey ?? name) has no time"
    case .goesBack: "\(curveKey ?? name) lies before key \(key ?? 0)"
    }
  }

  /// A number without the fraction 0.0.
  private static func text(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
