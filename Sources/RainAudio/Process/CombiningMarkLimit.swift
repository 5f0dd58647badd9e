extension String {
  /// As many marks as a character of text carries at the most (UAX #15, Stream-Safe Text Format).
  static let mostMarks = 30

  /// Whether a character carries more marks than text has: two such strings that are compared are
  /// normalised before, which takes time by the square of the marks.
  package var hasEndlessCharacter: Bool {
    var marks = 0
    for scalar in unicodeScalars {
      marks = scalar.isMark ? marks + 1 : 0
      if marks > String.mostMarks { return true }
    }
    return false
  }
}

extension Unicode.Scalar {
  /// Whether it belongs to the character before it.
  var isMark: Bool {
    // The first one is U+0300.
    guard value >= 0x300 else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
