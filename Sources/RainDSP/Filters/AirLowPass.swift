/// The low-pass of the first order by which air dulls a sound from a distance:
///
///     y[n] = y[n-1] + (1 - p)(x[n] - y[n-1]),   p = e^(-2π cutoff / sampleRate)
///
/// It starts from silence with each sound and rings out with it, so it leaves no state behind. A level of
/// -480 dB is added to the input: in the silence between two ticks of a splash, the output would otherwise
/// fall to subnormal numbers, which take forty times as long to compute as others.
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
  /// Four frames at a time, by scattered look-ahead (Parhi & Messerschmitt 1989, "Pipeline interleaving and
  /// parallelism in recursive digital filters"): times (1 + p z⁻¹)(1 + p² z⁻²), the denominator is 1 - p⁴ z⁻⁴, and no
  /// frame of four depends on another.
  func filter(_ output: inout MutableSpan<Float>, count: Int) {
    var stages = Stages(p: Float(Elementary.exp(-2 * .pi * cutoff / Double(sampleRate))))
    for frame in stride(from: 0, to: count, by: 8) {
      let x = output.lanes(at: frame)
      let low = stages.filter(x.lowHalf)
      output.setLanesUnchecked(SIMD8(lowHalf: low, highHalf: stages.filter(x.highHalf)), at: frame)
    }
  }

  private struct Stages {
    /// -480 dB: lost in the rounding of all that is heard.
    private static let offset: Float = 0x1p-80

    let p: Float
    let p2: Float
    let p4: Float
    /// The previous four frames of the input, of the first stage and of the output.
    var input = SIMD4<Float>.zero
    var first = SIMD4<Float>.zero
    var output = SIMD4<Float>.zero

    init(p: Float) {
      self.p = p
      p2 = p * p
      p4 = p2 * p2
    }

    @inline(__always)
    mutating func filter(_ x: SIMD4<Float>) -> SIMD4<Float> {
      let x = x * (1 - p) + Self.offset
      let q = x + SIMD4(input[3], x[0], x[1], x[2]) * p
      let r = q + SIMD4(lowHalf: first.highHalf, highHalf: q.lowHalf) * p2
      (input, first, output) = (x, q, r + output * p4)
      return output
    }
  }
}
