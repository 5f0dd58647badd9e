/// The band in which a surface rings, and how long.
public struct SurfaceModes: Sendable, Hashable {
  /// The lowest pitch, in Hz.
  public let low: Double
  /// The highest pitch, in Hz.
  public let high: Double
  /// The rate at which a mode of 1 kHz decays, in 1/s.
  public let decay: Double
  /// The frequency from which on all of the surface radiates, in Hz.
  public let critical: Double

  /// A band of modes. The frequencies and the decay are above 0.
  public init(low: Double, high: Double, decay: Double, critical: Double) {
    (self.low, self.high, self.decay, self.critical) = (low, high, decay, critical)
  }
}
