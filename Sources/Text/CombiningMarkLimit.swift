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
