import RainAudioIO
import RainTestSupport
import Testing

@Suite("WAV layout")
struct WaveLayoutTests {
  /// The file with samples of which every byte is 7.
  private func file(_ layout: WaveLayout) -> [UInt8] {
    layout.header + [UInt8](repeating: 7, count: layout.audioByteCount) + layout.trailer
  }

  @Test("every format, channel count and length is read back, and all sizes are exact")
  func readBack() throws {
    for format in SampleFormat.allCases {
      for channels in 1...2 {
        for frames in [0, 1, 2, 3, 1001] {
          let layout = try WaveLayout(
            format: format, sampleRate: 44_100, channels: channels, frames: frames)
          #expect(layout.audioByteCount == frames * channels * format.bytesPerSample)
          let file = file(layout)
          #expect(file.count == layout.fileSize)

          let found = try WaveChunks(file)
          let audio = try #require(found.contents["data"])
          #expect(audio.count == layout.audioByteCount)
          #expect(audio.allSatisfy { $0 == 7 })
          let fmt = try #require(found.contents["fmt "])
          #expect(fmt.integer(0, 2) == (format == .f32 ? 3 : 1))
          #expect(fmt.integer(2, 2) == channels)
          #expect(fmt.integer(4, 4) == 44_100)
          #expect(fmt.integer(8, 4) == 44_100 * channels * format.bytesPerSample)
          #expect(fmt.integer(12, 2) == channels * format.bytesPerSample)
          #expect(fmt.integer(14, 2) == 8 * format.bytesPerSample)
          if format == .f32 {
            #expect(fmt.count == 18 && fmt.integer(16, 2) == 0)
            #expect(try #require(found.contents["fact"]).integer(0, 4) == frames)
            #expect(found.order == ["fmt ", "fact", "data"])
          } else {
            #expect(fmt.count == 16)
            #expect(found.order == ["fmt ", "data"])
          }
        }
      }
    }
  }

  @Test("texts follow the samples, each with its NUL and from an even byte on")
  func information() throws {
    let texts = [("ISFT", "odd"), ("ICMT", "even"), ("INAM", ""), ("ICOP", "é")]
    for frames in [0, 1, 2] {
      let layout = try WaveLayout(
        format: .s24, sampleRate: 8000, channels: 1, frames: frames, information: texts)
      let found = try WaveChunks(file(layout))
      #expect(found.order == ["fmt ", "data", "LIST"])
      #expect(found.contents["data"]?.count == 3 * frames)
      #expect(try found.information() == Dictionary(uniqueKeysWithValues: texts))
    }
  }

  @Test("samplers are told of a loop: forward, from the first frame to the last, for ever")
  func loop() throws {
    let layout = try WaveLayout(
      format: .s24, sampleRate: 44_100, channels: 1, frames: 44_101, isLoop: true,
      information: [("ISFT", "x")])
    let found = try WaveChunks(file(layout))
    #expect(found.order == ["fmt ", "data", "smpl", "LIST"])
    let smpl = try #require(found.contents["smpl"])
    #expect(smpl.count == 60)
    #expect(
      stride(from: 0, to: smpl.count, by: 4).map { smpl.integer($0, 4) }
        == [0, 0, 22_676, 60, 0, 0, 0, 1, 0, 0, 0, 0, 44_100, 0, 0])
  }

  @Test("an odd number of bytes is padded by one, which the chunk does not count")
  func padding() throws {
    let odd = try WaveLayout(format: .s24, sampleRate: 8000, channels: 1, frames: 3)
    #expect(odd.trailer == [0] && odd.fileSize == 44 + 9 + 1)
    let even = try WaveLayout(format: .s24, sampleRate: 8000, channels: 1, frames: 4)
    #expect(even.trailer == [] && even.fileSize == 44 + 12)
  }

  @Test("the header of a second of CD sound is the one that everybody writes")
  func golden() throws {
    let layout = try WaveLayout(format: .s16, sampleRate: 44_100, channels: 2, frames: 44_100)
    #expect(
      layout.header
        == Array("RIFF".utf8) + [0x34, 0xB1, 0x02, 0x00] + Array("WAVEfmt ".utf8)
        + [16, 0, 0, 0, 1, 0, 2, 0, 0x44, 0xAC, 0, 0, 0x10, 0xB1, 0x02, 0, 4, 0, 16, 0]
        + Array("data".utf8) + [0x10, 0xB1, 0x02, 0x00])
  }

  @Test("the longest file has a RIFF size of just less than 2³²; one frame more is refused")
  func longest() throws {
    // Sizes are even: 2³² - 2 = 36 bytes of header + 2 bytes a frame.
    let most = (0xFFFF_FFFE - 36) / 2
    let longest = try WaveLayout(format: .s16, sampleRate: 8000, channels: 1, frames: most)
    #expect(Array(longest.header[4..<8]) == [0xFE, 0xFF, 0xFF, 0xFF])
    #expect(throws: WaveError.tooLong(bytes: 0x1_0000_0008)) {
      try WaveLayout(format: .s16, sampleRate: 8000, channels: 1, frames: most + 1)
    }
    #expect(throws: WaveError.tooLong(bytes: .max)) {
      try WaveLayout(format: .f32, sampleRate: 8000, channels: 2, frames: .max)
    }
    // Here it is the padding that does not fit.
    #expect(throws: WaveError.tooLong(bytes: 0x1_0000_0008)) {
      try WaveLayout(format: .s24, sampleRate: 8000, channels: 1, frames: (0xFFFF_FFFF - 36) / 3)
    }
  }
}
