extension String {
  /// The text with small letters in place of A to Z, for names that are ASCII. ``lowercased()`` of all
  /// letters brings 16 KB of tables into WebAssembly.
  package var asciiLowercased: String {
    let isCapital = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    return String(decoding: utf8.map { isCapital($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
