import Platform
import RainAudio
import RainDSP
import RainFiles
import RainTestSupport
import Testing

@Suite("WAV layout")
struct WaveLayoutTests {
  /// The file with samples whose bytes are all 7.
  private func file(_ layout: WaveLayout) -> [UInt8] {
    layout.header + [UInt8](repeating: 7, count: Int(layout.audioByteCount)) + layout.trailer
  }

  @Test("every format, channel count and length is read back, and all sizes are exact")
  func readBack() throws {
    for format in SampleFormat.allCases {
      for channels in 1...2 {
        for frames in [0, 1, 2, 3, 1001] {
          let layout = WaveLayout(
            format: format, sampleRate: 44_100, channels: channels, frames: frames)
          #expect(layout.audioByteCount == frames * channels * format.bytesPerSample)
          let file = file(layout)
          #expect(file.count == layout.fileSize)

          let found = try WaveChunks(file)
          let audio = try #require(found.contents["data"])
          #expect(audio.count == layout.audioByteCount)
          #expect(audio.allSatisfy { $0 == 7 })
          let fmt = try #require(found.contents["fmt "])
          let isExtensible = format != .s16
          let tag = format == .f32 ? 3 : 1
          #expect(fmt.integer(0, 2) == (isExtensible ? 0xFFFE : tag))
          #expect(!isExtensible || fmt.integer(24, 2) == tag && fmt.integer(16, 2) == 22)
          #expect(fmt.count == (isExtensible ? 40 : 16))
          #expect(fmt.integer(2, 2) == channels)
          #expect(fmt.integer(4, 4) == 44_100)
          #expect(fmt.integer(8, 4) == 44_100 * channels * format.bytesPerSample)
          #expect(fmt.integer(12, 2) == channels * format.bytesPerSample)
          #expect(fmt.integer(14, 2) == 8 * format.bytesPerSample)
          if format == .f32 {
            #expect(try #require(found.contents["fact"]).integer(0, 4) == frames)
            #expect(found.order == ["fmt ", "fact", "data"])
          } else {
            #expect(found.order == ["fmt ", "data"])
          }
        }
      }
    }
  }

  @Test("more than two channels name their speakers, and are read back as their layout")
  func speakers() throws {
    for layout in ChannelLayout.allCases where layout.channels > 2 {
      let wave = WaveLayout(
        format: .s24, sampleRate: 48_000, channels: layout.channels, speakers: layout.speakerMask,
        frames: 5)
      let file = file(wave)
      let fmt = try #require(try WaveChunks(file).contents["fmt "])
      #expect(fmt.integer(0, 2) == 0xFFFE && fmt.integer(20, 4) == layout.speakerMask)
      let folder = try TemporaryFolder()
      let path = try folder.makeFile("x.wav", bytes: file)
      #expect(try WaveReader(FileReader(path: path)).format.layout == layout)
    }
  }

  @Test("the chunk for editors has 602 bytes in the places of EBU Tech 3285, and no date")
  func broadcast() throws {
    let wave = WaveLayout(
      format: .s16, sampleRate: 48_000, channels: 2, frames: 5,
      broadcast: BroadcastChunk.make(
        description: "Rain: caf\u{E9}", originator: "rainsynth", timeReference: 5_000_000_000))
    let found = try WaveChunks(file(wave))
    #expect(found.order == ["fmt ", "bext", "data"])
    let chunk = try #require(found.contents["bext"])
    #expect(chunk.count == 602)
    #expect(chunk.prefix(11).elementsEqual("Rain: caf?\0".utf8))
    #expect(chunk[256..<266].elementsEqual("rainsynth\0".utf8))
    #expect(chunk[288..<338].allSatisfy { $0 == 0 })
    #expect(chunk.integer(338, 8) == 5_000_000_000 && chunk.integer(346, 2) == 1)
    #expect(chunk[348...].allSatisfy { $0 == 0 })
  }

