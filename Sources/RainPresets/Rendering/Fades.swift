/// Fades at the beginning and the end of a whole rendering. Frames count from its beginning, so an
/// excerpt gets its part of them.
///
/// The gain is a raised cosine, sin²(π/2 · n/N): flat at both ends. The fade-out is the fade-in played
/// backwards.
package struct Fades: Sendable, Hashable {
  /// The frames over which the gain rises from 0 to 1, from frame 0 on.
  let inFrames: Int
  /// The frames over which it falls to 0 at the end.
  let outFrames: Int

  package init(inFrames: Int, outFrames: Int) {
    precondition(inFrames >= 0 && outFrames >= 0, "frames are counted")
    self.inFrames = inFrames
    self.outFrames = outFrames
  }

  /// The gain of a frame, 0 ... 1, in a rendering of `totalFrames` frames; Int.max if it has no end.
  package func gain(at frame: Int, of totalFrames: Int) -> Float {
    var gain: Float = 1
    if frame < inFrames { gain *= Fades.rise(frame, of: inFrames) }
    if outFrames > 0, totalFrames - 1 - frame < outFrames {
      gain *= Fades.rise(max(0, totalFrames - 1 - frame), of: outFrames)
    }
    return gain
  }

  /// Applies the gains to samples, all of one channel and then all of the next, which begin at `firstFrame`.
  package func apply(
    to samples: inout [Float], channels: Int = 1, firstFrame: Int, of totalFrames: Int
  ) {
    let frames = samples.count / channels
    let isTouched =
      firstFrame < inFrames || (outFrames > 0 && firstFrame + frames > totalFrames - outFrames)
    guard isTouched else { return }
    for frame in 0..<frames {
      let gain = gain(at: firstFrame + frame, of: totalFrames)
      for channel in 0..<channels { samples[channel * frames + frame] *= gain }
    }
  }

  private static func rise(_ frame: Int, of frames: Int) -> Float {
    let root = Elementary.sine(turns: Double(frame) / Double(frames) / 4)
    return Float(root * root)
  }
}
