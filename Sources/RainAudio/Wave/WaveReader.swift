package import Platform

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
  /// The texts of LIST INFO by their identifiers: ISFT the software, ICMT a comment.
  package let information: [String: String]

  private let file: FileReader
  /// Where in the file the samples begin.
  private let start: Int
  private var readBytes = 0

  /// Opens the file and reads all but its samples.
  package convenience init(path: String) throws(FileError) {
    try self.init(FileReader(path: path))
  }

  /// Opens standard input and reads all but its samples; messages call it by that name.
  package convenience init(standardInputNamed name: String) throws(FileError) {
    try self.init(FileReader(standardInputNamed: name))
  }

  /// Reads all but the samples of an open file.
  package init(_ file: FileReader) throws(FileError) {
    let chunks = try WaveChunks(file)
    format = try chunks.format()
    loop = try chunks.loop()
    information = try chunks.information()
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
