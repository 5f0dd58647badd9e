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
    var keys = CurveKeys(shortestStep: shortestStep / speed, seconds: seconds / speed, gain: gain)
    // Most pieces have two keys, and there may be millions.
    keys.rainfall.reserveCapacity(2 * pieces.count + 2)
    var last: Piece?
    for piece in pieces {
      let piece = Piece(
        start: piece.start / speed, end: piece.end / speed,
        rainfall: Self.rounded(piece.rainfall))
      let end = last?.end ?? 0
      if piece.start - end > keys.leastDry {
        keys.addDry(end, piece.start, last?.rainfall, piece.rainfall)
      } else if let last {
        let (a, b) = (last.rainfall, piece.rainfall)
        let width = min(last.end - last.start, piece.end - piece.start) / 2
        let ratio = Elementary.log(b / a)
        let mean = abs(ratio) < 1e-6 ? (a + b) / 2 : (b - a) / ratio
        let share = a == b ? 0.5 : (b - mean) / (b - a)
        keys.addRainfall(at: piece.start - share * width, a)
        keys.addRainfall(at: piece.start + (1 - share) * width, b)
      } else {
        keys.addRainfall(at: 0, piece.rainfall)
      }
      last = piece
    }
    let end = seconds / speed
    if let last, end - last.end <= keys.leastDry {
      keys.addRainfall(at: end, last.rainfall)
    } else {
      keys.addDry(last?.end ?? 0, end, last?.rainfall, nil)
    }
    return [WrittenCurve(.rainfall, keys.rainfall)]
      + (keys.level.isEmpty ? [] : [WrittenCurve(.gain, keys.level)])
  }

  /// The keys of the curves of rainfall and gain.
  private struct CurveKeys {
    var rainfall = WrittenCurve.Keys()
    var level = WrittenCurve.Keys()
    private let gain: Double
    private var perSecond = 1000.0
    /// A shorter time without rain is no dry time, in s.
    var leastDry: Double { 1 / perSecond }

    /// A total shows a thousandth of a row, and not a millionth of a value. No key needs more than whole
    /// milliseconds where no row is shorter than a second.
    init(shortestStep: Double, seconds: Double, gain: Double) {
      self.gain = gain
      while perSecond < 1e9, shortestStep * perSecond < 999, seconds * perSecond < 1e15 {
        perSecond *= 10
      }
    }

    mutating func addRainfall(at seconds: Double, _ value: Double) {
      Self.append(key(at: seconds, value), to: &rainfall)
    }

    private func key(at seconds: Double, _ value: Double) -> WrittenCurve.Key {
      let units = max(0, (seconds * perSecond).rounded())
      let time = Duration.nanoseconds(Int64(1e9 / perSecond)) * Int64(units)
      return WrittenCurve.Key(at: .fromStart(time), value)
    }

    private static func append(_ key: WrittenCurve.Key, to keys: inout WrittenCurve.Keys) {
      if keys.last != key { keys.append(key) }
    }

    /// Adds a dry time between rainfalls, or to the beginning or the end.
    mutating func addDry(_ start: Double, _ end: Double, _ before: Double?, _ after: Double?) {
      let fade = min(GaugeRecord.fade, (end - start) / 2)
      func addBoth(at seconds: Double, _ value: Double?) {
        addRainfall(at: seconds, value ?? Rain.rainfallRange.lowerBound)
        Self.append(key(at: seconds, value == nil ? GaugeRecord.dryGain : gain), to: &level)
      }
      if before != nil { addBoth(at: start, before) }
      addBoth(at: before == nil ? start : start + fade, nil)
      if after != nil {
        addBoth(at: end - fade, nil)
        addBoth(at: end, after)
      }
    }
  }

  /// The number with six digits.
  private static func rounded(_ number: Double) -> Double {
    var factor = 1e6
    while number * factor >= 1e7 { factor /= 10 }
    return (number * factor).rounded() / factor
  }
}
