/// A tile of one channel with its sixteen lanes side by side: row n holds the frames n, 256 + n,
/// 512 + n, ..., one a lane. ``Tile`` has a picture and says why.
///
/// Frames in the order of time come in by ``gather(_:)`` and go out by ``scatter(into:)``. Both
/// transpose squares of eight rows by eight lanes.
struct LaneTile: ~Copyable, Sendable {
  private var rows = FixedArray<SIMD16<Float>>(repeating: .zero, count: Tile.rows)

  /// The frames `row`, 256 + `row`, ... of the tile.
  subscript(row: Int) -> SIMD16<Float> {
    @inline(__always) get {
      precondition(UInt(bitPattern: row) < UInt(Tile.rows), "a tile has 256 rows")
      return rows[unchecked: row]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: row) < UInt(Tile.rows), "a tile has 256 rows")
      rows[unchecked: row] = newValue
    }
  }

  /// A row of half of the lanes: the first eight or the last. For a filter with several states, plain
  /// x86-64 has registers for eight lanes only.
  subscript(row: Int, half half: Int) -> SIMD8<Float> {
    @inline(__always) get {
      precondition(UInt(bitPattern: row) < UInt(Tile.rows) && half & 1 == half, "no such row")
      return rows[unchecked: row, half: half]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: row) < UInt(Tile.rows) && half & 1 == half, "no such row")
      rows[unchecked: row, half: half] = newValue
    }
  }

  /// Replaces this tile by the sum of both, and the other tile by the difference.
  mutating func mix(with other: inout LaneTile) {
    for row in 0..<Tile.rows {
      let (x, y) = (self[row], other[row])
      self[row] = x + y
      other[row] = x - y
    }
  }

  /// Copies another tile.
  mutating func copy(_ other: borrowing LaneTile) {
    for row in 0..<Tile.rows { self[row] = other[row] }
  }

  /// Multiplies each frame by a factor that goes in a line from `start`, at the first frame, to `end`, at
  /// that of the next tile.
  mutating func scale(from start: Float, to end: Float) {
    let line = TileLine(from: start, to: end)
    for row in 0..<Tile.rows { self[row] *= line[row] }
  }

  /// Fades, over the whole tile, from another tile to this one.
  mutating func fadeIn(from other: borrowing LaneTile) {
    let line = TileLine(from: 0, to: 1)
    for row in 0..<Tile.rows { self[row] = other[row] + (self[row] - other[row]) * line[row] }
  }

  /// Takes the frames of a tile in the order of time, those from `start` on.
  mutating func gather(_ frames: borrowing FixedArray<Float>, from start: Int = 0) {
    precondition(start >= 0 && start + Tile.frames <= frames.count, "a whole tile of frames")
    for row in stride(from: 0, to: Tile.rows, by: 8) {
      let low = Self.square(frames, start + row)
      let high = Self.square(frames, start + row + 8 * Tile.rows)
      for n in 0..<8 { rows[unchecked: row &+ n] = SIMD16(lowHalf: low[n], highHalf: high[n]) }
    }
  }

  /// Eight rows of eight neighbouring lanes. The first lane begins at the frame `start`. The caller has made
  /// sure that all are there.
  @inline(__always)
  private static func square(_ frames: borrowing FixedArray<Float>, _ start: Int) -> Square {
    var square = Square(repeating: .zero)
    for lane in 0..<8 { square[lane] = frames.eightUnchecked(from: start &+ lane &* Tile.rows) }
    return transposed(square)
  }

  /// Writes the frames of the tile in the order of time, from `start` on.
  func scatter(into frames: inout FixedArray<Float>, from start: Int = 0) {
    precondition(start >= 0 && start + Tile.frames <= frames.count, "room for a whole tile")
    for row in stride(from: 0, to: Tile.rows, by: 8) {
      for half in 0..<2 {
        let square = square(row, half: half)
        let first = start + row + half * 8 * Tile.rows
        for lane in 0..<8 { frames.setUnchecked(square[lane], from: first &+ lane &* Tile.rows) }
      }
    }
  }

  /// Eight frames of each of eight neighbouring lanes.
  @inline(__always)
  private func square(_ row: Int, half: Int) -> Square {
    var square = Square(repeating: .zero)
    for n in 0..<8 { square[n] = rows[unchecked: row &+ n, half: half] }
    return transposed(square)
  }
}

extension SIMD16 where Scalar == Float {
  /// The lanes 0 to 7 (`half` 0) or 8 to 15 (`half` 1).
  @inline(__always)
  func half(_ half: Int) -> SIMD8<Float> { half == 0 ? lowHalf : highHalf }
}

private typealias Square = InlineArray<8, SIMD8<Float>>

/// The transpose of eight vectors: three perfect shuffles.
@inline(__always)
private func transposed(_ square: Square) -> Square {
  interleaved(interleaved(interleaved(square)))
}

/// The perfect shuffle of 64 numbers: it interleaves the first 32 with the last 32. Number 8 r + c moves
/// to 2 (8 r + c), modulo 63; three times make 8 (8 r + c) = 8 c + r.
@inline(__always)
private func interleaved(_ s: Square) -> Square {
  let (a, b, c, d) = (zip(s[0], s[4]), zip(s[1], s[5]), zip(s[2], s[6]), zip(s[3], s[7]))
  return [a.0, a.1, b.0, b.1, c.0, c.1, d.0, d.1]
}

/// x0 y0 x1 y1 ... x7 y7
@inline(__always)
private func zip(_ x: SIMD8<Float>, _ y: SIMD8<Float>) -> (SIMD8<Float>, SIMD8<Float>) {
  (
    SIMD8(x[0], y[0], x[1], y[1], x[2], y[2], x[3], y[3]),
    SIMD8(x[4], y[4], x[5], y[5], x[6], y[6], x[7], y[7])
  )
}

/// A straight line over a tile, row by row.
struct TileLine {
  private let start: SIMD16<Float>
  private let slope: Float

  /// From `start`, at the first frame, to `end`, at that of the next tile; without a slope it has exactly
  /// the value `start`.
  init(from start: Float, to end: Float) {
    slope = (end - start) / Float(Tile.frames)
    let lanes = SIMD16<Float>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    self.start = lanes * Float(Tile.rows) * slope + start
  }

  @inline(__always)
  subscript(row: Int) -> SIMD16<Float> { start + Float(row) * slope }
}

/// A tile that filters pass, whose coefficients may move. Where they do, the tile is filtered twice, from the same
/// state: by the filters of its start, which go on without a seam, and by those of its end. It fades from one to
/// the other.
struct CrossFade: ~Copyable {
  /// By the filters of its end.
  var tile = LaneTile()
  /// Where the coefficients move: by the filters of its start.
  var earlier = LaneTile()
  /// Whether the coefficients move.
  private(set) var isFading = false

  /// To be called before the tile is filtered.
  mutating func begin(isFading: Bool) {
    self.isFading = isFading
    if isFading { earlier.copy(tile) }
  }

  /// Leaves the result in ``tile``.
  mutating func end() { if isFading { tile.fadeIn(from: earlier) } }
}
