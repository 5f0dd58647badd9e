internal import RainDSP

extension GaugeRecord {
  /// How far the sound falls in dry times, in dB: to the least that gain takes.
  private static var dryGain: Double { Setting.gain.row.range.lowerBound }
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
    let end = seconds / speed
    var keys = CurveKeys(shortestStep: shortestStep / speed, seconds: end, gain: gain)
    // Most pieces have two keys, and there may be millions.
    keys.rainfall.reserveCapacity(2 * pieces.count + 2)
    var last: Piece?
    for index in 0...pieces.count {
      let next = index == pieces.count ? nil : pieces[index].faster(speed)
      let (dry, wet) = (last?.end ?? 0, next?.start ?? end)
      if wet - dry > keys.leastDry || last == nil && next == nil {
        keys.addDry(dry, wet, last?.rainfall, next?.rainfall)
      } else if let last, let next {
        let (a, b) = (last.rainfall, next.rainfall)
        let width = min(last.end - last.start, next.end - next.start) / 2
        let ratio = Elementary.log(b / a)
        let mean = abs(ratio) < 1e-6 ? (a + b) / 2 : (b - a) / ratio
        let share = a == b ? 0.5 : (b - mean) / (b - a)
        keys.add(at: next.start - share * width, a)
        keys.add(at: next.start + (1 - share) * width, b)
      } else if let piece = last ?? next {
        keys.add(at: last == nil ? 0 : end, piece.rainfall)
      }
      last = next
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

    /// Adds a rainfall, and perhaps a gain.
    mutating func add(at seconds: Double, _ value: Double, gain: Double? = nil) {
      let units = max(0, (seconds * perSecond).rounded())
      let time = WrittenCurve.Time.fromStart(
        Duration.nanoseconds(Int64(1e9 / perSecond)) * Int64(units))
      let keys = (WrittenCurve.Key(at: time, value), gain.map { WrittenCurve.Key(at: time, $0) })
      if rainfall.last != keys.0 { rainfall.append(keys.0) }
      if let key = keys.1, level.last != key { level.append(key) }
    }

    /// Adds a dry time between rainfalls, or to the beginning or the end.
    mutating func addDry(_ start: Double, _ end: Double, _ before: Double?, _ after: Double?) {
      let fade = min(GaugeRecord.fade, (end - start) / 2)
      let (dry, silent) = (Rain.rainfallRange.lowerBound, GaugeRecord.dryGain)
      if let before { add(at: start, before, gain: gain) }
      add(at: before == nil ? start : start + fade, dry, gain: silent)
      if let after {
        add(at: end - fade, dry, gain: silent)
        add(at: end, after, gain: gain)
      }
    }
  }
}

extension GaugeRecord.Piece {
  /// The piece where time runs so many times faster, with a rainfall of six digits.
  fileprivate func faster(_ speed: Double) -> Self {
    var factor = 1e6
    while rainfall * factor >= 1e7 { factor /= 10 }
    return Self(
      start: start / speed, end: end / speed, rainfall: (rainfall * factor).rounded() / factor)
  }
}
