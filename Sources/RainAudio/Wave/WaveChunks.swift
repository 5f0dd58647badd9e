/// The chunks of a WAV file: where they lie, and what those say that we know.
///
/// A size that reaches beyond the end of the file is cut there.
struct WaveChunks {
  /// A file with more chunks is something else.
  private static let mostChunks = 1 << 16
  /// What a list has beyond this is not read.
  private static let longestList = 1 << 18
  /// What a size of 32 bits says that stands in `ds64`, or was not known when it was written.
  private static let unknownSize = Int(UInt32.max)

  private let file: FileReader
  /// The first chunk of each identifier, and how many bytes of it lie beyond the end of the file.
  private var chunks: [String: (range: Range<Int>, missing: Int)] = [:]
  /// What `ds64` says of the samples.
  private var longAudioSize: Int?

  init(_ file: FileReader) throws(InputError) {
    self.file = file
    let head = try file.read(12, at: 0)
    guard head.count == 12, head.text(8) == "WAVE",
      let kind = head.text(0), ["RIFF", "RF64", "BW64"].contains(kind)
    else { throw .malformed(path: file.path, "is not a WAV file") }
    var place = 12
    var count = 0
    // Many chunks may be smaller than what is read at once.
    var window = (start: 0, bytes: [UInt8]())
    while file.length - place >= 8 {
      count += 1
      guard count <= WaveChunks.mostChunks else {
        throw .malformed(path: file.path, "has more than \(WaveChunks.mostChunks) chunks")
      }
      if place + 8 > window.start + window.bytes.count {
        window = (place, try file.read(min(4096, file.length - place), at: place))
      }
      guard let name = window.bytes.text(place - window.start),
        let written = window.bytes.integer(place - window.start + 4, bytes: 4)
      else { break }
      place += 8
      let isLong = kind != "RIFF"
      if name == "ds64", isLong, longAudioSize == nil {
        longAudioSize = try file.read(16, at: place).integer(8, bytes: 8)
      }
      let rest = file.length - place
      var size = written
      if written == WaveChunks.unknownSize, name == "data" {
        // A stream whose end nobody knew has samples up to the end.
        size = isLong ? longAudioSize ?? rest : rest
      }
      // A file may have several lists; their kinds are told by what they begin with.
      let key = name == "LIST" ? name + (try file.read(4, at: place).text(0) ?? "") : name
      if chunks[key] == nil {
        chunks[key] = (place..<place + min(size, rest), max(0, size - rest))
      }
      guard size < rest else { break }
      place += size + size % 2
    }
  }

  /// Where the samples lie, and how many of their bytes are missing.
  func samples() throws(InputError) -> (range: Range<Int>, missing: Int) {
    guard let data = chunks["data"] else {
      throw .malformed(path: file.path, "has no samples: its chunk 'data' is missing")
    }
    return data
  }

  /// The chunk `fmt `: WAVEFORMAT, WAVEFORMATEX or WAVEFORMATEXTENSIBLE of mmreg.h.
  func format() throws(InputError) -> WaveFormat {
    let bytes = try content("fmt ", atMost: 40)
    guard let tag = bytes.integer(0, bytes: 2), let channels = bytes.integer(2, bytes: 2),
      let sampleRate = bytes.integer(4, bytes: 4), let bytesPerFrame = bytes.integer(12, bytes: 2),
      let bits = bytes.integer(14, bytes: 2)
    else {
      throw .malformed(path: file.path, "does not say its format: its chunk 'fmt ' is missing")
    }
    let extensible = 0xFFFE
    // The rest of the identifier of a format that has a tag.
    let tail: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    let subformat =
      bytes.count == 40 && Array(bytes[26...]) == tail ? bytes.integer(24, bytes: 2) : nil
    let (integer, float) = (1, 3)
    let coding = tag == extensible ? subformat : tag
    guard coding == integer && 1...32 ~= bits || coding == float && bits == 32 else {
      throw .malformed(
        path: file.path,
        "has samples of \(bits) bits in format \(coding ?? tag); integers of 8 to 32 bits and "
          + "floating point of 32 are read")
    }
    guard 1...2 ~= channels else {
      throw .malformed(path: file.path, "has \(channels) channels; mono and stereo are read")
    }
    let bytesPerSample = (bits + 7) / 8
    guard sampleRate > 0, bytesPerFrame == channels * bytesPerSample else {
      throw .malformed(
        path: file.path,
        "contradicts itself: \(channels) channels of \(bits) bits at "
          + "\(sampleRate) Hz, \(bytesPerFrame) bytes a frame")
    }
    return WaveFormat(
      isFloat: coding == float, bytesPerSample: bytesPerSample, channels: channels,
      sampleRate: sampleRate)
  }

  /// The first loop of the chunk `smpl`, by its first and its last frame.
  func loop() throws(InputError) -> (first: Int, last: Int)? {
    let bytes = try content("smpl", atMost: 60)
    guard let count = bytes.integer(28, bytes: 4), count > 0,
      let first = bytes.integer(44, bytes: 4), let last = bytes.integer(48, bytes: 4), first <= last
    else { return nil }
    return (first, last)
  }

  /// The texts of the list of kind INFO.
  func information() throws(InputError) -> [String: String] {
    let bytes = try content("LISTINFO", atMost: WaveChunks.longestList)
    var texts: [String: String] = [:]
    var place = 4
    while let name = bytes.text(place), let size = bytes.integer(place + 4, bytes: 4) {
      place += 8
      let text = String(
        decoding: bytes[place...].prefix(size).prefix { $0 != 0 }, as: UTF8.self)
      if texts[name] == nil, !text.hasEndlessCharacter { texts[name] = text }
      guard size < bytes.count - place else { break }
      place += size + size % 2
    }
    return texts
  }

  /// The bytes of a chunk, or its first ones; none if the file does not have it.
  private func content(_ name: String, atMost count: Int) throws(InputError) -> [UInt8] {
    guard let range = chunks[name]?.range else { return [] }
    return try file.read(min(range.count, count), at: range.lowerBound)
  }
}

extension [UInt8] {
  /// The identifier of four letters at a place, if there are so many bytes.
  fileprivate func text(_ place: Int) -> String? {
    guard place + 4 <= count else { return nil }
    return String(self[place..<place + 4].map { Character(Unicode.Scalar($0)) })
  }

  /// The little-endian number without a sign at a place, if there are so many bytes; `Int.max` if
  /// it is larger.
  fileprivate func integer(_ place: Int, bytes size: Int) -> Int? {
    guard place + size <= count else { return nil }
    let number = self[place..<place + size].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return Int(clamping: number)
  }
}
