package import RainAudio
package import RainDSP

/// Everything that decides the bytes of one rendering.
///
/// The rain is described by ``RainDSP/Rain/parameters``, all the rest by ``options``.
package struct RenderJob: Sendable, Hashable {
  package var rain = Rain()
  /// Selects one of 2⁶⁴ renderings of the same rain.
  package var seed: UInt64 = 1
  /// Frames a second, 8,000 ... 192,000.
  package var sampleRate = 44_100
  /// 1 for mono, 2 for stereo.
  package var channels = 2
  package var format = SampleFormat.s16
  /// Whether 16 and 24 bits get dither: triangular noise of ±1 step, from the seed.
  package var isDithered = true
  package var excerpt: Excerpt

  /// All of a rendering of that length; nil for endless rain.
  package init(_ rain: Rain = Rain(), duration: Duration?) {
    self.rain = rain
    excerpt = Excerpt(duration: duration)
  }

  /// The frames to render, counted from the beginning of the rain; up to Int.max without an end.
  package var frames: Range<Int> {
    let end = excerpt.to.map { $0.frames(sampleRate: sampleRate) } ?? totalFrames
    return excerpt.from.frames(sampleRate: sampleRate)..<end
  }

  /// The frames of the whole; Int.max without an end.
  package var totalFrames: Int {
    excerpt.duration.map { $0.frames(sampleRate: sampleRate) } ?? .max
  }

  package var isEndless: Bool { frames.upperBound == .max }

  package var bytesPerFrame: Int { channels * format.bytesPerSample }

  var fades: Fades {
    Fades(
      inFrames: excerpt.fadeIn.frames(sampleRate: sampleRate),
      outFrames: excerpt.fadeOut.frames(sampleRate: sampleRate))
  }

  /// Silent rain gets no dither: the result is digital silence.
  var encoder: PCMEncoder {
    PCMEncoder(
      format: format, channels: channels,
      dither: isDithered && !rain.isSilent ? Source.dither.key(seed: seed) : nil)
  }
}
