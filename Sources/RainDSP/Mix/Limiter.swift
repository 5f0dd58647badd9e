/// A limiter without memory, by soft clipping: samples stay below -3 dB. In mono and stereo each sample is limited by
/// itself; around the listener the loudest channel of a frame sets the factor of all. Up to the knee k = 0.5 they
/// pass unchanged. Above it,
///
///     y = k + (c - k) u/(1 + u),   u = (|x| - k)/(c - k),   k = 0.5, c = 0.708
///
///      c |- - - - - - - - - -        the slope is continuous at the knee,
///        |          ___----          and the ceiling c, -3 dB, is never
///      k |      _.-'                 reached
///        |   _/
///        +--------------------> |x|
///               k     1
///
/// Where single drops are limited, the sound between the samples peaks up to 2 dB higher, which leaves
/// 1 dB to full scale. No curve for single samples can ensure that for every gain: at 24 dB everything
/// becomes a square wave, and the sound between the samples reaches 2 dB above full scale.
enum Limiter {
  /// Up to here samples pass unchanged. By ear.
  static let knee: Float = 0.5
  /// The limit of the output: -3 dB leaves 2 dB for peaks between the samples.
  static let ceiling: Float = 0.708
  /// The input x that is bent by 1 dB: the larger root of r x² + (r (c - 2 k) - c) x + k² = 0, which is
  /// y/x = r = 10^(-1/20).
  static let limitedInput: Float = {
    let (k, c, r) = (Double(knee), Double(ceiling), 0.891_250_938)
    let b = r * (c - 2 * k) - c
    return Float(((b * b - 4 * r * k * k).squareRoot() - b) / (2 * r))
  }()
  /// The output from which on samples were bent by more than 1 dB.
  static let bentByOneDecibel: Float = apply(limitedInput)

  /// The setting `gain` as a factor of the samples before the limiter.
  static func gain(of rain: Rain) -> Float {
    Float(Elementary.amplitude(decibels: rain.gain))
  }

  /// Which lanes are beyond the knee.
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

  /// Bends the lanes beyond the knee, and adds the number of those beyond `level` to the count.
  @inline(__always)
  static func apply(
    _ x: SIMD8<Float>, beyond level: Float, counting limitedSamples: inout Int
  ) -> SIMD8<Float> {
    any(bent(x)) ? bend(x, beyond: level, counting: &limitedSamples) : x
  }

  /// Not inlined: it is rare, and needs so many registers that the loop around it would lose its own.
  @inline(never)
  private static func bend(
    _ x: SIMD8<Float>, beyond level: Float, counting limitedSamples: inout Int
  ) -> SIMD8<Float> {
    let y = apply(x)
    for lane in 0..<8 where y[lane].magnitude > level { limitedSamples += 1 }
    return y
  }

  /// Writes a factor for each frame of `run`, gain and limiter in one. All channels share it, so that they keep
  /// their proportions: the loudest channel of the frame decides. Returns the number of samples bent beyond `level`.
  static func link(
    _ mixed: borrowing Planes, _ run: Range<Int>, gain: Float, beyond level: Float,
    into factors: inout FixedArray<Float>
  ) -> Int {
    var limitedFrames = 0
    for frame in stride(from: run.lowerBound, to: run.upperBound, by: 8) {
      let count = min(8, run.upperBound - frame)
      var peak = SIMD8<Float>.zero
      for channel in 0..<mixed.count {
        let x = magnitudes(mixed.samples[from: mixed.start(of: channel) + frame, count: count])
        peak.replace(with: x, where: x .> peak)
      }
      peak *= gain
      let factor = linked(peak, gain: gain, beyond: level, counting: &limitedFrames)
      if count == 8 {
        factors[eightFrom: frame] = factor
      } else {
        for lane in 0..<count { factors[frame + lane] = factor[lane] }
      }
    }
    return limitedFrames * mixed.count
  }

