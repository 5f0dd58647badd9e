import Testing

@testable import RainDSP

@Suite("Batches of ticks")
struct TickBatchTests {
  @Test("each tick is added once, for any number of ticks and any lengths")
  func sums() {
    let lengths = [0, 8, 16, 56, 224]
    var table = FixedArray<Float>(repeating: 0, count: 224)
    // Sums of small integers are exact.
    for frame in 0..<table.count { table[frame] = Float(1 + frame % 5) }
    var alone = DropBus(channels: 2, behind: 0, ahead: 256)
    var together = DropBus(channels: 2, behind: 0, ahead: 256)
    var waiting = TickBatch(mostFrames: 224)
    for number in 0..<1000 {
      let range = 0..<lengths[number % lengths.count]
      let start = 4 * (number * 37 % (Tile.frames / 4))
      let lag = 4 * (number % 3 - 1)
      let gains = (left: Float(number % 4), right: Float(number % 7))
      if !range.isEmpty { alone.add(table, range, at: start, lag: lag, gains: gains) }
      if waiting.isFull { waiting.add(table, to: &together) }
      waiting.append(range, at: start, lag: lag, gains: gains)
    }
    waiting.add(table, to: &together)
    // The batch is empty now.
    waiting.add(table, to: &together)
    var differences = 0
    for frame in 0..<Tile.frames + 256 {
      if alone.left[frame] != together.left[frame] { differences += 1 }
      if alone.right[frame] != together.right[frame] { differences += 1 }
    }
    #expect(differences == 0)
    #expect(alone.left[2048] > 0)
  }
}
