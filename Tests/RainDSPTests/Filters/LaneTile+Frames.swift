@testable import RainDSP

extension LaneTile {
  /// All frames, in the order of time.
  var frames: [Float] { (0..<Tile.frames).map { self[$0 & (Tile.rows - 1)][$0 / Tile.rows] } }

  /// Takes 4,096 frames of a sound, from `start` on, with silence beyond its ends.
  mutating func take(_ sound: [Float], from start: Int) {
    for row in 0..<Tile.rows {
      var lanes = self[row]
      for lane in 0..<lanes.scalarCount {
        let frame = start + lane * Tile.rows + row
        lanes[lane] = sound.indices.contains(frame) ? sound[frame] : 0
      }
      self[row] = lanes
    }
  }
}

/// The first `tiles` tiles of a sound after a filter.
func filtered(
  _ sound: [Float], tiles: Int, by filter: (inout LaneTile) -> Void
) -> [Float] {
  var tile = LaneTile()
  var frames: [Float] = []
  for index in 0..<tiles {
    tile.take(sound, from: index * Tile.frames)
    filter(&tile)
    frames += tile.frames
  }
  return frames
}

/// The outputs of two equal filters from two tiles and a memory on. `whole` filters all of a noise; `late`
/// filters another sound, and then the noise from its third tile on, as after a seek.
func afterMemory(
  _ memoryTiles: Int, whole: (inout LaneTile) -> Void, late: (inout LaneTile) -> Void
) -> (whole: [Float], late: [Float]) {
  let unheard = 2
  let tiles = unheard + memoryTiles + 2
  let sound = whiteNoise(tiles: tiles, seed: 4)
  let expected = filtered(sound, tiles: tiles, by: whole)
  _ = filtered(whiteNoise(tiles: 3, seed: 5), tiles: 3, by: late)
  let rest = Array(sound.dropFirst(unheard * Tile.frames))
  let frames = filtered(rest, tiles: tiles - unheard, by: late)
  return (
    Array(expected.dropFirst((unheard + memoryTiles) * Tile.frames)),
    Array(frames.dropFirst(memoryTiles * Tile.frames))
  )
}

/// White noise of RMS 1 in the order of time.
func whiteNoise(tiles: Int, seed: UInt64) -> [Float] {
  let noise = WhiteNoise(key: RandomKey(seed: seed))
  var tile = LaneTile()
  var frames: [Float] = []
  for index in 0..<tiles {
    noise.render(tile: index, width: WhiteNoise.width(level: 1), into: &tile)
    frames += tile.frames
  }
  return frames
}
