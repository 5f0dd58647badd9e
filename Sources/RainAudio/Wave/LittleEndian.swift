/// Numbers and names of a WAV file, which is little-endian.
extension [UInt8] {
  /// The lowest `count` bytes of `integer`, the lowest first.
  init(_ integer: Int, bytes count: Int) {
    self = (0..<count).map { UInt8(truncatingIfNeeded: integer >> (8 * $0)) }
  }

  /// The number without a sign at a place, if there are so many bytes; `Int.max` if it is larger.
  func integer(at place: Int, bytes size: Int) -> Int? {
    guard place + size <= count else { return nil }
    let number = self[place..<place + size].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return Int(clamping: number)
  }

  /// The identifier of four letters at a place, if there are so many bytes.
  func identifier(at place: Int) -> String? {
    guard place + 4 <= count else { return nil }
    return String(self[place..<place + 4].map { Character(Unicode.Scalar($0)) })
  }
}
