/// The blow of a drop on what it strikes.
///
/// - ``ImpactShape/blow``: the slope of b(t) = √2 t/√(p (t + p)) up to p = .2 T, e^(-(t-p)/(.35 T))
///   after it, T the ``duration``; its mean is zero. b rises like the root of t, but with a slope
///   that is finite at 0, so that its peak is the same at every sample rate. Its energy is that
///   of a constant .35 · ``amplitude`` over ``nominalDuration``. It ends 80 dB below its peak.
/// - ``ImpactShape/halfSine``: amplitude · sin(π t/T).
/// - ``ImpactShape/acos``: amplitude · 2/π · arccos(u²), u from -1 to 1 over T.
public struct Impact: Sendable, Hashable {
  public var shape: ImpactShape
  /// 1 is full scale.
  public var amplitude: Double
  /// T in seconds, above 0.
  public var duration: Double
  /// The duration to which the energy of a blow belongs, in seconds: drops of other sizes
  /// are longer or shorter at the same energy.
  public var nominalDuration: Double

  public init(
    shape: ImpactShape = .blow, amplitude: Double, duration: Double,
    nominalDuration: Double? = nil
  ) {
    precondition(duration > 0, "an impact lasts")
    self.shape = shape
    self.amplitude = amplitude
    self.duration = duration
    self.nominalDuration = nominalDuration ?? duration
  }

  /// T at a sample rate: a quarter of a frame is as good as any shorter time, of which not enough is
  /// left behind the first frame to compute with.
  private func duration(_ sampleRate: Int) -> Double {
    max(duration, 0.25 / Double(sampleRate))
  }

  /// Frames that the impact sounds, a whole number of groups of eight.
  public func frames(sampleRate: Int) -> Int {
    let duration = duration(sampleRate)
    let end =
      shape == .blow ? duration * (Self.rise + Self.fall * Decay.timeConstants) : duration
    return Decay.wholeGroups(end * Double(sampleRate))
  }

  /// Adds the impact to `output`, which has room for ``frames(sampleRate:)`` more, from the frame
  /// `start` on.
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
        let u = 2 * x - 1
        return Elementary.arccosine(u * u) * (2 / Double.pi)
      }
    }
  }

  /// The time to the peak of b and the time constant after it, as parts of the duration.
  private static let rise = 0.2
  private static let fall = 0.35

  private func renderBlow(
    adding output: inout MutableSpan<Float>, at start: Int, sampleRate: Int
  ) {
    let rate = Double(sampleRate)
    let peak = Self.rise * duration(sampleRate) * rate  // frames
    let fallTime = Self.fall * duration(sampleRate) * rate  // frames
    let perFrame = Elementary.exp(-1 / fallTime)
    // b at the frames 0 ... rising, of which the last is the first behind the peak.
    let rising = Int(peak) + 1
    let afterPeak = Elementary.exp(-(Double(rising) - peak) / fallTime)
    func level(_ frame: Int) -> Double {
      let t = Double(frame) / peak
      return frame < rising ? t * (2 / (t + 1)).squareRoot() : afterPeak
    }
    // The sound is b(n + 1) - b(n): the rise, then a geometric series from -b (1 - perFrame) on.
    var energy = afterPeak * afterPeak * (1 - perFrame) / (1 + perFrame)
    for frame in 0..<rising {
      let slope = level(frame + 1) - level(frame)
      energy += slope * slope
    }
    let target = 0.35 * amplitude * (nominalDuration * rate).squareRoot()
    let scale = target / energy.squareRoot()
    for frame in 0..<rising {
      output[start + frame] += Float(scale * (level(frame + 1) - level(frame)))
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

  private func renderOneSided(
    adding output: inout MutableSpan<Float>, at start: Int, sampleRate: Int,
    _ course: (Double) -> Double
  ) {
    let perFrame = 1 / (duration(sampleRate) * Double(sampleRate))
    var frame = 0
    while Double(frame) * perFrame < 1 {
      output[start + frame] += Float(amplitude * course(Double(frame) * perFrame))
      frame += 1
    }
  }
}
