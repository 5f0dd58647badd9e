import Foundation
import RainDSP
import RainFiles
import RainTestSupport
import Testing

@Suite("What was played live is a preset that renders the same bytes")
struct PerformanceTests {
  /// Plays tiles with moves and stops, and returns the bytes.
  private func play(_ performance: Performance, _ job: RenderJob, tiles: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var renderer: JobRenderer? = performance.makeRenderer()
    let random = RandomKey(seed: 4)
    for tile in 0..<tiles {
      let key = random.child(tile)
      var isStop = false
      if key.child(0).uniform < 0.5 {
        var rain = performance.rain
        rain[.gain] = -20 + 20 * key.child(1).uniform
        if key.child(2).uniform < 0.5 { rain[.bubbleFrequency] = 500 + 3000 * key.child(3).uniform }
        if key.child(4).uniform < 0.3 { rain[.rainfall] = 1 + 60 * key.child(5).uniform }
        if key.child(6).uniform < 0.2 { rain.surface = .metal }
        performance.retune(
          to: rain, over: key.child(7).uniform < 0.5 ? 0 : 1.3 * key.child(8).uniform,
          isRunning: true)
      }
      if key.child(9).uniform < 0.15 {
        performance.fall()
        isStop = true
      }
      renderer?.encode(tile * Tile.frames..<(tile + 1) * Tile.frames, into: &bytes)
      if isStop {
        performance.frame = (tile + 1) * Tile.frames
        if key.child(11).uniform < 0.5 {
          var rain = performance.rain
          rain[.lowpass] = 3000
          performance.retune(to: rain, over: 0, isRunning: false)
        }
        renderer = performance.makeRenderer()
      }
    }
    performance.frame = tiles * Tile.frames
    return bytes
  }

  @Test("begins with the first value of what moves", arguments: ["storm", "shower", "night"])
  func beginning(name: String) throws {
    let rendering = try Rendering(RenderJob(try Preset(named: name), duration: .seconds(60)))
    let first = rendering.automation.rain(at: 0)
    let rain = Performance(rendering).rain
    for setting in Setting.allCases { #expect(rain[setting] == first[setting], "\(setting)") }
  }

  @Test("keeps the last digit of numbers that hold at another rainfall", arguments: [0.3, 10, 162])
  func digits(rainfall: Double) async throws {
    /// Numbers that were given at 10 mm/h, as those of places are.
    func place(_ pink: Double) -> Rain {
      var rain = Rain()
      (rain[.pink], rain[.drops]) = (pink, 12_345 * pink)
      rain[.rainfall] = rainfall
      return rain
    }
    var job = RenderJob(place(0.031), duration: nil)
    (job.sampleRate, job.format) = (8000, .f32)
    let performance = try Performance(Rendering(job))
    var renderer = performance.makeRenderer()
    var bytes: [UInt8] = []
    for tile in 0..<4 {
      performance.retune(to: place(0.0123 * Double(tile + 1)), over: 0, isRunning: true)
      renderer.encode(tile * Tile.frames..<(tile + 1) * Tile.frames, into: &bytes)
    }
    performance.frame = 4 * Tile.frames
    let take = performance.take(named: "take", before: performance.frame)
    var rendered: [UInt8] = []
    _ = try await Rendering(RenderJob(take, duration: take.duration)).deliver(threads: 1) {
      rendered += $0
    }
    #expect(rendered == bytes)
  }

  @Test(
    "at every rate and format",
    arguments: Build.isOptimised ? [8000, 44_100, 48_000, 192_000] : [8000])
  func takes(rate: Int) async throws {
    var job = RenderJob(Rain(), duration: nil)
    job.sampleRate = rate
    job.seed = .max
    job.layout = rate == 48_000 ? .mono : .stereo
    job.format = rate == 8000 ? .s16 : rate == 48_000 ? .s24 : .f32
    job.isDithered = rate != 44_100
    let performance = try Performance(Rendering(job))
    let bytes = play(performance, job, tiles: Build.isOptimised ? 60 : 6)
    let json = performance.take(named: "take", before: performance.frame).json
    let take = try Preset(json: Array(json.utf8), file: "take.json")
    let played = performance.take(named: "take", before: performance.frame)
    #expect(take.automation == played.automation && take.duration == played.duration)
    #expect(take.json == json)
    var again = RenderJob(take, duration: take.duration)
    #expect(again.sampleRate == rate && again.format == job.format)
    var rendered: [UInt8] = []
    _ = try await Rendering(again).deliver(threads: 2) { rendered += $0 }
    let first = zip(rendered, bytes).enumerated().first { $1.0 != $1.1 }?.offset
    #expect(rendered.count == bytes.count)
    #expect(first == nil, "they part at byte \(first ?? 0)")
    // Any slice of it, too.
    again.extent.from = .milliseconds(612)
    again.extent.to = .milliseconds(1234)
    var slice: [UInt8] = []
    _ = try await Rendering(again).deliver(threads: 1) { slice += $0 }
    let frames = try Rendering(again).frames
    #expect(
      slice[...]
        == bytes[frames.lowerBound * again.bytesPerFrame..<frames.upperBound * again.bytesPerFrame])
  }

  @Test("the take of a run that goes on is what was heard so far", .enabled(if: Build.isOptimised))
  func unfinished() async throws {
    var job = RenderJob(Rain(), duration: nil)
    job.sampleRate = 8000
    let performance = try Performance(Rendering(job))
    var renderer = performance.makeRenderer()
    var bytes: [UInt8] = []
    for tile in 0..<12 {
      var rain = performance.rain
      rain[.gain] = Double(-tile)
      // The last one has not been taken by the renderer when the take is written.
      performance.retune(to: rain, over: tile == 5 ? 20 : 0, isRunning: true)
      let frames = tile * Tile.frames..<(tile + 1) * Tile.frames
      let take = try Preset(
        json: Array(performance.take(named: "x", before: frames.lowerBound).json.utf8),
        file: "x.json")
      if tile > 0 {
        let job = RenderJob(take, duration: take.duration)
        var rendered: [UInt8] = []
        _ = try await Rendering(job).deliver(threads: 1) { rendered += $0 }
        #expect(rendered == bytes, "tile \(tile)")
      }
      renderer.encode(frames, into: &bytes)
    }
  }

  @Test("a take of hours of moves can be read", .enabled(if: Build.isOptimised))
  func long() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("rainsynth-take-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    // As long as one of a million moves.
    let blanks = String(repeating: " ", count: 35_000_000)
    try Data(#"{"curves": {"gain": [[0,0],\#(blanks)[1,-1]]}}"#.utf8).write(to: file)
    let take = try Preset(contentsOf: file.path)
    #expect(take.automation.curves.first?.keys.count == 2)
  }

  @Test("nothing was moved: the take is the rain with its seed and length")
  func resting() throws {
    var job = RenderJob(Rain(), duration: nil)
    job.seed = 9
    let performance = try Performance(Rendering(job))
    #expect(performance.take(named: "x", before: performance.frame).duration == nil)
    performance.restart(seed: 11)
    performance.frame = 3 * Tile.frames
    let take = performance.take(named: "x", before: performance.frame)
    #expect(take.automation.curves.isEmpty && take.seed == 11)
    #expect(take.duration == .nanoseconds(278_639_456))
    #expect(RenderJob(take, duration: take.duration).seed == 11)
    #expect(try Rendering(RenderJob(take, duration: take.duration)).totalFrames == 3 * Tile.frames)
  }
}
