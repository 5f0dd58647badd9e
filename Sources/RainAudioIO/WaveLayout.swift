/// Every byte of a WAV file but its samples, with exact sizes from the first byte.
///
///     RIFF size WAVE | fmt 16 or 18 | fact 4 (f32 alone) | data size | samples | pad byte
///     | LIST size INFO ...
///
/// Sources: Microsoft and IBM 1991, "Multimedia Programming Interface and Data Specifications
/// 1.0" (RIFF, WAVE, `fmt ` of 16 bytes for integers, LIST INFO); Microsoft 1994, "New Multimedia
/// Data Types and Data Techniques" and mmreg.h (WAVEFORMATEX of 18 bytes and `fact` for all that is
/// not WAVE_FORMAT_PCM).
package struct WaveLayout: Sendable {
  /// WAVE_FORMAT_PCM: signed integers from 16 bits on.
  private static let integerTag = 1
  /// WAVE_FORMAT_IEEE_FLOAT.
  private static let floatTag = 3
  /// The identifier of a chunk and its size.
  private static let chunkHeaderBytes = 8

  /// What comes before the samples.
  package let header: [UInt8]

  /// The bytes of all samples.
  package let audioByteCount: Int

  /// What comes after them: the zero that follows an odd number of bytes, and the last chunks.
  package let trailer: [UInt8]

  package var fileSize: Int { header.count + audioByteCount + trailer.count }

  /// - Parameters:
  ///   - format: How the samples are written.
  ///   - sampleRate: In Hz, 1 or more.
  ///   - channels: 1 or more.
  ///   - frames: 0 or more; a WAV file without samples is valid.
  ///   - information: Texts for people, each by its identifier of four letters (ISFT is the
  ///     software, ICMT a comment); they follow the samples, where they delay nobody.
  /// - Throws: ``WaveError/tooLong(bytes:)`` from 4 GiB on.
  package init(
    format: SampleFormat, sampleRate: Int, channels: Int, frames: Int,
    information: [(identifier: String, text: String)] = []
  ) throws(WaveError) {
    precondition(
      sampleRate > 0 && channels > 0 && frames >= 0, "a WAV file has a rate and channels")
    let bytesPerFrame = channels * format.bytesPerSample
    let (audio, overflow) = frames.multipliedReportingOverflow(by: bytesPerFrame)
    guard !overflow, audio < Int.max / 2 else { throw .tooLong(bytes: .max) }

    var trailer = [UInt8](repeating: 0, count: audio % 2)
    if !information.isEmpty {
      var list = Array("INFO".utf8)
      // Each text ends with a NUL, which counts.
      for (identifier, text) in information { list.appendChunk(identifier, Array(text.utf8) + [0]) }
      trailer.appendChunk("LIST", list)
    }

    var formatChunk: [UInt8] = []
    formatChunk += [UInt8](format.isFloat ? Self.floatTag : Self.integerTag, bytes: 2)
    formatChunk += [UInt8](channels, bytes: 2)
    formatChunk += [UInt8](sampleRate, bytes: 4)
    formatChunk += [UInt8](sampleRate * bytesPerFrame, bytes: 4)
    formatChunk += [UInt8](bytesPerFrame, bytes: 2)
    formatChunk += [UInt8](format.bitsPerSample, bytes: 2)
    // cbSize: no bytes of extension follow.
    if format.isFloat { formatChunk += [UInt8](0, bytes: 2) }

    var chunks = Array("WAVE".utf8)
    chunks.appendChunk("fmt ", formatChunk)
    if format.isFloat { chunks.appendChunk("fact", [UInt8](frames, bytes: 4)) }
    chunks += Array("data".utf8) + [UInt8](audio, bytes: 4)

    let riffBytes = chunks.count + audio + trailer.count
    guard riffBytes <= Int(UInt32.max) else {
      throw .tooLong(bytes: Self.chunkHeaderBytes + riffBytes)
    }
    header = Array("RIFF".utf8) + [UInt8](riffBytes, bytes: 4) + chunks
    audioByteCount = audio
    self.trailer = trailer
  }
}

extension [UInt8] {
  /// The lowest `count` bytes of `integer`, the lowest first.
  fileprivate init(_ integer: Int, bytes count: Int) {
    self = (0..<count).map { UInt8(truncatingIfNeeded: integer >> (8 * $0)) }
  }

  /// Appends a chunk: its identifier, its size, its content, and a zero that the size does not
  /// count where it is odd.
  fileprivate mutating func appendChunk(_ identifier: String, _ content: [UInt8]) {
    self += Array(identifier.utf8) + [UInt8](content.count, bytes: 4) + content
    if !content.count.isMultiple(of: 2) { append(0) }
  }
}
