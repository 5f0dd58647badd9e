/// A setting that no rendering can have: a setting of ``Rain``, or an argument of an initializer such as
/// that of ``RainRenderer``.
public struct InvalidSetting: Error, Sendable, Hashable {
  /// What is wrong with a setting.
  public enum Flaw: Sendable, Hashable {
    /// The number, and the range in which it has to lie. Where the range has no end, its upper bound
    /// is infinite.
    case outOfRange(Double, ClosedRange<Double>)
    /// The name and the number of the setting that it may not lie below.
    case below(String, Double)
  }

  /// The name of the setting: that of the property of ``Rain``, or of the argument.
  public let name: String
  /// What is wrong with it.
  public let flaw: Flaw

  /// Throws unless an argument lies within its range. `Int.max` stands for no upper bound.
  static func require(
    _ number: Int, in range: ClosedRange<Int>, _ name: String
  ) throws(InvalidSetting) {
    if range.contains(number) { return }
    let end = range.upperBound == .max ? Double.infinity : Double(range.upperBound)
    throw InvalidSetting(
      name: name, flaw: .outOfRange(Double(number), Double(range.lowerBound)...end))
  }
}

/// A curve that no rendering can follow.
public struct InvalidCurve: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Flaw: Sendable, Hashable {
    /// The setting has a curve already.
    case repeated
    /// There is no key.
    case empty
    /// The moment is not a finite number.
    case noTime
    /// The moment lies before that of the key before.
    case goesBack
    /// The settings at that moment are wrong.
    case setting(InvalidSetting)
  }

  /// The setting whose curve it is.
  public let setting: Setting
  /// The key, from 0 on; nil for the whole curve.
  public let key: Int?
  /// What is wrong.
  public let flaw: Flaw
}

#if !hasFeature(Embedded)
extension InvalidSetting: CustomStringConvertible {
  /// The flaw in a sentence, such as `channels is 3; it has to lie within 1 to 2`.
  public var description: String {
    switch flaw {
    case .outOfRange(let number, let range) where range.upperBound == .infinity:
      "\(name) is \(Self.text(number)); it has to be at least \(Self.text(range.lowerBound))"
    case .outOfRange(let number, let range):
      "\(name) is \(Self.text(number)); it has to lie within \(Self.text(range.lowerBound))"
        + " to \(Self.text(range.upperBound))"
    case .below(let other, let number):
      "\(name) lies below \(other), which is \(Self.text(number))"
    }
  }

  /// A number without the fraction 0.0.
  private static func text(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension InvalidCurve: CustomStringConvertible {
  /// The flaw in a sentence, such as `key 2 of the curve of gain lies before key 1`.
  public var description: String {
    let place = (key.map { "key \($0 + 1) of " } ?? "") + "the curve of \(setting.name)"
    return switch flaw {
    case .repeated: "\(place) is there twice"
    case .empty: "\(place) has no key"
    case .noTime: "\(place) has no time"
    case .goesBack: "\(place) lies before key \(key ?? 0)"
    case .setting(let error): "\(place): \(error)"
    }
  }
}
#endif
