/// The low-pass of the first order by which air dulls a sound from a distance:
///
///     y[n] = y[n-1] + (1 - p)(x[n] - y[n-1]),   p = e^(-2π cutoff / sampleRate)
///
/// It starts from silence with each sound and rings out with it, so it leaves no state behind.
struct AirLowPass: Sendable {
  /// Where the power is halved, in Hz.
  let cutoff: Double
  /// In Hz.
  let sampleRate: Int

  /// Frames in which the output falls by 80 dB after the input has ended, in whole groups of eight.
  var frames: Int { Decay.wholeGroups(time * Double(sampleRate)) }

  /// The time in s in which the output falls by 80 dB after the input has ended.
  var time: Double { Self.time(cutoff: cutoff) }

  static func time(cutoff: Double) -> Double { Decay.timeConstants / (2 * .pi * cutoff) }

  /// The magnitude of the analogue filter at a frequency in Hz: what a steady tone loses.
  static func magnitude(at frequency: Double, cutoff: Double) -> Double {
    1 / (1 + frequency * frequency / (cutoff * cutoff)).squareRoot()
  }

  /// Filters the first `count` frames in place, a whole number of groups of eight.
  ///
  /// Eight frames at a time, as a parallel prefix sum: after steps of 1, 2 and 4 frames each lane holds
  /// the decayed sum of the lanes up to it, and the last output of the group before is added, decayed.
  func filter(_ output: inout MutableSpan<Float>, count: Int) {
    let p = Float(Elementary.exp(-2 * .pi * cutoff / Double(sampleRate)))
    let p2 = p * p
    let p4 = p2 * p2
    let powers = SIMD8(p, p2, p2 * p, p4, p4 * p, p4 * p2, p4 * p2 * p, p4 * p4)
    var last: Float = 0
    for frame in stride(from: 0, to: count, by: 8) {
      let x = output.lanes(at: frame)
      var y = x * (1 - p)
      y += SIMD8(0, y[0], y[1], y[2], y[3], y[4], y[5], y[6]) * p
      y += SIMD8(0, 0, y[0], y[1], y[2], y[3], y[4], y[5]) * p2
      y += SIMD8(0, 0, 0, 0, y[0], y[1], y[2], y[3]) * p4
      y += powers * last
      last = y[7]
      output.setLanes(y, at: frame)
    }
  }
}
