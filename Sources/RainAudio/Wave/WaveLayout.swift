/// The bytes of a WAV file before and after its samples, with exact sizes from the first byte on.
///
///     RIFF size WAVE | ds64 28 (RF64 alone) | fmt 16 or 40 | fact 4 (f32 alone) | bext 602
///     | smpl 60 (a loop alone) | LIST size INFO ... | data size | samples | pad byte
///
/// No chunk follows the samples: a player may close its pipe at their end, and ffmpeg, which takes a length of 0 as
/// unknown, would play what follows.
///
/// Sources: Microsoft and IBM 1991, "Multimedia Programming Interface and Data Specifications
/// 1.0" (RIFF, WAVE, `fmt ` of 16 bytes for integers, LIST INFO); Microsoft 1994, "New Multimedia
/// Data Types and Data Techniques" and mmreg.h (`smpl`, and `fact` for all that is not
/// WAVE_FORMAT_PCM); Microsoft 2001, "Multiple Channel Audio Data and WAVE Files" (`fmt ` of 40 bytes above 16 bits or two
/// channels); EBU Tech 3306, "RF64: An extended file format for audio data".
package struct WaveLayout: Sendable {
  /// A frame of a loop is named by 32 bits.
  private static let mostNamedFrames = 1 << 32 as Int64
  /// An upper bound of the bytes around the samples.
  private static let mostOtherBytes = 1 << 28 as Int64
  private static let mostSize = Int64(UInt32.max)
  /// In RF64, a 32-bit size that means: see the 64-bit size in `ds64`. Elsewhere, one that is not known.
  package static let elsewhere: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]

  package let header: [UInt8]

  /// The bytes of all samples; an Int may not count them, as in WebAssembly.
  package let audioByteCount: Int64

  /// The bytes after the samples: the zero that follows an odd number of bytes.
  package let trailer: [UInt8]

  /// Whether sizes have 64 bits: those of 32 do not hold the whole.
  package let isRF64: Bool

  /// The frames that sizes of 32 bits would hold at most.
  package let mostFrames: Int

  /// The speakers are bits of `dwChannelMask`; nil: those of mono or stereo, or none. A WAV file
  /// without frames is valid. In a loop, the last frame leads on to the first: samplers and game
  /// engines play such a file without end; above 2³² frames the chunk `smpl` is left out, as it
  /// counts with 32 bits. `broadcast` is the chunk for editors. The texts for people have
  /// identifiers of four letters (ISFT is the software, ICMT a comment, INAM the title).
  package init(
    format: SampleFormat, sampleRate: Int, channels: Int, speakers: Int? = nil, frames: Int,
    isLoop: Bool = false, broadcast: [UInt8] = [],
    information: [(identifier: String, text: String)] = []
  ) {
    precondition(
      sampleRate > 0 && channels > 0 && frames >= 0, "a WAV file has a rate and channels")
    let (frames, bytesPerFrame) = (Int64(frames), Int64(channels * format.bytesPerSample))
    precondition(
      frames <= (.max - Self.mostOtherBytes) / bytesPerFrame, "an Int64 counts the bytes of a file")
    let audio = frames * bytesPerFrame

    trailer = [UInt8](repeating: 0, count: Int(audio % 2))
    var chunks: [UInt8] = []
    chunks.appendChunk(
      "fmt ",
      FormatChunk.bytes(format, sampleRate: sampleRate, channels: channels, speakers: speakers))
    if format.isFloat { chunks.appendChunk("fact", [UInt8](min(frames, Self.mostSize), bytes: 4)) }
    if !broadcast.isEmpty { chunks.appendChunk("bext", broadcast) }
    if isLoop, 1...Self.mostNamedFrames ~= frames {
      chunks.appendChunk("smpl", SamplerChunk.make(sampleRate: sampleRate, lastFrame: frames - 1))
    }
    if !information.isEmpty {
      var texts = Array("INFO".utf8)
      // Each text ends with a NUL, which counts.
      for (identifier, text) in information { texts.appendChunk(identifier, text.utf8 + [0]) }
      chunks.appendChunk("LIST", texts)
    }
    chunks += Array("data".utf8)

    // Everything but the first identifier, the size of the whole and the samples.
    let type = Array("WAVE".utf8)
    let headerSize = Int64(type.count + chunks.count + 4 + trailer.count)
    isRF64 = headerSize + audio > Self.mostSize
    // Less the zero that may have to follow the samples.
    mostFrames = Int(clamping: (Self.mostSize - headerSize - 1) / bytesPerFrame)
    if isRF64 {
      var sizes: [UInt8] = []
      // An identifier, its size, three sizes, and that of the table below.
      let sizesChunkBytes = 8 + 3 * 8 + 4 as Int64
      for size in [sizesChunkBytes + headerSize + audio, audio, frames] {
        sizes += [UInt8](size, bytes: 8)
      }
      // The table of other chunks with sizes of 64 bits is empty.
      sizes += [UInt8](0, bytes: 4)
      var ds64: [UInt8] = []
      ds64.appendChunk("ds64", sizes)
      header = Array("RF64".utf8) + Self.elsewhere + type + ds64 + chunks + Self.elsewhere
    } else {
      header =
        Array("RIFF".utf8) + [UInt8](headerSize + audio, bytes: 4) + type + chunks
        + [UInt8](audio, bytes: 4)
    }
    audioByteCount = audio
  }
}

