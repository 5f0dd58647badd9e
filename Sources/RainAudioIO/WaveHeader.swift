/// All of a WAV file that comes before its samples, with exact sizes from the first byte.
///
///     RIFF size WAVE | fmt 16 or 18 | fact 4 (f32 alone) | data size | samples | pad byte
///
/// Sources: Microsoft and IBM 1991, "Multimedia Programming Interface and Data Specifications
/// 1.0" (RIFF, WAVE, `fmt ` of 16 bytes for integers); Microsoft 1994, "New Multimedia Data Types
/// and Data Techniques" and mmreg.h (WAVEFORMATEX of 18 bytes and `fact` for all that is not
/// WAVE_FORMAT_PCM).
package struct WaveHeader: Sendable {
  /// WAVE_FORMAT_PCM: signed integers from 16 bits on.
  private static let integerTag = 1
  /// WAVE_FORMAT_IEEE_FLOAT.
  private static let floatTag = 3
  /// The identifier of a chunk and its size.
  private static let chunkHeaderBytes = 8

  package let bytes: [UInt8]

  /// The bytes of all samples.
  package let audioByteCount: Int

  /// The zero bytes, 0 or 1, that follow the samples: a chunk ends on an even byte.
  package let padding: Int

  /// The bytes of header, samples and padding.
  package var fileSize: Int { bytes.count + audioByteCount + padding }

  /// - Parameters:
  ///   - format: How the samples are written.
  ///   - sampleRate: In Hz, 1 or more.
  ///   - channels: 1 or more.
  ///   - frames: 0 or more; a WAV file without samples is valid.
  /// - Throws: ``WaveError/tooLong(bytes:)`` from 4 GiB on.
  package init(
    format: SampleFormat, sampleRate: Int, channels: Int, frames: Int
  ) throws(WaveError) {
    precondition(
      sampleRate > 0 && channels > 0 && frames >= 0, "a WAV file has a rate and channels")
    let bytesPerFrame = channels * format.bytesPerSample
    var formatChunk: [UInt8] = []
    formatChunk.appendInteger(format.isFloat ? Self.floatTag : Self.integerTag, bytes: 2)
    formatChunk.appendInteger(channels, bytes: 2)
    formatChunk.appendInteger(sampleRate, bytes: 4)
    formatChunk.appendInteger(sampleRate * bytesPerFrame, bytes: 4)
    formatChunk.appendInteger(bytesPerFrame, bytes: 2)
    formatChunk.appendInteger(format.bitsPerSample, bytes: 2)
    // cbSize: no bytes of extension follow.
    if format.isFloat { formatChunk.appendInteger(0, bytes: 2) }

    let factChunkBytes = format.isFloat ? Self.chunkHeaderBytes + 4 : 0
    let headerBytes =
      Self.chunkHeaderBytes + 4 + Self.chunkHeaderBytes + formatChunk.count + factChunkBytes
      + Self.chunkHeaderBytes
    let (audio, overflow) = frames.multipliedReportingOverflow(by: bytesPerFrame)
    guard !overflow, audio < Int.max - headerBytes else { throw .tooLong(bytes: .max) }
    let padding = audio % 2
    let riffBytes = headerBytes + audio + padding - Self.chunkHeaderBytes
    guard riffBytes <= Int(UInt32.max) else {
      throw .tooLong(bytes: riffBytes + Self.chunkHeaderBytes)
    }

    var bytes: [UInt8] = []
    bytes.append(contentsOf: "RIFF".utf8)
    bytes.appendInteger(riffBytes, bytes: 4)
    bytes.append(contentsOf: "WAVEfmt ".utf8)
    bytes.appendInteger(formatChunk.count, bytes: 4)
    bytes.append(contentsOf: formatChunk)
    if format.isFloat {
      bytes.append(contentsOf: "fact".utf8)
      bytes.appendInteger(4, bytes: 4)
      bytes.appendInteger(frames, bytes: 4)
    }
    bytes.append(contentsOf: "data".utf8)
    bytes.appendInteger(audio, bytes: 4)
    self.bytes = bytes
    audioByteCount = audio
    self.padding = padding
  }
}

extension [UInt8] {
  /// Appends the lowest `count` bytes of `integer`, the lowest first.
  fileprivate mutating func appendInteger(_ integer: Int, bytes count: Int) {
    for byte in 0..<count { append(UInt8(truncatingIfNeeded: integer >> (8 * byte))) }
  }
}
