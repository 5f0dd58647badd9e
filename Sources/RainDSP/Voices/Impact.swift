/// The impact of a drop on what it strikes.
///
/// With T the ``duration``, the shapes are
///
/// - ``ImpactShape/blow``: the slope of a pressure b(t) that rises fast and falls slowly,
///
///       b(t) = √2 t/√(p (t + p))     to p = 0.2 T        b |   /\__
///              e^(-(t-p)/(0.35 T))   after it              | _/    \____
///
///   so its mean is zero. b rises much like the square root of t, but with a finite slope at 0, so the
///   peak of the sound is the same at every sample rate. Its energy equals the energy of a constant
///   0.35 · ``amplitude`` over ``nominalDuration``. It ends 80 dB below its peak.
/// - ``ImpactShape/halfSine``: amplitude · sin(π t/T).
/// - ``ImpactShape/acos``: amplitude · 2/π · arccos(u²), u from -1 to 1 over T.
public struct Impact: Sendable, Hashable {
  /// The course of the pressure.
  public let shape: ImpactShape
  /// 1 is full scale.
  public let amplitude: Double
  /// T in seconds, above 0.
  public let duration: Double
  /// The duration that sets the energy of a blow, in s, above 0: a longer or shorter blow of the same
  /// amplitude has the same energy.
  public let nominalDuration: Double

  /// - Parameters:
  ///   - shape: the course of the pressure.
  ///   - amplitude: 1 is full scale.
  ///   - duration: T in s, above 0.
  ///   - nominalDuration: the duration that sets the energy of a blow, in s, above 0; nil: T.
  public init(
    shape: ImpactShape = .blow, amplitude: Double, duration: Double,
    nominalDuration: Double? = nil
  ) {
    precondition(duration > 0, "the duration of an impact is above 0")
    precondition(nominalDuration ?? duration > 0, "the nominal duration of an impact is above 0")
    self.shape = shape
    self.amplitude = amplitude
    self.duration = duration
    self.nominalDuration = nominalDuration ?? duration
  }

  /// T at a sample rate, at least a quarter of a frame: a shorter blow has no energy left after frame 0.
  private func duration(_ sampleRate: Int) -> Double {
    max(duration, 0.25 / Double(sampleRate))
  }

  /// The length in frames, in whole groups of eight.
  public func frames(sampleRate: Int) -> Int {
    let shortest = Self.time(shape, duration: duration(sampleRate))
    return Decay.wholeGroups(max(time, shortest) * Double(sampleRate))
  }

  /// The length in s, until a blow has fallen by 80 dB.
  var time: Double { Self.time(shape, duration: duration) }

  static func time(_ shape: ImpactShape, duration: Double) -> Double {
    shape == .blow ? duration * (riseShare + fall * Decay.timeConstants) : duration
  }

  /// Adds the impact to `output` from the frame `start` on, where there is room for
  /// ``frames(sampleRate:)``.
  public func render(
    adding output: inout MutableSpan<Float>, at start: Int = 0, sampleRate: Int
  ) {
    switch shape {
    case .blow: renderBlow(adding: &output, at: start, sampleRate: sampleRate)
    case .halfSine:
      renderOneSided(adding: &output, at: start, sampleRate: sampleRate) { x in
        Elementary.sine(turns: x / 2)
      }
    case .acos:
      renderOneSided(adding: &output, at: start, sampleRate: sampleRate) { x in
        let u: SIMD8<Double> = 2 * x - 1
        return Elementary.arccosine(u * u) * (2 / Double.pi)
      }
    }
  }

  /// The time to the peak of b and the time constant after it, relative to T. By ear.
  static let riseShare = 0.2
  private static let fall = 0.35
  /// The constant level that has the energy of a blow of amplitude 1 over its nominal duration. By ear.
  private static let level = 0.35

  private func renderBlow(
    adding output: inout MutableSpan<Float>, at start: Int, sampleRate: Int
  ) {
    let rate = Double(sampleRate)
    let peak = Self.riseShare * duration(sampleRate) * rate  // frames
    let fallTime = Self.fall * duration(sampleRate) * rate  // frames
    let perFrame = Elementary.exp(-1 / fallTime)
    // b is computed at the frames 0 ... rising; frame `rising` is the first after the peak.
    let rising = Int(peak) + 1
    let afterPeak = Elementary.exp(-(Double(rising) - peak) / fallTime)
    let perPeak = 1 / peak
    func level(_ frame: Int) -> Double {
      let t = Double(frame) * perPeak
      return frame < rising ? t * (2 / (t + 1)).squareRoot() : afterPeak
    }
    var before = 0.0
    // The sound is b(n + 1) - b(n): the rise, then a geometric series that begins at
    // -afterPeak · (1 - perFrame). Sum its energy, then scale.
    var energy = afterPeak * afterPeak * (1 - perFrame) / (1 + perFrame)
    for frame in 1...rising {
      let next = level(frame)
      energy += (next - before) * (next - before)
      before = next
    }
    let target = Self.level * amplitude * (nominalDuration * rate).squareRoot()
    let scale = target / energy.squareRoot()
    // Below the least Float it is silent, and the ratio of two of its levels below would be 0/0.
    if Float(scale) == 0 { return }
    before = 0
    for frame in 1...rising {
      let next = level(frame)
      output[start + frame - 1] += Float(scale * (next - before))
      before = next
    }
    let end = frames(sampleRate: sampleRate)
    let first = -scale * afterPeak * (1 - perFrame)
    let group = Decay.eight(from: first, by: perFrame)
    var fall = group.levels
    let perGroup = Float(group.next / first)
    var frame = rising
    while frame + 8 <= end {
      output.add(fall, at: start + frame)
      fall *= perGroup
      frame += 8
    }
    for lane in 0..<(end - frame) {
      output[start + frame + lane] += fall[lane]
    }
  }

  /// Adds amplitude · shape(t/T), 0 from T on, averaged over eight points of each frame: taken at the
  /// frames alone, an impact shorter than a frame would be lost, and its energy would depend on the
  /// sample rate.
  private func renderOneSided(
    adding output: inout MutableSpan<Float>, at start: Int, sampleRate: Int,
    _ shape: (SIMD8<Double>) -> SIMD8<Double>
  ) {
    let perFrame = 1 / (duration(sampleRate) * Double(sampleRate))
    let points = (SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7) + 0.5) / 8
    var frame = 0
    while Double(frame) * perFrame < 1 {
      let x = (points + Double(frame)) * perFrame
      let levels = shape(x.replacing(with: 1, where: x .> 1))
      // In this order everywhere; that of sum() is not specified.
      let fours = levels.lowHalf + levels.highHalf
      let twos = fours.lowHalf + fours.highHalf
      output[start + frame] += Float(amplitude * ((twos[0] + twos[1]) / 8))
      frame += 1
    }
  }
}
