package import Platform
package import RainAudio

/// A WAV file that is read: its chunks, in any order, and its samples.
///
///     RIFF size WAVE  name size content  name size content ...
///
/// RIFF, and RF64 (EBU Tech 3306) with sizes of 64 bits; integers of 8 to 32 bits, Floats and Doubles, with or
/// without WAVE_FORMAT_EXTENSIBLE; 1 to 64 channels. Sizes are cut at the end of the file, and memory
/// does not depend on them.
package final class WaveReader {
  private static let bytesPerRead = 1 << 16
  /// A file with more chunks is something else.
  private static let mostChunks = 1 << 16
  /// At most this many bytes of a list are read: twice as many as a preset may have.
  private static let longestList = 1 << 27
  /// The 32-bit size that means: see `ds64`, or: not known when the file was written.
  private static let unknownSize = Int(UInt32.max)

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
    self.file = file
    let head = try file.read(12, at: 0)
    guard head.count == 12, head.identifier(at: 8) == "WAVE",
      let kind = head.identifier(at: 0), ["RIFF", "RF64", "BW64"].contains(kind)
    else { throw .malformed(path: file.path, "is not a WAV file") }
    // The first chunk of each identifier, how many bytes of it lie beyond the end, and the size of the samples in `ds64`.
    var chunks: [String: (range: Range<Int>, missing: Int)] = [:]
    var (start, count, longAudioSize) = (12, 0, Int?.none)
    while file.length - start >= 8 {
      count += 1
      guard count <= Self.mostChunks else {
        throw .malformed(path: file.path, "has more than \(Self.mostChunks) chunks")
      }
      let head = try file.read(8, at: start)
      guard let name = head.identifier(at: 0), let written = head.integer(at: 4, bytes: 4) else {
        break
      }
      start += 8
      let isLong = kind != "RIFF"
      if name == "ds64", isLong, longAudioSize == nil {
        // After the size of the whole.
        longAudioSize = try file.read(16, at: start).integer(at: 8, bytes: 8)
      }
      let remaining = file.length - start
      var size = written
      if written == Self.unknownSize, name == "data" {
        // A stream of unknown length has samples up to the end.
        size = isLong ? longAudioSize ?? remaining : remaining
      }
      // A file may have several lists. The first four bytes of each are its kind.
      let key = name == "LIST" ? name + (try file.read(4, at: start).identifier(at: 0) ?? "") : name
      if chunks[key] == nil {
        chunks[key] = (start..<start + min(size, remaining), max(0, size - remaining))
      }
      guard size < remaining else { break }
      start += size + size % 2
    }
    /// The bytes of a chunk, or its first ones; none if the file does not have it.
    func content(_ name: String, atMost count: Int) throws(FileError) -> [UInt8] {
      guard let range = chunks[name]?.range else { return [] }
      return try file.read(min(range.count, count), at: range.lowerBound)
    }
    format = try FormatChunk.format(content("fmt ", atMost: FormatChunk.mostBytes), path: file.path)
    loop = SamplerChunk.loop(try content("smpl", atMost: SamplerChunk.bytes))
    information = Self.texts(in: try content("LISTINFO", atMost: Self.longestList))
    // As from version 2 on.
    hasLevels = try content("bext", atMost: 348).integer(at: 346, bytes: 2) ?? 0 > 1
    guard let data = chunks["data"] else {
      throw .malformed(path: file.path, "has no samples: its chunk 'data' is missing")
    }
    (self.start, audioByteCount, missingByteCount) = (
      data.range.lowerBound, data.range.count, data.missing
    )
  }

  private static func texts(in bytes: [UInt8]) -> [String: String] {
    var texts: [String: String] = [:]
    var start = 4
    while let name = bytes.identifier(at: start), let size = bytes.integer(at: start + 4, bytes: 4)
    {
      start += 8
      let letters = bytes[start...].prefix(size).prefix { $0 != 0 }
      // Text that is not UTF-8 is Latin-1, as older writers of RIFF have it.
      let text =
        String(validating: letters, as: UTF8.self)
        ?? String(String.UnicodeScalarView(letters.map { Unicode.Scalar($0) }))
      if texts[name] == nil, !CombiningMarkLimit.isExceeded(by: text) { texts[name] = text }
      guard size < bytes.count - start else { break }
      start += size + size % 2
    }
    return texts
  }

  package var frames: Int { audioByteCount / format.bytesPerFrame }

  /// Replaces `bytes` by the next bytes of the samples: whole frames, and at the end of a damaged file
  /// a part of one.
  ///
  /// - Returns: Whether there were any.
  package func read(into bytes: inout [UInt8]) throws(FileError) -> Bool {
    let most = Self.bytesPerRead / format.bytesPerFrame * format.bytesPerFrame
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
      throw .coded(
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
