// Renders each preset, mono and stereo, onwards, after a seek and in a loop, and counts the allocations
// after the start. The script `rains` makes the array of the presets.

@_extern(c, "allocations") func allocations() -> Int

@main struct Harness {
  static func main() throws {
    precondition(allocations() > 0, "the counter counts")
    var sum = 0
    for index in 0..<rains.count {
      for channels in 1...2 {
        for loop in [nil, 3 * 44_100] {
          sum += try allocationsWhileRendering(rains[index], channels: channels, loop: loop)
        }
      }
    }
    print("\(rains.count) presets, mono and stereo: \(sum) allocations while rendering")
    precondition(sum == 0, "rendering allocates")
  }

  static func allocationsWhileRendering(_ rain: Rain, channels: Int, loop: Int?) throws -> Int {
    var renderer = try RainRenderer(
      rain, sampleRate: 44_100, channels: channels, seed: 1, loop: loop)
    var samples = [Float](repeating: 0, count: channels * 441)
    var span = samples.mutableSpan
    let before = allocations()
    for _ in 0..<400 { renderer.render(into: &span) }
    renderer.seek(to: 3600 * 44_100)
    for _ in 0..<100 { renderer.render(into: &span) }
    return allocations() - before
  }
}
