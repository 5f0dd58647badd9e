extension RenderOption {
  /// The value as JSON; times are frames.
  package func json(of job: RenderJob) -> JSONNode {
    switch domain {
    case .seed(let property): .number("\(job[property])")
    case .number(_, _, _, let property): .number("\(job[property])")
    // Channels are a number: 2, not "2".
    case .choice(_, let get, _): Int(get(job)) == nil ? .string(get(job)) : .number(get(job))
    case .toggle(let property): .bool(job[property])
    case .time(let property, let frame):
      .number(
        "\(frame.map { Int64($0(job)) } ?? (job[property] ?? .zero).wideFrames(sampleRate: job.sampleRate))"
      )
    }
  }

  /// Sets the value to what ``json(of:)`` has written. Times need the sample rate of the job.
  package func set(_ job: inout RenderJob, to scalar: JSONNode) throws(Flaw) {
    let longest = Extent.longest.wideFrames(sampleRate: job.sampleRate)
    switch (domain, scalar) {
    case (.seed(let property), .number(let text)):
      if let seed = UInt64(text) { return job[property] = seed }
    case (.number(_, let range, _, let property), .number(let text)):
      if let number = Int(text), range.contains(number) { return job[property] = number }
    case (.choice(let names, _, let set), .string(let text)),
      (.choice(let names, _, let set), .number(let text)):
      if names.contains(text) { return set(&job, text) }
    case (.toggle(let property), .bool(let isOn)): return job[property] = isOn
    case (.time(let property, let whenNil), .number(let text)):
      guard let frame = Int64(text), 0...longest ~= frame || whenNil != nil && frame == .max
      else { break }
      let rate = job.sampleRate
      return job[property] = frame == .max ? nil : Duration(frame: frame, sampleRate: rate)
    default: break
    }
    let values =
      switch domain {
      case .toggle: "true or false"
      case .time: "a whole number of frames"
      case .seed, .number, .choice: "one of \(range ?? "")"
      }
    throw Flaw("\(name) takes \(values), not \(scalar.text)")
  }
}

extension RenderJob {
  /// Everything that determines the samples, as members of a JSON object: the sound revision, then the
  /// ``settings(where:)``, all of them.
  package var members: [(key: String, json: String)] {
    [("revision", "\(Rain.soundRevision)")] + settings { _, _, _ in true }
  }

  /// The names of preset and place, the options, the settings of the rain that are wanted, as
  /// ``WrittenAutomation/restingMembers(where:)`` asks, and the curves.
  package func settings(
    where isWanted: (Setting, Double, Double) -> Bool
  ) -> [(key: String, json: String)] {
    let curves = writtenAutomation.curveMembers
    var members = (presetName.map { [(key: "preset", json: JSONText.string($0))] } ?? [])
    if let placeTitle { members.append((Place.key, JSONText.string(placeTitle))) }
    for option in RenderJob.options where option.kind != .label || extent.timeReference > .zero {
      members.append((option.name, option.json(of: self).json))
    }
    return members + writtenAutomation.restingMembers(where: isWanted)
      + (curves.isEmpty ? [] : [(WrittenAutomation.curvesKey, JSONText.line(curves))])
  }

  /// The name of the preset, or that of steady rain, which holds without one.
  package var title: String { presetName ?? Preset.standardName }

  /// The place where it is heard, unless the title or open ground says it.
  package var placeTitle: String? {
    writtenAutomation.place.flatMap { [title, Place.standardName].contains($0) ? nil : $0 }
  }

  package var fullTitle: String { title + (placeTitle.map { " \($0)" } ?? "") }

  /// The whole of a rendering of a preset; nil for endless rain. ``Preset/duration`` has the length that the
  /// preset is made for.
  public init(_ preset: Preset, duration: Duration?) {
    self.init(duration: duration)
    take(preset)
  }

  /// Takes rain, name and options of a preset.
  package mutating func take(_ preset: Preset) {
    (writtenAutomation, presetName) = (preset.automation, preset.name)
    for option in RenderJob.options {
      guard let scalar = preset.options[option.name] else { continue }
      checked { () throws(Flaw) in try option.set(&self, to: scalar) }
    }
    if let seed = preset.seed { self.seed = seed }
  }
}
