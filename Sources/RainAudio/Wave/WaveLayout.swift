package import RainDSP

/// The bytes of a WAV file before and after its samples, with exact sizes from the first byte on.
///
///     RIFF size WAVE | ds64 28 (RF64 alone) | fmt 16, 18 or 40 | fact 4 (f32 alone) | bext 602 (on request) | data size
///     | samples | pad byte | smpl 60 (a loop alone) | cue, LIST size adtl (on request) | LIST size INFO ...
///
/// In a file without samples, `LIST` comes before `data`: ffmpeg takes a length of 0 as unknown, and
/// would play the rest of the file.
///
/// Sources: Microsoft and IBM 1991, "Multimedia Programming Interface and Data Specifications
/// 1.0" (RIFF, WAVE, `fmt ` of 16 bytes for integers, `cue `, LIST adtl and INFO); Microsoft 1994, "New Multimedia
/// Data Types and Data Techniques" and mmreg.h (`smpl`; WAVEFORMATEX of 18 bytes and `fact` for all
/// that is not WAVE_FORMAT_PCM); EBU Tech 3306, "RF64: An extended file format for audio data".
package struct WaveLayout: Sendable {
  /// The identifier of a chunk and its size.
  private static let chunkHeaderBytes = 8
  /// A frame of a loop or a marker is named by 32 bits.
  private static let mostNamedFrames = Int(clamping: 1 << 32 as Int64)
  /// An upper bound of the bytes around the samples.
  private static let mostOtherBytes = 1 << 28
  /// The largest size of 32 bits; an Int itself may have no more, as in WebAssembly.
  private static let mostSize = Int(clamping: UInt32.max)
  /// In RF64, a 32-bit size that means: see the 64-bit size in `ds64`.
  private static let elsewhere: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]

  /// The bytes before the samples.
  package let header: [UInt8]

  /// The bytes of all samples.
  package let audioByteCount: Int

  /// The bytes after the samples: the zero that follows an odd number of bytes, and the last chunks.
  package let trailer: [UInt8]

  /// The frames that the file could have at most, where it has to be RIFF and its sizes exceed 32 bits; nil where
  /// they fit. The sizes then say that the end is not known.
  package let mostFrames: Int?

  /// - Parameters:
  ///   - format: How the samples are written.
  ///   - sampleRate: In Hz, 1 or more.
  ///   - channels: 1 or more.
  ///   - speakers: of the channels, bits of `dwChannelMask`; nil: those of mono or stereo, or none.
  ///   - frames: 0 or more; a WAV file without samples is valid.
  ///   - isLoop: Whether the last frame leads on to the first: samplers and game engines play such a
  ///     file without end. Above 2³² frames the chunk `smpl` is left out, since it counts with 32 bits.
  ///   - rf64: Whether sizes are written with 64 bits.
  ///   - extensible: When the format is WAVEFORMATEXTENSIBLE.
  ///   - markers: Points with names. Those from 2³² frames on are left out.
  ///   - broadcast: What editors want to know; nil: no such chunk.
  ///   - information: Texts for people, each by its identifier of four letters (ISFT is the software,
  ///     ICMT a comment). They follow the samples, so that players start at once.
  package init(
    format: SampleFormat, sampleRate: Int, channels: Int, speakers: Int? = nil, frames: Int,
    isLoop: Bool = false,
    rf64: RF64 = .auto, extensible: Extensible = .never, markers: [CueMarker] = [],
    broadcast: BroadcastChunk? = nil,
    information: [(identifier: String, text: String)] = []
  ) {
    precondition(
      sampleRate > 0 && channels > 0 && frames >= 0, "a WAV file has a rate and channels")
    let bytesPerFrame = channels * format.bytesPerSample
    precondition(
      frames <= (Int.max - Self.mostOtherBytes) / bytesPerFrame, "an Int counts the bytes of a file"
    )
    let audio = frames * bytesPerFrame

    var trailer = [UInt8](repeating: 0, count: audio % 2)
    if isLoop, 1...Self.mostNamedFrames ~= frames {
      trailer.appendChunk("smpl", SamplerChunk.make(sampleRate: sampleRate, lastFrame: frames - 1))
    }
    let markers = markers.filter { $0.frame < min(frames, Self.mostNamedFrames) }
    if !markers.isEmpty {
      trailer.appendChunk("cue ", CueChunk.points(markers))
      trailer.appendChunk("LIST", CueChunk.names(markers))
    }
    if frames > 0 { trailer.appendTexts(information) }

    // The fields of `fmt `: see FormatChunk.
    let coding = format.isFloat ? FormatChunk.floatTag : FormatChunk.integerTag
    // Above two channels, the plain format does not say which speakers they are for.
    let isExtensible = extensible.isUsed(for: format) || channels > 2
    let tag = isExtensible ? FormatChunk.extensibleTag : coding
    var formatChunk =
      [UInt8](tag, bytes: 2) + [UInt8](channels, bytes: 2) + [UInt8](sampleRate, bytes: 4)
    let bytesPerSecond = sampleRate * bytesPerFrame
    formatChunk += [UInt8](bytesPerSecond, bytes: 4) + [UInt8](bytesPerFrame, bytes: 2)
    formatChunk += [UInt8](format.bitsPerSample, bytes: 2)
    if isExtensible {
      let extensionBytes = 22
      // 0: no speaker is named.
      let channelMask = speakers ?? ChannelLayout(channels: channels)?.speakerMask ?? 0
      formatChunk += [UInt8](extensionBytes, bytes: 2) + [UInt8](format.bitsPerSample, bytes: 2)
      formatChunk += [UInt8](channelMask, bytes: 4) + [UInt8](coding, bytes: 2)
      formatChunk += FormatChunk.subformatTail
    } else if format.isFloat {
      let extensionBytes = 0
      formatChunk += [UInt8](extensionBytes, bytes: 2)
    }

    let type = Array("WAVE".utf8)
    var chunks: [UInt8] = []
    chunks.appendChunk("fmt ", formatChunk)
    if format.isFloat {
      chunks.appendChunk("fact", [UInt8](min(frames, Self.mostSize), bytes: 4))
    }
    if let broadcast { chunks.appendChunk("bext", broadcast.bytes) }
    if frames == 0 { chunks.appendTexts(information) }
    chunks += Array("data".utf8)

    // Everything but the first identifier, the size of the whole and the samples.
    let rest = type.count + chunks.count + 4 + trailer.count
    let isRF64 = rf64 == .always || (rf64 == .auto && rest + audio > Self.mostSize)
    if isRF64 {
      var sizes: [UInt8] = []
      let sizesChunkBytes = Self.chunkHeaderBytes + 3 * 8 + 4
      for size in [sizesChunkBytes + rest + audio, audio, frames] {
        sizes += [UInt8](size, bytes: 8)
      }
      // The table of other chunks with sizes of 64 bits is empty.
      sizes += [UInt8](0, bytes: 4)
      var ds64: [UInt8] = []
      ds64.appendChunk("ds64", sizes)
      header = Array("RF64".utf8) + Self.elsewhere + type + ds64 + chunks + Self.elsewhere
    } else {
      header =
        Array("RIFF".utf8) + [UInt8](min(rest + audio, Self.mostSize), bytes: 4) + type + chunks
        + [UInt8](min(audio, Self.mostSize), bytes: 4)
    }
    // Less the zero that may have to follow the samples.
    mostFrames =
      isRF64 || rest + audio <= Self.mostSize
      ? nil : (Self.mostSize - rest - 1) / bytesPerFrame
    audioByteCount = audio
    self.trailer = trailer
  }

  /// The header of a WAV whose end is not known: the sizes that programs take for that, since ffmpeg wrote
  /// them into pipes.
  package static func endlessHeader(
    format: SampleFormat, sampleRate: Int, layout channels: ChannelLayout
  ) -> [UInt8] {
    let layout = WaveLayout(
      format: format, sampleRate: sampleRate, channels: channels.channels,
      speakers: channels.speakerMask, frames: 1)
    return layout.header.prefix(4) + elsewhere + layout.header[8...].dropLast(4) + elsewhere
  }
}

extension [UInt8] {
  /// Appends a chunk: its identifier, its size, its content, and a zero that the size does not
  /// count where it is odd.
  mutating func appendChunk(_ identifier: String, _ content: [UInt8]) {
    appendHeader(identifier, size: content.count)
    self += content
    if !content.count.isMultiple(of: 2) { append(0) }
  }

  private mutating func appendHeader(_ identifier: String, size: Int) {
    self += Array(identifier.utf8) + [UInt8](size, bytes: 4)
  }

  /// Appends the list of kind INFO, if there is a text. The curves of a gauge are long: they are copied once.
  fileprivate mutating func appendTexts(_ information: [(identifier: String, text: String)]) {
    guard !information.isEmpty else { return }
    let type = Array("INFO".utf8)
    // Each text ends with a NUL, which counts.
    let sizes = information.map { $0.text.utf8.count + 1 }
    let size = sizes.reduce(type.count) { $0 + 8 + $1 + $1 % 2 }
    reserveCapacity(count + 8 + size)
    appendHeader("LIST", size: size)
    self += type
    for (text, size) in zip(information, sizes) {
      appendHeader(text.identifier, size: size)
      self += text.text.utf8
      append(contentsOf: repeatElement(0, count: 1 + size % 2))
    }
  }
}
