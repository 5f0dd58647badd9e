/// The first reason why a job cannot be rendered.
///
/// Options are named by their keys, such as `fadeOut`.
public enum InvalidJob: Error, Sendable, Hashable, CustomStringConvertible {
  /// A setting of the rain is wrong, or a key of its curve.
  case rain(InvalidSetting)
  /// An option is out of its range.
  case outOfRange(option: String, range: String)
  /// `to` lies after the end of the whole.
  case toAfterEnd
  /// `from` lies after the end of the part, which `to` or `duration` sets.
  case fromAfterEnd(option: String)
  /// A loop or a fade-out needs a whole that ends.
  case endless(option: String)
  /// A fade would interrupt every round of a loop.
  case fadedLoop
  /// A loop is shorter than 1 s.
  case shortLoop
  /// The fades are longer than the whole.
  case longFades
  /// The moment of a key depends on the end, and there is none. Keys count from 0.
  case keyWithoutEnd(setting: String, key: Int, time: String)
  /// A key lies before the one before it; perhaps in a rendering of this length only.
  case keyGoesBack(setting: String, key: Int, seconds: Double, before: Double, inEveryLength: Bool)
  /// The way to a key begins after the key.
  case keyEndsEarly(setting: String, key: Int, seconds: Double, start: Double)
  /// A loop begins with another value of a setting than it ends with.
  case openLoop(setting: String)

  /// The reason in words.
  public var description: String { sentence { $0 } }

  /// The reason in words; `spelling` turns a key into the flag or the name that the user knows.
  package func sentence(_ spelling: (String) -> String) -> String {
    switch self {
    case .rain(let flaw): flaw.sentence(spelling)
    case .outOfRange(let option, let range): "\(spelling(option)) takes \(range)"
    case .toAfterEnd: "\(spelling("to")) lies after the end, \(spelling("duration"))"
    case .fromAfterEnd("to"): "\(spelling("from")) lies after \(spelling("to"))"
    case .fromAfterEnd(let option): "\(spelling("from")) lies after the end, \(spelling(option))"
    case .endless(let option): "\(spelling(option)) needs an end; add \(spelling("duration"))"
    case .fadedLoop:
      "a fade is a gap in every round of a \(spelling("loop")); leave one of them out"
    case .shortLoop: "a \(spelling("loop")) needs 1 s or more; \(spelling("duration")) is shorter"
    case .longFades:
      "the fades are longer than the whole; shorten them or lengthen \(spelling("duration"))"
    case .keyWithoutEnd(let setting, let key, let time):
      "key \(key + 1) of the curve of \(setting), at \(time), needs an end; add "
        + spelling("duration")
    case .keyGoesBack(let setting, let key, let seconds, let before, let inEveryLength):
      "key \(key + 1) of the curve of \(setting), at \(Self.text(seconds)), lies before key \(key), "
        + "at \(Self.text(before))" + (inEveryLength ? "" : "; lengthen \(spelling("duration"))")
    case .keyEndsEarly(let setting, let key, let seconds, let start):
      "the way to key \(key + 1) of the curve of \(setting) begins at \(Self.text(start)), after the "
        + "key, at \(Self.text(seconds))"
    case .openLoop(let setting):
      "the curve of \(setting) has to end at the value with which it begins in a "
        + "\(spelling("loop")); add a key with that value at 100%"
    }
  }

  /// The setting whose curve is wrong, and the key; nil where no curve is.
  package var curveKey: (setting: String, key: Int?)? {
    switch self {
    case .rain(let error): error.curve.map { ($0.name, error.key) }
    case .keyWithoutEnd(let setting, let key, _), .keyGoesBack(let setting, let key, _, _, _),
      .keyEndsEarly(let setting, let key, _, _):
      (setting, key)
    case .openLoop(let setting): (setting, nil)
    default: nil
    }
  }

  /// A time in s, to the millisecond.
  private static func text(_ seconds: Double) -> String {
    // No length is that long: the sum of two of them fits.
    let milliseconds = Int(max(-1e16, min(seconds * 1000, 1e16)).rounded())
    let time = Duration.milliseconds(milliseconds.magnitude)
    return "\(milliseconds < 0 ? "-" : "")\(time.secondsText) s"
  }
}
