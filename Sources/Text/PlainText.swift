/// Text of unknown origin, made safe to show: a file name, a key of a preset or a comment of a WAV may
/// hold line breaks, controls of a terminal, letters that run backwards, or a megabyte.
///
/// Every message and every answer for a person goes through here. The result is one line of visible
/// characters, valid UTF-8 of bounded length.
package enum PlainText {
  /// The text on one line. Invisible characters are written as escapes: `\u{1B}`, or `\xFF` for a byte
  /// of a name that is not UTF-8 (see ``PathString``). Text of more than `limit` characters is cut and
  /// ends with `...`.
  package static func line(_ text: String, limit: Int = 40) -> String {
    precondition(limit > 0, "a line holds at least one character")
    let start = text.unicodeScalars.prefix(limit)
    let isCut = start.endIndex != text.unicodeScalars.endIndex
    return escaped(start) + (isCut ? "..." : "")
  }

  /// A path on one line, cut in the middle: its beginning says where the file is, and its end is the
  /// name. The empty path is written as ''.
  package static func path(_ path: String) -> String {
    // Twice this, and three dots.
    let mostAtEachEnd = 100
    let scalars = path.unicodeScalars
    if scalars.count <= 2 * mostAtEachEnd { return path.isEmpty ? "''" : escaped(scalars[...]) }
    return "\(escaped(scalars.prefix(mostAtEachEnd)))...\(escaped(scalars.suffix(mostAtEachEnd)))"
  }

  /// A sentence on one line, of bounded length. It is the last check before a message leaves the
  /// program; the parts of the message are safe already.
  package static func sentence(_ text: String) -> String { line(text, limit: 1000) }

  /// Text of several lines, of any length: as ``line(_:limit:)``, but line breaks and tabs stay.
  package static func lines(_ text: String) -> String {
    escaped(text.unicodeScalars[...], keeping: ["\n", "\t"])
  }

  /// Whether a person sees the character, so that it can be written as it is.
  package static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return " "..."~" ~= scalar }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned, .spaceSeparator:
      return false
    default: return true
    }
  }

  /// A code point as Unicode writes it, such as U+00A0.
  package static func number(of scalar: Unicode.Scalar) -> String {
    "U+" + hexadecimal(scalar.value, digits: 4)
  }

  /// A number in upper-case hexadecimal, with zeros in front up to so many digits.
  package static func hexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
    String(number, radix: 16, uppercase: true).padded(to: digits, with: "0")
  }

  private static func escaped(
    _ scalars: Substring.UnicodeScalarView, keeping kept: [Unicode.Scalar] = []
  ) -> String {
    var text = ""
    var marks = 0
    for scalar in scalars {
      marks = CombiningMarkLimit.isMark(scalar) ? marks + 1 : 0
      if isVisible(scalar) || kept.contains(scalar), marks <= CombiningMarkLimit.mostMarks {
        text.unicodeScalars.append(scalar)
      } else if let byte = PathString.byte(of: scalar) {
        text += "\\x" + hexadecimal(byte, digits: 2)
      } else {
        text += "\\u{\(hexadecimal(scalar.value, digits: 2))}"
      }
    }
    return text
  }
}

extension String {
  /// The text between quotation marks, safe to show and of bounded length.
  package var quoted: String { "'\(PlainText.line(self, limit: 64))'" }

  /// The text with spaces, or another filling, in front up to so many bytes.
  package func padded(to length: Int, with filling: String = " ") -> String {
    String(repeating: filling, count: max(0, length - utf8.count)) + self
  }

  /// The text with other text in place of some scalars. Scalars: a mark that combines with one does not hide it.
  package func replacing(_ escapes: [Unicode.Scalar: String]) -> String {
    unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }

  /// The text with small letters instead of A to Z, for names that are ASCII. ``lowercased()`` of all
  /// letters brings 16 KB of tables into WebAssembly.
  package var asciiLowercased: String {
    let isCapital = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    return String(decoding: utf8.map { isCapital($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

extension [String] {
  /// Names as a sentence lists them: `a, b and c`.
  package var listed: String {
    (dropLast(2) + [suffix(2).joined(separator: " and ")]).joined(separator: ", ")
  }
}

extension Substring {
  /// The text without blanks at its ends.
  package var trimmed: String {
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { !Self.isBlank($0) }),
      let last = bytes.lastIndex(where: { !Self.isBlank($0) })
    else { return "" }
    return String(Substring(bytes[first...last]))
  }

  /// A space, a tab or the end of a line.
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}

extension StringProtocol where SubSequence == Substring {
  /// The texts before and behind the first separator; nil if there is none. By bytes, since all
  /// separators are ASCII.
  package func halves(at separator: String) -> (Substring, Substring)? {
    guard
      let start = utf8.indices.first(where: { utf8[$0...].starts(with: separator.utf8) })
    else { return nil }
    return (self[..<start], self[utf8.index(start, offsetBy: separator.utf8.count)...])
  }
}
