import RainDSP
import RainTestSupport
import Testing
import Text

@Suite("File names as strings")
struct PathStringTests {
  @Test("text in UTF-8 stays as it is")
  func text() {
    for text in ["", "out.wav", "é 雨 🌧️", "a\u{301}", "\u{FFFD}", "\u{10FE7F}\u{10FF00}"] {
      let bytes = Array(text.utf8)
      #expect(Array(PathString.string(bytes).utf8) == bytes)
      #expect(PathString.bytes(of: text) == bytes)
    }
  }

  @Test("any bytes come back, also those that look like an escape")
  func bytes() {
    var cases: [[UInt8]] = [
      [0xFF], [0x80], [0xC3], [0x66, 0xE2, 0x82, 0x2E], [0xED, 0xA0, 0x80], [0xC0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], Array("\u{10FE80}".utf8), Array("x\u{10FEFF}y".utf8) + [0xFE],
    ]
    let key = RandomKey(seed: 4)
    for i in 0..<200 {
      cases.append((0..<8).map { UInt8(truncatingIfNeeded: key.child(i).child($0).bits) })
    }
    for bytes in cases { #expect(PathString.bytes(of: PathString.string(bytes)) == bytes) }
  }

  @Test("no character has more than 30 marks, so that names can be compared quickly")
  func marks() {
    let marks = String(repeating: "\u{315}\u{301}\u{F73}", count: 10)
    #expect(PathString.string(Array("a\(marks)".utf8)) == "a\(marks)")
    let bytes = Array("-\(marks)\(marks)\u{301}b".utf8)
    let text = PathString.string(bytes)
    #expect(text.allSatisfy { $0.unicodeScalars.count <= 31 })
    #expect(PathString.bytes(of: text) == bytes)
  }

  @Test("four megabytes of bytes that are not UTF-8 take about a second")
  func time() {
    let bytes = [UInt8](repeating: 0xFF, count: 4 << 20)
    // 12 s before.
    #expect(processorTime { _ = PathString.string(bytes) } < .seconds(10))
  }

  @Test("different bytes are different strings")
  func different() {
    #expect(PathString.string([0xFE]) != PathString.string([0xFF]))
    #expect(PathString.string([0x66, 0xFF, 0x2E]) == "f\u{10FEFF}.")
  }
}
