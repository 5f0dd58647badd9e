public import RainDSP

/// The first reason why a job cannot be rendered.
///
/// Options are named by their keys, such as `fadeOut`.
public enum InvalidJob: Error, Sendable, Hashable, CustomStringConvertible {
  /// A setting of the rain is wrong.
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
  /// The settings cannot move as they are written.
  case course(InvalidCourse)
}

extension InvalidJob {
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
    case .shortLoop: "\(spelling("loop")) takes a \(spelling("duration")) of 1 s or more"
    case .longFades:
      "the fades are longer than the whole; shorten them or lengthen \(spelling("duration"))"
    case .course(let error): error.sentence(spelling)
    }
  }
}
