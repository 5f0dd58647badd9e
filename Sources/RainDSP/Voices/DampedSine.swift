/// A sine that decays, and may rise in pitch and set in softly:
///
///     amplitude · (1 - e^(-attack t)) · e^(-decay t) · sin 2π (frequency t + rise t² / 2)
///
/// A rotating phasor in each of eight lanes advances by eight frames at a time. Where the pitch does not
/// rise, two multiplications a frame are enough: what lies 16 frames ahead follows from here and from
/// 16 frames back. Every 2,048 frames all is computed again from the formula, since rounding errors
/// accumulate: by then to 2⁻¹² of the amplitude, and to 2⁻¹⁰ where the pitch rises.
public struct DampedSine: Sendable, Hashable {
  /// 1 is full scale.
  public internal(set) var amplitude: Double
  /// In Hz, at the onset, above 0 and at most half the sample rate.
  public let frequency: Double
  /// In 1/s, above 0; the sound ends when it has fallen by 80 dB, or earlier, where its rising pitch
  /// reaches 0.45 of the sample rate: higher, it would soon alias.
  public let decay: Double
  /// How fast the frequency rises, in Hz a second.
  public let rise: Double
  /// How long it rises, in s; then its pitch stays.
  public let riseTime: Double
  /// In 1/s; nil: it sets in at once.
  public let attack: Double?

  /// A sine of those properties; the rate of an onset is above 0.
  public init(
    amplitude: Double, frequency: Double, decay: Double, rise: Double = 0,
    riseTime: Double = .infinity, attack: Double? = nil
  ) {
    precondition(frequency > 0 && decay > 0, "a damped sine has a pitch and decays")
    (self.amplitude, self.frequency, self.decay) = (amplitude, frequency, decay)
    (self.rise, self.riseTime, self.attack) = (rise, riseTime, attack)
  }

  /// Frames after which the phasors are computed again. A sine begins at most so many before the first that is heard.
  static let resyncFrames = 2048
  /// After this many time constants the onset is over: 24 ln 2 = 16.636, where 1 - 2⁻²⁴ rounds to 1, and
  /// nothing has become subnormal yet.
  private static let onsetTimeConstants = 16.64

  /// The frames over which a sound fades out when it ends because of its pitch.
  private static let fadeFrames = 64

  /// The length in frames until the sound has fallen by 80 dB or its pitch has risen to 0.45 of the
  /// sample rate, in whole groups of eight; 0 where its pitch begins above that.
  public func frames(sampleRate: Int) -> Int {
    let decayed = Decay.wholeGroups(Self.time(decay: decay) * Double(sampleRate))
    return min(decayed, risenFrames(sampleRate: sampleRate) ?? decayed)
  }

  /// The time in s in which a sine falls by 80 dB.
  static func time(decay: Double) -> Double { Decay.timeConstants / decay }

  /// The frames until the pitch has risen to 0.45 of the sample rate, in whole groups of eight; nil where
  /// it does not rise.
  private func risenFrames(sampleRate: Int) -> Int? {
    let room = Bandwidth.highest * Double(sampleRate) - frequency
    if room < 0 { return 0 }
    return rise > 0 && room < rise * riseTime
      ? Decay.wholeGroups(room / rise * Double(sampleRate)) : nil
  }

