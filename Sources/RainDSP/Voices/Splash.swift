/// The splash of a drop: a breath of band-passed noise.
///
///     amplitude · n(t) · (1 - e^(-t/.2 ms)) · e^(-t/decayTime)
///
/// n is white noise with the power density of RMS 1 at 48 kHz, through a band-pass at
/// ``frequency`` with Q = .7. Real drops keep most of their treble in the splash, not in the blow.
public struct Splash: Sendable, Hashable {
  /// 1 is full scale.
  public var amplitude: Double
  /// The middle of the band, in Hz; at most .45 of the sample rate is used.
  public var frequency: Double
  /// The time in which the splash falls to 1/e, in seconds, above 0.
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

  /// Frames that the splash sounds, a whole number of groups of eight: to 60 dB below its start,
  /// where noise under noise ends unheard.
  public func frames(sampleRate: Int) -> Int {
    Decay.wholeGroups(0.75 * Decay.timeConstants * decayTime * Double(sampleRate))
  }

  /// Adds the splash to `output`, which has room for ``frames(sampleRate:)`` more, from the frame
  /// `start` on.
  public func render(
    adding output: inout MutableSpan<Float>, at start: Int = 0, sampleRate: Int
  ) {
    let rate = Double(sampleRate)
    var band = BandPass(
      turns: min(frequency / rate, 0.45), q: Self.q)
    // Uniform noise of -1/2 .. 1/2 has RMS 1/√12.
    let scale = amplitude * (12 * rate / 48_000).squareRoot()
    let lateFall = Elementary.exp(-1 / (rate * decayTime))
    let missingFall = lateFall * Elementary.exp(-1 / (rate * Self.onset))
    var late = Decay.eight(from: scale, by: lateFall).levels
    var missing = Decay.eight(from: scale, by: missingFall).levels
    let lateStep = Float(Elementary.squared(lateFall, times: 3))
    let missingStep = Float(Elementary.squared(missingFall, times: 3))
    // After 50 time constants nothing is missing, and nothing has become subnormal.
    let onsetGroups = Int(50 * Self.onset * rate / 8)
    var random = RandomLanes(key)
    var noise = InlineArray<8, SIMD8<Float>>(repeating: .zero)
    for group in 0..<frames(sampleRate: sampleRate) / 8 {
      if group & 7 == 0 { Self.draw(&noise, from: &random) }
      output.add(band.filter(noise[group & 7]) * (late - missing), at: start + 8 * group)
      late *= lateStep
      missing = group < onsetGroups ? missing * missingStep : .zero
    }
  }

  /// The next 64 frames of white noise of -1/2 .. 1/2. Not inlined: where the compiler sees lanes taken
  /// apart later, it computes with lanes that nobody needs, whose bits are subnormal numbers, twice as
  /// slow; and not for eight frames alone, since a call sends the filter's state to memory and back.
  @inline(never)
  private static func draw(
    _ noise: inout InlineArray<8, SIMD8<Float>>, from random: inout RandomLanes
  ) {
    for group in stride(from: 0, to: 8, by: 4) {
      let bits = SIMD16(lowHalf: random.next(), highHalf: random.next())
      let (upper, lower) = (RandomLanes.upper(bits), RandomLanes.lower(bits))
      noise[group] = upper.lowHalf
      noise[group &+ 1] = upper.highHalf
      noise[group &+ 2] = lower.lowHalf
      noise[group &+ 3] = lower.highHalf
    }
  }
}
