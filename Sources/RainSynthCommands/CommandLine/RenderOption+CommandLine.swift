extension RenderOption {
  /// The option as a flag; its default is its value in a new job.
  var option: Option {
    let job = RenderJob(duration: nil)
    switch domain {
    case .seed(let property):
      return option(
        range: range, standard: "\(job[property])",
        Completion(words: ["random", RenderOption.seedPerFile]))
    case .number(_, _, let examples, let property):
      return option(
        range: range, standard: "\(job[property])",
        Completion(words: examples.map(String.init))
      )
    case .choice(let names, let get, _):
      let isShown = placeholder == names.joined(separator: "|")
      return option(range: isShown ? nil : range, standard: get(job), Completion(words: names))
    case .toggle(let property):
      return Option(
        flagName, short: short, summary, standard: job[property] ? "on" : "off",
        isNegatable: true)
    case .time(let property, _):
      let isShown = name == RenderOption.durationName
      return option(
        range: isShown ? range : nil, standard: job[property].map { _ in "0" }, .nothing)
    }
  }

  private func option(
    range: @autoclosure @escaping @Sendable () -> String?,
    standard: @autoclosure @escaping @Sendable () -> String?, _ completion: Completion
  ) -> Option {
    Option(
      flagName, short: short, takes: placeholder, summary, range: range(),
      standard: self.standard ?? standard(), completion: completion, isEveryday: isEveryday)
  }

  func set(_ job: inout RenderJob, to flag: ParsedCommandLine.Flag) throws(Flaw) {
    switch (domain, flag.value) {
    case (.seed, RenderOption.seedPerFile): break
    case (.seed(let property), "random"): job[property] = UInt64.random(in: 0...UInt64.max)
    case (.toggle(let property), _): job[property] = !flag.isNegated
    case (_, let text): try set(&job, toText: text)
    }
  }

  /// The word that gives each of several files a seed of its own.
  static let seedPerFile = "per-file"

  /// The word that sets the option to the value of the job: `--rate=8000`, `--no-dither`; nil for a
  /// switch or a time with its default.
  func word(for job: RenderJob) -> String? {
    let text: String
    switch domain {
    case .toggle(let property):
      let isOn = job[property]
      if RenderJob(duration: nil)[property] == isOn { return nil }
      return isOn ? "--\(flagName)" : "--no-\(flagName)"
    case .seed(let property): text = "\(job[property])"
    case .number(_, _, _, let property): text = "\(job[property])"
    case .choice(_, let get, _): text = get(job)
    case .time(let property, _):
      guard let time = job[property], time != RenderJob(duration: nil)[property] else { return nil }
      text = "\(time.secondsText)s"
    }
    return "--\(flagName)=\(text)"
  }
}

extension RenderJob {
  /// The words of a command line that render the same samples. Of a curve, `limit` bytes or a little more are enough.
  func words(limit: Int = .max) -> [String] {
    RenderJob.options.compactMap { $0.word(for: self) } + writtenAutomation.words(limit)
  }
}

extension WrittenAutomation {
  /// The flags that turn steady rain into this rain.
  fileprivate func words(_ limit: Int) -> [String] {
    let resting = Setting.allCases.filter { hasNumber($0) && rain[$0] != rain.standard(of: $0) }
    return resting.map { "--\($0.flagName)=\($0.text(writtenNumber($0)))" }
      + writtenCurves.map { "--\(CurveFlag.name)=\(CurveFlag.text(of: $0, limit: limit))" }
  }
}

extension StoredSettings {
  /// The flags that make these samples again: those of render, or of drop.
  func words(limit: Int) throws -> [String] {
    guard let drop else { return try job().words(limit: limit) }
    return ["--number=\(drop)"] + (peak.map { ["--peak=\($0)"] } ?? [])
      + (try jobOfRain().words(limit: limit)).filter { word in
        !SettingFlags.notOfOneMoment.contains(String(word.dropFirst(2).prefix { $0 != "=" }))
      }
  }
}
