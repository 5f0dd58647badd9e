import Foundation
import RainDSP
import RainFiles
import RainTestSupport
import Testing

/// Rains that are drawn at random, compared with themselves: the promise that the same rain is the same everywhere.
///
/// Each run draws others. RAINS=SEED,COUNT in the environment says which: a failure prints the seed of its rain.
@Suite struct RandomRainTests {
  private static let seeds: [UInt64] = {
    let words = ProcessInfo.processInfo.environment["RAINS"]?.split(separator: ",") ?? []
    let numbers = words.compactMap { UInt64($0) }
    let first = numbers.first ?? .random(in: 1...1 << 40)
    return (0..<(numbers.count > 1 ? numbers[1] : Build.isOptimised ? 200 : 4)).map { first &+ $0 }
  }()

  private func bytes(_ job: RenderJob, threads: Int = 1) async throws -> [UInt8] {
    var all: [UInt8] = []
    _ = try await Rendering(job).deliver(threads: threads) { all += $0 }
    return all
  }

  /// Not by `#expect`, which would look for the differences of long arrays.
  private func require(_ isSame: Bool, _ rain: RandomRain, _ what: String) {
    if !isSame { Issue.record("\(what) it differs: \(rain)") }
  }

  @Test("what is accepted is written, and once read it is the same rain")
  func writtenAndRead() throws {
    for seed in Self.seeds {
      let rain = RandomRain(seed: seed)
      let job = rain.job
      var preset = Preset(name: "x", automation: job.writtenAutomation)
      preset.duration = job.extent.duration
      preset.setOptions(of: job)
      var again = RenderJob(
        try Preset(json: Array(preset.json.utf8), file: "x.json"), duration: job.extent.duration)
      (again.extent, again.presetName) = (job.extent, nil)
      require(again == job, rain, "once read")
      let isSame = try Rendering(again).automation == Rendering(job).automation
      require(isSame, rain, "as curves")
    }
  }

  @Test("whole, in ragged slices, by several threads and after seeking, a rain is the same")
  func sameEverywhere() async throws {
    let began = ContinuousClock.now
    for seed in Self.seeds {
      var rain = RandomRain(seed: seed)
      let job = rain.job
      let rendering = try Rendering(job)
      let (frames, size) = (rendering.frames, job.bytesPerFrame)
      let whole = try await bytes(job)
      require(whole.count == frames.count * size, rain, "in length")
      let several = try await bytes(job, threads: rain.whole(2...4))
      require(several == whole, rain, "by threads")
      let cuts = (0..<3).map { _ in rain.whole(frames.lowerBound...frames.upperBound) }
      let ends = ([frames.lowerBound, frames.upperBound] + cuts).sorted()
      var joined: [UInt8] = []
      for (start, end) in zip(ends, ends.dropFirst()) {
        var slice = job
        slice.extent.from = Duration(frame: start, sampleRate: job.sampleRate)
        slice.extent.to = Duration(frame: end, sampleRate: job.sampleRate)
        joined += try await bytes(slice)
      }
      require(joined == whole, rain, "in slices at \(ends)")
      var renderer = JobRenderer(rendering, startingAt: frames.lowerBound)
      for _ in 0..<4 {
        let start = rain.whole(frames.lowerBound...frames.upperBound - 800)
        var part: [UInt8] = []
        renderer.encode(start..<start + 700, into: &part)
        renderer.encode(start + 700..<start + 701, into: &part)
        let place = (start - frames.lowerBound) * size
        require(part == Array(whole[place..<place + 701 * size]), rain, "from frame \(start)")
      }
    }
    print("RAINS=\(Self.seeds[0]),\(Self.seeds.count): \(ContinuousClock.now - began)")
  }
}
