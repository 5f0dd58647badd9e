import RainSynthCommands
import Testing

@Suite struct ChecksumLineTests {
  private static let hash = String(repeating: "0123456789abcdef", count: 4)

  @Test(
    "a line with any name is read as it was written",
    arguments: [
      "steady", "presets/light.json", " a  b", "*", "back\\slash", "two\nlines\r", "ä.json",
    ])
  func roundTrip(_ name: String) throws {
    let line = ChecksumLine(hash: Self.hash, name: name)
    #expect(line.text.hasSuffix("\n"))
    #expect(!line.text.dropLast().contains("\n"))
    #expect(ChecksumLine(String(line.text.dropLast())) == line)
  }

  @Test("lines are written as sha256sum writes them")
  func text() {
    #expect(ChecksumLine(hash: Self.hash, name: "a b").text == "\(Self.hash)  a b\n")
    #expect(ChecksumLine(hash: Self.hash, name: "a\\\n").text == "\\\(Self.hash)  a\\\\\\n\n")
  }

  @Test("a binary mark and upper-case digits are understood")
  func variants() {
    let line = ChecksumLine(hash: Self.hash, name: "steady")
    #expect(ChecksumLine("\(Self.hash) *steady") == line)
    #expect(ChecksumLine("\(Self.hash.uppercased())  steady") == line)
  }

  @Test(
    "a line that sha256sum does not print is refused",
    arguments: [
      "", "steady", hash, "\(hash)  ", "\(hash) steady", "\(hash)\tsteady", "x\(hash)  steady",
      "\(hash.dropLast())g  steady", "\(hash.dropLast())  steady", "\\\(hash)  a\\x",
      "\\\(hash)  a\\", "\(hash)0  steady", "\(String(repeating: "١", count: 64))  steady",
    ])
  func refused(_ line: String) { #expect(ChecksumLine(line) == nil) }
}
