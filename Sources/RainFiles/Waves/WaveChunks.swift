internal import Platform
internal import RainAudio
internal import Text

/// The chunks of a WAV file: where they are, and the fields of the chunks that we know.
///
///     RIFF size WAVE  name size content  name size content ...
///
/// A size that reaches beyond the end of the file is cut there.
struct WaveChunks {
  /// A file with more chunks is something else.
  private static let mostChunks = 1 << 16
  /// At most this many bytes of a list are read: twice as many as a preset may have.
  private static let longestList = 1 << 27
  /// The 32-bit size that means: see `ds64`, or: not known when the file was written.
  private static let unknownSize = Int(UInt32.max)

  private let file: FileReader
  /// The first chunk of each identifier, and how many bytes of it lie beyond the end of the file.
  private var chunks: [String: (range: Range<Int>, missing: Int)] = [:]
  /// The size of the samples in `ds64`.
  private var longAudioSize: Int?

  init(_ file: FileReader) throws(FileError) {
    self.file = file
    let head = try file.read(12, at: 0)
    guard head.count == 12, head.identifier(at: 8) == "WAVE",
      let kind = head.identifier(at: 0), ["RIFF", "RF64", "BW64"].contains(kind)
    else { throw .malformed(path: file.path, "is not a WAV file") }
    var start = 12
    var count = 0
    // Many chunks may be smaller than what is read at once.
    var window = (start: 0, bytes: [UInt8]())
    while file.length - start >= 8 {
      count += 1
      guard count <= WaveChunks.mostChunks else {
        throw .malformed(path: file.path, "has more than \(WaveChunks.mostChunks) chunks")
      }
      if start + 8 > window.start + window.bytes.count {
        window = (start, try file.read(min(4096, file.length - start), at: start))
      }
      guard let name = window.bytes.identifier(at: start - window.start),
        let written = window.bytes.integer(at: start - window.start + 4, bytes: 4)
      else { break }
      start += 8
      let isLong = kind != "RIFF"
      if name == "ds64", isLong, longAudioSize == nil {
        // After the size of the whole.
        longAudioSize = try file.read(16, at: start).integer(at: 8, bytes: 8)
      }
      let remaining = file.length - start
      var size = written
      if written == WaveChunks.unknownSize, name == "data" {
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
  }

  /// Where the samples lie, and how many of their bytes are missing.
  func samples() throws(FileError) -> (range: Range<Int>, missing: Int) {
    guard let data = chunks["data"] else {
      throw .malformed(path: file.path, "has no samples: its chunk 'data' is missing")
    }
    return data
  }

  func format() throws(FileError) -> WaveFormat {
    try FormatChunk.format(content("fmt ", atMost: FormatChunk.mostBytes), path: file.path)
  }

  /// The first loop of the chunk `smpl`, by its first and its last frame.
  func loop() throws(FileError) -> (first: Int, last: Int)? {
    SamplerChunk.loop(try content("smpl", atMost: SamplerChunk.bytes))
  }

  /// Whether the chunk `bext` has levels, as from version 2 on.
  func hasLevels() throws(FileError) -> Bool {
    try content("bext", atMost: 348).integer(at: 346, bytes: 2).map { $0 > 1 } ?? false
  }

  /// The texts of the list of kind INFO.
  func information() throws(FileError) -> [String: String] {
    let bytes = try content("LISTINFO", atMost: WaveChunks.longestList)
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

  /// The bytes of a chunk, or its first ones; none if the file does not have it.
  private func content(_ name: String, atMost count: Int) throws(FileError) -> [UInt8] {
    guard let range = chunks[name]?.range else { return [] }
    return try file.read(min(range.count, count), at: range.lowerBound)
  }
}
