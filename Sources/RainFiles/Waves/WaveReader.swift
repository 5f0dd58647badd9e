package import Platform
package import RainAudio

/// A WAV file that is read: its chunks, in any order, and its samples.
///
/// RIFF, and RF64 (EBU Tech 3306) with sizes of 64 bits; integers of 8 to 32 bits, Floats and Doubles, with or
/// without WAVE_FORMAT_EXTENSIBLE; 1 to 64 channels. Sizes are cut at the end of the file, and memory
/// does not depend on them.
package final class WaveReader {
  private static let bytesPerRead = 1 << 16

  package let format: WaveFormat
  /// The bytes of the samples that are there.
  package let audioByteCount: Int
  /// The bytes of samples that the file should have beyond its end.
  package let missingByteCount: Int
  /// The first and the last frame of the first loop that the file names for samplers.
  package let loop: (first: Int, last: Int)?
  /// The texts of LIST INFO by their identifiers: ISFT the software, ICMT a comment, INAM the title.
  package let information: [String: String]
  /// Whether its chunk `bext` has levels.
  package let hasLevels: Bool

  private let file: FileReader
  /// Where in the file the samples begin.
  private let start: Int
  private var readBytes = 0

  /// Reads all but the samples of an open file.
  package init(_ file: FileReader) throws(FileError) {
    let chunks = try WaveChunks(file)
    format = try chunks.format()
    loop = try chunks.loop()
    information = try chunks.information()
    hasLevels = try chunks.hasLevels()
    let data = try chunks.samples()
    start = data.range.lowerBound
    audioByteCount = data.range.count
    missingByteCount = data.missing
    self.file = file
  }

  package var frames: Int { audioByteCount / format.bytesPerFrame }

  /// Replaces `bytes` by the next bytes of the samples: whole frames, and at the end of a damaged file
  /// a part of one.
  ///
  /// - Returns: Whether there were any.
  package func read(into bytes: inout [UInt8]) throws(FileError) -> Bool {
    let most = WaveReader.bytesPerRead / format.bytesPerFrame * format.bytesPerFrame
    let wanted = min(audioByteCount - readBytes, most)
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: repeatElement(0, count: wanted))
    try file.read(into: &bytes, at: start + readBytes)
    guard bytes.count == wanted else {
      throw .malformed(path: file.path, "became shorter while it was read")
    }
    readBytes += wanted
    return wanted > 0
  }
}

extension FormatChunk {
  /// The format that the fields of a file say, if we can read samples of it.
  ///
  /// - Throws: ``FileError/malformed(path:_:)``.
  static func format(_ bytes: [UInt8], path: String) throws(FileError) -> WaveFormat {
    guard let tag = bytes.integer(at: 0, bytes: 2),
      let channels = bytes.integer(at: 2, bytes: 2),
      let sampleRate = bytes.integer(at: 4, bytes: 4),
      let bytesPerFrame = bytes.integer(at: 12, bytes: 2),
      let bitsPerSample = bytes.integer(at: 14, bytes: 2)
    else {
      throw .malformed(path: path, "does not say its format: its chunk 'fmt ' is missing")
    }
    let isExtensible =
      tag == extensibleTag && bytes.count == mostBytes && Array(bytes[26...]) == subformatTail
    let coding = isExtensible ? bytes.integer(at: 24, bytes: 2) ?? tag : tag
    let mask = isExtensible ? bytes.integer(at: 20, bytes: 4) : nil
    let isFloat = coding == floatTag
    guard
      coding == integerTag && 1...32 ~= bitsPerSample
        || isFloat && (bitsPerSample == 32 || bitsPerSample == 64)
    else {
      throw .malformed(
        path: path,
        "has samples of \(bitsPerSample) bits in format \(coding); integers of 8 to 32 bits and "
          + "floating point of 32 or 64 are read")
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
    // 5.1 and 5.1.4 may name their surrounds as sides, too; 0 with the channels of a layout of ambisonics is taken for
    // AmbiX.
    let speakers = mask.map { $0 & 0xFFF == 0x60F ? $0 ^ 0x630 : $0 }
    let layout = ChannelLayout.allCases.first {
      $0.channels == channels && $0.speakerMask == speakers
    }
    return WaveFormat(
      isFloat: isFloat, bytesPerSample: isPadded ? 4 : bytesPerSample, isPadded: isPadded,
      channels: channels, sampleRate: sampleRate, layout: layout)
  }
}
