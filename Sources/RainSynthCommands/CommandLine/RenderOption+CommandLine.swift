extension RenderOption {
  /// The name as a flag, without the dashes: `fade-out`.
  var flagName: String { Setting.flagName(of: name) }

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

  /// Sets the option to the text after its flag.
  func set(_ job: inout RenderJob, to flag: ParsedCommandLine.Flag) throws {
    let text = flag.value
    switch domain {
    case .seed where text == RenderOption.seedPerFile: break
    case .seed(let property):
      guard let seed = text == "random" ? UInt64.random(in: 0...UInt64.max) : UInt64(text) else {
        throw Flaw("--\(flagName) takes \(range ?? "") or random, not \(text.quoted)")
      }
      job[property] = seed
    case .number(let unit, let range, _, let property):
      let bounds = Double(range.lowerBound)...Double(range.upperBound)
      let quantity = Quantity(unit.written, bounds)
      guard let number = Int(exactly: try quantity.parse(text, for: "--\(flagName)")) else {
        throw Flaw("--\(flagName) takes whole numbers of \(quantity), not \(text.quoted)")
      }
      job[property] = number
    case .choice(let names, _, let set):
      let name = synonyms[text.lowercased()] ?? text.lowercased()
      guard names.contains(name) else {
        throw Flaw(
          "--\(flagName) takes one of \(names.joined(separator: ", ")), not \(text.quoted)"
            + (self.name == "channels" ? ChannelLayout.choices(channels: text) : ""))
      }
      set(&job, name)
    case .toggle(let property): job[property] = !flag.isNegated
    case .time(let property, _): job[property] = try time(text)
    }
  }

  /// The word that gives each of several files a seed of its own.
  static let seedPerFile = "per-file"

  private func time(_ text: String) throws -> Duration {
    guard let time = Duration(written: text) else {
      // The bounds are far away: the message names them only to a user who has reached them.
      let digits = text.filter(\.isNumber).count
      let bounds = digits < 10 ? "" : ", up to 1000000000 h and with at most 9 decimals"
      throw Flaw(
        "--\(flagName) takes a time such as 90, 1.5s, 10m, 8h, 1h30m or 5:00\(bounds), "
          + "not \(text.quoted)"
          + (Suggestion.point(in: text) { Duration(written: $0) != nil } ?? Self.hint(for: text)))
    }
    return time
  }

  /// The hint on times that people write in other ways.
  private static func hint(for time: String) -> String {
    let unit = time.drop { $0.isNumber }
    if ["d", "day", "days"].contains(unit) { return "; a day is 24h" }
    let isEndless = ["forever", "infinite", "endless", "inf"].contains(unit)
    return isEndless ? "; play and stream have no end without it" : ""
  }

  /// Other words for choices, as people and other programs write them.
  private var synonyms: [String: String] {
    switch name {
    case "channels": ["mono": "1", "stereo": "2"]
    case "format":
      [
        "16": "s16", "24": "s24", "32": "s32", "float": "f32", "s16le": "s16", "s24le": "s24",
        "s32le": "s32", "f32le": "f32",
      ]
    default: [:]
    }
  }

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

extension ChannelLayout {
  /// The layouts with that many channels, in words; none if there are none.
  fileprivate static func choices(channels: String) -> String {
    let names = allCases.filter { "\($0.channels)" == channels }.map(\.rawValue)
    return names.isEmpty ? "" : ": \(channels) channels are \(names.joined(separator: " or "))"
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
    let restated = restated
    let resting = Setting.allCases.filter {
      hasNumber($0) && restated.rain[$0] != restated.rain.standard(of: $0)
    }
    return resting.map { "--\($0.flagName)=\($0.text(restated.rain[$0]))" }
      + restated.curves.map { "--\(CurveFlag.name)=\(CurveFlag.text(of: $0, limit: limit))" }
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
