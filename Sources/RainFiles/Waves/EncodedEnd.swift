internal import Platform

/// How long the sound is in a file that another program has written. Where the disk is full, lame, oggenc and ffmpeg cut
/// the file, and end well; others may end well before they have read a short sound.
enum EncodedEnd {
  /// The seconds of sound up to the end of the file, 0 where it has none; nil where its format is not known.
  static func seconds(in file: FileReader) throws(FileError) -> Double? {
    let head = try file.read(12, at: 0)
    if head.starts(with: "fLaC".utf8) { return try secondsOfFLAC(file) }
    if head.starts(with: "OggS".utf8) { return try secondsOfOgg(file) }
    if head.dropFirst(4).starts(with: "ftyp".utf8) { return try secondsOfMP4(file) }
    return head.starts(with: "ID3".utf8) || isLayerIII(head) ? try secondsOfMP3(file) : nil
  }

  /// Whether a frame of MPEG audio of layer III begins here: AAC in ADTS, and layers I and II, begin with the same bits.
  private static func isLayerIII(_ bytes: [UInt8]) -> Bool {
    bytes.count > 1 && bytes[0] == 0xFF && bytes[1] & 0xE6 == 0xE2
  }

  private static func number(_ bytes: some Collection<UInt8>) -> Int {
    bytes.prefix(7).reduce(0) { $0 << 8 | Int($1) }
  }

  /// RFC 3533: pages in order up to the end, and the last one says that it is the last, and how many samples there were.
  /// The first one holds their rate; those of Opus count from 48,000 Hz (RFC 7845).
  private static func secondsOfOgg(_ file: FileReader) throws(FileError) -> Double? {
    let first = try file.read(27 + 255 + 64, at: 0)
    let segments = first.count > 26 ? Int(first[26]) : 0
    let body = Array(first.dropFirst(27 + segments))
    let (before, rate) =
      if body.starts(with: "OpusHead".utf8) {
        (number(body.dropFirst(10).prefix(2).reversed()), 48_000)
      } else if body.dropFirst().starts(with: "vorbis".utf8) {
        (0, number(body.dropFirst(12).prefix(4).reversed()))
      } else if body.dropFirst().starts(with: "FLAC".utf8) {
        (0, number(body.dropFirst(27).prefix(3)) >> 4)
      } else {
        (0, 0)
      }
    guard rate > 0 else { return nil }
    var (start, page, isLast, samples) = (0, 0, false, 0)
    while start < file.length {
      let head = try file.read(27 + 255, at: start)
      guard head.count >= 27, head.starts(with: "OggS".utf8),
        head.count >= 27 + Int(head[26]), number(head[18..<22].reversed()) == page
      else { return 0 }
      isLast = head[5] & 0x4 != 0
      samples = number(head[6..<12].reversed())
      page += 1
      start += 27 + Int(head[26]) + head[27..<27 + Int(head[26])].reduce(0) { $0 + Int($1) }
    }
    return isLast && start == file.length ? Double(samples - before) / Double(rate) : 0
  }

  /// ISO 14496-12: boxes up to the end, and the one that describes the sound is there. It begins with the length.
  private static func secondsOfMP4(_ file: FileReader) throws(FileError) -> Double {
    var (start, seconds) = (0, 0.0)
    while start < file.length {
      let head = try file.read(48, at: start)
      guard head.count >= 8 else { return 0 }
      if head[4..<8].elementsEqual("moov".utf8), head.count == 48 {
        let isLong = head[16] == 1
        let scale = number(head[(isLong ? 36 : 28)...].prefix(4))
        let length = number(head[(isLong ? 41 : 32)...].prefix(isLong ? 7 : 4))
        seconds = scale > 0 ? Double(length) / Double(scale) : 0
      }
      let short = number(head[..<4])
      // 1: the length of 64 bits follows; 0: up to the end.
      let length = short == 1 ? number(head.dropFirst(9)) : short == 0 ? file.length - start : short
      guard length >= 8, length <= file.length - start else { return 0 }
      start += length
    }
    return seconds
  }

