/// An encoding of East Asia, with two bytes a letter. It knows the letters that stand in names of rain, time and place;
/// any other is `〓`, as printers set one that they lack. So it needs no table of thousands, and no second byte is
/// taken for a separator.
enum GaugeEncoding: CaseIterable {
  case shiftJIS, korean, chinese

  static let unknown: Character = "〓"

  private static let letters = """
    降水量雨雪年月日時分秒刻間観測地点局名称番号品質情報均積算累計合値最大気温現象単位強度前时间站台點號区市县编码测观计强毫米小气单过去期数据值\
    강수량우일시분초간누적지점명번호코드년월관측소기온최대합계현상℃㎜（）：・
    """
  /// The codes of the letters, four hexadecimal digits each; 0000 if the encoding lacks one.
  private var codes: String {
    switch self {
    case .shiftJIS:
      """
      8D7E908597CA894A90E1944E8C8E93FA8E9E95AA95628D8F8AD48ACF91AA926E935F8BC796BC8FCC94D48D869569\
      8EBF8FEE95F18BCF90CF8E5A97DD8C768D87926C8DC591E58B4389B78CBB8FDB925088CA8BAD9378914F00000000\
      E28B91E4EA79E56A8BE68E7300000000000000000000000000009F7C95C48FAC9F83000000008B8E8AFA90949098\
      00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
      000000000000000000000000000000000000818E876F8169816A81468145
      """
    case .korean:
      """
      CBBDE2A9D5E1E9EBE0E4D2B4EAC5ECEDE3C1DDC2F5A9CABECAE00000F6B4F2A2EFC3CFD1D9A30000DBE30000F9A1\
      F2F5EFD7DCC3D0B3EEDDDFA9D7ABCDAAF9EAF6B7F5CCD3DE00000000FADEDFDA0000EAC80000D3F8EEF100000000\
      F3D7F7BBEFC7FBDC0000E3BC000000000000000000000000CBADFBC6DAB7E1B3000000000000CBDBD1A20000CBDF\
      0000B0ADBCF6B7AEBFECC0CFBDC3BAD0C3CAB0A3B4A9C0FBC1F6C1A1B8EDB9F8C8A3C4DAB5E5B3E2BFF9B0FCC3F8\
      BCD2B1E2BFC2C3D6B4EBC7D5B0E8C7F6BBF3A1C9A7AEA3A8A3A9A3BA0000
      """
    case .chinese:
      """
      BDB5CBAEC1BFD3EAD1A9C4EAD4C2C8D59572B7D6C3EBBFCCE967D3519C79B5D8B5E3BED6C3FBB3C6B7ACBAC5C6B7\
      D97CC7E988F3BEF9B765CBE3C0DBD38BBACF828ED7EEB4F39ADDCEC2AC46CFF38567CEBB8F8AB6C8C7B0CAB1BCE4\
      D5BECCA8FC63CC96C7F8CAD0CFD8B1E0C2EBB2E2B9DBBCC6C7BFBAC1C3D7D0A1C6F8B5A5B9FDC8A5C6DACAFDBEDD\
      D6B50000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
      000000000000000000000000000000000000A1E6A94CA3A8A3A9A3BA0000
      """
    }
  }
  /// The first lines have one of these, or they are in another encoding.
  private static let words = [
    "降水", "雨量", "年月日", "日時", "时间", "時間", "강수", "강우", "일시", "시간",
  ]

  private var known: [UInt16: [UInt8]] {
    var (known, codes) = ([UInt16: [UInt8]](), codes[...])
    for letter in Self.letters {
      if let code = UInt16(codes.prefix(4), radix: 16) { known[code] = Array(letter.utf8) }
      codes = codes.dropFirst(4)
    }
    return known
  }

  private func isTrail(_ byte: UInt8) -> Bool {
    switch self {
    case .shiftJIS, .chinese: 0x40...0xFE ~= byte && byte != 0x7F
    case .korean: 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || 0x81...0xFE ~= byte
    }
  }

  /// The text in UTF-8; nil if it is not in this encoding.
  func decoded(_ bytes: [UInt8]) -> [UInt8]? {
    let (known, unknown) = (known, Array(String(Self.unknown).utf8))
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 1024)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte < 0x80 {
        text.append(byte)
      } else if self == .shiftJIS, 0xA1...0xDF ~= byte {
        // Katakana of half the width.
        text += unknown
      } else {
        guard 0x81...0xFE ~= byte, index < bytes.count else { return nil }
        if self == .chinese, 0x30...0x39 ~= bytes[index] {
          guard index + 2 < bytes.count else { return nil }
          index += 3
          text += unknown
          continue
        }
        guard isTrail(bytes[index]) else { return nil }
        text += known[UInt16(byte) << 8 | UInt16(bytes[index])] ?? unknown
        index += 1
      }
    }
    let head = String(decoding: text.prefix(1 << 16), as: UTF8.self)
    return Self.words.contains(where: head.contains) ? text : nil
  }
}
