#if !hasFeature(Embedded)

/// A setting that no rain can have.
public struct InvalidSetting: Error, Sendable, Hashable {
  public enum Flaw: Sendable, Hashable {
    /// The number, and the range that it had to lie in.
    case outOfRange(Double, ClosedRange<Double>)
    /// The name and the number of the setting that it may not lie below.
    case below(String, Double)
  }

  /// The name of the parameter.
  public let name: String
  public let flaw: Flaw
}

#endif
