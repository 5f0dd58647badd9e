import Testing

@testable import RainDSP

@Suite("The bus of drops")
struct DropBusTests {
  /// Past and future of some frames, and the tiles between two sounds: without a pause, and longer
  /// than all that is kept.
  private static let buses = [
    (0, 8), (5000, 8), (8, 30_000), (20_000, 20_000), (4096, 4089), (12_288, 8185),
  ]

  @Test(
    "holds its past, its tile and its future in each round, whole", arguments: buses, [1, 3, 40])
  func rounds(kept: (behind: Int, ahead: Int), pause: Int) {
    let (behind, ahead) = kept
    let tiles = 4 * ((behind + ahead) / Tile.frames + 5) + 2 * pause
    var sound = FixedArray<Float>(repeating: 0, count: ahead / 8 * 8)
    // Sums of small integers are exact.
    for frame in 0..<sound.count { sound[frame] = Float(1 + frame % 5) }
    var bus = DropBus(.mono, behind: behind, ahead: ahead)
    for _ in 0..<2 {
      var whole = [Float](repeating: 0, count: (tiles + 1) * Tile.frames + ahead)
      var (wrong, unmarked) = (0, 0)
      for tile in 0..<tiles {
        let first = tile * Tile.frames
        if tile % pause == 0 {
          // Long ones and short ones, the last of them at the end of the tile.
          for (number, start) in [0, 1028, 3000, Tile.frames - 4].enumerated() {
            let count = (tile + number) % 3 == 0 ? sound.count : 8
            bus.addScattered(sound, 0..<count, at: start, gain: 2)
            bus.markSounding(from: start)
            for frame in 0..<count { whole[first + start + frame] += 2 * sound[frame] }
          }
        }
        for frame in max(0, first - behind)..<first + Tile.frames + ahead {
          let index = bus.cursor + frame - first
          if bus.planes[1, index] != whole[frame] { wrong += 1 }
          if whole[frame] != 0 && !bus.sounds(in: index..<index + 1) { unmarked += 1 }
        }
        bus.advance()
      }
      #expect(wrong == 0)
      #expect(unmarked == 0)
      bus.clear()
    }
  }
}
