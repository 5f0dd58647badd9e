/// File names as strings that lose no byte.
///
/// A file name is any bytes but NUL and /, a Swift string is Unicode. `String(decoding:as:)` puts
/// U+FFFD where bytes are not UTF-8, and that would be the name of another file. Here, every byte that
/// is not part of valid UTF-8 becomes a scalar of the private use area:
///
///     byte    80 ... FF
///     scalar  U+10FE80 ... U+10FEFF
///
/// Text that holds these scalars already has them escaped byte by byte in the same way, and so has
/// every 31st combining mark on a character (see ``CombiningMarkLimit``). An ordinary string stands for
/// itself.
package enum PathString {
  private static let escape: UInt32 = 0x10FE00
  private static let escaped: ClosedRange<UInt32> = 0x10FE80...0x10FEFF

  package static func string(_ bytes: [UInt8]) -> String {
    var scalars = String.UnicodeScalarView()
    var parser = UTF8.ForwardParser()
    var input = bytes.makeIterator()
    var (index, marks) = (0, 0)
    while index < bytes.count {
      let (scalar, length): (Unicode.Scalar?, Int) =
        switch parser.parseScalar(from: &input) {
        case .valid(let encoded): (UTF8.decode(encoded), encoded.count)
        case .error(let length): (nil, length)
        case .emptyInput: (nil, bytes.count - index)
        }
      marks = scalar.map(CombiningMarkLimit.isMark) == true ? marks + 1 : 0
      if let scalar, byte(of: scalar) == nil, marks <= CombiningMarkLimit.mostMarks {
        scalars.append(scalar)
      } else {
        for byte in bytes[index..<index + length] {
          if let scalar = Unicode.Scalar(escape + UInt32(byte)) { scalars.append(scalar) }
        }
      }
      index += length
    }
    return String(scalars)
  }

  package static func bytes(of text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// The byte that an escape stands for; nil for any other scalar.
  static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    escaped ~= scalar.value ? UInt8(scalar.value - escape) : nil
  }
}

/// The limit for combining marks, such as accents, on one character.
///
/// Swift normalises strings before it compares them. The time grows with the square of the marks on a
/// character: a file of 4 MB that holds one letter with two million accents would take hours. Real text
/// has no more than 30 of them (UAX #15, Stream-Safe Text Format).
package enum CombiningMarkLimit {
  static let mostMarks = 30

  /// Whether a character of the text carries more marks than that. Such text must not be compared.
  package static func isExceeded(by text: String) -> Bool {
    var marks = 0
    for scalar in text.unicodeScalars {
      marks = isMark(scalar) ? marks + 1 : 0
      if marks > mostMarks { return true }
    }
    return false
  }

  /// Whether the scalar combines with the character before it.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    // The first one is U+0300.
    guard scalar.value >= 0x300 else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