  /// In kbit/s, of MPEG-1 layer III and of MPEG-2; in Hz, of MPEG-1, with half as many in MPEG-2, and a fourth in 2.5.
  private static let rates = (
    first: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    second: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    samples: [44_100, 48_000, 32_000]
  )

  /// ISO 11172-3 and 13818-3: frames of layer III lie one behind the other up to the end, or to a tag there. The first one
  /// may hold a table of the others instead of sound.
  private static func secondsOfMP3(_ file: FileReader) throws(FileError) -> Double? {
    let tag = try file.read(10, at: 0)
    var start =
      tag.starts(with: "ID3".utf8) && tag.count == 10
      ? 10 + tag[6...].reduce(0) { $0 << 7 | Int($1) } : 0
    let table = try file.read(200, at: start)
    if table.count > 1, !isLayerIII(table) { return nil }
    var isTable = ["Xing", "Info"].contains { table.firstRange(of: $0.utf8) != nil }
    var seconds = 0.0
    while start < file.length {
      let bytes = try file.read(4, at: start)
      // Behind short sounds lame leaves a byte of a frame that never comes.
      if bytes.starts(with: "TAG".utf8) || bytes.count < 4 && bytes[0] == 0xFF { break }
      guard bytes.count == 4, isLayerIII(bytes), 1...14 ~= bytes[2] >> 4,
        bytes[2] >> 2 & 3 < 3
      else { return 0 }
      let version = bytes[1] >> 3 & 3
      let bits = (version == 3 ? rates.first : rates.second)[Int(bytes[2] >> 4)]
      let divisor = version == 3 ? 1 : version == 2 ? 2 : 4
      let rate = rates.samples[Int(bytes[2] >> 2 & 3)] / divisor
      let samples = version == 3 ? 1152 : 576
      start += samples * 125 * bits / rate + Int(bytes[2] >> 1 & 1)
      if !isTable { seconds += Double(samples) / Double(rate) }
      isTable = false
    }
    return start <= file.length ? seconds : 0
  }

  /// RFC 9639: a frame that ends where the file does, and holds the last sample.
  private static func secondsOfFLAC(_ file: FileReader) throws(FileError) -> Double {
    let block = try file.read(34, at: 8)
    guard block.count == 34 else { return 0 }
    let rate = number(block[10..<13]) >> 4
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
      let index = bytes[start + 5..<start + 5 + others]
        .reduce(lead < 0x80 ? Int(lead) : Int(lead) & 0x3F >> others) { $0 << 6 | Int($1 & 0x3F) }
      let first = bytes[start + 1] & 1 == 0 ? index * blockSize : index
      guard first < samples, samples - first <= 1 << 16, checksum(bytes[start...]) == 0 else {
        continue
      }
      let isLast = bytes[start + 1] & 1 != 0 || samples - first <= blockSize
      return isLast && rate > 0 ? Double(samples) / Double(rate) : 0
    }
    return 0
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

extension Encoder {
  /// How many channels ffmpeg finds in a file that it has made of more than two: into some formats it mixes them, and ends
  /// well. nil where that is not asked, since the format is known or the command line says -ac, or cannot be told.
  func channels(in path: String, of wanted: Int) throws(FileError) -> Int? {
    guard program == .ffmpeg, wanted > 2, !isReadBack, !words.contains("-ac") else { return nil }
    let probe = try ChildProgram(
      path: self.path,
      arguments: ["-nostats", "-i", "file:\(path)", "-af", "ashowinfo", "-frames:a", "1"]
        + ["-f", "null", "-"], pipeBytes: 4096)
    probe.closeInput()
    let text = probe.allMessages(milliseconds: 10_000)
    probe.end()
    let mark = "channels:"
    return text.split(separator: " ").lazy
      .compactMap { $0.hasPrefix(mark) ? Int($0.dropFirst(mark.count)) : nil }.first
  }
}
