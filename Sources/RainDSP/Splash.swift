/// The spray of a drop: a breath of band-passed noise.
///
///     amplitude · n(t) · (1 - e^(-t/.2 ms)) · e^(-t/decayTime)
///
/// n is white noise with the power density of RMS 1 at 48 kHz, through a band-pass at
/// ``frequency`` with Q = .7. Real drops keep most of their treble in the spray, not in the blow.
public struct Splash: Sendable, Hashable {
  /// 1 is full scale.
  public var amplitude: Double
  /// The middle of the band, in Hz; at most .45 of the sample rate is used.
  public var frequency: Double
  /// The time in which the spray falls to 1/e, in seconds, above 0.
  public var decayTime: Double
  /// The key of the noise.
  public var key: RandomKey

  public init(amplitude: Double, frequency: Double, decayTime: Double, key: RandomKey) {
    precondition(frequency > 0 && decayTime > 0, "a spray has a pitch and decays")
    self.amplitude = amplitude
    self.frequency = frequency
    self.decayTime = decayTime
    self.key = key
  }

  private static let onset = 0.2e-3  // s
  private static let q = 0.7

  /// Frames that the spray sounds, a whole number of groups of eight: to 60 dB below its start,
  /// where noise under noise ends unheard.
  public func frames(sampleRate: Int) -> Int {
    Decay.wholeGroups(0.75 * Decay.timeConstants * decayTime * Double(sampleRate))
  }

  /// Adds the spray to `output`, which has room for ``frames(sampleRate:)`` more, from the frame
  /// `start` on.
  public func render(
    adding output: inout MutableSpan<Float>, at start: Int = 0, sampleRate: Int
  ) {
    let rate = Double(sampleRate)
    // Band-pass of constant peak gain 1 (Bristow-Johnson, "Cookbook formulae for audio
    // equalizer biquad filter coefficients").
    let turns = min(frequency / rate, 0.45)
    let alpha = Elementary.sine(turns: turns) / (2 * Self.q)
    let b = Float(alpha / (1 + alpha))
    let a1 = Float(-2 * Elementary.cosine(turns: turns) / (1 + alpha))
    let a2 = Float((1 - alpha) / (1 + alpha))
    // Uniform noise of -1/2 .. 1/2 has RMS 1/√12.
    let scale = amplitude * (12 * rate / 48_000).squareRoot()
    var late = SIMD8<Float>.zero
    var missing = SIMD8<Float>.zero
    for lane in 0..<8 {
      let time = Double(lane) / rate
      let level = scale * Elementary.exp(-time / decayTime)
      late[lane] = Float(level)
      missing[lane] = Float(level * Elementary.exp(-time / Self.onset))
    }
    let lateFall = Float(Elementary.exp(-8 / (rate * decayTime)))
    let missingFall = Float(Elementary.exp(-8 / rate * (1 / decayTime + 1 / Self.onset)))
    // After 50 time constants nothing is missing, and nothing has become subnormal.
    let onsetGroups = Int(50 * Self.onset * rate / 8)
    var random = RandomLanes(key)
    var u: Float = 0
    var v: Float = 0
    for group in 0..<frames(sampleRate: sampleRate) / 8 {
      let bits = (random.next() &>> 9) | 0x3F80_0000
      let noise = (unsafe unsafeBitCast(bits, to: SIMD8<Float>.self) - 1.5) * b
      var band = SIMD8<Float>.zero
      for lane in 0..<8 {
        let x = noise[lane]
        let y = x + u
        u = v - a1 * y
        v = -x - a2 * y
        band[lane] = y
      }
      output.add(band * (late - missing), at: start + 8 * group)
      late *= lateFall
      missing = group < onsetGroups ? missing * missingFall : .zero
    }
  }
}
