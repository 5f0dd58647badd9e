/// How a sample is written: signed integers of 16, 24 or 32 bits or IEEE 754 single precision,
/// little-endian all of them.
package enum SampleFormat: String, CaseIterable, Sendable {
  case s16, s24, s32, f32

  package var bytesPerSample: Int {
    switch self {
    case .s16: 2
    case .s24: 3
    case .s32, .f32: 4
    }
  }

  package var bitsPerSample: Int { 8 * bytesPerSample }

  package var isFloat: Bool { self == .f32 }
}
