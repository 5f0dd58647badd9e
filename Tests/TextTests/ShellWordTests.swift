import Testing

@testable import Text

@Suite("Words of a shell")
struct ShellWordTests {
  @Test("a quotation mark is escaped, also before a mark that combines with it")
  func quotation() {
    #expect(ShellWord.quoted("a'b") == #"'a'\''b'"#)
    #expect(ShellWord.quoted("'\u{301}") == "''\\''\u{301}'")
  }

  @Test("only words that need it are quoted")
  func written() {
    #expect(ShellWord.line(["render", "--gain=-3", "", "a b"]) == "render --gain=-3 '' 'a b'")
  }
}
