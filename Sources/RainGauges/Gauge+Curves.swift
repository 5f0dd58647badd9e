public import RainPresets
internal import RainDSP
internal import Text

extension Gauge {
  /// The time in which rain fades in and out beside a dry time, in s.
  private static let fade = 10.0

  /// The length in a rendering in which time runs so many times faster.
  public func duration(speed: Double = 1) -> Duration {
    .milliseconds((seconds / speed * 1000).rounded())
  }

  /// Lets a rain fall as it was measured, as loud as it is.
  public consuming func set(_ automation: inout WrittenAutomation, speed: Double = 1) throws {
    for curve in curves(speed: speed, gain: automation.rain[.gain]) { try automation.set(curve) }
  }

  /// The record as curves of settings.
  ///
  /// Between two pieces of even rainfall it moves on a line. The line lies where the total stays: a
  /// line from a to b on a scale of ratios has the mean (b - a) / ln(b/a).
  ///
  ///     b             ┌─────
  ///                  ╱┊
  ///                 ╱ ┊         the areas on both sides of the edge are equal
  ///     a    ──────╱──┘
  ///
  /// Dry times have the least rainfall, 0.1 mm/h, and gain falls by as much as it can.
  ///
  /// Time runs so many times faster than in the record; the gain is that where it rains, in dB.
  /// There is a curve of dropSize if drops were measured, and one of gain if there are dry times.
  public func curves(speed: Double, gain: Double) -> [WrittenCurve] {
    let (end, range) = (seconds / speed, Rain.rainfallRange)
    let silent = Setting.gain.row.range.lowerBound
    // A total shows a thousandth of a row, and not a millionth of a value. No key needs more than
    // whole milliseconds where no row is shorter than a second. A shorter time without rain is no
    // dry time.
    var perSecond = 1000.0
    while perSecond < 1e9, shortestStep / speed * perSecond < 999, end * perSecond < 1e15 {
      perSecond *= 10
    }
    var (rainfall, level) = (WrittenCurve.Keys(), WrittenCurve.Keys())
    // Most pieces have two keys, and there may be millions.
    rainfall.reserveCapacity(2 * pieces.count + 2)
    func time(_ seconds: Double) -> WrittenCurve.Time {
      let units = max(0, (seconds * perSecond).rounded())
      return .fromStart(Duration.nanoseconds(Int64(1e9 / perSecond)) * Int64(units))
    }
    func add(at seconds: Double, _ value: Double, gain: Double? = nil) {
      let time = time(seconds)
      func add(_ value: Double, to keys: inout WrittenCurve.Keys) {
        let key = WrittenCurve.Key(at: time, value)
        if keys.last != key { keys.append(key) }
      }
      add(value, to: &rainfall)
      if let gain { add(gain, to: &level) }
    }
    /// A piece where time runs so many times faster, with a rainfall of six digits.
    func faster(_ piece: RainRecord.Piece) -> (start: Double, end: Double, rainfall: Double) {
      let rainfall = min(max(piece.rainfall, range.lowerBound), range.upperBound)
      var factor = 1e6
      while rainfall * factor >= 1e7 { factor /= 10 }
      return (piece.start / speed, piece.end / speed, (rainfall * factor).rounded() / factor)
    }
    var last: (start: Double, end: Double, rainfall: Double)?
    for index in 0...pieces.count {
      let next = index == pieces.count ? nil : faster(pieces[index])
      let (dry, wet) = (last?.end ?? 0, next?.start ?? end)
      if wet - dry > 1 / perSecond || last == nil && next == nil {
        let fade = min(Self.fade, (wet - dry) / 2)
        if let last { add(at: dry, last.rainfall, gain: gain) }
        add(at: last == nil ? dry : dry + fade, range.lowerBound, gain: silent)
        if let next {
          add(at: wet - fade, range.lowerBound, gain: silent)
          add(at: wet, next.rainfall, gain: gain)
        }
      } else if let last, let next {
        let (a, b) = (last.rainfall, next.rainfall)
        let width = min(last.end - last.start, next.end - next.start) / 2
        let ratio = Elementary.log(b / a)
        let mean = abs(ratio) < 1e-6 ? (a + b) / 2 : (b - a) / ratio
        let share = a == b ? 0.5 : (b - mean) / (b - a)
        add(at: next.start - share * width, a)
        add(at: next.start + (1 - share) * width, b)
      } else if let piece = last ?? next {
        add(at: last == nil ? 0 : end, piece.rainfall)
      }
      last = next
    }
    let factors = sizes.map {
      WrittenCurve.Key(at: time($0.seconds / speed), ($0.factor * 1000).rounded() / 1000)
    }
    let curves = [(Setting.rainfall, rainfall), (.dropSize, .init(factors)), (.gain, level)]
    return curves.filter { !$0.1.isEmpty }.map { WrittenCurve($0.0, $0.1) }
  }
}
