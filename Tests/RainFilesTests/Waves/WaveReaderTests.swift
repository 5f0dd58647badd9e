import Platform
import RainAudio
import RainDSP
import RainFiles
import RainTestSupport
import Testing

@Suite("WAV reader")
struct WaveReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ bytes: [UInt8]) throws -> (reader: WaveReader, audio: [UInt8]) {
    let reader = try WaveReader(FileReader(path: folder.makeFile("x.wav", bytes: bytes)))
    var audio: [UInt8] = []
    var piece: [UInt8] = []
    while try reader.read(into: &piece) { audio += piece }
    return (reader, audio)
  }

  private func flaw(_ bytes: [UInt8]) throws -> String {
    do {
      _ = try read(bytes)
      return ""
    } catch let error as FileError {
      return "\(error)"
    }
  }

  private func chunk(_ name: String, _ content: [UInt8], size: Int? = nil) -> [UInt8] {
    Array(name.utf8) + integer(size ?? content.count, 4) + content
      + [UInt8](repeating: 0, count: content.count % 2)
  }

  private func integer(_ number: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private func fmt(
    _ tag: Int, channels: Int = 1, rate: Int = 8000, bits: Int, frame: Int? = nil,
    tail: [UInt8] = []
  ) -> [UInt8] {
    let frame = frame ?? channels * bits / 8
    return chunk(
      "fmt ",
      integer(tag, 2) + integer(channels, 2) + integer(rate, 4) + integer(rate * frame, 4)
        + integer(frame, 2) + integer(bits, 2) + tail)
  }

  private func riff(_ chunks: [UInt8]..., kind: String = "RIFF") -> [UInt8] {
    let content = Array("WAVE".utf8) + chunks.flatMap { $0 }
    return Array(kind.utf8) + integer(content.count, 4) + content
  }

  @Test("format, samples, loop and texts are read as they were written")
  func ours() throws {
    for format in SampleFormat.allCases {
      for channels in 1...2 {
        for frames in [0, 1, 3, 40_001] {
          let layout = WaveLayout(
            format: format, sampleRate: 44_100, channels: channels, frames: frames, isLoop: true,
            information: [("ISFT", "rain"), ("ICMT", "{\"ä\":1}")])
          let audio = (0..<layout.audioByteCount).map { UInt8(truncatingIfNeeded: $0 * 7) }
          let (reader, found) = try read(layout.header + audio + layout.trailer)
          #expect(
            reader.format
              == WaveFormat(
                format, layout: channels == 1 ? .mono : .stereo, sampleRate: 44_100))
          #expect(reader.frames == frames)
          #expect(found == audio)
          #expect(reader.missingByteCount == 0)
          #expect(reader.loop?.first == (frames == 0 ? nil : 0))
          #expect(reader.loop?.last == (frames == 0 ? nil : frames - 1))
          #expect(reader.information == ["ISFT": "rain", "ICMT": "{\"ä\":1}"])
        }
      }
    }
  }

  @Test("chunks in any order, of odd sizes and unknown names are walked through")
  func order() throws {
    let audio: [UInt8] = [1, 2, 3]
    let list = chunk("LIST", Array("adtl".utf8))
    let info = chunk("LIST", Array("INFO".utf8) + chunk("ICMT", Array("odd".utf8)))
    let file = riff(
      chunk("JUNK", [9]), list, chunk("data", audio), info, chunk("x\u{1}y ", [7, 7, 7]),
      fmt(1, bits: 8))
    let (reader, found) = try read(file)
    #expect(found == audio)
    #expect(reader.format.name == "u8")
    #expect(reader.information == ["ICMT": "odd"])
    #expect(reader.loop == nil)
  }

  @Test("a comment with 31 combining marks on a character is ignored")
  func marks() throws {
    for count in [30, 31] {
      let comment = "a" + String(repeating: "\u{301}", count: count)
      let list = chunk("LIST", Array("INFO".utf8) + chunk("ICMT", Array(comment.utf8)))
      let (reader, _) = try read(riff(fmt(1, bits: 8), chunk("data", [1]), list))
      #expect(reader.information["ICMT"] == (count == 30 ? comment : nil))
    }
  }

  @Test("the formats of other programs are known, and others refused by name")
  func formats() throws {
    let tail: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    func extensible(_ tag: Int, bits: Int, tail: [UInt8]) -> [UInt8] {
      fmt(
        0xFFFE, bits: bits,
        tail: integer(22, 2) + integer(bits, 2) + integer(4, 4) + integer(tag, 2) + tail)
    }
    let data = chunk("data", [UInt8](repeating: 0, count: 12))
    #expect(try read(riff(extensible(1, bits: 24, tail: tail), data)).reader.format.name == "s24")
    #expect(try read(riff(extensible(3, bits: 32, tail: tail), data)).reader.format.name == "f32")
    #expect(try read(riff(fmt(1, bits: 20, frame: 3), data)).reader.format.name == "s24")
    for (bytes, part) in [
      (riff(fmt(6, bits: 8), data), "8 bits in format 6;"),
      (riff(extensible(1, bits: 16, tail: tail.reversed()), data), "in format 65534;"),
      (riff(fmt(1, channels: 65, bits: 16), data), "65 channels; 64 at most"),
      (riff(fmt(1, channels: 0, bits: 16), data), "0 channels"),
      (riff(fmt(1, rate: 0, bits: 16), data), "contradicts itself"),
      (riff(fmt(1, bits: 16, frame: 3), data), "contradicts itself"),
      (riff(fmt(1, bits: 0), data), "0 bits"),
      (riff(chunk("fmt ", [1, 0]), data), "does not say its format"),
      (riff(data), "does not say its format"),
      (riff(fmt(1, bits: 16)), "has no samples"),
      (riff(kind: "RIFX"), "is not a WAV file"),
      (riff(), "does not say its format"),
      ([], "is not a WAV file"),
      (Array("RIFF".utf8), "is not a WAV file"),
    ] {
      #expect(try flaw(bytes).contains("x.wav: ") && flaw(bytes).contains(part), "\(part)")
    }
  }

  @Test("up to 64 channels are read; the peaks are those of the loudest, loudness is of two")
  func channels() throws {
    for channels in [3, 6, 64] {
      let samples = (0..<channels * 500).map { $0 % channels == channels - 1 ? 0x4000 : 0 }
      let data = chunk("data", samples.flatMap { integer($0, 2) })
      let (reader, audio) = try read(
        riff(fmt(1, channels: channels, bits: 16, frame: 2 * channels), data))
      #expect(reader.format.channels == channels && reader.frames == 500)
      let levels = levels(audio, reader.format)
      #expect(levels.peak == 0.5 && levels.truePeak >= 0.5 && levels.truePeak < 0.6)
      #expect(levels.loudness == nil)
    }
  }

  private func levels(_ bytes: [UInt8], _ format: WaveFormat) -> Levels {
    var levels = Levels(format)
    levels.update(bytes.span)
    return levels
  }

  @Test("24 bits in four bytes are read from the low three; the highest byte does not matter")
  func padded() throws {
    let words: [Int32] = [0, 1, -1, 0x7F_FFFF, -0x80_0000, 0x12_3456, -0x12_3456, 5, 6]
    for top: UInt8 in [0, 0xFF, 0x55] {
      let audio = words.flatMap { word in integer(Int(word), 3) + [top] }
      let (reader, found) = try read(riff(fmt(1, bits: 24, frame: 4), chunk("data", audio)))
      #expect(found == audio && reader.frames == words.count)
      #expect(reader.format.name == "s24in32")
      for (index, word) in words.enumerated() {
        #expect(reader.format.word(found.span, index) == word << 8)
      }
      let padded = levels(found, reader.format)
      let packed = levels(
        words.flatMap { integer(Int($0), 3) }, WaveFormat(.s24, layout: .mono, sampleRate: 8000))
      #expect(padded.peak == packed.peak && padded.rms == packed.rms)
      #expect(padded.fullScaleSamples == packed.fullScaleSamples)
    }
    // Nor do other widths stand in wider containers.
    for (bits, frame) in [(16, 4), (24, 8), (20, 4), (8, 2)] {
      #expect(
        try flaw(riff(fmt(1, bits: bits, frame: frame), chunk("data", [0, 0, 0, 0])))
          .contains("contradicts itself"))
    }
  }

  @Test("sizes are cut at the end of the file")
  func sizes() throws {
    let format = fmt(1, bits: 16)
    for size in [12, 1 << 20, 0xFFFF_FFFE] {
      let (reader, audio) = try read(riff(format, chunk("data", [1, 2, 3, 4], size: size)))
      #expect(audio == [1, 2, 3, 4])
      #expect(reader.missingByteCount == size - 4)
    }
    // A stream of unknown length.
    let (stream, audio) = try read(riff(format, chunk("data", [1, 2, 3, 4], size: 0xFFFF_FFFF)))
    #expect(audio == [1, 2, 3, 4] && stream.missingByteCount == 0)
    for size in [5, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      let list = chunk(
        "LIST", Array("INFO".utf8) + chunk("ICMT", [65], size: size), size: max(14, size))
      let (reader, _) = try read(riff(format, chunk("data", [1, 2]), list))
      #expect(reader.information["ICMT"]?.first == "A")
    }
    // A file that is cut off anywhere is reported or read; its length never exceeds the bytes that are there.
    let whole = riff(format, chunk("data", [1, 2, 3, 4]), chunk("smpl", [1, 2, 3]))
    for length in 0..<whole.count { _ = try flaw(Array(whole.prefix(length))) }
  }

  @Test("the 64-bit sizes of RF64 are read from ds64")
  func long() throws {
    let audio: [UInt8] = [1, 2, 3, 4]
    func file(_ size: [UInt8], kind: String = "RF64") -> [UInt8] {
      let sizes = integer(0, 8) + size + integer(2, 8) + integer(0, 4)
      return riff(
        chunk("ds64", sizes), fmt(1, bits: 16), chunk("data", audio, size: 0xFFFF_FFFF),
        chunk("LIST", Array("INFO".utf8) + chunk("ISFT", [66, 0])), kind: kind)
    }
    for kind in ["RF64", "BW64"] {
      let (reader, found) = try read(file(integer(4, 8), kind: kind))
      #expect(found == audio && reader.missingByteCount == 0)
      #expect(reader.information["ISFT"] == "B")
    }
    for size in [integer(1 << 40, 8), [UInt8](repeating: 0xFF, count: 8)] {
      let (reader, found) = try read(file(size))
      #expect(found.starts(with: audio) && reader.missingByteCount > 1 << 39)
    }
    let short = riff(chunk("ds64", [0]), fmt(1, bits: 16), chunk("data", audio), kind: "RF64")
    #expect(try read(short).audio == audio)
  }

  @Test("a file with more than 65,536 chunks is refused")
  func many() throws {
    let chunks = [[UInt8]](repeating: chunk("abcd", []), count: 70_000).flatMap { $0 }
    #expect(try flaw(riff(chunks)).contains("more than 65536 chunks"))
  }

  @Test("folders, pipes and missing files are errors that name them, without waiting")
  func noFiles() throws {
    for (path, part) in [(folder.path, "is a folder"), ("/dev/null", "not a file")] {
      do {
        _ = try WaveReader(FileReader(path: path))
        Issue.record("\(path) was read")
      } catch {
        #expect("\(error)".contains(part) && "\(error)".contains(path))
      }
    }
  }

  @Test("random bytes in a good file never do harm")
  func fuzz() throws {
    let layout = WaveLayout(
      format: .s16, sampleRate: 8000, channels: 1, frames: 20, isLoop: true,
      information: [("ISFT", "rain"), ("ICMT", "{}")])
    let good = layout.header + [UInt8](repeating: 3, count: 40) + layout.trailer
    var random = RandomLanes(RandomKey(seed: 1))
    for _ in 0..<200 {
      var bytes = good
      let draw = random.next()
      for lane in 0..<Int(draw[0] % 4) + 1 {
        let index = Int(draw[lane]) % bytes.count
        bytes[index] = [0, 0xFF, 0x80, 1][Int(draw[7 - lane] % 4)]
      }
      _ = try flaw(Array(bytes.prefix(draw[6] % 5 == 0 ? Int(draw[5]) % bytes.count : bytes.count)))
    }
  }
}
