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
    if excerpt.isLoop, let duration = excerpt.duration, let first = writtenCourse.seeds.first,
      let last = writtenCourse.seeds.last(where: { $0.time <= duration }), first.seed != last.seed
    {
      throw .course(.open(setting: SeedKey.curveName))
    }
    guard !writtenCourse.curves.isEmpty else { return }
    let course = try course
    guard excerpt.isLoop, let seconds else { return }
    func isClosed(_ course: RainCourse) -> Bool {
      let rains = course.rains(at: [0, seconds])
      return rains[0] == rains[1]
    }
    if isClosed(course) { return }
    let open = course.curves.first { curve in
      // By itself, a curve may contradict the settings that rest.
      guard let alone = try? RainCourse(rain, curves: [curve]) else { return true }
      return !isClosed(alone)
    }
    throw .course(.open(setting: (open ?? course.curves[0]).name))
  }
}
