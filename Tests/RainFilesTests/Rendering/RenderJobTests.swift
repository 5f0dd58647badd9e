import RainDSP
import RainFiles
import Testing

private struct Refusal: Error, Equatable {}

@Suite struct RenderJobTests {
  /// At 8 kHz, 13 s are four chunks of the workers.
  private func job(_ frames: Range<Int> = 0..<104_000, of total: Int? = 104_000) -> RenderJob {
    var rain = Rain()
    rain[.patterRate] = 50
    rain[.echoDensity] = 20
    rain[.gain] = 12
    var job = RenderJob(rain, duration: total.map { Duration(frame: $0, sampleRate: 8000) })
    job.seed = 3
    job.sampleRate = 8000
    job.extent.from = Duration(frame: frames.lowerBound, sampleRate: 8000)
    if frames.upperBound < .max {
      job.extent.to = Duration(frame: frames.upperBound, sampleRate: 8000)
    }
    if total == 104_000 {
      job.extent.fadeIn = Duration(frame: 20_000, sampleRate: 8000)
      job.extent.fadeOut = Duration(frame: 60_000, sampleRate: 8000)
    }
    return job
  }

  private func bytes(
    _ job: RenderJob, threads: Int = 1
  ) async throws -> (bytes: [UInt8], limitedSamples: Int) {
    var all: [UInt8] = []
    let limitedSamples = try await Rendering(job).deliver(threads: threads) { all += $0 }
    return (all, limitedSamples)
  }

  @Test("any number of threads delivers the same bytes and counts the same clipped samples")
  func threads() async throws {
    let one = try await bytes(job())
    #expect(one.bytes.count == 104_000 * 4)
    #expect(one.limitedSamples > 0)
    for threads in [2, 3, 8, 100] {
      let several = try await bytes(job(), threads: threads)
      #expect(several.bytes == one.bytes, "\(threads)")
      #expect(several.limitedSamples == one.limitedSamples, "\(threads)")
    }
  }

  @Test("a loop repeats the samples of the renderer, in slices and with any number of threads")
  func loop() async throws {
    let frames = 60_001
    var loop = job(0..<frames, of: frames)
    loop.extent.isLoop = true
    loop.format = .f32
    var renderer = try RainRenderer(
      loop.rain, sampleRate: 8000, channels: 2, seed: 3, startingAt: frames, loop: frames)
    var samples = [Float](repeating: 0, count: 2 * frames)
    var span = samples.mutableSpan
    renderer.render(into: &span)
    let round = samples.flatMap { sample in
      (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * $0)) }
    }
    for threads in [1, 3] {
      var joined: [UInt8] = []
      for (start, end) in [(0, 5), (5, 44_444), (44_444, frames)] {
        loop.extent.from = Duration(frame: start, sampleRate: 8000)
        loop.extent.to = Duration(frame: end, sampleRate: 8000)
        joined += try await bytes(loop, threads: threads).bytes
      }
      #expect(joined == round)
    }
  }

  @Test(
    "frames go on past 2³¹ and 2³², where 32 bits would overflow",
    arguments: [1 << 31, 1 << 32])
  func counters(_ frame: Int) async throws {
    func far(_ frames: Range<Int>, threads: Int = 1) async throws -> [UInt8] {
      try await bytes(job(frames, of: nil), threads: threads).bytes
    }
    let whole = try await far(frame - 700..<frame + 500, threads: 2)
    #expect(whole.count == 1200 * 4)
    #expect(whole == (try await far(frame - 700..<frame)) + (try await far(frame..<frame + 500)))
    #expect(Array(whole.suffix(500 * 4)) != (try await far(0..<500)))
    #expect(Array(whole.suffix(500 * 4)) != (try await far(1 << 30..<1 << 30 + 500)))
  }

  @Test("a chunk lies in the memory of an earlier one: two threads have three buffers")
  func memory() async throws {
    let long = job(0..<260_000, of: 260_000)
    // The first chunk is handed out in three blocks.
    var places: [UInt] = []
    _ = try await Rendering(long).deliver(threads: 2) {
      places.append(unsafe $0.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
    }
    let chunks = places.dropFirst(3)
    #expect(chunks.count == 5)
    for (place, later) in zip(chunks, chunks.dropFirst(3)) { #expect(later == place) }
  }

}
