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
/// A state is up to four numbers, the lanes of a vector.
struct FilterMemory<Decay: StateDecay>: ~Copyable {
  private let laneDecay: Decay
  private let tileDecay: Decay
  /// z of the last tiles, a ring.
  private var ends: FixedArray<SIMD4<Float>>
  private var oldest = 0

  /// - Parameters:
  ///   - frames: the frames in which a state decays by 2⁻³⁰.
  ///   - laneDecay: d.
  ///   - tileDecay: D.
  init(frames: Int, laneDecay: Decay, tileDecay: Decay) {
    self.laneDecay = laneDecay
    self.tileDecay = tileDecay
    ends = FixedArray(repeating: .zero, count: max(1, (frames + Tile.frames - 1) / Tile.frames))
  }

  /// How many tiles back the memory reaches: m, at least 1.
  var tiles: Int { ends.count }

  /// Takes the states in which the lanes of the next tile end from silence, e, and replaces them by
  /// the states that enter the lanes, s. `states[k]` holds the number k of the state of each lane.
  mutating func carry<let n: Int>(_ states: inout InlineArray<n, SIMD16<Float>>) {
    var state = enteringTile
    var fromSilence = SIMD4<Float>.zero
    for lane in 0..<16 {
      var end = SIMD4<Float>.zero
      for k in 0..<n {
        end[k] = states[k][lane]
        states[k][lane] = state[k]
      }
      state = end + laneDecay.applied(to: state)
      fromSilence = end + laneDecay.applied(to: fromSilence)
    }
    append(fromSilence)
  }

  /// The state that enters the next tile.
  var enteringTile: SIMD4<Float> {
    var state = SIMD4<Float>.zero
    for age in 0..<tiles {
      var index = oldest + age
      if index >= tiles { index -= tiles }
      state = tileDecay.applied(to: state) + ends[index]
    }
    return state
  }

  /// Adds z of the next tile.
  mutating func append(_ end: SIMD4<Float>) {
    ends[oldest] = end
    oldest += 1
    if oldest == tiles { oldest = 0 }
  }

  /// Forgets everything.
  mutating func clear() {
    ends.fill(0..<tiles, with: .zero)
  }
}
