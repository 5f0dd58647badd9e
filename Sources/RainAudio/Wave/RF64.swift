/// When a WAV file is written as RF64 (EBU Tech 3306), whose sizes have 64 bits instead of the 32 of
/// RIFF.
package enum RF64: String, CaseIterable, Sendable {
  case never
  /// Where the size of RIFF, all of the file but 8 bytes, would not fit into 32 bits.
  case auto
  case always
}
