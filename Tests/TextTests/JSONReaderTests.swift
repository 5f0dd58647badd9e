import Testing
import Text

@Suite("JSON reader")
struct JSONReaderTests {
  /// Reads an object of numbers: its keys, and the lines and columns of their values.
  private func read(_ text: String, isHandwritten: Bool) throws -> [String] {
    var reader = try JSONReader(Array(text.utf8), isHandwritten: isHandwritten)
    var members: [String] = []
    try reader.skipBlanks()
    try reader.readObject { (reader, key, _) throws(Flaw) in
      let position = reader.position
      members.append("\(key)=\(try reader.readNumber()) \(position.line):\(position.column)")
    }
    return members
  }

  @Test("numbers keep their digits, and values have places")
  func places() throws {
    for isHandwritten in [false, true] {
      #expect(
        try read(" {\"a\":1.50,\r\n \"ö\": 18446744073709551615}", isHandwritten: isHandwritten)
          == ["a=1.50 1:7", "ö=18446744073709551615 2:7"])
    }
  }

  @Test(
    "a mark, comments and a last comma are for texts by hand alone",
    arguments: ["\u{FEFF}{\"a\":1}", "{/**/\"a\":1}", "{\"a\":1 // one\n}", "{\"a\":1,}"])
  func handwritten(text: String) throws {
    #expect(try read(text, isHandwritten: true).count == 1)
    #expect(throws: Flaw.self) { try read(text, isHandwritten: false) }
  }

  @Test("in a text by hand, a key comes once; the message has the places of both")
  func twice() throws {
    let text = "{\"a\":1,\n \"a\":2}"
    #expect(try read(text, isHandwritten: false).count == 2)
    let error = try #require(throws: Flaw.self) { try read(text, isHandwritten: true) }
    #expect(error.position == TextPosition(line: 2, column: 2))
    #expect(error.sentence == "\"a\" is already set in line 1")
  }
}