  /// Writes the frames `run` of the channel whose plane begins at `plane`, by their factors, to `output` from `start`
  /// on.
  static func render(
    _ mixed: borrowing FixedArray<Float>, plane: Int, _ run: Range<Int>,
    by factors: borrowing FixedArray<Float>, into output: inout MutableSpan<Float>, at start: Int
  ) {
    precondition(
      plane >= 0 && run.lowerBound >= 0 && plane + run.upperBound <= mixed.count
        && run.upperBound <= factors.count && start >= 0 && start + run.count <= output.count,
      "room for all frames")
    for frame in stride(from: run.lowerBound, to: run.upperBound, by: 8) {
      let target = start &+ frame &- run.lowerBound
      if frame &+ 8 <= run.upperBound {
        let x = mixed.eightUnchecked(from: plane &+ frame) * factors.eightUnchecked(from: frame)
        output.setLanesUnchecked(x, at: target)
      } else {
        let count = run.upperBound - frame
        output.put(
          mixed[from: plane + frame, count: count] * factors[from: frame, count: count],
          count: count, at: target)
      }
    }
  }

  /// Applies gain and limiter to interleaved samples.
  static func limit(_ samples: inout [Float], _ layout: ChannelLayout, gain: Float) {
    if !layout.isSurround {
      for index in samples.indices { samples[index] = apply(samples[index] * gain) }
      return
    }
    let channels = layout.channels
    var limited = 0
    for start in stride(from: 0, to: samples.count, by: channels) {
      let peak = samples[start..<start + channels].reduce(0) { max($0, $1.magnitude) } * gain
      let factor = linked(
        SIMD8(repeating: peak), gain: gain, beyond: ceiling, counting: &limited)[0]
      for index in start..<start + channels { samples[index] *= factor }
    }
  }

  /// The factors of eight frames, from the magnitude of the loudest channel in each, after the gain.
  @inline(__always)
  static func linked(
    _ peak: SIMD8<Float>, gain: Float, beyond level: Float, counting limited: inout Int
  ) -> SIMD8<Float> {
    let isBent = peak .> knee
    if !any(isBent) { return SIMD8(repeating: gain) }
    let bent = bend(peak, beyond: level, counting: &limited)
    return SIMD8(repeating: gain).replacing(with: bent / peak * gain, where: isBent)
  }

  /// Writes the frames `run` of a channel, after gain and limiter, to `output` from `start` on.
  /// Returns the number of those beyond `level`.
  static func render(
    _ mixed: borrowing FixedArray<Float>, _ run: Range<Int>, gain: Float, beyond level: Float,
    into output: inout MutableSpan<Float>, at start: Int
  ) -> Int {
    precondition(run.lowerBound >= 0 && run.upperBound <= mixed.count, "outside the tile")
    precondition(start >= 0 && start + run.count <= output.count, "room for all frames")
    var limitedSamples = 0
    var written = start
    var frame = run.lowerBound
    while frame &+ 16 <= run.upperBound {
      var x = mixed.eightUnchecked(from: frame) * gain
      var y = mixed.eightUnchecked(from: frame &+ 8) * gain
      if any(bent(x) .| bent(y)) {
        x = apply(x, beyond: level, counting: &limitedSamples)
        y = apply(y, beyond: level, counting: &limitedSamples)
      }
      output.setLanesUnchecked(x, at: written)
      output.setLanesUnchecked(y, at: written &+ 8)
      frame &+= 16
      written &+= 16
    }
    while frame < run.upperBound {
      let count = min(8, run.upperBound - frame)
      let x = mixed[from: frame, count: count] * gain
      output.put(apply(x, beyond: level, counting: &limitedSamples), count: count, at: written)
      frame += count
      written += count
    }
    return limitedSamples
  }

  @inline(__always)
  private static func magnitudes(_ x: SIMD8<Float>) -> SIMD8<Float> {
    unsafe unsafeBitCast(
      unsafeBitCast(x, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
  }
}

/// The gain of everything before the limiter.
struct Gain: Computed {
  static let settings = SettingSet([.gain])

  /// The factor of the samples.
  let factor: Float

  init(_ moment: AutomationMoment, _: Void) {
    factor = Limiter.gain(of: moment.rain)
  }
}
