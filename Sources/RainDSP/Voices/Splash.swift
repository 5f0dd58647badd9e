/// The splash of a drop: a short burst of band-passed noise.
///
///     amplitude · n(t) · (1 - e^(-t/0.6 ms)) · e^(-t/decayTime),   t from ``start`` on
///
/// n is white noise through a band-pass at ``frequency`` with the quality ``q``, of the same power at
/// every q and sample rate: with a q of 0.7, its power density equals that of white noise of RMS 1 at
/// 48 kHz. Recorded drops have most of their treble in the splash, not in the impact: less than 30 % of
/// the energy from 8 to 16 kHz lies in the loudest 0.2 ms.
public struct Splash: Sendable, Hashable {
  /// 1 is full scale.
  public let amplitude: Double
  /// The middle of the band, in Hz, above 0; at most 0.45 of the sample rate is used.
  public let frequency: Double
  /// The quality of the band: its middle over its width at -3 dB, above 0.
  public let q: Double
  /// The time from the onset of the drop to that of the splash, in s, 0 or more.
  public let start: Double
  /// The time in which the splash falls to 1/e, in s, above 0.
  public let decayTime: Double
  /// The key of the noise: equal keys give equal noise.
  public let key: RandomKey

  /// - Parameters:
  ///   - amplitude: 1 is full scale.
  ///   - frequency: the middle of the band, in Hz, above 0.
  ///   - q: the quality of the band: its middle over its width at -3 dB, above 0.
  ///   - start: from the onset of the drop, in s, 0 or more.
  ///   - decayTime: in which the splash falls to 1/e, in s, above 0.
  ///   - key: of the noise.
  public init(
    amplitude: Double, frequency: Double, q: Double = 0.7, start: Double = 0, decayTime: Double,
    key: RandomKey
  ) {
    precondition(frequency > 0 && q > 0 && decayTime > 0, "a splash has a band and decays")
    precondition(start >= 0, "a splash does not come before its drop")
    self.amplitude = amplitude
    self.frequency = frequency
    self.q = q
    self.start = start
    self.decayTime = decayTime
    self.key = key
  }

  /// The time constant of the onset, in s, by ear and by the envelope of recorded drops.
  static let onset = 0.6e-3
  /// The quality at which the power density is that of white noise of RMS 1 at 48 kHz.
  static let referenceQ = 0.7

  /// The length in frames, in whole groups of eight: until it has fallen by 60 dB. Noise can end there,
  /// below the other noise of the rain; tones go on to 80 dB.
  public func frames(sampleRate: Int) -> Int {
    Lanes.wholeGroups(lead(sampleRate) + soundingFrames(sampleRate))
  }

  /// The time in s in which a splash falls by 60 dB.
  static func time(decayTime: Double) -> Double { 0.75 * Decay.timeConstants * decayTime }

  /// The frames before the splash.
  private func lead(_ sampleRate: Int) -> Int { Int(start * Double(sampleRate) + 0.5) }

  private func soundingFrames(_ sampleRate: Int) -> Int {
    Decay.wholeGroups(Self.time(decayTime: decayTime) * Double(sampleRate))
  }

  /// Adds the splash to `output` from the frame `start` on, where there is room for
  /// ``frames(sampleRate:)``.
  public func render(
    adding output: inout MutableSpan<Float>, at start: Int = 0, sampleRate: Int
  ) {
    let rate = Double(sampleRate)
    var band = BandPass(
      turns: min(frequency / rate, Bandwidth.highest), q: q)
    // The envelope is late - missing = e^(-t/decayTime) - e^(-t/decayTime) e^(-t/onset).
    // Uniform noise of -1/2 .. 1/2 has RMS 1/√12.
    let scale =
      amplitude * band.normalization * (12 * rate / 48_000 * q / Self.referenceQ).squareRoot()
    let lateFall = Elementary.exp(-1 / (rate * decayTime))
    let missingFall = lateFall * Elementary.exp(-1 / (rate * Self.onset))
    var late = Decay.eight(from: scale, by: lateFall).levels.lowHalf
    var missing = Decay.eight(from: scale, by: missingFall).levels.lowHalf
    let lateStep = Float(Elementary.squared(lateFall, times: 2))
    let missingStep = Float(Elementary.squared(missingFall, times: 2))
    // After 50 time constants `missing` is below rounding, and not yet subnormal: set it to 0.
    let onsetGroups = Int(50 * Self.onset * rate / 8)
    var random = RandomLanes(key)
    var noise = InlineArray<8, SIMD8<Float>>(repeating: .zero)
    let start = start + lead(sampleRate)
    let frames = soundingFrames(sampleRate)
    output.requireRoom(start..<start + frames)
    for group in 0..<frames / 8 {
      if group & 7 == 0 { Self.draw(&noise, from: &random) }
      let noise = noise[group & 7]
      let first = band.filter(noise.lowHalf) * (late - missing)
      late *= lateStep
      missing *= missingStep
      let second = band.filter(noise.highHalf) * (late - missing)
      late *= lateStep
      missing = group < onsetGroups ? missing * missingStep : .zero
      output.addUnchecked(SIMD8(lowHalf: first, highHalf: second), at: start &+ 8 &* group)
    }
  }

  /// The next 64 frames of white noise of -1/2 .. 1/2.
  ///
  /// Not inlined: the compiler would then also compute with unused lanes, whose bits are subnormal numbers,
  /// twice as slow. And 64 frames at a time: a call sends the filter's state to memory and back.
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
