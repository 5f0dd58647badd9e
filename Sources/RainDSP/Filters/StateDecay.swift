/// How the state of a filter decays over some number of frames without input.
protocol StateDecay: BitwiseCopyable, Sendable {
  /// The state after those frames.
  func applied(to state: SIMD4<Float>) -> SIMD4<Float>
  /// The decay that leaves nothing.
  static var complete: Self { get }
}

/// The decay of up to four real poles side by side: each number of the state by a factor of its own.
struct PoleDecay: StateDecay {
  private(set) var factors = SIMD4<Float>.zero

  static var complete: PoleDecay { PoleDecay() }

  /// The decay over 2^`doublings` frames of poles within -1 .. 1. Where a pole has decayed by 2⁻³⁰ or
  /// more, the factor is 0.
  init(_ poles: [Double], doublings: Int) {
    for (k, pole) in poles.enumerated() where Self.frames(pole: pole) >= 1 << doublings {
      factors[k] = Float(Elementary.squared(pole, times: doublings))
    }
  }

  private init() {}

  /// The decay of one pole.
  init(pole: Double, doublings: Int) {
    if Self.frames(pole: pole) >= 1 << doublings {
      factors[0] = Float(Elementary.squared(pole, times: doublings))
    }
  }

  @inline(__always)
  func applied(to state: SIMD4<Float>) -> SIMD4<Float> { state * factors }

  /// The frames in which a state that a pole multiplies once a frame decays by 2⁻³⁰.
  static func frames(pole: Double) -> Int {
    precondition(pole.magnitude < 1, "the filter is stable")
    // Below 2⁻³⁰ nothing is left after one frame; the logarithm of 0 does not exist.
    return pole.magnitude < 0x1p-30 ? 1 : Int(-30 / Elementary.log2(pole.magnitude)) + 1
  }
}
