/// White noise: independent numbers, evenly spread around 0.
///
/// Tile t draws from child t of the key, so that any tile can be made by itself.
struct WhiteNoise: Sendable {
  /// Its own for each color and channel; equal keys give equal noise.
  var key: RandomKey

  /// The width of numbers of an RMS: spread evenly over a width w, they have the RMS w/√12.
  static func width(level: Double) -> Float { Float(level * 12.0.squareRoot()) }

  /// Makes tile number `index`, of numbers of -width/2 ... width/2. The bits of one draw make two rows.
  func render(tile index: Int, width: Float, into tile: inout LaneTile) {
    // Two sets of generators; neither waits for the other.
    var low = RandomLanes(key.child(index).child(0))
    var high = RandomLanes(key.child(index).child(1))
    for row in stride(from: 0, to: Tile.rows, by: 2) {
      let bits = SIMD16(lowHalf: low.next(), highHalf: high.next())
      tile[row] = RandomLanes.upper(bits) * width
      tile[row &+ 1] = RandomLanes.lower(bits) * width
    }
  }
}

/// White noise over the timeline of a rendering. In a loop, the frames before 0 come from the loop's
/// end.
struct LoopedNoise: ~Copyable {
  private let timeline: Timeline
  private var source = LaneTile()
  private var sourceFrames = FixedArray<Float>(repeating: 0, count: Tile.frames)
  private var frames = FixedArray<Float>(repeating: 0, count: Tile.frames)

  init(timeline: Timeline) { self.timeline = timeline }

  /// Makes tile number `index` of a noise, of numbers of -width/2 ... width/2.
  mutating func render(
    _ noise: WhiteNoise, tile index: Int, width: Float, into tile: inout LaneTile
  ) {
    let first = index * Tile.frames
    guard let end = timeline.frames, first < 0 || first + Tile.frames > end else {
      noise.render(tile: index, width: width, into: &tile)
      return
    }
    // The tile is put together from runs of frames that are neighbours in a tile of the loop.
    var done = 0
    while done < Tile.frames {
      let position = timeline.frameInLoop(first + done)
      let sourceIndex = Tile.index(of: position)
      noise.render(tile: sourceIndex, width: width, into: &source)
      source.scatter(into: &sourceFrames)
      let offset = position - sourceIndex * Tile.frames
      let count = min(Tile.frames - max(done, offset), end - position)
      for frame in 0..<count { frames[done + frame] = sourceFrames[offset + frame] }
      done += count
    }
    tile.gather(frames)
  }
}
