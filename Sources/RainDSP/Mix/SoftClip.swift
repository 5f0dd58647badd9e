/// Keeps peaks below -1 dB without a corner, also between the samples: up to ±.6 they pass
/// untouched; above, what exceeds it is bent,
///
///     y = k + (c - k) u/(1 + u),   u = (|x| - k)/(c - k),   k = .6, c = .84
///
/// so that the slope is continuous and c, -1.5 dB, is never reached.
enum SoftClip {
  static let knee: Float = 0.6
  static let ceiling: Float = 0.84
  /// What ±1 becomes: samples beyond it would have been clipped.
  static let fullScale: Float = apply(1)

  /// The factor of everything before it, from the setting in dB.
  static func gain(of rain: Rain) -> Float {
    Float(Elementary.amplitude(decibels: rain.gain))
  }

  /// The lanes beyond the knee.
  @inline(__always)
  private static func bent(_ x: SIMD8<Float>) -> SIMDMask<SIMD8<Int32>> {
    magnitudes(x) .> knee
  }

  @inline(never)
  static func apply(_ x: SIMD8<Float>) -> SIMD8<Float> {
    let magnitudes = magnitudes(x)
    let u = (magnitudes - knee) / (ceiling - knee)
    let bent = (u / (u + 1)) * (ceiling - knee) + knee
    let y = magnitudes.replacing(with: bent, where: magnitudes .> knee)
    let signs = unsafe unsafeBitCast(x, to: SIMD8<UInt32>.self) & 0x8000_0000
    return unsafe unsafeBitCast(
      unsafeBitCast(y, to: SIMD8<UInt32>.self) | signs, to: SIMD8<Float>.self)
  }

  static func apply(_ x: Float) -> Float {
    apply(SIMD8(repeating: x))[0]
  }

  /// Counts the lanes beyond `fullScale` as well.
  @inline(__always)
  static func apply(
    _ x: SIMD8<Float>, beyond fullScale: Float, counting clippedSamples: inout Int
  ) -> SIMD8<Float> {
    any(bent(x)) ? bend(x, beyond: fullScale, counting: &clippedSamples) : x
  }

  /// Rare, and so many instructions that they would drive others out of the registers.
  @inline(never)
  private static func bend(
    _ x: SIMD8<Float>, beyond fullScale: Float, counting clippedSamples: inout Int
  ) -> SIMD8<Float> {
    let y = apply(x)
    for lane in 0..<8 where y[lane].magnitude > fullScale { clippedSamples += 1 }
    return y
  }

  /// Writes the frames `run` of a channel, after the gain and bent, to `output` from `start` on;
  /// gives the number of those beyond `fullScale`.
  static func render(
    _ mixed: borrowing FixedArray<Float>, _ run: Range<Int>, gain: Float, beyond fullScale: Float,
    into output: inout MutableSpan<Float>, at start: Int
  ) -> Int {
    precondition(run.lowerBound >= 0 && run.upperBound <= mixed.count, "outside the tile")
    precondition(start >= 0 && start + run.count <= output.count, "room for all frames")
    var clippedSamples = 0
    var written = start
    var frame = run.lowerBound
    while frame &+ 16 <= run.upperBound {
      var x = mixed.eightUnchecked(from: frame) * gain
      var y = mixed.eightUnchecked(from: frame &+ 8) * gain
      if any(bent(x) .| bent(y)) {
        x = apply(x, beyond: fullScale, counting: &clippedSamples)
        y = apply(y, beyond: fullScale, counting: &clippedSamples)
      }
      output.setLanesUnchecked(x, at: written)
      output.setLanesUnchecked(y, at: written &+ 8)
      frame &+= 16
      written &+= 16
    }
    while frame < run.upperBound {
      let count = min(8, run.upperBound - frame)
      let x = mixed[from: frame, count: count] * gain
      output.put(apply(x, beyond: fullScale, counting: &clippedSamples), count: count, at: written)
      frame += count
      written += count
    }
    return clippedSamples
  }

  @inline(__always)
  private static func magnitudes(_ x: SIMD8<Float>) -> SIMD8<Float> {
    unsafe unsafeBitCast(
      unsafeBitCast(x, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
  }
}