  /// Adds the sound to `output` from the frame `start` on, to its end or for `frames` frames, which are
  /// whole groups of eight.
  ///
  /// Its frames before `heard` may be left out: it begins where phasors are computed again.
  public func render(
    adding output: inout MutableSpan<Float>, at start: Int = 0, frames: Int? = nil,
    heardFrom heard: Int = 0, heardUntil last: Int = .max, sampleRate: Int
  ) {
    let end = frames ?? self.frames(sampleRate: sampleRate)
    output.requireRoom(start..<start + end)
    let fade = Fade(
      end == risenFrames(sampleRate: sampleRate) ? min(Self.fadeFrames, end) : 0, before: end)
    // The pitch stays from a whole group on.
    let risen = rise == 0 ? 0 : Decay.wholeGroups(riseTime * Double(sampleRate))
    let onset = attack.map { Decay.wholeGroups(Self.onsetTimeConstants / $0 * Double(sampleRate)) }
    let onsetEnd = min(onset ?? 0, end)
    // Phasors are computed again from frame 0 on, from the end of the onset on, and from where it has risen.
    // It begins on the grid of the last of these: where it has risen, the onset may not be over yet.
    let origin = max(onsetEnd <= heard ? onsetEnd : 0, risen <= heard ? risen : 0)
    var frame = origin + max(0, heard - origin) / Self.resyncFrames * Self.resyncFrames
    let steady = SteadySine(
      self, from: max(max(frame, onsetEnd), risen), risen: risen, sampleRate: sampleRate)
    if let attack {
      addOnset(
        attack, to: &output, at: start, from: &frame, until: onsetEnd, risen: risen, fade, steady)
    }
    while frame < end && frame < last {
      let stop = min(frame + Self.resyncFrames, frame < risen ? min(risen, end) : end)
      if frame >= risen {
        Self.add(
          steady.phasors(at: frame), steady.ahead, steady.back, to: &output, from: start + frame,
          until: start + stop)
        frame = stop
        continue
      }
      var turning = RisingPhasors(of: self, at: frame, sampleRate: sampleRate)
      while frame < stop {
        output.addUnchecked(fade.applied(to: turning.now.imaginary, at: frame), at: start &+ frame)
        turning.advance()
        frame += 8
      }
    }
  }

  /// The end of a sine whose pitch has risen too high, in frames.
  private struct Fade {
    private let start: Int
    private let end: Int
    private let slope: Float

    init(_ frames: Int, before end: Int) {
      (start, self.end) = (end - frames, end)
      slope = 1 / Float(max(1, frames))
    }

    /// The eight frames from `frame` on.
    @inline(__always)
    func applied(to sound: SIMD8<Float>, at frame: Int) -> SIMD8<Float> {
      if frame < start { return sound }
      return sound
        * ((SIMD8(7.5, 6.5, 5.5, 4.5, 3.5, 2.5, 1.5, 0.5) + Float(end - frame - 8)) * slope)
    }
  }

