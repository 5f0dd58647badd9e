package import RainDSP

extension Rendering {
  /// The near drops that strike within the frames: a sequence for each seed that the rendering has there, in
  /// order.
  package func drops(in frames: Range<Int>) -> [Drops] {
    seeds.indices.compactMap { index in
      let (first, seed) = seeds[index]
      let end = index + 1 < seeds.count ? seeds[index + 1].frame : .max
      let part = frames.clamped(to: first..<max(first, end))
      guard !part.isEmpty else { return nil }
      do throws(InvalidSetting) {
        return try Drops(automation, in: part, sampleRate: job.sampleRate, seed: seed, loop: loop)
      } catch {
        preconditionFailure("a rendering is valid: \(error)")
      }
    }
  }

  /// How many near drops strike within the frames to render.
  package var dropCount: Int { drops(in: frames).reduce(0) { $0 + $1.count } }
}
