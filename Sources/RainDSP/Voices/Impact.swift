/// The impact of a drop on what it strikes.
///
/// With T the ``duration``, the shapes are
///
/// - ``ImpactShape/blow``: the slope of a force b(t) that rises fast and falls slowly,
///
///       b(t) = √2 t/√(p (t + p))     to p = 0.15 T       b |   /\__
///              e^(-(t-p)/(0.52 T))   after it              | _/    \____
///
///   so its mean is zero. The force of a drop on hard ground peaks after 0.15 of D/v; with the peak of
///   0.85 ρ v² D², it falls so that its whole impulse is the momentum of the drop (Cheng, Sun & Gordillo
///   2022, "Drop impact dynamics: impact force and stress distributions"). Ground cannot move, so the sound
///   is that of the force's slope. b rises much like the square root of t, but with a finite slope at 0, so
///   the peak of the sound is the same at every sample rate. Its energy equals the energy of a constant
///   0.35 · ``amplitude`` over ``nominalDuration``. It ends 80 dB below its peak and more.
/// - ``ImpactShape/force``: b(t) itself, less its mean of the last T + 2 ms: a plate or a cloth moves with
///   the force, and swings back. Its energy is that of b, equal to that of a blow.
/// - ``ImpactShape/halfSine``: sin(π t/T), less its mean of the last T + 2 ms, too, times amplitude/p, where p is
///   the peak of that, 0.76 to 1 by T: so its peak is the amplitude.
/// - ``ImpactShape/acos``: 2/π · arccos(u²), u from -1 to 1 over T, less its mean and scaled likewise.
///
/// So no shape has a constant part, however many drops fall. A blow of amplitude 1 peaks at 1.18 and a force at 0.62:
/// these two have equal energy instead of equal peaks.
public struct Impact: Sendable, Hashable {
  /// The pressure over time.
  public let shape: ImpactShape
  /// 1 is full scale; the peak of an arch.
  public let amplitude: Double
  /// T in seconds, above 0.
  public let duration: Double
  /// The duration that sets the energy of a blow, in s, above 0: a longer or shorter blow of the same
  /// amplitude has the same energy.
  public let nominalDuration: Double

  /// An impact of those properties; without a nominal duration, that is T.
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
  private func duration(_ sampleRate: Int) -> Double { max(duration, 0.25 / Double(sampleRate)) }

  /// The length in frames, in whole groups of eight.
  public func frames(sampleRate: Int) -> Int {
    let shortest = Self.time(shape, duration: duration(sampleRate))
    return Decay.wholeGroups(max(time, shortest) * Double(sampleRate))
  }

  /// The length in s, until a blow has fallen by 80 dB.
  var time: Double { Self.time(shape, duration: duration) }

  static func time(_ shape: ImpactShape, duration: Double) -> Double {
    switch shape {
    case .blow: duration * (riseShare + fall * (1 + Decay.timeConstants))
    case .force: duration * riseShare + recoil(duration) * recoilTimeConstants
    case .halfSine, .acos: duration + recoil(duration) * Decay.timeConstants
    }
  }

  /// Adds the impact to `output` from the frame `start` on, where there is room for
  /// ``frames(sampleRate:)``.
  public func render(adding output: inout MutableSpan<Float>, at start: Int = 0, sampleRate: Int) {
    switch shape {
    case .blow: renderBlow(adding: &output, at: start, sampleRate: sampleRate)
    case .force: renderForce(adding: &output, at: start, sampleRate: sampleRate)
    case .halfSine:
      renderArch(adding: &output, at: start, sampleRate: sampleRate) { x in
        let sine = Elementary.sine(turns: x / 4)
        return sine * sine * (2 / Double.pi)
      }
    case .acos:
      renderArch(adding: &output, at: start, sampleRate: sampleRate) { Self.acosIntegral($0) }
    }
  }

  /// The peak of an arch of amplitude 1 less its mean, by the share k of T in T + 2 ms: a fit to the formula, within
  /// 0.02 dB.
  private func archPeak(_ seconds: Double) -> Double {
    let k = seconds / Self.recoil(seconds)
    return shape == .acos
      ? 1 - 0.3623 * k + 0.1035 * k * k : 1 - 0.3084 * k + 0.0711 * k * k
  }

  /// The time to the peak of b and the time constant after it, relative to T.
  static let riseShare = 0.15
  private static let fall = 0.52
  /// The time constant in which a plate swings back from a force of a duration, in s: longer than the fall of
  /// the force, and 80 Hz for drops of rain, near the lowest modes of roofs and cloths.
  private static func recoil(_ duration: Double) -> Double { 2e-3 + duration }
  /// It begins 20 dB below the peak and more, and so has fallen by 80 dB after 60 more.
  private static let recoilTimeConstants = 6.907_755_278_982_137
  /// The constant level that has the energy of a blow of amplitude 1 over its nominal duration. By ear.
  private static let level = 0.35

  private func renderBlow(adding output: inout MutableSpan<Float>, at start: Int, sampleRate: Int) {
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
    output.requireRoom(start..<start + end)
    while frame + 8 <= end {
      output.addUnchecked(fall, at: start &+ frame)
      fall *= perGroup
      frame += 8
    }
    for lane in 0..<(end - frame) { output[start + frame + lane] += fall[lane] }
  }

