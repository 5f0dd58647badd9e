/// The splash of a drop: up to eight droplets that strike one after the other, each a tick of its own.
///
///     amplitude_k · (1 - e^(-2 f t)) · e^(-π f t/q) · sin 2π f t,   t from the delay of droplet k on
///
/// A drop that strikes fast enough breaks up into small ones (Mundo, Sommerfeld & Tropea 1995,
/// "Droplet-wall collisions"). In flight they are silent. They sound where they strike again. A few of the
/// largest carry most of the energy: their number grows as r^-5/2 while r shrinks. So each splash has three
/// to eight droplets, which the key draws:
///
/// - delay: exponential, with the mean ``spreadTime``, three times that at most
/// - pitch f: ``frequency`` with a standard deviation of a quarter of an octave
/// - quality q: 1 to 12, even in octaves, as narrow and broad as the ticks of recorded rain
/// - level: with a standard deviation of 3 dB, and a random sign
public struct Splash: Sendable, Hashable {
  /// The root of its energy: all droplets together have the energy of this level over 1 ms. 1 is full scale.
  public let amplitude: Double
  /// The middle of the droplets' pitches, in Hz, above 0.
  public let frequency: Double
  /// The mean delay of the droplets, in s, above 0.
  public let spreadTime: Double
  /// The key of the droplets: equal keys give equal splashes.
  public let key: RandomKey

  /// A splash of those properties.
  public init(amplitude: Double, frequency: Double, spreadTime: Double, key: RandomKey) {
    precondition(frequency > 0 && spreadTime > 0, "a splash has a pitch and a length")
    (self.amplitude, self.frequency) = (amplitude, frequency)
    (self.spreadTime, self.key) = (spreadTime, key)
  }

  /// The time that relates energy and ``amplitude``, in s.
  static let unitTime = 1e-3
  /// The spreads of pitch and level, as standard deviations of the logarithm: a quarter of an octave, 3 dB.
  private static let spreads = (pitch: 0.1733, level: 0.3454)
  /// The highest quality: the tick then has 12 periods at half its level.
  private static let mostQ = 12.0
  /// The longest delay, relative to the mean: 5 % of the droplets would come later.
  private static let mostDelay = 3.0
  /// The fewest and the most droplets.
  private static let fewest: UInt64 = 3
  private static let most: UInt64 = 8

  /// A droplet: when it strikes, in s, and its tick.
  struct Droplet {
    var delay = 0.0
    /// The frame in which it strikes, and the length of its tick.
    fileprivate var start = 0
    fileprivate var frames = 0
    fileprivate var amplitude = 0.0
    fileprivate var frequency = 1.0
    fileprivate var decay = 1.0

    var tick: DampedSine {
      DampedSine(amplitude: amplitude, frequency: frequency, decay: decay, attack: 2 * frequency)
    }
  }

  /// The droplets of a splash; the elements after the first `count` are not used.
  struct Droplets {
    fileprivate(set) var count = 0
    fileprivate(set) var list = InlineArray<8, Droplet>(repeating: Droplet())

    /// As ``Splash/frames(sampleRate:)``, at the sample rate that they were drawn for.
    fileprivate(set) var frames = 0

    /// As ``Splash/render(adding:at:sampleRate:)``.
    func render(adding output: inout MutableSpan<Float>, at start: Int = 0, sampleRate: Int) {
      for index in 0..<count {
        // Each property read through the array would copy all of it.
        let droplet = list[index]
        droplet.tick.render(
          adding: &output, at: start + droplet.start, frames: droplet.frames,
          sampleRate: sampleRate)
      }
    }
  }

  /// The droplets, drawn by the key, and their times at a sample rate.
  func droplets(sampleRate: Int) -> Droplets {
    func uniforms(_ first: UInt64) -> SIMD8<Double> {
      var numbers = SIMD8<Double>.zero
      for lane in 0..<8 { numbers[lane] = key.child(first + UInt64(lane)).uniform }
      return numbers
    }
    let bits = key.child(32).bits
    let count = Int(Self.fewest + ((bits >> 32) * (Self.most - Self.fewest + 1)) >> 32)
    let heights = RandomKey.clampedNormals(key.eight(from: 0)) * Self.spreads.pitch
    let pitches = Elementary.exp(heights) * frequency
    let qualities = Elementary.exp(uniforms(16) * Elementary.log(Self.mostQ))
    let delays = Elementary.log(1 - uniforms(24)) * -spreadTime
    let levels = RandomKey.clampedNormals(key.eight(from: 8)) * Self.spreads.level
    var amplitudes = Elementary.exp(levels)
    let decays = pitches / qualities * .pi
    let rises = pitches * 2
    // The energy of each tick, for the same amplitude.
    let parts: SIMD8<Double> = 0.5 / decays - 2 / (decays * 2 + rises)
    let energies: SIMD8<Double> = (parts + 0.5 / (decays + rises)) * 0.5
    var whole = 0.0
    for lane in 0..<count {
      // Equal energies at equal levels, so that narrow ticks do not stand out.
      whole += amplitudes[lane] * amplitudes[lane]
      amplitudes[lane] /= energies[lane].squareRoot()
    }
    let scale = amplitude * (Self.unitTime / whole).squareRoot()
    var droplets = Droplets(count: count)
    for lane in 0..<count {
      droplets.list[lane] = Droplet(
        delay: min(delays[lane], Self.mostDelay * spreadTime),
        amplitude: amplitudes[lane] * (bits >> UInt64(lane) & 1 == 0 ? scale : -scale),
        frequency: pitches[lane], decay: decays[lane])
      let start = Int(droplets.list[lane].delay * Double(sampleRate) + 0.5)
      let frames = droplets.list[lane].tick.frames(sampleRate: sampleRate)
      (droplets.list[lane].start, droplets.list[lane].frames) = (start, frames)
      droplets.frames = max(droplets.frames, Lanes.wholeGroups(start + frames))
    }
    return droplets
  }

  /// The length in frames, in whole groups of eight: until the last tick has fallen by 80 dB.
  public func frames(sampleRate: Int) -> Int { droplets(sampleRate: sampleRate).frames }

  /// The greatest length in s of splashes of a lowest pitch and a longest mean delay.
  static func mostTime(frequency: Double, spreadTime: Double) -> Double {
    let lowest = frequency * Elementary.exp(-RandomKey.mostNormal * spreads.pitch)
    return mostDelay * spreadTime + DampedSine.time(decay: .pi * lowest / mostQ)
  }

  /// Adds the splash to `output` from the frame `start` on, where there is room for
  /// ``frames(sampleRate:)``.
  public func render(adding output: inout MutableSpan<Float>, at start: Int = 0, sampleRate: Int) {
    droplets(sampleRate: sampleRate).render(adding: &output, at: start, sampleRate: sampleRate)
  }
}
