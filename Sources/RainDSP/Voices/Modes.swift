/// The ringing of a struck plate, board or cloth: four to eight modes, drawn for each drop by the point of the blow.
///
/// A plate has as many modes in every hertz, so their pitches are even over its band. The force of the blow
/// excites them by its spectrum, which falls by 9 dB an octave above v/D; below its critical frequency a
/// plate radiates less (Cremer, Heckl & Petersson, "Structure-Borne Sound"). With T the time of the blow and
/// g standard normal,
///
///     amplitude_k ∝ g · (1 + (2π 0.3 f T)²)^-3/4 · √min(1, f/critical)
///     decay_k = decay · √(f/1000)
public struct Modes: Sendable, Hashable {
  /// The root of the energy: all modes together have the energy of this level over 1 ms. 1 is full scale.
  public let amplitude: Double
  /// The time T of the blow, in s.
  public let blow: Double
  /// The kind of thing that rings.
  public let law: SurfaceModes
  /// The factors of the lowest and the highest pitch, by the color of a spot.
  let lowLevel, highLevel: Double
  /// The key of the modes: equal keys give equal modes.
  public let key: RandomKey

  /// Modes of those properties; the time of the blow is 0 or more.
  public init(amplitude: Double, blow: Double, law: SurfaceModes, key: RandomKey) {
    self.init(amplitude: amplitude, blow: blow, law: law, SpotLaw(), key: key)
  }

  /// The same, in the color of a spot.
  init(amplitude: Double, blow: Double, law: SurfaceModes, _ spot: SpotLaw, key: RandomKey) {
    precondition(law.low > 0 && law.decay > 0, "modes have a pitch and decay")
    (self.amplitude, self.blow, self.law, self.key) = (amplitude, blow, law, key)
    (lowLevel, highLevel) = (spot.magnitude(at: law.low), spot.magnitude(at: law.high))
  }

  /// The fewest and the most modes of a drop.
  private static let fewest: UInt64 = 4
  private static let most: UInt64 = 8
  /// The drop of the force's spectrum begins where 2π f is 1 over this share of T.
  private static let forceShare = 0.3

  /// The number of modes.
  private var count: Int {
    let chance = key.child(16).bits >> 32
    return Int(Self.fewest + (chance * (Self.most - Self.fewest + 1)) >> 32)
  }

  /// The pitch of a mode, in Hz.
  private func frequency(_ index: Int) -> Double {
    law.low + (law.high - law.low) * key.child(8 + UInt64(index)).uniform
  }

  /// The decay of a mode of a pitch in Hz, in 1/s.
  private func decay(_ frequency: Double) -> Double { law.decay * (frequency / 1000).squareRoot() }

  /// The modes; the elements after the first `count` are not used.
  var tones: (list: InlineArray<8, DampedSine>, count: Int) {
    let count = count
    let normals = RandomKey.normals(key.eight(from: 0))
    var list = InlineArray<8, DampedSine>(
      repeating: DampedSine(amplitude: 0, frequency: 1, decay: 1))
    var energy = 0.0
    for index in 0..<count {
      let frequency = frequency(index)
      let decay = decay(frequency)
      let turn = 2 * .pi * Self.forceShare * frequency * blow
      let root = (1 + turn * turn).squareRoot()
      let level =
        normals[index] / (root * root.squareRoot()) * min(1, frequency / law.critical).squareRoot()
      energy += level * level / (4 * decay)
      list[index] = DampedSine(amplitude: level, frequency: frequency, decay: decay)
    }
    let scale = amplitude * (Splash.unitTime / max(energy, 1e-30)).squareRoot()
    let rise = (highLevel - lowLevel) / (law.high - law.low)
    for index in 0..<count {
      list[index].amplitude *= scale * (lowLevel + (list[index].frequency - law.low) * rise)
    }
    return (list, count)
  }

  /// The pitch of the loudest mode, in Hz.
  package var pitch: Double {
    let (list, count) = tones
    var loudest = 0
    for index in 0..<count where list[index].amplitude.magnitude > list[loudest].amplitude.magnitude
    { loudest = index }
    return list[loudest].frequency
  }

  /// The length in frames, in whole groups of eight: until the lowest mode, which decays slowest, has fallen by
  /// 80 dB.
  public func frames(sampleRate: Int) -> Int {
    var lowest = frequency(0)
    for index in 1..<count { lowest = min(lowest, frequency(index)) }
    return DampedSine(amplitude: 0, frequency: lowest, decay: decay(lowest))
      .frames(sampleRate: sampleRate)
  }

  /// The greatest length in s of the modes of a law.
  static func mostTime(_ law: SurfaceModes) -> Double {
    DampedSine.time(decay: law.decay * (law.low / 1000).squareRoot())
  }

  /// Adds the modes to `output` from the frame 0 on, where there is room for ``frames(sampleRate:)``. Their
  /// frames before `heard` may be left out.
  public func render(
    adding output: inout MutableSpan<Float>, heardFrom heard: Int = 0, sampleRate: Int
  ) {
    let (list, count) = tones
    for index in 0..<count {
      list[index].render(adding: &output, heardFrom: heard, sampleRate: sampleRate)
    }
  }
}
