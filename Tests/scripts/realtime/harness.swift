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
    sum += try allocationsWhileMoving() + allocationsWhileControlled() + allocationsWhileMoved()
    print(
      "\(rains.count) presets, one that moves and two that are moved, mono and stereo: \(sum) allocations while rendering"
    )
    precondition(sum == 0, "rendering allocates")
  }

  /// Of an automation in which every number moves, and the surface.
  static func allocationsWhileMoving() throws -> Int {
    var curves = [
      RainAutomation.Curve(.surface, [.init(at: 0, .open), .init(at: 3, .metal, .smooth)])
    ]
    for setting in Setting.allCases where !setting.row.isChoice {
      let value = setting.row.standard
      let end = max(setting.row.range.lowerBound, 0.9 * value)
      curves.append(.init(setting, [.init(at: 0, value), .init(at: 4, end)]))
    }
    var renderer = try RainRenderer(.init(try RainAutomation(Rain(), curves: curves)))
    var samples = [Float](repeating: 0, count: 2 * 441)
    var span = samples.mutableSpan
    let before = allocations()
    for _ in 0..<600 { renderer.render(into: &span) }
    renderer.seek(to: 2 * 44_100)
    for _ in 0..<100 { renderer.render(into: &span) }
    return allocations() - before
  }

  /// Of a rain that its own thread moves before each tenth block.
  static func allocationsWhileMoved() throws -> Int {
    var configuration = RainRenderer.Configuration(RainAutomation(Rain()), isLive: true)
    configuration.isEven = true
    var renderer = try RainRenderer(configuration)
    var samples = [Float](repeating: 0, count: 2 * 441)
    var span = samples.mutableSpan
    var rain = Rain()
    let before = allocations()
    for block in 0..<400 {
      rain[.gain] = Double(block % 7)
      rain[.lowpass] = 400 * Double(1 + block % 11)
      if block % 10 == 0 {
        precondition(renderer.move(to: rain, over: 0.2), "the settings are valid")
      }
      if block % 90 == 89 {
        precondition(
          renderer.restart(rain, seed: UInt64(block), at: 50_000 * block), "the settings are valid")
      }
      renderer.render(into: &span)
    }
    return allocations() - before
  }

  /// Of a rain that controls move before each tenth block; the control thread may allocate.
  static func allocationsWhileControlled() throws -> Int {
    let controls = try RainControls(Rain())
    var renderer = try RainRenderer(.init(controls))
    var samples = [Float](repeating: 0, count: 2 * 441)
    var span = samples.mutableSpan
    var sum = 0
    for block in 0..<400 {
      var rain = Rain()
      rain[.gain] = Double(block % 7)
      rain[.lowpass] = 400 * Double(1 + block % 11)
      if block % 10 == 0 { try controls.move(to: rain, over: 0.2) }
      let before = allocations()
      renderer.render(into: &span)
      sum += allocations() - before
    }
    return sum
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
