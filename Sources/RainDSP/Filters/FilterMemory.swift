/// What the tiles before leave to a filter: a memory that ends.
///
/// A recursive filter remembers for ever, so a renderer that begins in the middle could never be
/// in exactly the state of one that began at frame 0. Here the state that enters a tile is, by
/// definition, made from the last few tiles alone. Tile t, started from silence, ends in a
/// state z(t); with D the decay of a state over a tile,
///
///     state entering t = z(t-1) + D (z(t-2) + D (z(t-3) + ... D z(t-m)))
///
/// and the terms left out have decayed by 2⁻³⁰ or more. Whoever has heard the last m tiles
/// computes the same sum in the same order, bit for bit.
///
/// The state lies in the lanes of a vector; a filter uses as many lanes as it has poles.
struct FilterMemory: ~Copyable {
  private var ends: FixedArray<SIMD8<Float>>
  private var oldest = 0

  /// - Parameter memoryFrames: the frames after which a state has decayed by 2⁻³⁰.
  init(memoryFrames: Int) {
    ends = FixedArray(
      repeating: .zero, count: max(1, (memoryFrames + Tile.frames - 1) / Tile.frames))
  }

  /// How many tiles back the memory reaches: m, at least 1.
  var tiles: Int { ends.count }

  /// The state that enters the tile, given what a tile's length makes of a state.
  @inline(__always)
  func state(decay: (SIMD8<Float>) -> SIMD8<Float>) -> SIMD8<Float> {
    var state = SIMD8<Float>.zero
    for age in 0..<tiles {
      var index = oldest + age
      if index >= tiles { index -= tiles }
      state = decay(state) + ends[index]
    }
    return state
  }

  /// Adds the state in which the tile ended that was started from silence.
  mutating func append(_ end: SIMD8<Float>) {
    ends[oldest] = end
    oldest += 1
    if oldest == tiles { oldest = 0 }
  }

  /// Forgets everything.
  mutating func clear() {
    ends.fill(0..<tiles, with: .zero)
  }

  /// The frames in which a mode that falls by the factor `decay` a frame falls to 2⁻³⁰.
  static func memoryFrames(decay: Double) -> Int {
    precondition(decay < 1, "the filter is stable")
    // Below 2⁻³⁰ a frame nothing is left of the frame before.
    return decay < 0x1p-30 ? 1 : Int(-30 / Elementary.log2(decay)) + 1
  }
}
