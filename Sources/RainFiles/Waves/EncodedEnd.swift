internal import Platform

/// Whether a file that another program has written has its end. Where the disk is full, lame, oggenc and ffmpeg cut the
/// file, and end well.
enum EncodedEnd {
  /// Whether the end is there; nil where it is none of the formats that are known.
  static func isThere(in file: FileReader) throws(FileError) -> Bool? {
    let head = try file.read(12, at: 0)
    if head.starts(with: "fLaC".utf8) { return try endsFLAC(file) }
    if head.starts(with: "OggS".utf8) { return try endsOgg(file) }
    if head.dropFirst(4).starts(with: "ftyp".utf8) { return try endsMP4(file) }
    if head.starts(with: "ID3".utf8) || head.count > 1 && head[0] == 0xFF && head[1] >= 0xE0 {
      return try endsMP3(file)
    }
    return nil
  }

  private static func number(_ bytes: some Collection<UInt8>) -> Int {
    bytes.prefix(7).reduce(0) { $0 << 8 | Int($1) }
  }

  /// RFC 3533: pages in order up to the end, and the last one says that it is the last.
  private static func endsOgg(_ file: FileReader) throws(FileError) -> Bool {
    var (place, page, isLast) = (0, 0, false)
    while place < file.length {
      let head = try file.read(27 + 255, at: place)
      guard head.count >= 27, head.starts(with: "OggS".utf8),
        head.count >= 27 + Int(head[26]), number(head[18..<22].reversed()) == page
      else { return false }
      isLast = head[5] & 0x4 != 0
      page += 1
      place += 27 + Int(head[26]) + head[27..<27 + Int(head[26])].reduce(0) { $0 + Int($1) }
    }
    return isLast && place == file.length
  }

  /// ISO 14496-12: boxes up to the end, and the one that describes the sound is there.
  private static func endsMP4(_ file: FileReader) throws(FileError) -> Bool {
    var (place, hasMovie) = (0, false)
    while place < file.length {
      let head = try file.read(16, at: place)
      guard head.count >= 8 else { return false }
      if head[4..<8].elementsEqual("moov".utf8) { hasMovie = true }
      let short = number(head[..<4])
      // 1: the length of 64 bits follows; 0: up to the end.
      let length = short == 1 ? number(head.dropFirst(9)) : short == 0 ? file.length - place : short
      guard length >= 8, length <= file.length - place else { return false }
      place += length
    }
    return hasMovie
  }

  /// The first frame holds the length of all frames, which is written last. Without that, frames follow each other up to
  /// the end.
  private static func endsMP3(_ file: FileReader) throws(FileError) -> Bool {
    let tag = try file.read(10, at: 0)
    let start =
      tag.starts(with: "ID3".utf8) && tag.count == 10
      ? 10 + tag[6...].reduce(0) { $0 << 7 | Int($1) } : 0
    let frame = try file.read(200, at: start)
    guard let place = frame.firstRange(of: "Xing".utf8) ?? frame.firstRange(of: "Info".utf8),
      frame.count >= place.upperBound + 12
    else { return try framesEnd(file, from: start) }
    let (hasFrames, hasLength) = (
      frame[place.upperBound + 3] & 1 != 0, frame[place.upperBound + 3] & 2 != 0
    )
    let length = number(frame[(place.upperBound + (hasFrames ? 8 : 4))...].prefix(4))
    return !hasLength || length > 0 && start + length <= file.length
  }

  /// In kbit/s, of MPEG-1 layer III and of MPEG-2; in Hz, of MPEG-1, with half as many in MPEG-2, and a fourth in 2.5.
  private static let rates = (
    first: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    second: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    samples: [44_100, 48_000, 32_000]
  )

  /// ISO 11172-3 and 13818-3: whether frames of layer III lie one behind the other up to the end, or to a tag there.
  private static func framesEnd(
    _ file: FileReader, from start: Int
  ) throws(FileError) -> Bool {
    var place = start
    while place < file.length {
      let head = try file.read(4, at: place)
      // Behind short sounds lame leaves a byte of a frame that never comes.
      if head.starts(with: "TAG".utf8) || head.count < 4 && head[0] == 0xFF { break }
      guard head[0] == 0xFF, head[1] & 0xE6 == 0xE2, head[2] >> 4 < 15,
        head[2] >> 2 & 3 < 3
      else { return false }
      let version = head[1] >> 3 & 3
      let bits = (version == 3 ? rates.first : rates.second)[Int(head[2] >> 4)]
      let divisor = version == 3 ? 1 : version == 2 ? 2 : 4
      let samples = rates.samples[Int(head[2] >> 2 & 3)] / divisor
      place += (version == 3 ? 144_000 : 72_000) * bits / samples + Int(head[2] >> 1 & 1)
      if bits == 0 { return false }
    }
    return place <= file.length
  }

  /// RFC 9639: a frame that ends where the file does, and holds the last sample.
  private static func endsFLAC(_ file: FileReader) throws(FileError) -> Bool {
    let block = try file.read(34, at: 8)
    guard block.count == 34 else { return false }
    let (blockSize, longest) = (number(block[0..<2]), number(block[7..<10]))
    let samples = Int(block[13] & 0xF) << 32 | number(block[14..<18])
    // Where the longest frame is not known, as long as one of eight channels of 65,535 samples of 32 bits.
    let tail = min(file.length, longest > 0 ? longest : 1 << 21)
    let bytes = try file.read(tail, at: file.length - tail)
    for start in bytes.indices.dropLast(7).reversed()
    where bytes[start] == 0xFF && bytes[start + 1] & 0xFE == 0xF8 {
      // The number of the frame, or of its first sample, in the form of UTF-8.
      let lead = bytes[start + 4]
      let others = lead < 0x80 ? 0 : (~lead).leadingZeroBitCount - 1
      guard others != 0 || lead < 0x80, others <= 6, start + 5 + others < bytes.count else {
        continue
      }
      let place = bytes[start + 5..<start + 5 + others]
        .reduce(lead < 0x80 ? Int(lead) : Int(lead) & 0x3F >> others) { $0 << 6 | Int($1 & 0x3F) }
      let first = bytes[start + 1] & 1 == 0 ? place * blockSize : place
      guard first < samples, samples - first <= 1 << 16, checksum(bytes[start...]) == 0 else {
        continue
      }
      return bytes[start + 1] & 1 != 0 || samples - first <= blockSize
    }
    return false
  }

  /// CRC-16 of polynomial 0x8005; 0 of bytes that end with their own.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.reduce(0) { crc, byte in
      (0..<8).reduce(crc ^ UInt16(byte) << 8) { crc, _ in
        crc & 0x8000 == 0 ? crc << 1 : crc << 1 ^ 0x8005
      }
    }
  }
}
