extension Duration {
  /// The time code of an editor, with the frames of film in a second behind it (SMPTE ST 12-1).
  ///
  ///     10:00:00:12@25       10 h and 12 frames of 25 a second
  ///     00:01:00;02@29.97    drop frame: two numbers are left out in each minute but the tenth
  ///
  /// With N frames of the clock in a second, which last 1001/1000 of it at 23.976, 29.97 and 59.94,
  /// frame f of second s begins after (N s + f) / N seconds, or 1.001 times as long. It is nil
  /// where the text is no time code, and rounded to a nanosecond.
  package init?(timecode text: String) {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, let rate = Self.filmRates.first(where: { $0.name == halves[1] }) else {
      return nil
    }
    let frames = rate.frames
    let skipsNumbers = halves[0].contains(";")
    let parts = halves[0].split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { $0.isDigit } && part.utf8.count <= 2 ? Int64(part) : nil
    }
    guard numbers.count == 4, parts.count == 4, numbers[1] < 60, numbers[2] < 60,
      numbers[3] < frames,
      !skipsNumbers || rate.isSlow && frames.isMultiple(of: 30) && halves[0].dropLast(2).last == ";"
    else { return nil }
    let minutes = numbers[0] * 60 + numbers[1]
    var count = (minutes * 60 + numbers[2]) * frames + numbers[3]
    if skipsNumbers {
      let skipped = frames / 15
      // These numbers are not there.
      if numbers[2] == 0, numbers[3] < skipped, !numbers[1].isMultiple(of: 10) { return nil }
      count -= skipped * (minutes - minutes / 10)
    }
    let (seconds, rest) = count.quotientAndRemainder(dividingBy: frames)
    let slow: Int64 = rate.isSlow ? 1001 : 1000
    let nanoseconds = (rest * slow * 1_000_000 + frames / 2) / frames
    self = .milliseconds(seconds * slow) + .nanoseconds(nanoseconds)
  }

  /// Whether the text is a time code that lacks the frames in a second.
  package static func isTimecodeWithoutRate(_ text: String) -> Bool {
    filmRates.contains { Duration(timecode: "\(text)@\($0.name)") != nil }
  }

  /// Names of frames a second, the frames that a clock of film counts in a second, and whether
  /// these last 1.001 seconds.
  private static let filmRates: [(name: Substring, frames: Int64, isSlow: Bool)] = [
    ("23.976", 24, true), ("23.98", 24, true), ("24", 24, false), ("25", 25, false),
    ("29.97", 30, true), ("30", 30, false), ("48", 48, false), ("50", 50, false),
    ("59.94", 60, true), ("60", 60, false), ("120", 120, false),
  ]
}
