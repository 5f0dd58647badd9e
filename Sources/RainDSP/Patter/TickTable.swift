/// Ready ticks of the patter, one for each of a ladder of pitches f:
///
///     tick(t) = H(f) · (impact(t) + splash(t))
///     impact(t) = √(f/3000) · e^(-2 f t) · sin 2π f t                        t < 1.5/f
///     splash(t) = a · (1 - e^(-t/0.5 ms)) · e^(-t/2 ms) · Σ ± sin 2π r f t   r = 0.84, 1.13, 1.47
///
/// H is the colour of the surface; without it, every pitch has the same energy. The impact is from Liu,
/// Cheng & Tong 2019, "Physically-based statistical simulation of rain sound"; it ends in a zero of the
/// sine, 26 dB down. By itself it is a click: recorded drops are 6 dB over the rain 1 ms after their
/// peak and 2 dB after 4 ms. The splash gives it that body, with an eighth of the energy of the impact:
/// three tones that sound like a short noise, since they beat faster than they decay.
///
/// A thousand ticks and more fall each second: adding a ready one costs a fraction of computing it.
struct TickTable: ~Copyable {
  /// A choice without a source: 91 pitches at the defaults, whose ticks fill 21 KB.
  private static let pitchesPerOctave = 16.0
  /// Periods of a tick, a choice without a source: the end lies in a zero of the sine.
  private static let periods = 1.5
  /// The splash: its energy relative to that of the impact, its time constants in s, and its tones
  /// relative to the pitch, by ear and by the decay of recorded drops; the middle one is subtracted.
  private static let splashEnergy = 0.13
  private static let splashOnset = 0.5e-3
  private static let splashDecay = 2e-3
  private static let splashTones = [0.84, 1.13, 1.47]
  /// The splash ends after so many time constants, 20 dB below its start and 30 dB below the impact.
  private static let splashEnd = 2.3
  /// The energy of an impact without colour, ∫ e^(-4 f t) sin² 2π f t dt · f/3000, in seconds.
  private static let impactEnergy =
    0.125 * (1 - 1 / (1 + Double.pi * Double.pi)) * (1 - Elementary.exp(-4 * periods)) / 3000

  /// The ticks, one after the other, each in whole groups of eight frames.
  private(set) var frames: FixedArray<Float>
  /// Tick k lies in the frames starts[k] ..< starts[k + 1].
  private let starts: FixedArray<Int>
  /// The number of pitches.
  let count: Int
  /// Frames of the longest tick.
  let mostFrames: Int
  /// The mean energy of the ticks, in seconds.
  let energy: Double

  /// - Parameters:
  ///   - low: the lowest pitch, in Hz.
  ///   - high: the highest, not below `low`; pitches above 0.45 of the sample rate are silent.
  ///   - colour: of the surface.
  ///   - sampleRate: in Hz.
  init(low: Double, high: Double, colour: SurfaceColour, sampleRate: Int) {
    let octaves = Elementary.log2(high / low)
    let count = 1 + Int(octaves * Self.pitchesPerOctave)
    let rate = Double(sampleRate)
    let pitches = (0..<count).map { k in
      low * Elementary.exp2(octaves * (Double(k) + 0.5) / Double(count))
    }
    let colours = pitches.map { colour.isNeutral ? 1 : colour.magnitude(at: $0) }
    energy =
      Self.impactEnergy * (1 + Self.splashEnergy) * colours.reduce(0) { $0 + $1 * $1 }
      / Double(count)
    // Of a tone of amplitude 1, half the integral of the squared envelope.
    let fall = 2 / Self.splashDecay
    let rise = 1 / Self.splashOnset
    let toneEnergy = (1 / fall - 2 / (fall + rise) + 1 / (fall + 2 * rise)) / 2
    let splash =
      (Self.splashEnergy * Self.impactEnergy
      / (Double(Self.splashTones.count) * toneEnergy)).squareRoot()
    var starts = [0]
    for pitch in pitches {
      let time = max(Self.periods / pitch, Self.splashEnd * Self.splashDecay)
      let length = pitch > Bandwidth.highest * rate ? 0 : Decay.wholeGroups(time * rate)
      starts.append(starts[starts.count - 1] + length)
    }
    frames = FixedArray(repeating: 0, count: starts[count])
    self.count = count
    self.starts = FixedArray(starts)
    mostFrames = zip(starts, starts.dropFirst()).map { $1 - $0 }.max() ?? 0
    for (k, pitch) in pitches.enumerated() where starts[k + 1] > starts[k] {
      let sine = DampedSine(
        amplitude: colours[k] * (pitch / 3000).squareRoot(), frequency: pitch, decay: 2 * pitch)
      frames.withMutableSpan { span in
        sine.render(
          adding: &span, at: starts[k], frames: starts[k + 1] - starts[k], sampleRate: sampleRate)
      }
      for frame in starts[k]..<starts[k + 1]
      where Double(frame - starts[k]) * pitch >= Self.periods * rate {
        frames[frame] = 0
      }
      for (number, ratio) in Self.splashTones.enumerated()
      where ratio * pitch <= Bandwidth.highest * rate {
        let tone = DampedSine(
          amplitude: (number == 1 ? -splash : splash) * colours[k], frequency: ratio * pitch,
          decay: 1 / Self.splashDecay, attack: 1 / Self.splashOnset)
        frames.withMutableSpan { span in
          tone.render(
            adding: &span, at: starts[k], frames: starts[k + 1] - starts[k], sampleRate: sampleRate)
        }
      }
    }
  }

  /// The frames of tick number `k`.
  @inline(__always)
  func range(of k: Int) -> Range<Int> {
    precondition(UInt(bitPattern: k) < UInt(bitPattern: count), "no such pitch")
    return unsafe Range(uncheckedBounds: (starts[unchecked: k], starts[unchecked: k &+ 1]))
  }
}
