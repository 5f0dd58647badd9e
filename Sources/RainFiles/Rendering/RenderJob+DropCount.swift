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
      return try Drops(
        course, in: frames, sampleRate: sampleRate, seed: seed,
        loop: excerpt.isLoop ? totalFrames : nil
      ).count
    }
  }
}
