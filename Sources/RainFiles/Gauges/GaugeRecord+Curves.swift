internal import RainDSP

extension GaugeRecord {
  /// How far the sound falls in dry times, in dB: to the least that gain takes.
  private static var dryGain: Double { Rain.gainRange.lowerBound }
  /// The time in which rain fades in and out beside a dry time, in s.
  private static let fade = 10.0

  /// The length in a rendering in which time runs so many times faster.
  package func duration(speed: Double) -> Duration {
    .milliseconds((seconds / speed * 1000).rounded())
  }

  /// The record as curves of settings.
  ///
  /// Between two pieces of even rainfall it moves on a line. The line lies where the total stays:
  /// a line from a to b on a scale of ratios has the mean (b - a) / ln(b/a).
  ///
  ///     b             ┌─────
  ///                  ╱┊
  ///                 ╱ ┊         the areas on both sides of the edge are equal
  ///     a    ──────╱──┘
  ///
  /// Dry times have the least rainfall, 0.1 mm/h, and gain falls by as much as it can.
  ///
  /// - Parameters:
  ///   - speed: how many times faster time runs than in the record.
  ///   - gain: the gain where it rains, in dB.
  /// - Returns: The curve of rainfall, and that of gain if there are dry times.
  package func curves(speed: Double, gain: Double) -> [WrittenCurve] {
    var rainfall = WrittenCurve.Keys()
    // Most pieces have two keys, and there may be millions.
    rainfall.reserveCapacity(2 * pieces.count + 2)
    var level = WrittenCurve.Keys()
    // A total shows a thousandth of a row, and not a millionth of a value. No key needs more than whole
    // milliseconds where no row is shorter than a second.
    var keysPerSecond = 1000.0
    while keysPerSecond < 1e9, shortestStep / speed * keysPerSecond < 999,
      seconds / speed * keysPerSecond < 1e15
    {
      keysPerSecond *= 10
    }
    // A shorter time without rain is no dry time.
    let leastDry = 1 / keysPerSecond
    func add(_ keys: inout WrittenCurve.Keys, at seconds: Double, _ value: Double) {
      let units = max(0, (seconds * keysPerSecond).rounded())
      let time = Duration.nanoseconds(Int64(1e9 / keysPerSecond)) * Int64(units)
      let key = WrittenCurve.Key(at: .fromStart(time), value)
      if keys.last != key { keys.append(key) }
    }
    func addDry(_ start: Double, _ end: Double, _ before: Double?, _ after: Double?) {
      let fade = min(Self.fade, (end - start) / 2)
      if let before {
        add(&rainfall, at: start, before)
        add(&level, at: start, gain)
      }
      add(&rainfall, at: before == nil ? start : start + fade, Rain.rainfallRange.lowerBound)
      add(&level, at: before == nil ? start : start + fade, Self.dryGain)
      if let after {
        add(&rainfall, at: end - fade, Rain.rainfallRange.lowerBound)
        add(&level, at: end - fade, Self.dryGain)
        add(&rainfall, at: end, after)
        add(&level, at: end, gain)
      }
    }
    var last: Piece?
    for piece in pieces {
      let piece = Piece(
        start: piece.start / speed, end: piece.end / speed,
        rainfall: Self.rounded(piece.rainfall))
      let end = last?.end ?? 0
      if piece.start - end > leastDry {
        addDry(end, piece.start, last?.rainfall, piece.rainfall)
      } else if let last {
        let (a, b) = (last.rainfall, piece.rainfall)
        let width = min(last.end - last.start, piece.end - piece.start) / 2
        let ratio = Elementary.log(b / a)
        let mean = abs(ratio) < 1e-6 ? (a + b) / 2 : (b - a) / ratio
        let share = a == b ? 0.5 : (b - mean) / (b - a)
        add(&rainfall, at: piece.start - share * width, a)
        add(&rainfall, at: piece.start + (1 - share) * width, b)
      } else {
        add(&rainfall, at: 0, piece.rainfall)
      }
      last = piece
    }
    let end = seconds / speed
    if let last, end - last.end <= leastDry {
      add(&rainfall, at: end, last.rainfall)
    } else {
      addDry(last?.end ?? 0, end, last?.rainfall, nil)
    }
    return [WrittenCurve(.rainfall, rainfall)]
      + (level.isEmpty ? [] : [WrittenCurve(.gain, level)])
  }

  /// The number with six digits.
  private static func rounded(_ number: Double) -> Double {
    var factor = 1e6
    while number * factor >= 1e7 { factor /= 10 }
    return (number * factor).rounded() / factor
  }
}
