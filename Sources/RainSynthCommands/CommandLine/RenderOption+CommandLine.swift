extension RenderOption {
  /// The option as a flag; its default is its value in a new job.
  var option: Option {
    let (words, hasRange): ([String], Bool) =
      switch domain {
      case .seed: (["random", RenderOption.seedPerFile], true)
      case .number(_, _, let examples, _): (examples.map(String.init), true)
      case .choice(let names, _, _): (names, placeholder != names.joined(separator: "|"))
      case .toggle: ([], false)
      case .time: ([], name == RenderOption.durationName)
      }
    return Option(
      flagName, short: short, takes: placeholder, summary, range: hasRange ? range : nil,
      standard: standard ?? text(in: RenderJob(duration: nil)),
      completion: Completion(words: words), isEveryday: isEveryday, isNegatable: placeholder == nil)
  }

  /// The value in a job as help shows it; nil for a time that it does not say.
  private func text(in job: RenderJob) -> String? {
    switch domain {
    case .toggle(let property): job[property] ? "on" : "off"
    case .time(let property, _): job[property].map { $0 == .zero ? "0" : "\($0.secondsText)s" }
    case .seed, .number, .choice: json(of: job).string ?? json(of: job).digits
    }
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
    let standard = RenderJob(duration: nil)
    switch domain {
    case .toggle(let property):
      if job[property] == standard[property] { return nil }
      return job[property] ? "--\(flagName)" : "--no-\(flagName)"
    case .time(let property, _):
      guard let time = job[property], time != standard[property] else { return nil }
      return "--\(flagName)=\(time.secondsText)s"
    case .seed, .number, .choice: return "--\(flagName)=\(text(in: job) ?? "")"
    }
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