extension [UInt8] {
  /// Appends a chunk: its identifier, its size, its content, and a zero that the size does not
  /// count where it is odd.
  mutating func appendChunk(_ identifier: String, _ content: [UInt8]) {
    self += Array(identifier.utf8) + [UInt8](content.count, bytes: 4)
    self += content
    if !content.count.isMultiple(of: 2) { append(0) }
  }
}

/// The chunk `bext` of the Broadcast Wave Format (EBU Tech 3285), by which editors put a file in a session. Without levels,
/// which may not be known before the file is rendered, it has version 1: programs read those that are unset as 327 LUFS.
///
///     byte    0  Description          256 letters of ASCII
///           256  Originator           32
///           288  OriginatorReference  32, empty
///           320  OriginationDate      10 and OriginationTime 8, empty: the same rain has the same bytes
///           338  TimeReference        the first frame in the rain, or in a session, 8 bytes
///           346  Version              2 with levels, else 1
///           348  UMID                 64, empty
///           412  levels               five of 2 bytes
///           422  Reserved             180
package enum BroadcastChunk {
  /// The chunk of a file that begins with that frame; `levels` are as ``Levels/broadcastLevels`` has them.
  package static func make(
    description: String, originator: String, timeReference: Int64, levels: [UInt8] = []
  ) -> [UInt8] {
    let empty = { (count: Int) in [UInt8](repeating: 0, count: count) }
    return Self.text(description, bytes: 256) + Self.text(originator, bytes: 32)
      + empty(32 + 10 + 8) + [UInt8](timeReference, bytes: 8)
      + [UInt8](levels.isEmpty ? 1 : 2, bytes: 2) + empty(64)
      + levels + empty(190 - levels.count)
  }

  /// ASCII in a field of that length; a question mark for all other letters.
  private static func text(_ text: String, bytes count: Int) -> [UInt8] {
    let letters = text.unicodeScalars.prefix(count).map {
      $0.isASCII && $0.value >= 0x20 ? UInt8($0.value) : UInt8(ascii: "?")
    }
    return letters + [UInt8](repeating: 0, count: count - letters.count)
  }
}

/// The fields of the chunk `smpl` (Microsoft 1994, "New Multimedia Data Types and Data Techniques"), of
/// 4 bytes each: those of the sampler, then those of each loop.
///
///     byte  0  dwManufacturer
///           4  dwProduct
///           8  dwSamplePeriod      nanoseconds per frame
///          12  dwMIDIUnityNote     the note at which it is played at its own rate
///          16  dwMIDIPitchFraction
///          20  dwSMPTEFormat
///          24  dwSMPTEOffset
///          28  cSampleLoops        the number of loops
///          32  cbSamplerData       bytes that follow the loops
///     ----------------------------- the first loop
///          36  dwIdentifier
///          40  dwType              0: forward
///          44  dwStart             the first frame
///          48  dwEnd               the last frame
///          52  dwFraction
///          56  dwPlayCount         0: for ever
package enum SamplerChunk {
  package static let bytes = 60

  /// The chunk of one loop, played forward from frame 0 to `lastFrame` and for ever.
  static func make(sampleRate: Int, lastFrame: Int64) -> [UInt8] {
    let nanosecondsPerFrame = (2_000_000_000 + sampleRate) / (2 * sampleRate)
    var fields = [Int64](repeating: 0, count: bytes / 4)
    fields[2] = Int64(nanosecondsPerFrame)
    // Rain has no pitch: middle C plays it at its own rate.
    fields[3] = 60
    // One loop, and its last frame.
    (fields[7], fields[12]) = (1, lastFrame)
    return fields.flatMap { [UInt8]($0, bytes: 4) }
  }

  /// The first and the last frame of the first loop; nil if there is none.
  package static func loop(_ bytes: [UInt8]) -> (first: Int, last: Int)? {
    guard let loops = bytes.integer(at: 28, bytes: 4), loops > 0,
      let first = bytes.integer(at: 44, bytes: 4), let last = bytes.integer(at: 48, bytes: 4),
      first <= last
    else { return nil }
    return (first, last)
  }
}