  /// Adds the onset: the sine times 1 - e^(-attack · t), from `frame` up to `end`.
  @inline(__always)
  private func addOnset(
    _ attack: Double, to output: inout MutableSpan<Float>, at start: Int, from frame: inout Int,
    until end: Int, risen: Int, _ fade: Fade, _ steady: SteadySine
  ) {
    let rate = Double(steady.sampleRate)
    while frame < end {
      let times = SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7) + Double(frame)
      let exact = Elementary.exp(times * -attack / rate)
      var missing = SIMD8<Float>.zero
      for lane in 0..<8 { missing[lane] = Float(exact[lane]) }
      let stop = min(frame + Self.resyncFrames, frame < risen ? min(risen, end) : end)
      if frame >= risen {
        Self.addOnset(
          steady.phasors(at: frame), missing, steady.onsetFall, to: &output, from: start + frame,
          until: start + stop)
        frame = stop
        continue
      }
      var turning = RisingPhasors(of: self, at: frame, sampleRate: steady.sampleRate)
      while frame < stop {
        let sound = turning.now.imaginary - turning.now.imaginary * missing
        output.addUnchecked(fade.applied(to: sound, at: frame), at: start &+ frame)
        turning.advance()
        missing *= steady.onsetFall
        frame += 8
      }
    }
  }

  /// Adds an onset at a constant pitch; `missing` falls by a factor every eight frames.
  ///
  /// Not inlined, like all such loops: in a large function the compiler shuffles lanes within the loop.
  @inline(never)
  private static func addOnset(
    _ turning: Phasors, _ missing: SIMD8<Float>, _ fall: Float,
    to output: inout MutableSpan<Float>, from first: Int, until end: Int
  ) {
    var (turning, missing, frame) = (turning, missing, first)
    while frame < end {
      output.addUnchecked(turning.imaginary - turning.imaginary * missing, at: frame)
      turning.advance()
      missing *= fall
      frame &+= 8
    }
  }

  /// A sine from the frame on from which its pitch stays. All that does not depend on the frame is computed once.
  private struct SteadySine {
    let sampleRate: Int
    private let sine: DampedSine
    private let riseTime: Double
    /// The factors of the phasor, for one frame and for eight.
    private let one: Complex
    private let eight: Complex
    /// The factors of ``Sixteen``.
    let ahead: Float
    let back: Float
    /// A frame at which it begins, with its phasor there, and its phasor at frame 0.
    private let first: Int
    private let begin: Complex
    private let still: Complex
    /// The factor by which what an onset lacks falls in eight frames.
    let onsetFall: Float

    /// Eight sines or exponentials in lanes cost little more than two.
    init(_ sine: DampedSine, from first: Int, risen: Int, sampleRate: Int) {
      let period = 1 / Double(sampleRate)
      (self.sine, self.sampleRate, self.first) = (sine, sampleRate, first)
      riseTime = Double(risen) * period
      let turns = (sine.frequency + sine.rise * riseTime) * period
      let pitch = sine.frequency + sine.rise * Double(risen) / Double(sampleRate)
      let phase = Self.phase(sine, riseTime, Double(first) * period)
      let sines = Elementary.sine(
        turns: SIMD8(
          turns, turns + 0.25, 8 * turns, 8 * turns + 0.25, phase, phase + 0.25,
          16 * pitch * period + 0.25, 0.25))
      // Exponentials are computed from -700 on; what has fallen so far is silent.
      let powers = Elementary.exp(
        SIMD4(
          max(-700, -sine.decay * period), max(-700, -16 * sine.decay * period),
          max(-700, -sine.decay * (Double(first) * period)),
          max(-700, -8 * (sine.attack ?? 0) / Double(sampleRate))))
      one = Complex(real: sines[1], imaginary: sines[0]) * powers[0]
      eight = Complex(real: sines[3], imaginary: sines[2]) * Elementary.squared(powers[0], times: 3)
      begin =
        Complex(real: sines[5], imaginary: sines[4])
        * (first == 0 ? sine.amplitude : sine.amplitude * powers[2])
      still = Complex(real: sines[7], imaginary: 0) * sine.amplitude
      ahead = Float(2 * powers[1] * sines[6])
      back = Float(powers[1] * powers[1])
      onsetFall = Float(powers[3])
    }

    /// In turns, at a time in s.
    private static func phase(_ sine: DampedSine, _ riseTime: Double, _ time: Double) -> Double {
      sine.frequency * time + sine.rise * riseTime * (time - riseTime / 2)
    }

    /// The state at a frame.
    func phasors(at frame: Int) -> Phasors {
      var value = frame == first ? begin : frame == 0 ? still : phasor(at: frame)
      var phasors = Phasors()
      phasors.stepReal = SIMD8(repeating: Float(eight.real))
      phasors.stepImaginary = SIMD8(repeating: Float(eight.imaginary))
      for lane in 0..<8 {
        phasors.real[lane] = Float(value.real)
        phasors.imaginary[lane] = Float(value.imaginary)
        value = value * one
      }
      return phasors
    }

    /// The phasor at a later frame than 0.
    @inline(never)
    private func phasor(at frame: Int) -> Complex {
      let time = Double(frame) * (1 / Double(sampleRate))
      return Complex.units(turns: Self.phase(sine, riseTime, time), 0, 0).0
        * (sine.amplitude * Elementary.exp(-sine.decay * time))
    }
  }

  /// Adds the frames `first` ..< `end` of `output`, whole groups of eight, for which there is room.
  @inline(never)
  private static func add(
    _ turning: Phasors, _ ahead: Float, _ back: Float, to output: inout MutableSpan<Float>,
    from first: Int, until end: Int
  ) {
    var (turning, frame) = (turning, first)
    if end - frame >= 64 {
      var (here, next) = (turning.sixteen(), turning.sixteen())
      // Two steps at a time: one alone would move the frames from register to register.
      while frame <= end - 32 {
        here.add(to: &output, at: frame, before: next, ahead, back)
        next.add(to: &output, at: frame &+ 16, before: here, ahead, back)
        frame &+= 32
      }
      if frame <= end - 16 {
        here.add(to: &output, at: frame, before: next, ahead, back)
        here = next
        frame &+= 16
      }
      if frame < end { output.addUnchecked(here.low, at: frame) }
      return
    }
    while frame < end {
      output.addUnchecked(turning.imaginary, at: frame)
      turning.advance()
      frame &+= 8
    }
  }

  /// Sixteen neighbouring frames of a tone of constant pitch, by the recurrence of a resonator,
  ///
  ///     y[n+16] = 2 r cos φ · y[n] - r² · y[n-16],   r = e^(-16 decay/sampleRate)
  ///
  /// where φ is the angle of 16 frames. Sixteen at a time, so that no frame waits for its neighbours; as
  /// two vectors, since with one of sixteen lanes the compiler shuffles lanes on processors with AVX-512.
  private struct Sixteen {
    var low: SIMD8<Float>
    var high: SIMD8<Float>

    /// Adds these frames, which `next` follow, and takes those after `next`.
    @inline(__always)
    mutating func add(
      to output: inout MutableSpan<Float>, at frame: Int, before next: Self, _ ahead: Float,
      _ back: Float
    ) {
      output.addUnchecked(low, at: frame)
      output.addUnchecked(high, at: frame &+ 8)
      (low, high) = (next.low * ahead - low * back, next.high * ahead - high * back)
    }
  }

  /// Eight neighbouring values of the decaying phasor, and the steps by which each is multiplied to
  /// advance eight frames.
  private struct Phasors {
    var real = SIMD8<Float>.zero
    var imaginary = SIMD8<Float>.zero
    var stepReal = SIMD8<Float>.zero
    var stepImaginary = SIMD8<Float>.zero

    @inline(__always)
    mutating func advance() {
      let nextReal = real * stepReal - imaginary * stepImaginary
      imaginary = real * stepImaginary + imaginary * stepReal
      real = nextReal
    }

    /// Sixteen frames, from which it goes on.
    @inline(__always)
    mutating func sixteen() -> Sixteen {
      let low = imaginary
      advance()
      let high = imaginary
      advance()
      return Sixteen(low: low, high: high)
    }
  }

  /// Phasors while the pitch rises: the steps rotate, too, all by the same turn.
  private struct RisingPhasors {
    var now = Phasors()
    private let turnReal: Float
    private let turnImaginary: Float

    init(of sine: DampedSine, at frame: Int, sampleRate: Int) {
      let period = 1 / Double(sampleRate)
      let time = Double(frame) * period
      let phase = sine.frequency * time + sine.rise * time * (time - time / 2)
      let level = frame == 0 ? sine.amplitude : sine.amplitude * Elementary.exp(-sine.decay * time)
      // The step from one frame to the next rotates by `bend1` a frame.
      let fall = Elementary.exp(-sine.decay * period)
      let turns = (sine.frequency + sine.rise * (time + period / 2)) * period
      // The step of eight frames: the product of eight steps, whose angles are an arithmetic series,
      // and 0 + 1 + ... + 7 = 28.
      let bend = sine.rise * period * period
      let units = Complex.units(turns: phase, turns, 8 * turns + 28 * bend)
      var value = units.0 * level
      var step = units.1 * fall
      var step8 = units.2 * Elementary.squared(fall, times: 3)
      let (bend1, bend8, bend64) = Complex.units(turns: bend, 8 * bend, 64 * bend)
      for lane in 0..<8 {
        (now.real[lane], now.imaginary[lane]) = (Float(value.real), Float(value.imaginary))
        (now.stepReal[lane], now.stepImaginary[lane]) = (Float(step8.real), Float(step8.imaginary))
        (value, step, step8) = (value * step, step * bend1, step8 * bend8)
      }
      (turnReal, turnImaginary) = (Float(bend64.real), Float(bend64.imaginary))
    }

    /// Advances eight frames.
    @inline(__always)
    mutating func advance() {
      now.advance()
      let (real, imaginary) = (now.stepReal, now.stepImaginary)
      now.stepReal = real * turnReal - imaginary * turnImaginary
      now.stepImaginary = real * turnImaginary + imaginary * turnReal
    }
  }
}

/// A complex number: a phasor, or the factor by which it advances.
private struct Complex {
  let real: Double
  let imaginary: Double

  /// Three numbers of magnitude 1, by their angles: eight sines in lanes cost little more than two.
  static func units(turns a: Double, _ b: Double, _ c: Double) -> (Complex, Complex, Complex) {
    let sines = Elementary.sine(turns: SIMD8(a, a + 0.25, b, b + 0.25, c, c + 0.25, 0, 0))
    return (
      Complex(real: sines[1], imaginary: sines[0]), Complex(real: sines[3], imaginary: sines[2]),
      Complex(real: sines[5], imaginary: sines[4])
    )
  }

  static func * (a: Complex, magnitude: Double) -> Complex {
    Complex(real: magnitude * a.real, imaginary: magnitude * a.imaginary)
  }

  static func * (a: Complex, b: Complex) -> Complex {
    Complex(
      real: a.real * b.real - a.imaginary * b.imaginary,
      imaginary: a.real * b.imaginary + a.imaginary * b.real)
  }
}
