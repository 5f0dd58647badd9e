internal import RainAudio
internal import RainDSP

/// What a rendering delivers of each frame: the mix, its stems, or both.
struct RenderedParts: Sendable {
  var hasMix = true
  /// Stems follow the mix.
  var hasStems = false

  /// The bytes of a frame in each part, in order.
  func bytesPerFrame(of rendering: Rendering) -> [Int] {
    let stem = rendering.job.channels * SampleFormat.f32.bytesPerSample
    return [hasMix ? rendering.job.bytesPerFrame : 0]
      + (hasStems ? RainStem.allCases.map { _ in stem } : [])
  }

  /// The bytes of a frame in all parts together.
  func allBytesPerFrame(of rendering: Rendering) -> Int {
    bytesPerFrame(of: rendering).reduce(0, +)
  }
}
