internal import RainAudio
internal import RainDSP

/// What a rendering delivers of each frame: the mix, its stems, or both.
struct RenderedParts: Sendable {
  var hasMix = true
  /// Where stems are taken; nil: no stems. Stems follow the mix.
  var stems: StemPoint?

  /// The bytes of a frame in each part, in order.
  func bytesPerFrame(of rendering: Rendering) -> [Int] {
    let stem = rendering.job.channels * SampleFormat.f32.bytesPerSample
    return [hasMix ? rendering.job.bytesPerFrame : 0] + (stems?.stems ?? []).map { _ in stem }
  }

  /// The bytes of a frame in all parts together.
  func allBytesPerFrame(of rendering: Rendering) -> Int {
    bytesPerFrame(of: rendering).reduce(0, +)
  }
}
