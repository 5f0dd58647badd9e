internal import RainDSP

extension RenderJob {
  /// The near drops that strike within the frames.
  package var dropCount: Int {
    get throws(InvalidSetting) {
      try Drops(
        rain, in: frames, sampleRate: sampleRate, seed: seed,
        loop: excerpt.isLoop ? totalFrames : nil
      ).count
    }
  }
}
