/// The gain of a tile that follows a gust curve, in straight lines of 64 frames.
struct GainRamp: ~Copyable {
  /// Frames of a straight line: 1.5 ms at 44.1 kHz, far less than the 31 ms between two points of a
  /// gust curve.
  private static let lineFrames = 64

  /// The gain of each frame.
  private(set) var gains = FixedArray<Float>(repeating: 0, count: Tile.frames)

  /// Takes the factors of a gust curve at every 64th frame of tile number `index`.
  mutating func follow(_ gusts: inout GustCurve, tile index: Int) {
    let first = index * Tile.frames
    let steps = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    var here = Float(gusts.factor(at: first))
    for line in stride(from: 0, to: Tile.frames, by: Self.lineFrames) {
      let next = Float(gusts.factor(at: first + line + Self.lineFrames))
      let slope = (next - here) / Float(Self.lineFrames)
      for frame in stride(from: 0, to: Self.lineFrames, by: Lanes.count) {
        gains[eightFrom: line + frame] = (steps + Float(frame)) * slope + here
      }
      here = next
    }
  }

  /// Writes the quotient of these gains and others, less 1, to a tile.
  mutating func divide(by others: borrowing GainRamp, into tile: inout LaneTile) {
    for frame in stride(from: 0, to: Tile.frames, by: 8) {
      gains[eightFrom: frame] = gains[eightFrom: frame] / others.gains[eightFrom: frame] - 1
    }
    tile.gather(gains)
  }
}
