package import RainDSP

extension Rendering {
  /// The near drops that strike within the frames.
  package func drops(in frames: Range<Int>) -> Drops {
    do throws(InvalidSetting) {
      return try Drops(
        automation, in: frames, sampleRate: job.sampleRate, seed: job.seed, loop: loop)
    } catch {
      preconditionFailure("a rendering is valid: \(error)")
    }
  }

  /// How many near drops strike within the frames to render.
  package var dropCount: Int { drops(in: frames).count }
}
