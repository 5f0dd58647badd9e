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
  public let amplitude: Double
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
    self.amplitude = amplitude
    self.frequency = frequency
    self.decay = decay
    self.rise = rise
    self.riseTime = riseTime
    self.attack = attack
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
    let onset = attack.map {
      Decay.wholeGroups(Self.onsetTimeConstants / $0 * Double(sampleRate))
    }
    let onsetEnd = min(onset ?? 0, end)
    // Phasors are computed again from frame 0 on, from the end of the onset on, and from where it has risen.
    // It begins on the grid of the last of these: where it has risen, the onset may not be over yet.
    let origin = max(onsetEnd <= heard ? onsetEnd : 0, risen <= heard ? risen : 0)
    var frame = origin + max(0, heard - origin) / Self.resyncFrames * Self.resyncFrames
    if let attack {
      addOnset(
        attack, to: &output, at: start, from: &frame, until: onsetEnd, risen: risen, fade,
        sampleRate)
    }
    while frame < end && frame < last {
      var turning = Phasors(of: self, at: frame, risen: risen, sampleRate: sampleRate)
      let rises = frame < risen
      let stop = min(frame + Self.resyncFrames, rises ? min(risen, end) : end)
      if !rises {
        addSteadily(
          &turning, pitch: frequency + rise * Double(risen) / Double(sampleRate), to: &output,
          at: start, from: frame, until: stop, sampleRate)
        frame = stop
        continue
      }
      while frame < stop {
        output.addUnchecked(fade.applied(to: turning.imaginary, at: frame), at: start &+ frame)
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
    until end: Int, risen: Int, _ fade: Fade, _ sampleRate: Int
  ) {
    let fall = Float(Elementary.exp(-8 * attack / Double(sampleRate)))
    while frame < end {
      let rises = frame < risen
      var turning = Phasors(of: self, at: frame, risen: risen, sampleRate: sampleRate)
      let times = SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7) + Double(frame)
      let exact = Elementary.exp(times * -attack / Double(sampleRate))
      var missing = SIMD8<Float>.zero
      for lane in 0..<8 { missing[lane] = Float(exact[lane]) }
      let stop = min(frame + Self.resyncFrames, rises ? min(risen, end) : end)
      while frame < stop {
        let sound = turning.imaginary - turning.imaginary * missing
        output.addUnchecked(fade.applied(to: sound, at: frame), at: start &+ frame)
        if rises { turning.advance() } else { turning.advanceSteadily() }
        missing *= fall
        frame += 8
      }
    }
  }

  /// Adds the frames `first` ..< `end`, whole groups of eight, for which there is room.
  @inline(__always)
  private func addSteadily(
    _ turning: inout Phasors, pitch: Double, to output: inout MutableSpan<Float>, at start: Int,
    from first: Int, until end: Int, _ sampleRate: Int
  ) {
    var frame = first
    if end - frame >= 64 {
      var tone = SteadyTone(turning: &turning, pitch: pitch, decay: decay, sampleRate: sampleRate)
      while frame <= end - 16 {
        output.addUnchecked(tone.here.low, at: start &+ frame)
        output.addUnchecked(tone.here.high, at: start &+ frame &+ 8)
        tone.advance()
        frame &+= 16
      }
      if frame < end { output.addUnchecked(tone.here.low, at: start &+ frame) }
      return
    }
    while frame < end {
      output.addUnchecked(turning.imaginary, at: start &+ frame)
      turning.advanceSteadily()
      frame += 8
    }
  }

  /// Sixteen neighbouring frames of a tone of constant pitch, by the recurrence of a resonator,
  ///
  ///     y[n+16] = 2 r cos φ · y[n] - r² · y[n-16],   r = e^(-16 decay/sampleRate)
  ///
  /// where φ is the angle of 16 frames. Sixteen at a time, so that no frame waits for its neighbours; as
  /// two vectors, since with one of sixteen lanes the compiler shuffles lanes on processors with AVX-512.
  private struct SteadyTone {
    typealias Frames = (low: SIMD8<Float>, high: SIMD8<Float>)

    private(set) var here: Frames
    private var next: Frames
    private let ahead: Float
    private let back: Float

    init(turning: inout Phasors, pitch: Double, decay: Double, sampleRate: Int) {
      func eight() -> SIMD8<Float> {
        let eight = turning.imaginary
        turning.advanceSteadily()
        return eight
      }
      here = (eight(), eight())
      next = (eight(), eight())
      let period = 1 / Double(sampleRate)
      let fall = Elementary.exp(-16 * decay * period)
      ahead = Float(2 * fall * Elementary.cosine(turns: 16 * pitch * period))
      back = Float(fall * fall)
    }

    @inline(__always)
    mutating func advance() {
      let following = (next.low * ahead - here.low * back, next.high * ahead - here.high * back)
      here = next
      next = following
    }
  }

  /// Eight neighbouring values of the decaying phasor, and the steps by which each is multiplied to
  /// advance eight frames. When the pitch rises, the steps rotate, too, all by the same turn.
  private struct Phasors {
    var real = SIMD8<Float>.zero
    var imaginary = SIMD8<Float>.zero
    private var stepReal = SIMD8<Float>.zero
    private var stepImaginary = SIMD8<Float>.zero
    private let turnReal: Float
    private let turnImaginary: Float

    /// The state at a frame of a sine whose pitch has risen by the frame `risen`.
    init(of sine: DampedSine, at frame: Int, risen: Int, sampleRate: Int) {
      let period = 1 / Double(sampleRate)
      let time = Double(frame) * period
      let rises = frame < risen
      /// The time for which it rises up to here.
      let riseTime = Double(min(frame, risen)) * period
      let phase = sine.frequency * time + sine.rise * riseTime * (time - riseTime / 2)
      let level = frame == 0 ? sine.amplitude : sine.amplitude * Elementary.exp(-sine.decay * time)
      // The step from one frame to the next; where the pitch rises, it rotates by `bend1` a frame.
      let fall = Elementary.exp(-sine.decay * period)
      let stepTurns =
        (sine.frequency + sine.rise * (riseTime + (rises ? period / 2 : 0))) * period
      // The step of eight frames: the product of eight steps, whose angles are an arithmetic series,
      // and 0 + 1 + ... + 7 = 28.
      let fall8 = fall * fall * (fall * fall) * (fall * fall * (fall * fall))
      let bend = rises ? sine.rise * period * period : 0
      let units = Complex.units(turns: phase, stepTurns, 8 * stepTurns + 28 * bend)
      var value = units.0 * level
      var step = units.1 * fall
      var step8 = units.2 * fall8
      // Where the pitch does not rise, the steps stay. A loop for both cases takes a tenth longer in dense rain.
      if !rises {
        (turnReal, turnImaginary) = (1, 0)
        stepReal = SIMD8(repeating: Float(step8.real))
        stepImaginary = SIMD8(repeating: Float(step8.imaginary))
        for lane in 0..<8 {
          (real[lane], imaginary[lane]) = (Float(value.real), Float(value.imaginary))
          value = value * step
        }
        return
      }
      let (bend1, bend8, bend64) = Complex.units(turns: bend, 8 * bend, 64 * bend)
      for lane in 0..<8 {
        (real[lane], imaginary[lane]) = (Float(value.real), Float(value.imaginary))
        (stepReal[lane], stepImaginary[lane]) = (Float(step8.real), Float(step8.imaginary))
        (value, step, step8) = (value * step, step * bend1, step8 * bend8)
      }
      (turnReal, turnImaginary) = (Float(bend64.real), Float(bend64.imaginary))
    }

    /// Advances eight frames where the pitch does not rise: the steps stay.
    @inline(__always)
    mutating func advanceSteadily() {
      let nextReal = real * stepReal - imaginary * stepImaginary
      imaginary = real * stepImaginary + imaginary * stepReal
      real = nextReal
    }

    /// Advances eight frames.
    @inline(__always)
    mutating func advance() {
      advanceSteadily()
      let nextStep = stepReal * turnReal - stepImaginary * turnImaginary
      stepImaginary = stepReal * turnImaginary + stepImaginary * turnReal
      stepReal = nextStep
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
