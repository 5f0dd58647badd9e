/// Ready ticks of the patter, one for each of a ladder of pitches f:
///
///     H(f) · √(f/3000) · e^(-2 f t) · sin 2π f t,   t < 1.5/f
///
/// H is the colour of the surface. Without it, every pitch has the same energy. A tick ends in a zero of
/// the sine, 26 dB down. At the defaults a tick takes 59 frames on the average, and several thousand
/// fall each second: adding a ready one costs a fraction of computing it. Far drops are heard in this
/// way (Liu, Cheng & Tong 2019, "Physically-based statistical simulation of rain sound").
struct TickTable: ~Copyable {
  /// A choice without a source: 91 pitches at the defaults, whose ticks fill 21 KB.
  private static let pitchesPerOctave = 16.0
  /// Periods of a tick, a choice without a source: the end lies in a zero of the sine.
  private static let periods = 1.5
  /// The energy of a tick without colour, ∫ e^(-4 f t) sin² 2π f t dt · f/3000, in seconds.
  private static let energy =
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
  ///   - high: the highest, not below `low`; pitches above .45 of the sample rate are silent.
  ///   - colour: that of the surface.
  ///   - sampleRate: in Hz.
  init(low: Double, high: Double, colour: SurfaceColour, sampleRate: Int) {
    let octaves = Elementary.log2(high / low)
    let count = 1 + Int(octaves * Self.pitchesPerOctave)
    let rate = Double(sampleRate)
    let pitches = (0..<count).map { k in
      low * Elementary.exp2(octaves * (Double(k) + 0.5) / Double(count))
    }
    let colours = pitches.map { colour.isNeutral ? 1 : colour.magnitude(at: $0) }
    energy = Self.energy * colours.reduce(0) { $0 + $1 * $1 } / Double(count)
    var starts = [0]
    for pitch in pitches {
      let length =
        pitch > Bandwidth.highest * rate ? 0 : Decay.wholeGroups(Self.periods / pitch * rate)
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
    }
  }

  /// The frames of tick number `k`.
  @inline(__always)
  func range(of k: Int) -> Range<Int> {
    precondition(UInt(bitPattern: k) < UInt(bitPattern: count), "no such pitch")
    return unsafe Range(uncheckedBounds: (starts[unchecked: k], starts[unchecked: k &+ 1]))
  }
}