  @Test(
    "with levels it is version 2, which has them in hundredths, negative ones in two's complement")
  func levels() throws {
    let levels = [-2301, 105, -97, -1850, -2099]
    let wave = WaveLayout(
      format: .s16, sampleRate: 48_000, channels: 2, frames: 5,
      broadcast: BroadcastChunk.make(
        description: "", originator: "", timeReference: 0,
        levels: levels.flatMap {
          [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
        }
      ))
    let chunk = try #require(try WaveChunks(file(wave)).contents["bext"])
    #expect(chunk.count == 602 && chunk.integer(346, 2) == 2)
    for (index, level) in levels.enumerated() {
      #expect(chunk.integer(412 + 2 * index, 2) == Int(UInt16(truncatingIfNeeded: level)))
    }
    #expect(chunk[348..<412].allSatisfy { $0 == 0 } && chunk[422...].allSatisfy { $0 == 0 })
  }

  @Test("texts stand before the samples, each with its NUL and from an even byte on")
  func information() throws {
    let texts = [("ISFT", "odd"), ("ICMT", "even"), ("INAM", ""), ("ICOP", "é")]
    for frames in [0, 1, 2] {
      let layout = WaveLayout(
        format: .s24, sampleRate: 8000, channels: 1, frames: frames, information: texts)
      let found = try WaveChunks(file(layout))
      // Players stop at the end of samples, and ffmpeg plays everything that follows 0 bytes of them.
      #expect(found.order == ["fmt ", "LIST", "data"])
      #expect(found.contents["data"]?.count == 3 * frames)
      #expect(try found.information() == Dictionary(uniqueKeysWithValues: texts))
    }
  }

  @Test("a loop has a smpl chunk: forward, from the first frame to the last, for ever")
  func loop() throws {
    let layout = WaveLayout(
      format: .s24, sampleRate: 44_100, channels: 1, frames: 44_101, isLoop: true,
      information: [("ISFT", "x")])
    let found = try WaveChunks(file(layout))
    #expect(found.order == ["fmt ", "smpl", "LIST", "data"])
    let smpl = try #require(found.contents["smpl"])
    #expect(smpl.count == 60)
    #expect(
      stride(from: 0, to: smpl.count, by: 4).map { smpl.integer($0, 4) }
        == [0, 0, 22_676, 60, 0, 0, 0, 1, 0, 0, 0, 0, 44_100, 0, 0])
  }

