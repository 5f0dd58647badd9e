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
    var alone = DropBus(.stereo, behind: 0, ahead: 256)
    var together = DropBus(.stereo, behind: 0, ahead: 256)
    var directions = DirectionTable(.stereo, rows: 3, sampleRate: 8000)
    directions.gains = FixedArray([3, 1, 0, 2, 2, 0, 0, 5, 0])
    directions.delays = FixedArray([0, 4, 0, 0, 0, 0, 4, 0, 0])
    var waiting = TickBatch(mostFrames: 224)
    for number in 0..<1000 {
      let range = 0..<lengths[number % lengths.count]
      let start = 4 * (number * 37 % (Tile.frames / 4))
      // The last kind is scattered.
      let (direction, gain) = (
        number % 4 == 3 ? TickBatch.scattered : number % 4, Float(number % 7)
      )
      if !range.isEmpty {
        if direction == TickBatch.scattered {
          alone.addScattered(table, range, at: start, gain: gain)
        } else {
          alone.addUnmarked(table, range, at: start, from: directions, direction, gain: gain)
        }
        alone.markSounding(from: start)
      }
      if waiting.isFull { waiting.add(table, from: directions, to: &together) }
      waiting.append(range, at: start, direction: direction, gain: gain)
    }
    waiting.add(table, from: directions, to: &together)
    // The batch is empty now.
    waiting.add(table, from: directions, to: &together)
    var differences = 0
    for frame in 0..<Tile.frames + 256 {
      for channel in 0..<3
      where alone.planes[channel, frame] != together.planes[channel, frame] { differences += 1 }
    }
    #expect(differences == 0)
    let middle = alone.planes[0, 2048]
    #expect(middle > 0)
  }
}
