package import RainDSP

extension RenderJob {
  /// The course of the settings of a valid job.
  package var validCourse: RainCourse {
    do {
      return try course
    } catch {
      preconditionFailure("the curves of a job are checked before: \(error)")
    }
  }

  /// The near drops of a valid job that strike within the frames: a sequence for each seed that it has there,
  /// in order.
  package func drops(in frames: Range<Int>) -> [Drops] {
    let (course, seeds) = (validCourse, seedFrames)
    let loop = excerpt.isLoop ? totalFrames : nil
    return seeds.indices.compactMap { index in
      let (first, seed) = seeds[index]
      let end = index + 1 < seeds.count ? seeds[index + 1].frame : .max
      let part = frames.clamped(to: first..<max(first, end))
      guard !part.isEmpty else { return nil }
      do {
        return try Drops(course, in: part, sampleRate: sampleRate, seed: seed, loop: loop)
      } catch {
        preconditionFailure("the settings of a job are checked before: \(error)")
      }
    }
  }

  /// How many near drops of a valid job strike within its frames.
  package var dropCount: Int { drops(in: frames).reduce(0) { $0 + $1.count } }
}
