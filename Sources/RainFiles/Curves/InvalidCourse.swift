public import RainDSP
internal import Text

/// The first reason why settings cannot move as they are written. Keys count from 0.
public enum InvalidCourse: Error, Sendable, Hashable, CustomStringConvertible {
  /// A curve has a wrong key.
  case curve(InvalidCurve)
  /// The moment of a key depends on the end, and there is none.
  case endless(setting: String, key: Int, time: String)
  /// A key lies before the one before it; perhaps in a rendering of this length only.
  case goesBack(setting: String, key: Int, seconds: Double, before: Double, inEveryLength: Bool)
  /// The way to a key begins after the key.
  case endsEarly(setting: String, key: Int, seconds: Double, start: Double)
  /// A loop begins with another value of a setting than it ends with.
  case open(setting: String)

  /// The reason in words.
  public var description: String { sentence { $0 } }

  /// The reason in words; `spelling` turns a key into the flag or name that its reader knows.
  package func sentence(_ spelling: (String) -> String) -> String {
    switch self {
    case .curve(let error): "\(error)"
    case .endless(let setting, let key, let time):
      "key \(key + 1) of the curve of \(setting), at \(time), needs an end; add "
        + spelling("duration")
    case .goesBack(let setting, let key, let seconds, let before, let inEveryLength):
      "key \(key + 1) of the curve of \(setting), at \(Self.text(seconds)), lies before key \(key), "
        + "at \(Self.text(before))"
        + (inEveryLength ? "" : "; lengthen \(spelling("duration"))")
    case .endsEarly(let setting, let key, let seconds, let start):
      "the way to key \(key + 1) of the curve of \(setting) begins at \(Self.text(start)), after the "
        + "key, at \(Self.text(seconds))"
    case .open(let setting):
      "the curve of \(setting) has to end at the value with which it begins in a "
        + "\(spelling("loop")); add a key with that value at "
        + (setting == SeedTrack.curveName ? "its end" : "100%")
    }
  }

  /// The setting whose curve is wrong, and the key.
  package var place: (setting: String, key: Int?) {
    switch self {
    case .curve(let error): (error.setting.name, error.key)
    case .endless(let setting, let key, _), .goesBack(let setting, let key, _, _, _),
      .endsEarly(let setting, let key, _, _):
      (setting, key)
    case .open(let setting): (setting, nil)
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
