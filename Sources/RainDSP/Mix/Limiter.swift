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
  static func gain(of rain: Rain) -> Float { Float(Elementary.amplitude(decibels: rain[.gain])) }

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

  static func apply(_ x: Float) -> Float { apply(SIMD8(repeating: x))[0] }

  /// Bends the lanes beyond the knee, and counts the lanes beyond `level`.
  @inline(__always)
  static func apply(
    _ x: SIMD8<Float>, beyond level: Float, counting limitedSamples: inout Int
  ) -> SIMD8<Float> {
    any(magnitudes(x) .> knee) ? bend(x, beyond: level, counting: &limitedSamples) : x
  }

  /// Not inlined: it is rare, and needs so many registers that the loop around it would have none.
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
    _ mixed: borrowing Planes, _ channels: Int, _ run: Range<Int>, gain: Float,
    beyond level: Float, into factors: inout FixedArray<Float>
  ) -> Int {
    var limitedFrames = 0
    for frame in stride(from: run.lowerBound, to: run.upperBound, by: 8) {
      let count = min(8, run.upperBound - frame)
      var peak = SIMD8<Float>.zero
      for channel in 0..<channels {
        let x = magnitudes(mixed.samples[from: mixed.start(of: channel) + frame, count: count])
        peak.replace(with: x, where: x .> peak)
      }
      peak *= gain
      let isBent = peak .> knee
      var factor = SIMD8(repeating: gain)
      if any(isBent) {
        let bent = bend(peak, beyond: level, counting: &limitedFrames)
        factor.replace(with: bent / peak * gain, where: isBent)
      }
      if count == 8 {
        factors[eightFrom: frame] = factor
      } else {
        for lane in 0..<count { factors[frame + lane] = factor[lane] }
      }
    }
    return limitedFrames * channels
  }

  @inline(__always)
  private static func magnitudes(_ x: SIMD8<Float>) -> SIMD8<Float> {
    unsafe unsafeBitCast(
      unsafeBitCast(x, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
  }
}

/// The gain of everything before the limiter.
struct Gain: Computed {
  static let settings = SpotLaw.settings.union(SettingSet([.gain]))

  /// The factors of the samples; the spot leans to a side.
  let sides: SideGains

  /// `root` is the key of the rendering; nil: not in stereo.
  init(_ moment: AutomationMoment, _ root: RandomKey?) {
    let gain = Limiter.gain(of: moment.rain)
    let lean = root.map { Float(Elementary.amplitude(decibels: SpotLaw(moment, $0).lean / 2)) } ?? 1
    sides = SideGains(left: gain * lean, right: gain / lean)
  }
}
