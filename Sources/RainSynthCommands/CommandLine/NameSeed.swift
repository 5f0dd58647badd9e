internal import RainAudio

/// A seed from a name: the first 13 hexadecimal digits of its SHA-256, 52 bits, which survive a JSON reader that
/// stores numbers as Doubles.
func nameSeed(_ name: String) -> UInt64 {
  var hash = SHA256()
  hash.update(Array(name.utf8).span)
  return hash.finalize().prefix(8).reduce(0) { $0 << 8 | UInt64($1) } >> 12
}
