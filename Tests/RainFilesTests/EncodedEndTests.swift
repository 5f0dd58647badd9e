import Foundation
import Platform
@testable import RainFiles
@testable import RainPresets
import RainDSP
import RainTestSupport
import Testing

/// Files of encoders that end well although the disk was full, and channels that their formats do not hold.
@Suite("Files of encoders") struct EncodedEndTests {
  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(number >> (8 * $0) & 0xFF) }
  }

  private static func join(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

  private static func page(_ number: UInt8, flags: UInt8, _ end: Int, _ body: [UInt8]) -> [UInt8] {
    join(
      text("OggS"), [0, flags], bytes(end, 8).reversed(), zeros(4), [number, 0, 0, 0], zeros(4),
      [2, 255, 45], body, Array(repeating: 7, count: 300 - body.count))
  }

  /// Two pages. The first one says the rate; the second one is the last, and says that there are 24,000 samples.
  private static func ogg(_ head: [UInt8]...) -> [UInt8] {
    join(page(0, flags: 0, 0, head.flatMap(\.self)), page(1, flags: 4, 24_000, []))
  }

  /// What ffmpeg writes: the box that describes the sound comes last.
  private static func mp4(version: UInt8) -> [UInt8] {
    let (time, tail) = version == 1 ? (8, 10) : (4, 22)
    return join(
      bytes(16, 4), text("ftypM4A "), zeros(4), bytes(108, 4), text("mdat"), zeros(100),
      bytes(58, 4), text("moov"), bytes(50, 4), text("mvhd"), [version], zeros(3 + 2 * time),
      bytes(1000, 4), bytes(250, time), zeros(tail))
  }

  /// Frames of MPEG-1, layer III, 128 kbit/s at 44.1 kHz: 417 bytes.
  private static let frame = join([0xFF, 0xFB, 0x90, 0], zeros(413))
  private static let mp3 = join(frame, frame, frame)
  /// The first of them holds a table in place of sound.
  private static let tagged: [UInt8] = {
    var file = join(text("ID3"), [4, 0, 0, 0, 0, 0, 5, 1, 2, 3, 4, 5], mp3)
    let tag = join(text("Info"), bytes(3, 4), bytes(2, 4), bytes(mp3.count, 4))
    file.replaceSubrange(15 + 36..<15 + 36 + tag.count, with: tag)
    return file
  }()

  /// 5,000 samples in blocks of 4,096: the second frame is the last.
  private static let flac: [UInt8] = {
    func frame(_ number: UInt8) -> [UInt8] {
      let body = join([0xFF, 0xF8, 0xC9, 0x18, number], (0..<200).map { UInt8($0 * 7 & 0x7F) })
      var crc = 0
      for byte in body {
        crc ^= Int(byte) << 8
        for _ in 0..<8 { crc = crc & 0x8000 == 0 ? crc << 1 : (crc << 1 ^ 0x8005) & 0xFFFF }
      }
      return join(body, bytes(crc, 2))
    }
    let information = join(
      bytes(4096, 2), bytes(4096, 2), zeros(6), [0x0A, 0xC4, 0x40, 0xF0], bytes(5000, 4), zeros(16))
    return join(text("fLaC"), [0x80, 0, 0, 34], information, frame(0), frame(1))
  }()

  @Test(
    "the length is read, and a file that lacks its last bytes, frame or page has none",
    arguments: [
      (ogg(text("OpusHead"), [1, 1], [0xC0, 0x12]), 329, 0.4),
      (ogg([1], text("vorbis"), zeros(5), [0x80, 0x3E, 0, 0]), 329, 1.5),
      (ogg([0x7F], text("FLAC"), zeros(22), [0x03, 0xE8, 0x00]), 329, 1.5),
      (mp4(version: 0), 58, 0.25), (mp4(version: 1), 58, 0.25),
      (flac, 207, 5000.0 / 44_100),
    ])
  func cut(file: [UInt8], last: Int, length: Double) throws {
    let folder = try TemporaryFolder()
    func seconds(_ bytes: [UInt8]) throws -> Double? {
      let path = "\(folder.path)/x"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return try EncodedEnd.seconds(in: FileReader(path: path))
    }
    #expect(try seconds(file) == length)
    for missing in [1, 2, 40, last - 1, last, last + 1] {
      #expect(try seconds(Array(file.dropLast(missing))) == 0, "\(missing) bytes are missing")
    }
    for unknown in ["half", "OggS"] { #expect(try seconds(Self.text(unknown)) == nil) }
  }

  @Test("an MP3 ends with a whole frame, or with a tag, and is as long as its frames of sound")
  func frames() throws {
    let folder = try TemporaryFolder()
    for (file, frames) in [
      (Self.mp3, 3), (Self.join(Self.mp3, Self.text("TAG"), Self.zeros(125)), 3),
      (Array(Self.mp3.dropLast()), 0), (Self.join(Self.mp3, [0]), 0), (Self.tagged, 2),
      (Array(Self.tagged.dropLast(417)), 1), (Array(Self.tagged.dropLast(40)), 0),
    ] {
      let path = "\(folder.path)/x"
      try Data(file).write(to: URL(fileURLWithPath: path))
      let seconds = try EncodedEnd.seconds(in: FileReader(path: path)) ?? -1
      #expect(abs(seconds - Double(frames) * 1152 / 44_100) < 1e-9)
    }
  }

  @Test(
    "what begins as MP3 does and is none is not asked for its length",
    arguments: [[0xFF, 0xF1], [0xFF, 0xF9], [0xFF, 0xFD], [0xFF, 0xFC], [0xFF, 0xFE]] as [[UInt8]])
  func otherSyncs(sync: [UInt8]) throws {
    let folder = try TemporaryFolder()
    for head in [[], Self.text("ID3") + [4, 0, 0, 0, 0, 0, 2, 7, 7]] {
      try Data(head + sync + Self.zeros(500)).write(to: URL(fileURLWithPath: "\(folder.path)/x"))
      #expect(try EncodedEnd.seconds(in: FileReader(path: "\(folder.path)/x")) == nil)
    }
  }

  @Test(
    "channels that a format does not hold are refused before the encoder starts",
    arguments: [
      ("lame", "mp3", "1 2 binaural"), ("ffmpeg", "mp3", "1 2 binaural"),
      ("flac", "flac", "1 2 binaural quad 5.1 7.1 foa"),
      ("ffmpeg", "flac", "1 2 binaural quad 5.1 7.1"),
      ("opusenc", "opus", "1 2 binaural quad 5.1 7.1"),
      ("ffmpeg", "opus", "1 2 binaural quad 5.1 7.1"),
      ("oggenc", "ogg", "1 2 binaural quad 5.1 7.1"),
      ("ffmpeg", "m4a", "1 2 binaural quad 5.1 7.1"), ("mine", "mp3", "1 2 binaural"),
      ("mine", "xyz", "1 2 binaural quad 5.1 5.1.4 7.1 7.1.2 7.1.4 foa 3oa"),
    ])
  func channels(program: String, ending: String, layouts: String) throws {
    let encoder = Encoder(name: program, path: "", words: [], ending: ending)
    var job = RenderJob(duration: .seconds(1))
    var taken: [String] = []
    for layout in ChannelLayout.allCases {
      job.layout = layout
      do {
        try encoder.check(job)
        taken.append(layout.optionName)
      } catch {
        let sentence = "\(error)"
        #expect(sentence.contains("channels") && sentence.contains(layout.optionName), "\(error)")
      }
    }
    #expect(taken.joined(separator: " ") == layouts)
  }
}
