internal import RainDSP
package import Text

extension RenderOption {
  /// The value as JSON; times are frames.
  package func json(of job: RenderJob) -> String {
    switch domain {
    case .seed(let property): "\(job[property])"
    case .number(_, _, _, let property): "\(job[property])"
    // Channels are a number: 2, not "2".
    case .choice(_, let get, _): Int(get(job)) == nil ? JSONText.string(get(job)) : get(job)
    case .toggle(let property): "\(job[property])"
    case .time(let property): "\(job[property].frames(sampleRate: job.sampleRate))"
    case .end(_, let frame): "\(frame(job))"
    }
  }

  /// Sets the value to what ``json(of:)`` has written. Times need the sample rate of the job.
  package func set(_ job: inout RenderJob, to scalar: PresetDocument.Scalar) throws(Flaw) {
    let longest = Extent.longest.frames(sampleRate: job.sampleRate)
    switch (domain, scalar) {
    case (.seed(let property), .number(_, let text)):
      guard let seed = UInt64(text) else { break }
      job[property] = seed
      return
    case (.number(_, let range, _, let property), .number(_, let text)):
      guard let number = Int(text), range.contains(number) else { break }
      job[property] = number
      return
    case (.choice(let names, _, let set), .string(let text)),
      (.choice(let names, _, let set), .number(_, let text)):
      guard names.contains(text) else { break }
      set(&job, text)
      return
    case (.toggle(let property), .bool(let isOn)):
      job[property] = isOn
      return
    case (.time(let property), .number(_, let text)):
      guard let frame = Int(text), 0...longest ~= frame else { break }
      job[property] = Duration(frame: frame, sampleRate: job.sampleRate)
      return
    case (.end(let property, _), .number(_, let text)):
      guard let frame = Int(text), 0...longest ~= frame || frame == .max else { break }
      job[property] =
        frame == .max ? nil : Duration(frame: frame, sampleRate: job.sampleRate)
      return
    default: break
    }
    let values =
      switch domain {
      case .toggle: "true or false"
      case .time, .end: "a whole number of frames"
      case .seed, .number, .choice: "one of \(range ?? "")"
      }
    throw Flaw("\(name) takes \(values), not \(scalar.text)")
  }
}

extension RenderJob {
  /// Everything that determines the samples, as members of a JSON object: the sound revision, then the
  /// ``settings(where:)``, all of them.
  package var members: [(key: String, json: String)] {
    [("revision", "\(Rain.soundRevision)")] + settings { _, _ in true }
  }

  /// The name of the preset, the options, the settings of the rain that are wanted with their values, and the curves.
  package func settings(
    where isWanted: (Setting, Double) -> Bool
  ) -> [(key: String, json: String)] {
    (presetName.map { [("preset", JSONText.string($0))] } ?? [])
      + RenderJob.options.map { ($0.name, $0.json(of: self)) }
      + writtenAutomation.members(seeds, where: isWanted)
  }
}
