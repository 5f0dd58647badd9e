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
enum FormatChunk {
  static let mostBytes = 40

  /// WAVE_FORMAT_PCM: signed integers from 16 bits on.
  static let integerTag = 1
  /// WAVE_FORMAT_IEEE_FLOAT.
  static let floatTag = 3
  /// WAVE_FORMAT_EXTENSIBLE.
  static let extensibleTag = 0xFFFE
  static let subformatTail: [UInt8] = [
    0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
  ]
}
