/// The time in which rain falls: without an end, or a loop.
///
///     no loop    frame   0       1 s       2 s       3 s       4 s       5 s
///                        |--------|---------|---------|---------|---------|-->
///     second                 0         1         2         3         4
///
///     a loop     frame   0       1 s       2 s 2.5 s     3.5 s     4.5 s  5 s
///     of 2.5 s           |--------|---------|----|---------|---------|----|-->
///     second                 0         1      2       3         4      5
///     identity               0         1      2       0         1      2
///
/// Frames and seconds are counted on through all repetitions of a loop. The last second of a loop is
/// cut short by its end. Seconds of the same identity hold the same rain.
struct Timeline: Sendable {
  /// In Hz.
  let sampleRate: Int
  /// Frames of a loop; nil: no loop.
  let frames: Int?

  /// Seconds of a loop, including the last one, which may be shorter.
  private func seconds(in frames: Int) -> Int { (frames - 1) / sampleRate + 1 }

  /// The length of a loop, in seconds.
  var duration: Double? { frames.map { Double($0) / Double(sampleRate) } }

  /// The frame in which a second begins.
  func start(of second: Int) -> Int {
    guard let frames else { return second * sampleRate }
    let (repetition, number) = Self.divide(second, by: seconds(in: frames))
    return repetition * frames + number * sampleRate
  }

  /// The second of the first repetition that holds the same rain as this one.
  func secondInLoop(_ second: Int) -> Int {
    guard let frames else { return second }
    return Self.divide(second, by: seconds(in: frames)).remainder
  }

  /// The length of a second, in s: less than 1 where the end of a loop cuts it short.
  func length(of second: Int) -> Double {
    guard frames != nil else { return 1 }
    return Double(start(of: second + 1) - start(of: second)) / Double(sampleRate)
  }

  func second(of frame: Int) -> Int {
    guard let frames else { return Self.divide(frame, by: sampleRate).quotient }
    let (repetition, frameInLoop) = Self.divide(frame, by: frames)
    return repetition * seconds(in: frames) + frameInLoop / sampleRate
  }

  /// The frame of the first repetition that sounds the same.
  func frameInLoop(_ frame: Int) -> Int {
    guard let frames else { return frame }
    return Self.divide(frame, by: frames).remainder
  }

  /// The frame by which things are drawn anew every 2ᵏ frames: in a loop, the frames from its last whole tile
  /// on share one. So the tile before frame 0, which filters start from, is that of the loop's end, whatever the
  /// length of the loop.
  func drawnFrame(_ frame: Int) -> Int {
    guard let frames else { return frame }
    return min(frameInLoop(frame), max(0, frames / Tile.frames - 1) * Tile.frames)
  }

  /// Division that rounds down, also below 0.
  static func divide(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
