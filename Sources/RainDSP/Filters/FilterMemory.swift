/// The carry of a recursive filter: the state that enters each lane of a tile, made from the states in
/// which lanes and tiles end. (``Tile`` has a picture.)
///
/// **From lane to lane.** The filter runs down all sixteen lanes at once, each from silence. Lane l
/// then ends in a state e(l), and the state that enters the next lane is
///
///     s(l+1) = e(l) + d s(l)          d: decay of a state over a lane, 256 frames
///
/// **From tile to tile.** A recursive filter never forgets its input. So a renderer that begins in the
/// middle could come close to the state of one that began at frame 0, but the last bits would differ.
/// Therefore the memory of a filter ends: the state that enters a tile is, by definition, made from the
/// last m tiles alone,
///
///     state entering tile t = z(t-1) + D (z(t-2) + D (z(t-3) + ... D z(t-m)))
///
/// where z(t) is the state in which tile t ends when it starts from silence, and D the decay over a
/// tile, 4,096 frames. Older tiles have decayed by 2⁻³⁰ or more. Every renderer computes this sum in
/// this order, and so gets the same bits.
///
/// Where the coefficients of the filter move, each tile has a decay of its own, and the newest tile says how
/// many the sum takes. When they no longer move, the sum is that of a filter whose
/// coefficients have never moved.
///
/// A state is up to four numbers, the lanes of a vector.
struct FilterMemory<Decay: StateDecay>: ~Copyable {
  /// z and D of the last tiles, a ring.
  private var ends: FixedArray<SIMD4<Float>>
  private var decays: FixedArray<Decay>
  /// The index of the next tile in the ring.
  private var next = 0
  /// How many tiles back the memory reaches: m, at least 1.
  private(set) var tiles = 1
  /// The largest m to come; 0 for a filter that is never used.
  let mostTiles: Int

  /// - Parameter slowest: the carry with the largest m to come; nil: the filter is never used.
  init(slowest: FilterCarry<Decay>?) {
    mostTiles = slowest?.tiles ?? 0
    let count = max(1, mostTiles)
    ends = FixedArray(repeating: .zero, count: count)
    decays = FixedArray(repeating: .complete, count: count)
  }

  /// Takes the states in which the lanes of the next tile end from silence, e, and replaces them by
  /// the states that enter the lanes, s. `states[k]` holds the number k of the state of each lane.
  ///
  /// - Parameters:
  ///   - states: e, then s.
  ///   - carry: the decays of the filter in this tile.
  ///   - isKept: whether the next tile goes on from this one.
  mutating func carry<let n: Int>(
    _ states: inout InlineArray<n, SIMD16<Float>>, by carry: FilterCarry<Decay>,
    isKept: Bool = true
  ) {
    var state = enteringTile
    var fromSilence = SIMD4<Float>.zero
    for lane in 0..<16 {
      var end = SIMD4<Float>.zero
      for k in 0..<n {
        end[k] = states[k][lane]
        states[k][lane] = state[k]
      }
      state = end + carry.laneDecay.applied(to: state)
      fromSilence = end + carry.laneDecay.applied(to: fromSilence)
    }
    if isKept { append(fromSilence, carry) }
  }

  /// The state that enters the next tile.
  var enteringTile: SIMD4<Float> {
    var state = SIMD4<Float>.zero
    for age in (1...tiles).reversed() {
      let index = next >= age ? next - age : next - age + ends.count
      state = decays[index].applied(to: state) + ends[index]
    }
    return state
  }

  /// Appends z, the state in which the next tile ends from silence; `carry` is nil where there is no filter.
  mutating func append(_ end: SIMD4<Float>, _ carry: FilterCarry<Decay>?) {
    ends[next] = end
    decays[next] = carry?.tileDecay ?? .complete
    tiles = carry?.tiles ?? 1
    next += 1
    if next == ends.count { next = 0 }
  }

  /// Forgets everything.
  mutating func clear() { ends.fill(0..<ends.count, with: .zero) }
}

/// How the state of a filter decays over lanes and tiles.
struct FilterCarry<Decay: StateDecay>: BitwiseCopyable {
  /// d: over a lane.
  let laneDecay: Decay
  /// D: over a tile.
  let tileDecay: Decay
  /// The tiles in which it decays by 2⁻³⁰: m, at least 1.
  let tiles: Int

  /// The carry of a state that decays by 2⁻³⁰ within so many frames.
  init(frames: Int, laneDecay: Decay, tileDecay: Decay) {
    self.laneDecay = laneDecay
    self.tileDecay = tileDecay
    tiles = max(1, (frames + Tile.frames - 1) / Tile.frames)
  }
}

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

/// The decay of a state of two numbers that depend on each other: a matrix.
struct MatrixDecay: StateDecay {
  let a, b, c, d: Double

  static var complete: MatrixDecay { MatrixDecay(a: 0, b: 0, c: 0, d: 0) }

  func squared(times: Int) -> MatrixDecay {
    (0..<times).reduce(self) { m, _ in
      MatrixDecay(
        a: m.a * m.a + m.b * m.c, b: m.a * m.b + m.b * m.d,
        c: m.c * m.a + m.d * m.c, d: m.c * m.b + m.d * m.d)
    }
  }

  /// The factor by which the slowest part of a state decays: the larger magnitude of the eigenvalues.
  var radius: Double {
    let (half, determinant) = ((a + d) / 2, a * d - b * c)
    let square = half * half - determinant
    return square < 0 ? determinant.squareRoot() : half.magnitude + square.squareRoot()
  }

  @inline(__always)
  func applied(to state: SIMD4<Float>) -> SIMD4<Float> {
    let (u, v) = (Double(state[0]), Double(state[1]))
    return SIMD4(Float(a * u + b * v), Float(c * u + d * v), 0, 0)
  }
}
