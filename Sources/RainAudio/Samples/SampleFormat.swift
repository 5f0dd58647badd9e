/// How a sample is written: signed integers of 16, 24 or 32 bits or IEEE 754 single precision,
/// little-endian all of them.
public enum SampleFormat: String, CaseIterable, Sendable {
  /// Signed integers of 16, 24 and 32 bits, and floating point of 32.
  case s16, s24, s32, f32

  /// 2, 3 or 4.
  public var bytesPerSample: Int {
    switch self {
    case .s16: 2
    case .s24: 3
    case .s32, .f32: 4
    }
  }

  /// 16, 24 or 32.
  public var bitsPerSample: Int { 8 * bytesPerSample }

  /// Whether samples are floating point.
  public var isFloat: Bool { self == .f32 }
}
