/// How the samples of a sound file are written, and how fast they follow each other.
package struct WaveFormat: Sendable, Equatable {
  /// Whether samples are IEEE 754 numbers, of four bytes; otherwise they are integers of one to
  /// four bytes, and those of one byte have no sign.
  package let isFloat: Bool
  package let bytesPerSample: Int
  /// 1 or 2.
  package let channels: Int
  /// In Hz, from 1.
  package let sampleRate: Int

  init(isFloat: Bool, bytesPerSample: Int, channels: Int, sampleRate: Int) {
    precondition(isFloat ? bytesPerSample == 4 : 1...4 ~= bytesPerSample, "there are such samples")
    precondition(1...2 ~= channels && sampleRate > 0, "a sound has channels and a rate")
    self.isFloat = isFloat
    self.bytesPerSample = bytesPerSample
    self.channels = channels
    self.sampleRate = sampleRate
  }

  /// The format of what we write.
  package init(_ format: SampleFormat, channels: Int, sampleRate: Int) {
    self.init(
      isFloat: format.isFloat, bytesPerSample: format.bytesPerSample, channels: channels,
      sampleRate: sampleRate)
  }

  package var bytesPerFrame: Int { channels * bytesPerSample }

  /// The name of the way samples are written: u8, or one of ``SampleFormat``.
  package var name: String {
    isFloat ? "f32" : bytesPerSample == 1 ? "u8" : "s\(8 * bytesPerSample)"
  }
}
