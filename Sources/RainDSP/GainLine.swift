/// A gain over a tile, in straight lines of 64 frames.
struct GainLine: ~Copyable {
  /// Frames of a straight line.
  static let stride = 64

  /// At the beginning of each line, and what is added each frame.
  private var starts = FrameBuffer(count: Tile.frames / stride)
  private var slopes = FrameBuffer(count: Tile.frames / stride)

  /// Goes through the factors of a swell at every 64th frame of tile number `index`.
  mutating func follow(_ swell: inout Swell, tile index: Int) {
    let first = index * Tile.frames
    var here = Float(swell.factor(at: first))
    for line in 0..<Tile.frames / Self.stride {
      let next = Float(swell.factor(at: first + (line + 1) * Self.stride))
      starts[line] = here
      slopes[line] = (next - here) / Float(Self.stride)
      here = next
    }
  }

  /// The gains of the eight frames from `frame` on, a multiple of eight.
  @inline(__always)
  subscript(eightFrom frame: Int) -> SIMD8<Float> {
    let line = frame / Self.stride
    let steps = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    return (steps + Float(frame % Self.stride)) * slopes[line] + starts[line]
  }
}
