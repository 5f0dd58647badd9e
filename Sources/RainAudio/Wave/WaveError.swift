/// A WAV file that cannot be.
package enum WaveError: Error, Equatable {
  /// The sizes of RIFF have 32 bits, and this file would need more; up to `mostFrames` fit.
  case tooLong(mostFrames: Int)
}
