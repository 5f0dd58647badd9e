/// A WAV file that cannot be written.
package enum WaveError: Error, Equatable {
  /// The sizes in a RIFF file have 32 bits, which is too few for this file; up to `mostFrames` frames
  /// fit.
  case tooLong(mostFrames: Int)
}
