/// The fields of the chunk `fmt `: WAVEFORMAT, WAVEFORMATEX or WAVEFORMATEXTENSIBLE of mmreg.h.
///
///     byte  0  wFormatTag           the coding of a sample
///           2  nChannels
///           4  nSamplesPerSec       the sample rate, in Hz
///           8  nAvgBytesPerSec      not read: it follows from the others
///          12  nBlockAlign          the bytes of a frame
///          14  wBitsPerSample
///     ------------------------------ WAVEFORMAT ends here
///          16  cbSize               the bytes of the extension
///          18  wValidBitsPerSample  not read: the valid bits are the highest ones of a sample
///          20  dwChannelMask        the speakers, in the order of the channels; 0: none are named
///          24  SubFormat            the coding, if the tag is WAVE_FORMAT_EXTENSIBLE: a tag and 14
///                                   bytes that are the same for all codings with a tag
package enum FormatChunk {
  package static let mostBytes = 40

  /// WAVE_FORMAT_PCM: signed integers from 16 bits on.
  package static let integerTag = 1
  /// WAVE_FORMAT_IEEE_FLOAT.
  package static let floatTag = 3
  /// WAVE_FORMAT_EXTENSIBLE.
  package static let extensibleTag = 0xFFFE
  package static let subformatTail: [UInt8] = [
    0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
  ]

  /// The fields of a file: WAVEFORMAT, or WAVEFORMATEXTENSIBLE above 16 bits or two channels, where the specification
  /// asks for it. Twenty programs were tried: eighteen read 24 bits with it, all but Python before 3.12 and shntool.
  package static func bytes(
    _ format: SampleFormat, sampleRate: Int, channels: Int, speakers: Int?
  ) -> [UInt8] {
    let coding = format.isFloat ? floatTag : integerTag
    let isExtensible = format.bitsPerSample > 16 || channels > 2
    let bytesPerFrame = channels * format.bytesPerSample
    var bytes = [UInt8](isExtensible ? extensibleTag : coding, bytes: 2)
    bytes += [UInt8](channels, bytes: 2) + [UInt8](sampleRate, bytes: 4)
    bytes += [UInt8](sampleRate * bytesPerFrame, bytes: 4) + [UInt8](bytesPerFrame, bytes: 2)
    bytes += [UInt8](format.bitsPerSample, bytes: 2)
    guard isExtensible else { return bytes }
    let extensionBytes = 22
    // 0: no speaker is named.
    let channelMask = speakers ?? ChannelLayout(channels: channels)?.speakerMask ?? 0
    bytes += [UInt8](extensionBytes, bytes: 2) + [UInt8](format.bitsPerSample, bytes: 2)
    return bytes + [UInt8](channelMask, bytes: 4) + [UInt8](coding, bytes: 2) + subformatTail
  }
}

/// Numbers and names of a WAV file, which is little-endian.
extension [UInt8] {
  /// The lowest `count` bytes of `integer`, the lowest first.
  init(_ integer: some BinaryInteger, bytes count: Int) {
    self = (0..<count).map { UInt8(truncatingIfNeeded: integer >> (8 * $0)) }
  }

  /// The number without a sign at an index, if there are so many bytes; `Int.max` if it is larger.
  package func integer(at index: Int, bytes size: Int) -> Int? {
    guard index + size <= count else { return nil }
    let number = self[index..<index + size].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return Int(clamping: number)
  }

  /// The identifier of four letters at an index, if there are so many bytes.
  package func identifier(at index: Int) -> String? {
    guard index + 4 <= count else { return nil }
    return String(self[index..<index + 4].map { Character(Unicode.Scalar($0)) })
  }
}
