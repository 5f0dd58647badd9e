/// The gain of a tile that follows a gust curve, in straight lines of 64 frames: four lines in each lane
/// of the tile.
///
///              lane 0      lane 1      lane 2
///     row 0    line 0      line 4      line 8   ...
///     row 64   line 1      line 5      line 9
///     row 128  line 2      line 6      line 10
///     row 192  line 3      line 7      line 11
struct GainRamp: ~Copyable {
  /// Frames of a straight line: 1.5 ms at 44.1 kHz, far less than the 63 ms between two points of a
  /// gust curve.
  static let lineFrames = 64
  private static let lineCount = Tile.frames / lineFrames
  private static let linesPerLane = Tile.rows / lineFrames

  /// The gains where lines begin, and at the end of the last.
  private var points = FixedArray<Float>(repeating: 1, count: lineCount + 1)

  /// Takes the factors of a gust curve in tile number `index`.
  mutating func follow(_ gusts: inout GustCurve, tile index: Int) {
    gusts.read(into: &points, from: index * Tile.frames, step: Self.lineFrames)
  }

  /// Multiplies them by a factor that goes in a line from `start` to `end`.
  mutating func scale(from start: Double, to end: Double) {
    let slope = (end - start) / Double(Self.lineCount)
    for index in 0..<points.count { points[index] *= Float(start + slope * Double(index)) }
  }

  /// The gains at the first frame, and behind the last.
  var ends: (first: Float, last: Float) { (points[0], points[points.count - 1]) }

  /// Takes those of another.
  mutating func copy(_ other: borrowing GainRamp) { points.copy(other.points) }

  /// Multiplies them by those of another.
  mutating func multiply(by other: borrowing GainRamp) {
    for index in 0..<points.count { points[index] *= other.points[index] }
  }

  /// The lines of the rows from a multiple of 64 on, one a lane: of the first eight lanes or the last.
  func lines(fromRow row: Int, half: Int) -> (start: SIMD8<Float>, slope: SIMD8<Float>) {
    var start = SIMD8<Float>.zero
    var end = SIMD8<Float>.zero
    for lane in 0..<8 {
      let line = (8 * half + lane) * Self.linesPerLane + row / Self.lineFrames
      start[lane] = points[line]
      end[lane] = points[line + 1]
    }
    return (start, (end - start) / Float(Self.lineFrames))
  }
}
