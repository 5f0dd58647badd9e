import RainAudioIO
import Testing

@Suite("WAV header")
struct WaveHeaderTests {
  /// What a reader finds that walks from chunk to chunk.
  private struct Found {
    var chunks: [String: [UInt8]] = [:]
    var order: [String] = []
    var riffSize = 0

    init(_ file: [UInt8]) throws {
      func text(_ at: Int) -> String { String(decoding: file[at..<at + 4], as: UTF8.self) }
      try #require(file.count >= 12)
      try #require(text(0) == "RIFF" && text(8) == "WAVE")
      riffSize = integer(file, 4, 4)
      var position = 12
      while position < file.count {
        let name = text(position)
        let size = integer(file, position + 4, 4)
        let end = position + 8 + size
        try #require(end <= file.count)
        chunks[name] = Array(file[position + 8..<end])
        order.append(name)
        position = end + size % 2
      }
      try #require(position == file.count)
    }
  }

  @Test("every format, channel count and length is read back, and all sizes are exact")
  func readBack() throws {
    for format in SampleFormat.allCases {
      for channels in 1...2 {
        for frames in [0, 1, 2, 3, 1001] {
          let header = try WaveHeader(
            format: format, sampleRate: 44_100, channels: channels, frames: frames)
          #expect(header.audioByteCount == frames * channels * format.bytesPerSample)
          let file =
            header.bytes + [UInt8](repeating: 7, count: header.audioByteCount)
            + [UInt8](repeating: 0, count: header.padding)
          #expect(file.count == header.fileSize)
          #expect(file.count.isMultiple(of: 2))

          let found = try Found(file)
          #expect(found.riffSize == file.count - 8)
          let audio = try #require(found.chunks["data"])
          #expect(audio.count == header.audioByteCount)
          #expect(audio.allSatisfy { $0 == 7 })
          let fmt = try #require(found.chunks["fmt "])
          #expect(integer(fmt, 0, 2) == (format == .f32 ? 3 : 1))
          #expect(integer(fmt, 2, 2) == channels)
          #expect(integer(fmt, 4, 4) == 44_100)
          #expect(integer(fmt, 8, 4) == 44_100 * channels * format.bytesPerSample)
          #expect(integer(fmt, 12, 2) == channels * format.bytesPerSample)
          #expect(integer(fmt, 14, 2) == 8 * format.bytesPerSample)
          if format == .f32 {
            #expect(fmt.count == 18 && integer(fmt, 16, 2) == 0)
            #expect(integer(try #require(found.chunks["fact"]), 0, 4) == frames)
            #expect(found.order == ["fmt ", "fact", "data"])
          } else {
            #expect(fmt.count == 16)
            #expect(found.order == ["fmt ", "data"])
          }
        }
      }
    }
  }

  @Test("an odd number of bytes is padded by one, which the chunk does not count")
  func padding() throws {
    let odd = try WaveHeader(format: .s24, sampleRate: 8000, channels: 1, frames: 3)
    #expect(odd.padding == 1 && odd.fileSize == 44 + 9 + 1)
    let even = try WaveHeader(format: .s24, sampleRate: 8000, channels: 1, frames: 4)
    #expect(even.padding == 0 && even.fileSize == 44 + 12)
  }

  @Test("the header of a second of CD sound is the one that everybody writes")
  func golden() throws {
    let header = try WaveHeader(format: .s16, sampleRate: 44_100, channels: 2, frames: 44_100)
    #expect(
      header.bytes
        == Array("RIFF".utf8) + [0x34, 0xB1, 0x02, 0x00] + Array("WAVEfmt ".utf8)
        + [16, 0, 0, 0, 1, 0, 2, 0, 0x44, 0xAC, 0, 0, 0x10, 0xB1, 0x02, 0, 4, 0, 16, 0]
        + Array("data".utf8) + [0x10, 0xB1, 0x02, 0x00])
  }

  @Test("the longest file has a RIFF size of just less than 2³²; one frame more is refused")
  func longest() throws {
    // Sizes are even: 2³² - 2 = 36 bytes of header + 2 bytes a frame.
    let most = (0xFFFF_FFFE - 36) / 2
    let longest = try WaveHeader(format: .s16, sampleRate: 8000, channels: 1, frames: most)
    #expect(Array(longest.bytes[4..<8]) == [0xFE, 0xFF, 0xFF, 0xFF])
    #expect(throws: WaveError.tooLong(bytes: 0x1_0000_0008)) {
      try WaveHeader(format: .s16, sampleRate: 8000, channels: 1, frames: most + 1)
    }
    #expect(throws: WaveError.tooLong(bytes: .max)) {
      try WaveHeader(format: .f32, sampleRate: 8000, channels: 2, frames: .max)
    }
    // Here it is the padding that does not fit.
    #expect(throws: WaveError.tooLong(bytes: 0x1_0000_0008)) {
      try WaveHeader(format: .s24, sampleRate: 8000, channels: 1, frames: (0xFFFF_FFFF - 36) / 3)
    }
  }
}

/// The little-endian integer of `count` bytes at `position`.
private func integer(_ bytes: [UInt8], _ position: Int, _ count: Int) -> Int {
  (0..<count).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
}
