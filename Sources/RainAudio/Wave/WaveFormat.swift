/// How the samples of a sound file are written, and how fast they follow each other.
package struct WaveFormat: Sendable, Equatable {
  /// Whether samples are IEEE 754 numbers, of four or eight bytes. Otherwise they are integers of one to
  /// four bytes; those of one byte have no sign.
  package let isFloat: Bool
  package let bytesPerSample: Int
  /// Whether integers of 24 bits stand in the low three of four bytes, and the highest byte means nothing.
  package let isPadded: Bool
  /// 1 to 64.
  package let channels: Int
  /// In Hz, from 1.
  package let sampleRate: Int
  /// The layout of the channels; nil: the file does not say it, or it is unknown.
  package let layout: ChannelLayout?

  /// Files with more channels are not read.
  package static let channelRange = 1...64

  package init(
    isFloat: Bool, bytesPerSample: Int, isPadded: Bool = false, channels: Int, sampleRate: Int,
    layout: ChannelLayout? = nil
  ) {
    precondition(
      isFloat && bytesPerSample == 8
        || (isFloat || isPadded ? bytesPerSample == 4 : 1...4 ~= bytesPerSample),
      "samples have 1 to 4 bytes, or are Doubles")
    precondition(Self.channelRange ~= channels && sampleRate > 0, "a sound has channels and a rate")
    self.isFloat = isFloat
    self.isPadded = isPadded
    self.bytesPerSample = bytesPerSample
    self.channels = channels
    self.sampleRate = sampleRate
    self.layout = ChannelLayout(channels: channels) ?? layout
  }

  /// The format of the files that this program writes.
  package init(_ format: SampleFormat, layout: ChannelLayout, sampleRate: Int) {
    self.init(
      isFloat: format.isFloat, bytesPerSample: format.bytesPerSample, channels: layout.channels,
      sampleRate: sampleRate, layout: layout)
  }

  package var bytesPerFrame: Int { channels * bytesPerSample }

  /// The name of the way samples are written: u8, s24in32, f64, or one of ``SampleFormat``.
  package var name: String {
    if isFloat { return "f\(8 * bytesPerSample)" }
    if isPadded { return "s24in32" }
    return bytesPerSample == 1 ? "u8" : "s\(8 * bytesPerSample)"
  }
}