  @Test("the header of a second of CD sound is the one that everybody writes")
  func golden() throws {
    let layout = WaveLayout(format: .s16, sampleRate: 44_100, channels: 2, frames: 44_100)
    #expect(
      layout.header
        == Array("RIFF".utf8) + [0x34, 0xB1, 0x02, 0x00] + Array("WAVEfmt ".utf8)
        + [16, 0, 0, 0, 1, 0, 2, 0, 0x44, 0xAC, 0, 0, 0x10, 0xB1, 0x02, 0, 4, 0, 16, 0]
        + Array("data".utf8) + [0x10, 0xB1, 0x02, 0x00])
  }

  /// A file of so many bytes of mono s16 or s24 with texts that fill `textBytes` bytes.
  private func layout(
    _ format: SampleFormat = .s16, fileSize: Int, textBytes: Int = 0
  ) throws -> WaveLayout {
    // 44 bytes of header, 68 above 16 bits; 12 of LIST INFO and 8 before a text with its NUL.
    let text = [("ICMT", String(repeating: "x", count: max(0, textBytes - 21)))]
    return WaveLayout(
      format: format, sampleRate: 8000, channels: 1,
      frames: (fileSize - (format == .s16 ? 44 : 68) - textBytes) / format.bytesPerSample,
      information: textBytes == 0 ? [] : text)
  }

  @Test("sizes have 64 bits from the byte on that makes them necessary, wherever it is")
  func boundary() throws {
    // Files are even, so RIFF can tell 2³² - 2 and ends at 4 GiB and 6 bytes.
    let most = 1 << 32 + 6
    for textBytes in [0, 30, 100] {
      for size in [1 << 32 - 2, 1 << 32, 1 << 32 + 2, most] {
        let riff = try layout(fileSize: size, textBytes: textBytes)
        #expect(riff.fileSize == size && !riff.isRF64)
        #expect(riff.header.starts(with: "RIFF".utf8))
        #expect(riff.header.integer(4, 4) == size - 8)
        #expect(riff.header.integer(40 + textBytes, 4) == size - 44 - textBytes)
        #expect(riff.header.count == 44 + textBytes && riff.trailer.isEmpty)
      }
      let rf64 = try layout(fileSize: most + 2, textBytes: textBytes)
      #expect(rf64.fileSize == most + 2 + 36 && rf64.isRF64)
      #expect(rf64.header.starts(with: "RF64".utf8))
    }
    // Here it is the zero after an odd number of bytes that does not fit.
    let odd = try layout(.s24, fileSize: most + 1)
    #expect(odd.audioByteCount % 2 == 1 && odd.header.starts(with: "RF64".utf8))
    let fitting = try layout(.s24, fileSize: 1 << 32 + 1)
    #expect(fitting.audioByteCount % 2 == 1 && fitting.fileSize == 1 << 32 + 2)
  }

  @Test("an RF64 file has its sizes in ds64, and nowhere else")
  func rf64() throws {
    for frames in [1_431_655_765, 1_500_000_000, 5_000_000_000] {
      let layout = WaveLayout(
        format: .f32, sampleRate: 8000, channels: 1, frames: frames, isLoop: true)
      var header = layout.header
      // smpl counts frames with 32 bits: it cannot hold a longer loop.
      let hasLoop = header.count == 116 + 8 + 60
      #expect(hasLoop == (1...1 << 32 ~= frames))
      if hasLoop {
        #expect(header[108..<112].elementsEqual("smpl".utf8))
        header.removeSubrange(108..<108 + 68)
      }
      #expect(header.starts(with: "RF64".utf8))
      #expect(header.integer(4, 4) == 0xFFFF_FFFF)
      #expect(header[8..<16].elementsEqual("WAVEds64".utf8))
      #expect(header.integer(16, 4) == 28)
      #expect(header.integer(20, 8) == layout.fileSize - 8)
      #expect(header.integer(28, 8) == 4 * frames)
      #expect(header.integer(36, 8) == frames)
      #expect(header.integer(44, 4) == 0)
      #expect(header[48..<52].elementsEqual("fmt ".utf8))
      #expect(header[96..<100].elementsEqual("fact".utf8))
      #expect(header.integer(104, 4) == min(frames, 0xFFFF_FFFF))
      #expect(header[108..<112].elementsEqual("data".utf8))
      #expect(header.integer(112, 4) == 0xFFFF_FFFF)
      #expect(header.count == 116)
    }
  }

  @Test("the longest file with sizes of 32 bits is found")
  func longest() throws {
    // 2³² - 2 = 36 bytes of header + 2 bytes a frame.
    let most = (0xFFFF_FFFE - 36) / 2
    let longest = WaveLayout(format: .s16, sampleRate: 8000, channels: 1, frames: most)
    #expect(Array(longest.header[4..<8]) == [0xFE, 0xFF, 0xFF, 0xFF])
    let longer = WaveLayout(format: .s16, sampleRate: 8000, channels: 1, frames: most + 1)
    #expect(!longest.isRF64 && longer.isRF64 && longer.mostFrames == most)
    for format in SampleFormat.allCases {
      for channels in 1...2 {
        func layout(_ frames: Int) -> WaveLayout {
          WaveLayout(format: format, sampleRate: 8000, channels: channels, frames: frames)
        }
        let fitting = layout(layout(1).mostFrames)
        #expect(!fitting.isRF64)
        #expect(fitting.header.integer(4, 4) == fitting.fileSize - 8)
        // A zero may take the place of a frame.
        #expect(layout(fitting.mostFrames + 2).isRF64)
      }
    }
  }
}

extension WaveLayout {
  fileprivate var fileSize: Int { header.count + Int(audioByteCount) + trailer.count }
}
