import RainDSP
@testable import RainFiles
@testable import RainPresets
import Testing
import Text

@Suite
struct PresetDocumentTests {
  private func read(_ text: String) throws -> PresetDocument {
    try PresetDocument(Array(text.utf8))
  }

  private func refusal(of bytes: [UInt8]) throws -> Flaw {
    try #require(throws: Flaw.self) { try PresetDocument(bytes) }
  }

  private func scalar(_ text: String) throws -> JSONNode? {
    try read("{\"key\": \(text)}").entries.first?.scalar
  }

  @Test("no word that stands for another one is itself a name")
  func words() {
    for name in Preset.shippedNames { #expect(Words.presets[name] == nil, "\(name)") }
    for name in Place.names { #expect(Words.places[name] == nil, "\(name)") }
    for surface in Surface.allCases { #expect(Words.surfaces[surface.name] == nil, "\(surface)") }
  }

  @Test("entries keep their order, and each key and scalar its line and column")
  func positions() throws {
    let document = try read(
      """
      \u{FEFF}// Rain at night.
      {
        "name": "nächtlich",  /* two
        lines */ "gust" : -0.5,
      \t"ö🌧": true, "none":null,
      }
      """)
    #expect(
      document.entries == [
        PresetDocument.Entry(
          key: "name", keyPosition: TextPosition(line: 3, column: 3),
          scalar: .string("nächtlich"), scalarPosition: TextPosition(line: 3, column: 11)),
        PresetDocument.Entry(
          key: "gust", keyPosition: TextPosition(line: 4, column: 12),
          scalar: .number("-0.5"), scalarPosition: TextPosition(line: 4, column: 21)),
        PresetDocument.Entry(
          key: "ö🌧", keyPosition: TextPosition(line: 5, column: 2),
          scalar: .bool(true), scalarPosition: TextPosition(line: 5, column: 8)),
        PresetDocument.Entry(
          key: "none", keyPosition: TextPosition(line: 5, column: 14),
          scalar: .null, scalarPosition: TextPosition(line: 5, column: 21)),
      ])
  }

  @Test("lines end with LF, CR LF and CR", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(end: String) throws {
    let document = try read("{\(end)//\(end)\(end) \"a\":\(end)1}")
    #expect(document.entries.first?.keyPosition == TextPosition(line: 4, column: 2))
    #expect(document.entries.first?.scalarPosition == TextPosition(line: 5, column: 1))
  }

  @Test(
    "comments, blanks and a last comma are allowed",
    arguments: [
      ("{}", 0), (" \t\r\n{ } \n", 0), ("/**/{/***//*/*/}//", 0), ("\u{FEFF}{}", 0),
      ("{\"a\":1}", 1), ("{\"a\":1,}", 1), ("{\"a\":1,/**/}", 1),
      ("{\"a\"/**/:/**/1/**/,\"b\":2}", 2),
      ("{\"a\":1,\"A\":2,\"\":3}", 3), ("{}// no line end", 0), ("{\"//\":\"/*\"}", 1),
      ("{\"a\(String(repeating: "\u{301}", count: 30))\":1}", 1),
    ])
  func accepted(text: String, count: Int) throws { #expect(try read(text).entries.count == count) }

  @Test(
    "numbers are the nearest to what is written",
    arguments: [
      ("0", 0.0), ("-0", -0.0), ("1", 1), ("-12", -12), ("0.1", 0.1), ("12.50", 12.5),
      ("1e3", 1000),
      ("1E+3", 1000), ("25e-1", 2.5), ("0e9", 0), ("1e-999", 0),
      ("2.2250738585072014e-308", 0x1p-1022),
      ("1.7976931348623157e308", .greatestFiniteMagnitude),
      ("9007199254740993", 9_007_199_254_740_992), ("0.30000000000000004", 0.1 + 0.2),
    ])
  func numbers(text: String, number: Double) throws {
    guard case .number(let written)? = try scalar(text) else {
      Issue.record("\(text) is no number")
      return
    }
    #expect(Double(written)?.bitPattern == number.bitPattern)
    #expect(written == text)
  }

  @Test(
    "a text that is not a preset is refused at its first wrong character",
    arguments: [
      // The frame.
      ("", 1, 1, "the preset is empty"), (" \n ", 2, 2, "the preset is empty"),
      ("// nothing", 1, 11, "the preset is empty"),
      ("[]", 1, 1, "starts with {, not with ["), ("x", 1, 1, "not with x"),
      ("{", 1, 2, "missing before the end of the file"), ("{}}", 1, 3, "but } follows"),
      ("{} {}", 1, 4, "but { follows"), ("{},", 1, 3, "but , follows"),
      // Keys, commas, colons.
      ("{,}", 1, 2, "a key in double quotes or } is missing before ,"),
      ("{\"a\":1,,}", 1, 8, "a key in double quotes"), ("{a:1}", 1, 2, "before a"),
      ("{'a':1}", 1, 2, "before '"), ("{1:1}", 1, 2, "before 1"),
      ("{\"a\" 1}", 1, 6, "a colon is missing after the key \"a\", before 1"),
      ("{\"a\"}", 1, 5, "a colon"), ("{\"a\"", 1, 5, "before the end of the file"),
      ("{\"a\":1 \"b\":2}", 1, 8, "a comma or } is missing before \""),
      ("{\"a\":1\n\"b\":2}", 2, 1, "a comma"), ("{\"a\":1", 1, 7, "a comma or }"),
      ("{\"a\":1;}", 1, 7, "before ;"), ("{\"a\":\"b\"\"c\"}", 1, 9, "a comma"),
      ("{\"ä\":1 ü}", 1, 8, "before U+00FC"), ("{\u{A0}}", 1, 2, "before U+00A0"),
      ("{\u{FEFF}}", 1, 2, "before U+FEFF"), ("{}\0", 1, 3, "but U+0000 follows"),
      // Values that a key cannot have.
      ("{\"a\":}", 1, 6, "missing after the key \"a\", before }"), ("{\"a\":,}", 1, 6, "before ,"),
      ("{\"a\":", 1, 6, "before the end of the file"),
      ("{\"a\": {\"b\":1}}", 1, 7, "\"a\" must be a number or a string, not an object"),
      ("{\n\"a\":[1]}", 2, 5, "\"a\" must be a number or a string, not an array"),
      ("{\"a\":True}", 1, 6, "True is neither"), ("{\"a\":nul}", 1, 6, "nul is neither"),
      ("{\"a\":truer}", 1, 6, "truer is neither"), ("{\"a\":NaN}", 1, 6, "NaN is neither"),
      ("{\"a\":Infinity}", 1, 6, "Infinity is neither"), ("{\"a\":'b'}", 1, 6, "before '"),
      ("{\"a\":1,\n\"b\":2,\n \"a\":3}", 3, 2, "\"a\" is already set in line 1"),
      ("{\"a\":1,\"\\u0061\":1}", 1, 8, "\"a\" is already set in line 1"),
      // Numbers.
      ("{\"a\":+1}", 1, 6, "without +"), ("{\"a\":01}", 1, 6, "leading zeros"),
      ("{\"a\":-01}", 1, 6, "leading zeros"), ("{\"a\":00}", 1, 6, "leading zeros"),
      ("{\"a\":0x1F}", 1, 7, "the number 0 goes on with x"),
      ("{\"a\":5ms}", 1, 7, "the number 5 goes on with m"), ("{\"a\":1_000}", 1, 7, "before _"),
      ("{\"a\":.5}", 1, 6, "a digit is missing before ."), ("{\"a\":-.5}", 1, 7, "a digit"),
      ("{\"a\":5.}", 1, 8, "a digit is missing before }"), ("{\"a\":1.e3}", 1, 8, "before e"),
      ("{\"a\":1e}", 1, 8, "a digit"), ("{\"a\":1e+ }", 1, 9, "before a space"),
      ("{\"a\":-\n}", 1, 7, "before the end of the line"), ("{\"a\":--1}", 1, 7, "before -"),
      ("{\"a\":-Infinity}", 1, 7, "before I"), ("{\"a\":1.2.3}", 1, 9, "1.2 goes on with ."),
      ("{\"a\":1e5e5}", 1, 9, "1e5 goes on with e"), ("{\"a\":1,5}", 1, 8, "before 5"),
      ("{\"a\":1e999}", 1, 6, "the number 1e999 is too large"),
      ("{\"a\":-1e309}", 1, 6, "the number -1e309 is too large"),
      // Strings.
      ("{\"a", 1, 2, "the string that starts here is not closed"),
      ("{\"a\":\"b\n\"}", 1, 8, "the string that starts in column 6 is not closed in its line"),
      ("{\"a\":\"\t\"}", 1, 7, "the control character U+0009 is written \\u0009"),
      ("{\"a\":\"ä\u{1F}\"}", 1, 8, "U+001F"),
      ("{\"a\":\"\\", 1, 7, "ends within an escape"), ("{\"a\":\"\\x\"}", 1, 7, "not before x"),
      ("{\"a\":\"\\U0041\"}", 1, 7, "not before U"), ("{\"a\":\"\\u12\"}", 1, 7, "four hex"),
      ("{\"a\":\"\\u12G4\"}", 1, 7, "four hex"), ("{\"a\":\"\\u", 1, 7, "four hex"),
      ("{\"a\":\"..\\uD83D\"}", 1, 9, "\\uD83D is half of a surrogate pair"),
      ("{\"a\":\"\\uDF27\"}", 1, 7, "\\uDF27 is half"), ("{\"a\":\"\\uD83Dx\"}", 1, 7, "is half"),
      ("{\"a\":\"\\uD83D\\n\"}", 1, 7, "\\uD83D is half"),
      ("{\"a\":\"\\uD83D\\u0041\"}", 1, 7, "is half"),
      ("{\"a\":\"\\uD83D\\uD83D\"}", 1, 7, "is half"),
      ("{\"a\":\"\\uDF27\\uD83D\"}", 1, 7, "\\uDF27 is half"),
      ("{\"a\": \"ä\(String(repeating: "\u{301}", count: 31))\"}", 1, 7, "too many marks"),
      ("{\"\(String(repeating: "\\u0301\u{315}", count: 16))\":1}", 1, 2, "too many marks"),
      // Comments.
      ("{/", 1, 2, "// or /*"), ("/ /\n{}", 1, 1, "// or /*"), ("{# a\n}", 1, 2, "before #"),
      ("{}\n /* a", 2, 2, "the comment that starts here is not closed"),
      ("{/*/}", 1, 2, "is not closed"),
    ] as [(String, Int, Int, String)])
  func refused(text: String, line: Int, column: Int, message: String) throws {
    let refusal = try refusal(of: Array(text.utf8))
    #expect(refusal.position == TextPosition(line: line, column: column))
    #expect(refusal.sentence.contains(message), "\(refusal.sentence)")
  }

  @Test(
    "a text that is not UTF-8 is refused at its first wrong byte",
    arguments: [
      ([0xFF], 1, 1, "0xFF"), ([0x7B, 0x0A, 0x80], 2, 1, "0x80"),
      // After a whole ö; in the middle of ö and of 🌧; overlong /; a surrogate; past U+10FFFF.
      ([0xC3, 0xB6, 0xB6], 1, 2, "0xB6"), ([0x20, 0xC3], 1, 2, "0xC3"),
      ([0x20, 0x20, 0xF0, 0x9F, 0x8C], 1, 3, "0xF0"), ([0xC0, 0xAF], 1, 1, "0xC0"),
      ([0xED, 0xA0, 0x80], 1, 1, "0xED"), ([0xF4, 0x90, 0x80, 0x80], 1, 1, "0xF4"),
      // UTF-16 with its mark; half a mark; after a mark.
      ([0xFF, 0xFE, 0x7B, 0x00], 1, 1, "0xFF"), ([0xEF, 0xBB], 1, 1, "0xEF"),
      ([0xEF, 0xBB, 0xBF, 0x7B, 0xFE], 1, 2, "0xFE"),
    ] as [([UInt8], Int, Int, String)])
  func encoding(bytes: [UInt8], line: Int, column: Int, byte: String) throws {
    let refusal = try refusal(of: bytes)
    #expect(refusal.position == TextPosition(line: line, column: column))
    #expect(refusal.sentence == "the byte \(byte) is not UTF-8 text")
  }

  @Test("every character survives a string, written plainly and as an escape")
  func escapes() throws {
    let short: [(String, String)] = [
      ("\\\"", "\""), ("\\\\", "\\"), ("\\/", "/"), ("\\b", "\u{8}"), ("\\f", "\u{C}"),
      ("\\n", "\n"),
      ("\\r", "\r"), ("\\t", "\t"),
    ]
    for (escape, character) in short {
      #expect(try scalar("\"a\(escape)b\"") == .string("a\(character)b"))
    }
    // Every control character, and some from each length of UTF-8 and each end of the surrogates.
    let codes =
      Array(0...0xFF) + [0x7FF, 0x800, 0xD7FF, 0xE000, 0xFEFF, 0xFFFF, 0x10000, 0x1F327, 0x10FFFF]
    for code in codes {
      let character = Character(try #require(Unicode.Scalar(UInt32(code))))
      var escape = ""
      for unit in String(character).utf16 {
        let digits = String(unit, radix: 16, uppercase: unit & 1 == 0)
        escape += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      #expect(try scalar("\"\(escape)\"") == .string(String(character)))
      if code >= 0x20, code != 0x22, code != 0x5C {
        #expect(try scalar("\"\(character)\"") == .string(String(character)))
      }
    }
  }

  @Test("for any key, a message is one short line")
  func sentences() throws {
    let key = "\\n\\u001b[31m\\u202e" + String(repeating: "k", count: 100_000)
    let refusal = try refusal(of: Array("{\"\(key)\":[]}".utf8))
    #expect(
      refusal.sentence
        == "\"\\u{0A}\\u{1B}[31m\\u{202E}" + String(repeating: "k", count: 33)
        + "...\" must be a number or a string, not an array")
  }

  private static let sample = """
    \u{FEFF}// A preset with everything in it.
    {
      "name": "Sömmer\\u00e4bend \\ud83c\\udf27", /* a
      comment */
      "drops": 1.2e+3, "gust": -0.25, "impactShape": "blow",
      "a\\"b": true, "none": null, "off": false,
    }

    """

  @Test("each beginning of a preset but the whole one is refused")
  func beginnings() throws {
    let bytes = Array(Self.sample.utf8)
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: "}")))
    for length in 0...end {
      #expect(throws: Flaw.self) { try PresetDocument(Array(bytes[..<length])) }
    }
    #expect(try PresetDocument(Array(bytes[...end])).entries.count == 7)
  }

  @Test("20,000 damaged presets are read or refused, within their text")
  func damage() throws {
    var generator = SplitMix64(state: 1)
    let bytes = Array(Self.sample.utf8)
    let spice = Array("{}[]\",:\\/*u0-+.eE\n\r\t 1aDd8\u{0}ö🌧".utf8) + [0xFF, 0xC0, 0x80, 0xED]
    var readings = 0
    for _ in 0..<20_000 {
      var damaged = bytes
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        let index = Int.random(in: 0..<damaged.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: damaged[index] = spice.randomElement(using: &generator) ?? 0
        case 1: damaged.insert(spice.randomElement(using: &generator) ?? 0, at: index)
        case 2: damaged.remove(at: index)
        default: damaged.swapAt(index, Int.random(in: 0..<damaged.count, using: &generator))
        }
      }
      do {
        readings += try PresetDocument(damaged).entries.isEmpty ? 0 : 1
      } catch {
        let position = try #require(error.position)
        #expect(position.line >= 1 && position.line <= 10)
        #expect(position.column >= 1 && position.column <= damaged.count + 1)
        #expect(!error.sentence.isEmpty && !error.sentence.contains("\n"))
      }
    }
    // Damage within a comment or a word is none.
    #expect(readings > 1000 && readings < 15_000)
  }

  @Test(
    "a megabyte is read in linear time, without recursion",
    arguments: [
      ("", "{"), ("{\"a\":", "["), ("{\"a\":", "{\"a\":"), ("{\"", "a\u{301}\u{323}"),
      ("{\"", "\\n"),
      ("{\"a\":", "1"), ("{\"a\":0.", "1"), ("{", "/**/"), ("/*", "*"), ("", "\n"), ("{", "//\r"),
    ])
  func megabytes(start: String, repeated: String) throws {
    let text = start + String(repeating: repeated, count: 1_000_000 / repeated.utf8.count)
    let refusal = try refusal(of: Array(text.utf8))
    #expect(refusal.sentence.utf8.count < 120)
  }
}

/// Steele, Lea & Flood 2014; the same inputs in every run.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
