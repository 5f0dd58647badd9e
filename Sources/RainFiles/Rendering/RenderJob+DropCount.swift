internal import RainDSP

extension RenderJob {
  /// The near drops that strike within the frames. The job has to be valid.
  package var dropCount: Int {
    get throws(InvalidSetting) {
      let course: RainCourse
      do {
        course = try self.course
      } catch {
        preconditionFailure("the curves of a job are checked before: \(error)")
      }
      let seeds = seedFrames
      var count = 0
      for (index, (frame, seed)) in seeds.enumerated() {
        let end = index + 1 < seeds.count ? seeds[index + 1].frame : .max
        count += try Drops(
          course, in: frames.clamped(to: frame..<max(frame, end)), sampleRate: sampleRate,
          seed: seed,
          loop: excerpt.isLoop ? totalFrames : nil
        ).count
      }
      return count
    }
  }
}