  /// Adds b - m, where m is b through a low-pass of the first order: m[n+1] = q m[n] + (1 - q) b[n]. After the
  /// peak both are sums of two geometric series.
  private func renderForce(
    adding output: inout MutableSpan<Float>, at start: Int, sampleRate: Int
  ) {
    let rate = Double(sampleRate)
    let length = duration(sampleRate)
    let peak = Self.riseShare * length * rate  // frames
    let fallTime = Self.fall * length * rate  // frames
    let p = Elementary.exp(-1 / fallTime)
    let q = Elementary.exp(-1 / (Self.recoil(length) * rate))
    // b(n + 1) in frame n, so that the first one sounds, as that of a blow does.
    let rising = Int(peak)
    let afterPeak = Elementary.exp(-(Double(rising + 1) - peak) / fallTime)
    func level(_ frame: Int) -> Double {
      let t = Double(frame + 1) / peak
      return t * (2 / (t + 1)).squareRoot()
    }
    // The sum of the squares, the fall by its series.
    var energy = afterPeak * afterPeak / (1 - p * p)
    for frame in 0..<rising { energy += level(frame) * level(frame) }
    let scale = Self.level * amplitude * (nominalDuration * rate / energy).squareRoot()
    if Float(scale) == 0 { return }
    let end = frames(sampleRate: sampleRate)
    output.requireRoom(start..<start + end)
    var mean = 0.0
    for frame in 0..<rising {
      let force = scale * level(frame)
      output[start + frame] += Float(force - mean)
      mean = q * mean + (1 - q) * force
    }
    // From here on b = first pⁿ and m = share pⁿ + (mean - share) qⁿ.
    let first = scale * afterPeak
    let share = (1 - q) * first / (p - q)
    let (force, back) = (
      Decay.eight(from: first - share, by: p), Decay.eight(from: mean - share, by: q)
    )
    var (falling, returning) = (force.levels, back.levels)
    let (fall, turn) = (
      Float(Elementary.squared(p, times: 3)), Float(Elementary.squared(q, times: 3))
    )
    // After 80 time constants the force is far below rounding, and not yet subnormal.
    let forceEnd = rising + Int(80 * fallTime)
    var frame = rising
    while frame + 8 <= end {
      output.addUnchecked(falling - returning, at: start &+ frame)
      falling = frame < forceEnd ? falling * fall : .zero
      returning *= turn
      frame += 8
    }
    for lane in 0..<(end - frame) {
      output[start + frame + lane] += falling[lane] - returning[lane]
    }
  }

  /// Adds a - m, where a is amplitude/p · shape(t/T), 0 from T on, and m is a through a low-pass of the first order,
  /// as in ``renderForce(adding:at:sampleRate:)``. a is the mean of each frame: taken at the frames alone, an
  /// impact shorter than a frame would be lost, and its energy would depend on the sample rate.
  ///
  /// `integral` is the integral of the shape from 0 to x; between the ends of a frame it grows by the mean.
  private func renderArch(
    adding output: inout MutableSpan<Float>, at start: Int, sampleRate: Int,
    _ integral: (SIMD8<Double>) -> SIMD8<Double>
  ) {
    let seconds = duration(sampleRate)
    let length = seconds * Double(sampleRate)
    let q = Elementary.exp(-1 / (Self.recoil(seconds) * Double(sampleRate)))
    let perFrame = 1 / length
    let scale = amplitude * length / archPeak(seconds)
    let ends = SIMD8<Double>(1, 2, 3, 4, 5, 6, 7, 8)
    let end = frames(sampleRate: sampleRate)
    output.requireRoom(start..<start + end)
    var last = 0.0
    var mean = 0.0
    var frame = 0
    while Double(frame) < length {
      let x = (ends + Double(frame)) * perFrame
      let area = integral(x.replacing(with: 1, where: x .> 1))
      let before = SIMD8(last, area[0], area[1], area[2], area[3], area[4], area[5], area[6])
      let arch = (area - before) * scale
      var sound = SIMD8<Float>.zero
      for lane in 0..<8 {
        sound[lane] = Float(arch[lane] - mean)
        mean = q * mean + (1 - q) * arch[lane]
      }
      output.addUnchecked(sound, at: start &+ frame)
      last = area[7]
      frame += 8
    }
    let back = Decay.eight(from: -mean, by: q)
    var returning = back.levels
    let turn = Float(Elementary.squared(q, times: 3))
    while frame < end {
      output.addUnchecked(returning, at: start &+ frame)
      returning *= turn
      frame += 8
    }
  }

  /// The integral of 2/π · arccos((2x - 1)²) from 0 to x, for eight x of 0 ... 1, within 1e-9; its slope is
  /// within 1e-7 of the shape.
  ///
  /// It has no closed form in elementary functions. Near 0 it grows as x^1.5, so it is x^1.5 times a
  /// polynomial, a Chebyshev interpolation of degree 8 computed with 40 digits. The second half mirrors the first.
  private static func acosIntegral(_ x: SIMD8<Double>) -> SIMD8<Double> {
    let isBeyond = x .> 0.5
    let mirrored: SIMD8<Double> = 1 - x
    let w = x.replacing(with: mirrored, where: isBeyond)
    var sum = w * -0.333_558_483_397_2 + 0.530_532_689_165_9
    sum = sum * w - 0.205_785_109_075_4
    sum = sum * w + 0.069_518_794_539_97
    sum = sum * w - 0.085_029_857_519_45
    sum = sum * w - 0.130_918_094_399_4
    sum = sum * w - 0.167_263_211_547_3
    sum = sum * w - 0.120_041_023_948_5
    sum = sum * w + 1.200_421_751_324
    // The real-time check does not see into the square root of a whole vector.
    func root(_ lane: Int) -> Double { w[lane].squareRoot() }
    let roots = SIMD8(root(0), root(1), root(2), root(3), root(4), root(5), root(6), root(7))
    let area = sum * w * roots
    let beyond: SIMD8<Double> = 0.762_759_763_501_8 - area
    return area.replacing(with: beyond, where: isBeyond)
  }
}
