import RainDSP
import Testing
import Text

@Suite("JSON that is read and written again")
struct JSONNodeTests {
  private func json(_ text: String) -> String? { JSONNode(Array(text.utf8))?.json }

  @Test("valid JSON is written on one line, with the same content")
  func roundTrip() {
    for text in [
      "null", "true", "false", "0", "-0.5e+10", "18446744073709551615", "\"\"", "[]", "{}",
      "[1,[2,{\"a\":null}],\"x\"]", "{\"b\":1,\"a\":{\"c\":[]}}", "\"é雨🌧\"",
    ] {
      #expect(json(text) == text)
      #expect(json(" \n\t\r\(text) \n") == text)
    }
    #expect(json("{ \"a\" : [ 1 , 2 ] }") == "{\"a\":[1,2]}")
    #expect(
      json("\"\\u0041\\/\\ud83c\\udf27\\b\\f\\n\\r\\t\"") == "\"A/🌧\\u0008\\u000C\\n\\u000D\\t\"")
  }

  @Test("text that is not JSON is refused")
  func refused() {
    let marks = String(repeating: "\u{301}", count: 31)
    for text in [
      "", " ", "nul", "tru", "01", "1.", ".5", "+1", "1e", "-", "[1,]", "[1 2]", "{\"a\"}", "{a:1}",
      "{\"a\":1,}", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\n\"",
      "1 2", "[", "{", "\"a\\", "\"\(marks)\"", "NaN",
      String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
      String(repeating: "[", count: 1_000_000),
    ] {
      #expect(json(text) == nil, "\(text.prefix(20))")
    }
    #expect(JSONNode([0x22, 0xFF, 0x22]) == nil)
  }

  @Test("every string survives writing and reading, and its text has no invisible character")
  func strings() {
    let lanes = RandomKey(seed: 7)
    for i in 0..<300 {
      var text = ""
      for j in 0..<20 {
        if let scalar = Unicode.Scalar(
          UInt32(truncatingIfNeeded: lanes.child(i).child(j).bits) % 0x110000)
        {
          text.unicodeScalars.append(scalar)
        }
      }
      text += "\u{9B}\u{202E}\0\u{10FEFF}"
      let written = JSONText.string(text)
      #expect(written.unicodeScalars.allSatisfy(PlainText.isVisible))
      guard case .string(let read)? = JSONNode(Array(written.utf8)) else {
        Issue.record("\(written)")
        continue
      }
      #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
    }
  }

  @Test("nodes of the same meaning match, in any order and with any spelling of a number")
  func matching() {
    func matches(_ a: String, _ b: String) -> Bool? {
      guard let a = JSONNode(Array(a.utf8)), let b = JSONNode(Array(b.utf8)) else { return nil }
      if a == b { #expect(a.hashValue == b.hashValue) }
      return a == b
    }
    for (a, b) in [
      ("{\"a\":1,\"b\":[true]}", "{\"b\":[true],\"a\":1}"), ("0.10", "0.1"), ("1e1", "10.0"),
      ("\"\\u0041\"", "\"A\""), ("1", "1.0"), ("1200.0", "1200"), ("-3", "-3.0"), ("0", "-0"),
      ("18446744073709551615", "18446744073709551615"),
    ] { #expect(matches(a, b) == true, "\(a) \(b)") }
    for (a, b) in [
      ("18446744073709551615", "18446744073709551614"), ("9007199254740993", "9007199254740992"),
      ("1", "2"), ("1", "\"1\""), ("[1]", "[1,1]"), ("{\"a\":1}", "{\"a\":1,\"b\":1}"),
      ("null", "0"), ("9007199254740993", "9007199254740992.0"), ("1", "-1.0"), ("1", "1.5"),
    ] { #expect(matches(a, b) == false, "\(a) \(b)") }
  }
}
