/// The time in which rain falls: without an end, or a loop that meets its own beginning.
///
/// Seconds are counted through all loops. The last second of a loop ends with it, however long it
/// has lasted; the first of the next loop holds what the first of every loop holds.
struct Timeline: Sendable {
  let sampleRate: Int
  /// Frames of a loop; nil when time has no end.
  let frames: Int?

  /// A second, counted through all loops, and the part of it that has passed.
  struct Moment {
    let second: Int
    let offset: Double
  }

  /// Seconds of a loop, the last one counted as a whole.
  private func seconds(in frames: Int) -> Int {
    (frames + sampleRate - 1) / sampleRate
  }

  /// The length of a loop, in seconds.
  var duration: Double? {
    frames.map { Double($0) / Double(sampleRate) }
  }

  /// The frame in which a second begins.
  func start(of second: Int) -> Int {
    guard let frames else { return second * sampleRate }
    let (timeline, number) = Self.divide(second, by: seconds(in: frames))
    return timeline * frames + number * sampleRate
  }

  /// The second of the first loop that holds the same as this one.
  func identity(of second: Int) -> Int {
    guard let frames else { return second }
    return Self.divide(second, by: seconds(in: frames)).remainder
  }

  /// How much of a second there is before the loop begins anew.
  func length(of second: Int) -> Double {
    guard frames != nil else { return 1 }
    return Double(start(of: second + 1) - start(of: second)) / Double(sampleRate)
  }

  /// When a frame sounds.
  func moment(of frame: Int) -> Moment {
    guard let frames else {
      let (second, rest) = Self.divide(frame, by: sampleRate)
      return Moment(second: second, offset: Double(rest) / Double(sampleRate))
    }
    let (timeline, place) = Self.divide(frame, by: frames)
    let second = place / sampleRate
    return Moment(
      second: timeline * seconds(in: frames) + second,
      offset: Double(place - second * sampleRate) / Double(sampleRate))
  }

  /// The frame of the first loop that sounds the same.
  func place(of frame: Int) -> Int {
    guard let frames else { return frame }
    return Self.divide(frame, by: frames).remainder
  }

  /// Division that rounds down, also below 0.
  private static func divide(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
