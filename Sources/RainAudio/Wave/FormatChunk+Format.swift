internal import Platform
internal import RainDSP

extension FormatChunk {
  /// The format, if we can read samples of it.
  ///
  /// - Throws: ``FileError/malformed(path:_:)``.
  func format(path: String) throws(FileError) -> WaveFormat {
    let isFloat = coding == Self.floatTag
    guard coding == Self.integerTag && 1...32 ~= bitsPerSample || isFloat && bitsPerSample == 32
    else {
      throw .malformed(
        path: path,
        "has samples of \(bitsPerSample) bits in format \(coding); integers of 8 to 32 bits and "
          + "floating point of 32 are read")
    }
    guard WaveFormat.channelRange ~= channels else {
      throw .malformed(
        path: path,
        "has \(channels) channels; \(WaveFormat.channelRange.upperBound) at most are read")
    }
    let bytesPerSample = (bitsPerSample + 7) / 8
    // Some programs write 24 bits into four bytes, with or without WAVE_FORMAT_EXTENSIBLE.
    let isPadded = bitsPerSample == 24 && bytesPerFrame == channels * 4
    guard sampleRate > 0, isPadded || bytesPerFrame == channels * bytesPerSample else {
      throw .malformed(
        path: path,
        "contradicts itself: \(channels) channels of \(bitsPerSample) bits at "
          + "\(sampleRate) Hz, \(bytesPerFrame) bytes a frame")
    }
    return WaveFormat(
      isFloat: isFloat, bytesPerSample: isPadded ? 4 : bytesPerSample, isPadded: isPadded,
      channels: channels, sampleRate: sampleRate, layout: layout)
  }

  /// The layout of the mask. That of 5.1 may name its surrounds as sides, too; 0 with the channels of a layout of
  /// ambisonics is taken for AmbiX.
  private var layout: ChannelLayout? {
    let mask = channelMask == 0x60F ? 0x3F : channelMask
    return ChannelLayout.allCases.first { $0.channels == channels && $0.speakerMask == mask }
  }
}
