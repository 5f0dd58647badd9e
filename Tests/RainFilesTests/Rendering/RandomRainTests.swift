import Foundation
import Platform
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
        let offset = (start - frames.lowerBound) * size
        require(part == Array(whole[offset..<offset + 701 * size]), rain, "from frame \(start)")
      }
    }
    print("RAINS=\(Self.seeds[0]),\(Self.seeds.count): \(ContinuousClock.now - began)")
  }

  @Test(
    "where calls fail, or a process is killed, a file is the old or the whole one; the next run ends well"
  )
  func faults() async throws {
    for seed in Self.seeds {
      let folder = try TemporaryFolder()
      var rain = RandomRain(seed: seed)
      let rendering = try Rendering(rain.job)
      let path = "\(folder.path)/x.wav"
      func write() async throws { try await rendering.write(to: path, replacing: true, threads: 1) }
      func file() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
      let good = FaultySystem()
      try await good.run(write)
      let whole = try file()
      let calls = good.record.calls
      for _ in 0..<3 {
        let old = Data("old".utf8)
        try old.write(to: URL(fileURLWithPath: path))
        let call = rain.whole(0...calls.count - 1)
        let (last, fault) = fault(&rain, from: call)
        let what = "\(fault) at call \(call) of \(calls.count), \(calls[call]), to \(last):"
        let system = FaultySystem(fault, at: call...last)
        var isWritten = true
        do { try await system.run(write) } catch { isWritten = false }
        let now = try file()
        require(now == whole || !isWritten && now == old, rain, "\(what) what is in the file,")
        // Where nothing works from there on, not even the removal of a file, the next run removes it.
        if last < .max { require(folder.names == ["x.wav"], rain, "\(what) \(folder.names),") }
        require(system.record.removedPaths.allSatisfy(system.record.madePaths.contains), rain, what)
        try await write()
        require(try file() == whole, rain, "\(what) after the next run,")
        // A child that another test has started holds the locks of this process until it runs its own program.
        for _ in 0..<100 where folder.names != ["x.wav"] {
          try await Task.sleep(for: .milliseconds(20))
          try await write()
        }
        require(folder.names == ["x.wav"], rain, "\(what) after the next run \(folder.names),")
      }
    }
  }

  /// A fault that a rain draws, and the last call that it strikes; Int.max: a process that is killed.
  private func fault(
    _ rain: inout RandomRain, from call: Int
  ) -> (Int, FaultySystem.Fault) {
    switch rain.whole(0...4) {
    case 0: (.max, .refusal(EIO))
    case 1: (call + rain.whole(0...3), .half)
    case 2: (call + rain.whole(0...3), .refusal(EINTR))
    case let kind: (call, .refusal(kind == 3 ? EIO : ENOSPC))
    }
  }
}
