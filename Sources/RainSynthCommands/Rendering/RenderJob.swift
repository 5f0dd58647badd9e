package import RainAudio
package import RainDSP

/// Everything that decides the bytes of one rendering.
package struct RenderJob: Sendable {
  package var rain: Rain
  package var seed: UInt64
  package var sampleRate: Int
  package var channels: Int
  package var format: SampleFormat
  package var isDithered: Bool
  /// The frames to render, counted from the beginning of the rain; up to Int.max without an end.
  package var frames: Range<Int>
  /// The frames of the whole, of which `frames` are all or a part; Int.max without an end.
  package var totalFrames: Int
  /// Whether the end of the whole leads on to its beginning; the whole then lasts 1 s or more.
  package var isLoop: Bool
  package var fades: Fades

  package init(
    rain: Rain, seed: UInt64 = 1, sampleRate: Int = 44_100, channels: Int = 2,
    format: SampleFormat = .s16, isDithered: Bool = true, frames: Range<Int>,
    totalFrames: Int, isLoop: Bool = false, fades: Fades = .none
  ) {
    self.rain = rain
    self.seed = seed
    self.sampleRate = sampleRate
    self.channels = channels
    self.format = format
    self.isDithered = isDithered
    self.frames = frames
    self.totalFrames = totalFrames
    self.isLoop = isLoop
    self.fades = fades
  }

  package var isEndless: Bool { frames.upperBound == Int.max }

  package var bytesPerFrame: Int { channels * format.bytesPerSample }

  /// Silent rain gets no dither: the result is digital silence.
  var encoder: PCMEncoder {
    PCMEncoder(
      format: format, channels: channels,
      dither: isDithered && !rain.isSilent ? Source.dither.key(seed: seed) : nil)
  }
}
