internal import RainDSP

extension RenderJob {
  /// The near drops that strike within the frames.
  package var dropCount: Int {
    Drops(
      rain, in: frames, sampleRate: sampleRate, seed: seed,
      loop: excerpt.isLoop ? totalFrames : nil
    ).count
  }
}
