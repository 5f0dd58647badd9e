internal import RainAudio
internal import RainDSP

/// What a rendering delivers of each frame: the mix, its stems, or both.
struct RenderedParts: Sendable {
  var hasMix = true
  /// Where stems are taken; nil: no stems. Stems follow the mix.
  var stems: StemPoint?

  /// The bytes of a frame in each part of a job, in order.
  func bytesPerFrame(of job: RenderJob) -> [Int] {
    let stem = job.channels * SampleFormat.f32.bytesPerSample
    return [hasMix ? job.bytesPerFrame : 0] + (stems?.stems ?? []).map { _ in stem }
  }

  /// The bytes of a frame in all parts of a job together.
  func allBytesPerFrame(of job: RenderJob) -> Int { bytesPerFrame(of: job).reduce(0, +) }
}
