/// Ready ticks of the patter, one for each of a ladder of pitches f:
///
///     tick(t) = H(f) · spot(f) · (impact(t) + splash(t))
///     impact(t) = √(f/3000) · e^(-2 f t) · sin 2π f t                        t < 1.5/f
///     splash(t) = a · (1 - e^(-t/0.5 ms)) · e^(-t/2 ms) · Σ ± sin 2π r f t   r = 0.84, 1.13, 1.47
///
/// H is the color of the surface; without it, every pitch has the same energy. The impact is from Liu,
/// Cheng & Tong 2019, "Physically-based statistical simulation of rain sound"; it ends in a zero of the
/// sine, 26 dB down. By itself it is a click: recorded drops are 6 dB over the rain 1 ms after their
/// peak and 2 dB after 4 ms. The splash gives it that body, with an eighth of the energy of the impact:
/// three tones that sound like a short noise, since they beat faster than they decay.
///
/// A thousand ticks and more fall each second: adding a ready one costs a fraction of computing it.
struct TickTable: ~Copyable {
  /// Chosen, not measured: 91 pitches at the defaults, whose ticks fill 21 KB.
  private static let pitchesPerOctave = 16.0
  /// Periods of a tick, chosen, not measured: the end lies in a zero of the sine.
  private static let periods = 1.5
  /// The splash: its energy relative to that of the impact, its time constants in s, and its tones
  /// relative to the pitch, by ear and by the decay of recorded drops; the middle one is subtracted.
  private static let splashEnergy = 0.13
  private static let splashOnset = 0.5e-3
  private static let splashDecay = 2e-3
  private static let splashTones = (0.84, 1.13, 1.47)
  /// The splash ends after so many time constants, 14 dB below its start and 23 dB below the impact: what
  /// would follow is half a percent of the energy of a tick. It fades out over its last frames.
  private static let splashEnd = 1.6
  private static let fadeFrames = 16
  /// The energy of an impact without color, ∫ e^(-4 f t) sin² 2π f t dt · f/3000, in seconds.
  private static let impactEnergy =
    0.125 * (1 - 1 / (1 + Double.pi * Double.pi)) * (1 - Elementary.exp(-4 * periods)) / 3000

  /// The ticks, one after the other, each in whole groups of eight frames.
  private(set) var frames: FixedArray<Float>
  /// Tick k lies in the frames starts[k] ..< starts[k + 1].
  private var starts: FixedArray<Int>
  /// The number of pitches.
  private(set) var count = 0
  /// Frames of the longest tick.
  let mostFrames: Int
  /// The mean energy of the ticks, in seconds, at the usual gain of the color.
  private(set) var energy = 0.0
  private let sampleRate: Int
  /// Not read as static constants while rendering: their first use would take a lock.
  private let impactEnergy = Self.impactEnergy
  private let splashLevel = Self.splashLevel

  /// An empty table for pitches from the lowest of all to come to the highest, in Hz.
  init(lowest: Double, highest: Double, sampleRate: Int) {
    self.sampleRate = sampleRate
    let pitches = Self.count(from: lowest, to: highest)
    mostFrames = Self.length(of: lowest, sampleRate: sampleRate)
    frames = FixedArray(repeating: 0, count: pitches * mostFrames)
    starts = FixedArray(repeating: 0, count: pitches + 1)
  }

  private static func count(from low: Double, to high: Double) -> Int {
    1 + Int(Elementary.log2(high / low) * pitchesPerOctave)
  }

  private static func pitch(_ k: Int, of count: Int, from low: Double, to high: Double) -> Double {
    low * Elementary.exp2(Elementary.log2(high / low) * (Double(k) + 0.5) / Double(count))
  }

  /// The frames of a tick.
  private static func length(of pitch: Double, sampleRate: Int) -> Int {
    let rate = Double(sampleRate)
    let time = max(periods / pitch, splashEnd * splashDecay)
    return pitch > Bandwidth.highest * rate ? 0 : Decay.wholeGroups(time * rate)
  }

  /// Computes the ticks of the pitches from `low` to `high` in Hz, on a surface of a color. Pitches above 0.45
  /// of the sample rate are silent.
  mutating func compute(
    low: Double, high: Double, color: SurfaceColor, spot: SpotLaw = SpotLaw()
  ) {
    count = Self.count(from: low, to: high)
    var power = 0.0
    for k in 0..<count {
      let pitch = Self.pitch(k, of: count, from: low, to: high)
      starts[k + 1] = starts[k] + Self.length(of: pitch, sampleRate: sampleRate)
      let magnitude = color.isNeutral ? 1 : color.magnitude(at: pitch, isUsual: true)
      power += magnitude * magnitude
    }
    energy = impactEnergy * (1 + Self.splashEnergy) * power / Double(count)
    frames.fill(0..<starts[count], with: 0)
    for k in 0..<count where starts[k + 1] > starts[k] {
      let pitch = Self.pitch(k, of: count, from: low, to: high)
      let magnitude = color.isNeutral ? 1 : color.magnitude(at: pitch)
      compute(tick: k, pitch: pitch, magnitude: magnitude * spot.magnitude(at: pitch))
    }
  }

  private mutating func compute(tick k: Int, pitch: Double, magnitude: Double) {
    let rate = Double(sampleRate)
    let range = starts[k]..<starts[k + 1]
    let sine = DampedSine(
      amplitude: magnitude * (pitch / 3000).squareRoot(), frequency: pitch, decay: 2 * pitch)
    add(sine, to: range)
    for frame in range where Double(frame - range.lowerBound) * pitch >= Self.periods * rate {
      frames[frame] = 0
    }
    let tones = Self.splashTones
    add(splashTone: tones.0 * pitch, amplitude: splashLevel * magnitude, to: range)
    add(splashTone: tones.1 * pitch, amplitude: -splashLevel * magnitude, to: range)
    add(splashTone: tones.2 * pitch, amplitude: splashLevel * magnitude, to: range)
    let fade = min(Self.fadeFrames, range.count)
    for step in 0..<fade {
      frames[range.upperBound - 1 - step] *= (Float(step) + 0.5) / Float(fade)
    }
  }

  private mutating func add(splashTone frequency: Double, amplitude: Double, to range: Range<Int>) {
    if frequency > Bandwidth.highest * Double(sampleRate) { return }
    add(
      DampedSine(
        amplitude: amplitude, frequency: frequency, decay: 1 / Self.splashDecay,
        attack: 1 / Self.splashOnset),
      to: range)
  }

  private mutating func add(_ sine: DampedSine, to range: Range<Int>) {
    // A closure that took `self` along would retain it.
    let rate = sampleRate
    frames.withMutableSpan { span in
      sine.render(adding: &span, at: range.lowerBound, frames: range.count, sampleRate: rate)
    }
  }

  private static let splashLevel: Double = {
    // Of a tone of amplitude 1, half the integral of the squared envelope.
    let fall = 2 / splashDecay
    let rise = 1 / splashOnset
    let toneEnergy = (1 / fall - 2 / (fall + rise) + 1 / (fall + 2 * rise)) / 2
    return
      (splashEnergy * impactEnergy / (3 * toneEnergy)).squareRoot()
  }()

  /// The frames of tick number `k`.
  @inline(__always)
  func range(of k: Int) -> Range<Int> {
    precondition(UInt(bitPattern: k) < UInt(bitPattern: count), "no such pitch")
    return unsafe Range(uncheckedBounds: (starts[unchecked: k], starts[unchecked: k &+ 1]))
  }
}
