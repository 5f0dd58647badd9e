/// A WAV file that cannot be.
package enum WaveError: Error, Equatable, CustomStringConvertible {
  /// The file would have that many bytes, more than the 32-bit sizes of RIFF can tell; `Int.max`
  /// stands for more than an `Int` holds.
  case tooLong(bytes: Int)

  package var description: String {
    switch self {
    case .tooLong(let bytes):
      "a WAV file of \(bytes) bytes: its sizes can tell 4 GiB at most"
    }
  }
}
