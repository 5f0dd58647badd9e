internal import Text

extension Meaning {
  /// Encodings of East Asia, with two bytes a letter. They know the letters that stand in names of
  /// rain, time and place; any other is `〓`, as printers set one that they lack. So they need no
  /// table of thousands, and no second byte is taken for a separator.
  static let encodings: [Self] = [.shiftJIS, .korean, .chinese]
  static let unknownLetter: Character = "〓"

  /// The text in UTF-8; nil if it is not in this encoding.
  func decoded(_ bytes: [UInt8]) -> [UInt8]? {
    let unknown = Array(String(Self.unknownLetter).utf8)
    let known = Dictionary(
      uniqueKeysWithValues: words.map {
        (UInt16($0.dropFirst(), radix: 16) ?? 0, Array($0.prefix(1).utf8))
      })
    var (text, rest) = ([UInt8](), bytes[...])
    text.reserveCapacity(bytes.count + 1024)
    while let byte = rest.popFirst() {
      if byte < 0x80 {
        text.append(byte)
      } else if self == .shiftJIS, 0xA1...0xDF ~= byte {
        // Katakana of half the width.
        text += unknown
      } else if self == .chinese, rest.first?.isDigit == true, rest.count > 2 {
        // Four bytes.
        text += unknown
        rest = rest.dropFirst(3)
      } else if 0x81...0xFE ~= byte, let second = rest.popFirst(), 0x40...0xFE ~= second {
        text += known[UInt16(byte) << 8 | UInt16(second)] ?? unknown
      } else {
        return nil
      }
    }
    let head = String(decoding: text.prefix(1 << 16), as: UTF8.self)
    return Self.encoded.words.contains(where: head.contains) ? text : nil
  }
}
