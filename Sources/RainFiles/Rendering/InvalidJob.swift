public import RainDSP
internal import Wording

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
  /// A curve has a wrong key.
  case curve(InvalidCurve)
  /// The moment of a key depends on the end, and there is none. Keys count from 0.
  case endlessCurve(setting: String, key: Int, time: String)
  /// A key lies before the one before it. It may do so in a rendering of this length only.
  case curveGoesBack(
    setting: String, key: Int, seconds: Double, before: Double, inEveryLength: Bool)
  /// A loop begins with another value of a setting than it ends with.
  case openCurve(setting: String)
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
    case .curve(let error): "\(error)"
    case .endlessCurve(let setting, let key, let time):
      "key \(key + 1) of the curve of \(setting), at \(time), needs an end; add "
        + spelling("duration")
    case .curveGoesBack(let setting, let key, let seconds, let before, let inEveryLength):
      "key \(key + 1) of the curve of \(setting), at \(InvalidJob.text(seconds)), lies before key "
        + "\(key), at \(InvalidJob.text(before))"
        + (inEveryLength ? "" : "; lengthen \(spelling("duration"))")
    case .openCurve(let setting):
      "the curve of \(setting) has to end at the value with which it begins in a "
        + "\(spelling("loop")); add a key with that value at 100%"
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

extension RenderJob {
  /// Throws the first reason why the job cannot be rendered.
  public func validate() throws(InvalidJob) {
    do {
      try rain.validate()
    } catch {
      throw .rain(error)
    }
    for option in RenderJob.options where !option.isInRange(self) {
      throw .outOfRange(option: option.name, range: option.range ?? "")
    }
    let frames = (
      from: excerpt.from.frames(sampleRate: sampleRate),
      to: excerpt.to?.frames(sampleRate: sampleRate), total: totalFrames
    )
    if let to = frames.to, to > frames.total { throw .toAfterEnd }
    if frames.from > frames.to ?? frames.total {
      throw .fromAfterEnd(option: frames.to == nil ? "duration" : "to")
    }
    let (isLoop, fades) = (excerpt.isLoop, fades)
    if excerpt.duration == nil, isLoop || fades.outFrames > 0 {
      throw .endless(option: isLoop ? "loop" : "fadeOut")
    }
    if isLoop, fades.inFrames + fades.outFrames > 0 { throw .fadedLoop }
    if isLoop, frames.total < sampleRate { throw .shortLoop }
    if fades.inFrames + fades.outFrames > frames.total { throw .longFades }
    try validateCurves()
  }

  private func validateCurves() throws(InvalidJob) {
    guard !writtenCourse.curves.isEmpty else { return }
    let course = try course
    guard excerpt.isLoop, let seconds else { return }
    for curve in course.curves {
      let rains: [Rain]
      do {
        rains = try RainCourse(rain, curves: [curve]).rains(at: [0, seconds])
      } catch {
        throw .curve(error)
      }
      if rains[0] != rains[1] { throw .openCurve(setting: curve.name) }
    }
  }
}
