internal import Text

/// An encoding of East Asia, with two bytes a letter. It knows the letters that stand in names of rain, time and place;
/// any other is `〓`, as printers set one that they lack. So it needs no table of thousands, and no second byte is
/// taken for a separator.
enum GaugeEncoding: CaseIterable {
  case shiftJIS, korean, chinese

  static let unknown: Character = "〓"

  /// The letters, each before its code of four hexadecimal digits.
  private var letters: String {
    switch self {
    case .shiftJIS:
      """
      降8D7E水9085量97CA雨894A雪90E1年944E月8C8E日93FA時8E9E分95AA秒9562刻8D8F間8AD4観8ACF測91AA地926E点935F局8BC7名96BC\
      称8FCC番94D4号8D86品9569質8EBF情8FEE報95F1均8BCF積90CF算8E5A累97DD計8C76合8D87値926C最8DC5大91E5気8B43温89B7現8CBB\
      象8FDB単9250位88CA強8BAD度9378前914F站E28B台91E4點EA79號E56A区8BE6市8E73毫9F7C米95C4小8FAC气9F83去8B8E期8AFA数9094\
      据9098℃818E㎜876F（8169）816A：8146・8145
      """
    case .korean:
      """
      강B0AD수BCF6량B7AE우BFEC일C0CF시BDC3분BAD0초C3CA간B0A3누B4A9적C0FB지C1F6점C1A1명B8ED번B9F8호C8A3코C4DA드B5E5년B3E2월BFF9\
      관B0FC측C3F8소BCD2기B1E2온BFC2최C3D6대B4EB합C7D5계B0E8현C7F6상BBF3℃A1C9㎜A7AE（A3A8）A3A9：A3BA
      """
    case .chinese:
      """
      降BDB5水CBAE量C1BF雨D3EA雪D1A9年C4EA月D4C2日C8D5時9572分B7D6秒C3EB刻BFCC間E967観D351測9C79地B5D8点B5E3局BED6名C3FB\
      称B3C6番B7AC号BAC5品C6B7質D97C情C7E9報88F3均BEF9積B765算CBE3累C0DB計D38B合BACF値828E最D7EE大B4F3気9ADD温CEC2現AC46\
      象CFF3単8567位CEBB強8F8A度B6C8前C7B0时CAB1间BCE4站D5BE台CCA8點FC63號CC96区C7F8市CAD0县CFD8编B1E0码C2EB测B2E2观B9DB\
      计BCC6强C7BF毫BAC1米C3D7小D0A1气C6F8单B5A5过B9FD去C8A5期C6DA数CAFD据BEDD值D6B5℃A1E6㎜A94C（A3A8）A3A9：A3BA
      """
    }
  }
  /// The first lines have one of these, or they are in another encoding.
  private static let words = ["降水", "雨量", "年月日", "日時", "时间", "時間", "강수", "강우", "일시", "시간"]

  /// The text in UTF-8; nil if it is not in this encoding.
  func decoded(_ bytes: [UInt8]) -> [UInt8]? {
    let unknown = Array(String(Self.unknown).utf8)
    var (known, letters) = ([UInt16: [UInt8]](), self.letters[...])
    while let letter = letters.popFirst(), let code = UInt16(letters.prefix(4), radix: 16) {
      known[code] = Array(String(letter).utf8)
      letters = letters.dropFirst(4)
    }
    var (text, rest) = ([UInt8](), bytes[...])
    text.reserveCapacity(bytes.count + 1024)
    while let byte = rest.popFirst() {
      if byte < 0x80 {
        text.append(byte)
      } else if self == .shiftJIS, 0xA1...0xDF ~= byte {
        // Katakana of half the width.
        text += unknown
      } else if self == .chinese, let digit = rest.first, digit.isDigit, rest.count > 2 {
        // Four bytes.
        text += unknown
        rest = rest.dropFirst(3)
      } else {
        guard 0x81...0xFE ~= byte, let second = rest.popFirst(), 0x40...0xFE ~= second else {
          return nil
        }
        text += known[UInt16(byte) << 8 | UInt16(second)] ?? unknown
      }
    }
    let head = String(decoding: text.prefix(1 << 16), as: UTF8.self)
    return Self.words.contains(where: head.contains) ? text : nil
  }
}
