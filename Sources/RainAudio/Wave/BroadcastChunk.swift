/// The chunk `bext` of the Broadcast Wave Format (EBU Tech 3285, version 2), by which editors place a file in a session.
///
///     byte    0  Description          256 letters of ASCII
///           256  Originator           32
///           288  OriginatorReference  32, empty
///           320  OriginationDate      10 and OriginationTime 8, empty: the same rain has the same bytes
///           338  TimeReference        the first frame since the beginning of the rain, 8 bytes
///           346  Version              2
///           348  UMID                 64, empty
///           412  LoudnessValue        and four other levels, 2 bytes each: not measured
///           422  Reserved             180
package struct BroadcastChunk: Sendable {
  /// A number that is not given.
  private static let unknown = 0x7FFF

  package var description: String
  package var originator: String
  /// The first frame.
  package var timeReference: Int

  package init(description: String, originator: String, timeReference: Int) {
    self.description = description
    self.originator = originator
    self.timeReference = timeReference
  }

  var bytes: [UInt8] {
    let empty = { (count: Int) in [UInt8](repeating: 0, count: count) }
    var bytes = Self.text(description, bytes: 256) + Self.text(originator, bytes: 32)
    bytes += empty(32 + 10 + 8)
    bytes += [UInt8](timeReference, bytes: 8) + [UInt8](2, bytes: 2) + empty(64)
    for _ in 0..<5 { bytes += [UInt8](Self.unknown, bytes: 2) }
    return bytes + empty(180)
  }

  /// ASCII in a field of that length; a question mark for all other letters.
  private static func text(_ text: String, bytes count: Int) -> [UInt8] {
    let letters = text.unicodeScalars.prefix(count).map {
      $0.isASCII && $0.value >= 0x20 ? UInt8($0.value) : UInt8(ascii: "?")
    }
    return letters + [UInt8](repeating: 0, count: count - letters.count)
  }
}
