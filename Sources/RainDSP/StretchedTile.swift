/// A tile of one channel with its eight stretches of 512 frames side by side: row n holds the
/// frames n, 512 + n, 1024 + n, ..., one a lane.
///
/// In this layout a filter that needs its own last output advances eight stretches with every
/// instruction. Each stretch needs the state that the one before leaves; ``OnePole`` tells how.
@safe
public struct StretchedTile: ~Copyable, @unchecked Sendable {
  private let rows: UnsafeMutablePointer<SIMD8<Float>>

  /// A tile of silence.
  public init() {
    unsafe rows = .allocate(capacity: Tile.stretch)
    unsafe rows.initialize(repeating: .zero, count: Tile.stretch)
  }

  deinit {
    unsafe rows.deallocate()
  }

  /// The frames `row`, 512 + `row`, ... of the tile.
  public subscript(row: Int) -> SIMD8<Float> {
    @inline(__always) get {
      precondition(UInt(bitPattern: row) < UInt(Tile.stretch), "a tile has 512 rows")
      return unsafe rows[row]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: row) < UInt(Tile.stretch), "a tile has 512 rows")
      unsafe rows[row] = newValue
    }
  }

  /// Silences the tile.
  public mutating func clear() {
    unsafe rows.update(repeating: .zero, count: Tile.stretch)
  }

  /// The frame number `frame` of the tile.
  public func amplitude(at frame: Int) -> Float {
    self[frame & (Tile.stretch - 1)][frame / Tile.stretch]
  }

  /// Takes the frames of a buffer from `start` on.
  mutating func gather(_ frames: borrowing FrameBuffer, from start: Int) {
    for block in 0..<Tile.stretch / 8 {
      let first = start + 8 * block
      var square = (
        frames[eightFrom: first], frames[eightFrom: first + Tile.stretch],
        frames[eightFrom: first + 2 * Tile.stretch], frames[eightFrom: first + 3 * Tile.stretch],
        frames[eightFrom: first + 4 * Tile.stretch], frames[eightFrom: first + 5 * Tile.stretch],
        frames[eightFrom: first + 6 * Tile.stretch], frames[eightFrom: first + 7 * Tile.stretch]
      )
      transpose(&square)
      let row = 8 * block
      self[row] = square.0
      self[row + 1] = square.1
      self[row + 2] = square.2
      self[row + 3] = square.3
      self[row + 4] = square.4
      self[row + 5] = square.5
      self[row + 6] = square.6
      self[row + 7] = square.7
    }
  }

  /// Puts the frames into a buffer from `start` on, in the order of time.
  func scatter(into frames: inout FrameBuffer, from start: Int) {
    for block in 0..<Tile.stretch / 8 {
      let row = 8 * block
      var square = (
        self[row], self[row + 1], self[row + 2], self[row + 3],
        self[row + 4], self[row + 5], self[row + 6], self[row + 7]
      )
      transpose(&square)
      let first = start + row
      frames[eightFrom: first] = square.0
      frames[eightFrom: first + Tile.stretch] = square.1
      frames[eightFrom: first + 2 * Tile.stretch] = square.2
      frames[eightFrom: first + 3 * Tile.stretch] = square.3
      frames[eightFrom: first + 4 * Tile.stretch] = square.4
      frames[eightFrom: first + 5 * Tile.stretch] = square.5
      frames[eightFrom: first + 6 * Tile.stretch] = square.6
      frames[eightFrom: first + 7 * Tile.stretch] = square.7
    }
  }
}

private typealias Square = (
  SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>,
  SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>
)

/// Swaps rows and columns of eight vectors: three rounds of interleaving vectors four apart.
@inline(__always)
private func transpose(_ s: inout Square) {
  interleave(&s)
  interleave(&s)
  interleave(&s)
}

/// Lane j of vector i moves to lane 2 j mod 8 of vector 2 i mod 8 and so on: the perfect shuffle of
/// the 64 numbers, which is a transposition after three rounds.
@inline(__always)
private func interleave(_ s: inout Square) {
  let a = zip(s.0, s.4)
  let b = zip(s.1, s.5)
  let c = zip(s.2, s.6)
  let d = zip(s.3, s.7)
  s = (a.0, a.1, b.0, b.1, c.0, c.1, d.0, d.1)
}

/// x0 y0 x1 y1 ... x7 y7
@inline(__always)
private func zip(_ x: SIMD8<Float>, _ y: SIMD8<Float>) -> (SIMD8<Float>, SIMD8<Float>) {
  (
    SIMD8(x[0], y[0], x[1], y[1], x[2], y[2], x[3], y[3]),
    SIMD8(x[4], y[4], x[5], y[5], x[6], y[6], x[7], y[7])
  )
}
