/// The grid on which a rendering is computed: tiles of 4,096 frames, counted from frame 0.
///
/// The blocks that a caller asks for are cut from whole tiles. So block size, slices and threads
/// cannot change a sample. Blocks that are whole tiles are the cheapest.
///
/// A recursive filter needs its own last output, which leaves most of a SIMD processor idle.
/// Therefore a tile is cut into 16 lanes of 256 frames, and the filter runs down all lanes at once.
/// In memory (`LaneTile`) a row holds one frame of each lane:
///
///                lane 0    lane 1    lane 2   ...   lane 15
///     row 0           0       256       512            3840     │
///     row 1           1       257       513            3841     │ a filter runs
///      ...                                                      │ down all lanes
///     row 255       255       511       767            4095     ▼ at once
///                     └──carry──┴──carry──┴─  ...  ─────┴──▶ next tile
///
/// The carry (`FilterMemory`) is the state that the end of one lane hands to the beginning of the
/// next. For example, s[n] = x[n] + 0.99 s[n-1], where x is 1 in frame 200 and 0 elsewhere:
///
/// - From silence, lane 0 ends in e(0) = 0.99⁵⁵ = 0.575 and all others in 0.
/// - A lane without input decays by 0.99²⁵⁶ = 0.0763.
/// - So the states that enter lanes 1, 2 and 3 are 0.575, 0.0763 · 0.575 = 0.0439 and 0.00335, as if
///   the filter had run through the frames one by one.
public enum Tile {
  /// Frames of a tile.
  public static let frames = 4096
  /// The frames before a tile within which an even rendering makes it, with the settings that it has when they begin:
  /// 23 ms at 44.1 kHz. More would let moves wait longer; with fewer, calls of 128 frames would cost more.
  package static let lead = frames / 4
  /// Rows of a tile: the frames of one of its sixteen lanes.
  package static let rows = frames / 16
  /// Frames and rows are 2¹² and 2⁸: the decay over them is the decay over one frame, squared 12 or 8
  /// times.
  static let frameDoublings = 12
  static let rowDoublings = 8

  /// The tile that holds `frame`; frame 0 opens tile 0.
  package static func index(of frame: Int) -> Int { frame >> frameDoublings }
}
