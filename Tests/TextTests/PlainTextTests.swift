import Testing
import Text

@Suite("Text that is safe to show")
struct PlainTextTests {
  /// Scalars that must never reach a terminal as they are.
  private static let dangerous: [Unicode.Scalar] = [
    "\0", "\n", "\r", "\u{1B}", "\u{7F}", "\u{80}", "\u{9B}", "\u{9F}", "\u{200B}", "\u{200E}",
    "\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}", "\u{FEFF}", "\u{E000}", "\u{10FE80}",
    "\u{10FEFF}", "\u{E0001}", "\u{FFFF}",
  ]

  @Test("every dangerous scalar is written as an escape")
  func escapes() {
    for scalar in Self.dangerous {
      let text = "a\(scalar)b"
      for shown in [PlainText.line(text), PlainText.path(text), PlainText.sentence(text)] {
        #expect(!shown.unicodeScalars.contains(scalar))
        #expect(shown.hasPrefix("a\\") && shown.hasSuffix("b"))
      }
    }
    #expect(PlainText.line("\u{1B}[2J\u{9B}\u{202E}") == "\\u{1B}[2J\\u{9B}\\u{202E}")
  }

  @Test("a byte of a name that is not UTF-8 is written by its number")
  func bytes() {
    #expect(PlainText.path(PathString.string([0x61, 0xFF, 0x80, 0x62])) == "a\\xFF\\x80b")
  }

  @Test("visible characters stay as they are")
  func visible() {
    for text in ["out.wav", "a b\\c'\"$", "é 雨 🌧", "a\u{301}", "\u{FFFD}"] {
      #expect(PlainText.line(text) == text)
      #expect(PlainText.path(text) == text)
    }
    #expect(PlainText.path("") == "''")
  }

  @Test("text of any length becomes a short line")
  func length() {
    let text = String(repeating: "\u{10FFFF}", count: 1 << 20)
    #expect(PlainText.line(text, limit: 40).utf8.count < 40 * 12)
    #expect(PlainText.path(text).utf8.count < 201 * 12)
    #expect(PlainText.sentence(text).utf8.count < 1001 * 12)
    #expect(PlainText.line("abcd", limit: 4) == "abcd")
    #expect(PlainText.line("abcde", limit: 4) == "abcd...")
  }

  @Test("a path is cut in the middle")
  func middle() {
    let path = "/start/" + String(repeating: "x", count: 300) + "/end.wav"
    #expect(PlainText.path(path).hasPrefix("/start/xxx"))
    #expect(PlainText.path(path).hasSuffix("xxx/end.wav"))
    #expect(PlainText.path(path).utf8.count == 203)
    let short = String(repeating: "y", count: 200)
    #expect(PlainText.path(short) == short)
  }

  @Test("marks beyond those of real text do not pile up on a character")
  func marks() {
    let shown = PlainText.line("a" + String(repeating: "\u{301}", count: 100), limit: 100)
    #expect(shown.unicodeScalars.filter { $0 == "\u{301}" }.count == 30)
  }
}
