/// The length of a rendering that neither --duration nor --like says.
enum Length {
  /// The duration of the preset, else this one; nil is endless.
  case ofInputs(orElse: Duration?)
  /// This one; nil is endless. A take keeps its own length.
  case fixed(Duration?)

  /// The length of rain that nothing else limits, as help says it.
  static let standard = Duration.seconds(60)

  fileprivate func duration(_ preset: Preset?) -> Duration? {
    switch self {
    case .ofInputs(let standard): preset?.duration ?? standard
    // A take has a seed.
    case .fixed(let standard): (preset?.seed == nil ? nil : preset?.duration) ?? standard
    }
  }
}

/// The flags that all rendering commands share, read once: with a preset they become a rendering.
struct RenderFlags {
  /// The job of the flags alone: its rain is steady rain, or comes from --like. A random seed is drawn once.
  private(set) var job: RenderJob
  /// The job that they change.
  private let base: RenderJob
  /// The options that they set, by name, each with the last flag that does.
  private var options: [String: ParsedCommandLine.Flag]
  private(set) var own: RainLayer
  private let wantedThreads: Int
  let isForced: Bool
  let isQuiet: Bool
  let progress: Progress.Mode
  let preset: Preset?
  private let length: Length
  let commandLine: ParsedCommandLine
  /// The rain that the rendering begins with, a preset or the file of --like.
  let origin: Preset?
  /// The settings and places that differ from file to file.
  struct Lots {
    var settings: [Setting] = []
    var places: [Place] = []
    /// The word before the names of these: `vary `.
    var word = ""
  }
  var lots = Lots()

  /// Reads the flags, which change the job `base`, or steady rain without one. `length` holds where they give none.
  /// `preset` is the one that another word names.
  init(
    _ commandLine: ParsedCommandLine, length: Length = .ofInputs(orElse: Length.standard),
    base: RenderJob? = nil, preset: Preset? = nil
  ) throws {
    self.preset = try FitFlag.fitted(
      preset ?? commandLine["preset"].map { try Preset(word: $0) }, commandLine)
    var origin = self.preset
    if let base {
      origin = Preset(name: commandLine["like"] ?? "", automation: base.writtenAutomation)
      origin?.duration = base.extent.duration
    }
    self.origin = origin
    self.base = base ?? RenderJob(duration: nil)
    var (job, own) = (self.base, RainLayer())
    var options: [String: ParsedCommandLine.Flag] = [:]
    for flag in commandLine.countingFlags([CurveFlag.name]) {
      if let option = Self.options[flag.name] {
        try option.set(&job, to: flag)
        options[option.name] = flag
      } else if let setting = Setting.ofFlags[flag.name] {
        own.set(setting, to: try setting.number(flag.value, for: "--\(flag.name)"))
      } else if flag.name == Place.key {
        own.place = try Place(word: flag.value)
      } else if flag.name == CurveFlag.name {
        try CurveFlag.read(flag.value, into: &own)
      }
    }
    (self.job, self.options, self.own) = (job, options, own)
    self.length = length
    wantedThreads = try ThreadCount.read(commandLine)
    progress = try commandLine.choice("progress", of: Progress.Mode.self) ?? .auto
    if let lack = ProcessSetup.lack(threads: wantedThreads) { throw Failure(.couldNot, lack) }
    isForced = commandLine["force"] != nil
    isQuiet = commandLine["quiet"] != nil
    self.commandLine = commandLine
  }

  /// These flags, and over them others that were read elsewhere.
  func overlaid(by other: RenderFlags) -> RenderFlags {
    var flags = self
    flags.options.merge(other.options) { $1 }
    for option in RenderJob.options where other.options[option.name] != nil {
      option.copy(from: other.job, to: &flags.job)
    }
    flags.own = own.overlaid(by: other.own)
    return flags
  }

  private static let options = Dictionary(
    uniqueKeysWithValues: RenderJob.options.map { ($0.flagName, $0) })

  var threads: Int { ThreadCount.startable(wantedThreads) }

  /// The threads that render it. For one that several cannot share, none is tried.
  func threads(for job: Rendering) -> Int { job.isWithinBlock ? 1 : threads }

  func rendering(duration: Duration? = nil) throws -> Rendering {
    try rendering(of: preset, values: ClipValues(seconds: duration.map { $0 / .seconds(1) }))
  }

  /// The wish for a rain: of a preset or the file of --like, of the flags, and of draws.
  func wish(of preset: Preset?, _ values: ClipValues = ClipValues()) -> RainWish {
    var layer = RainLayer()
    layer.place = values.place
    for (setting, number) in values.settings { layer.set(setting, to: number) }
    return RainWish(
      weather: preset?.layer ?? RainLayer(base.writtenAutomation), own: own, drawn: layer)
  }

  /// Whether each file gets a seed of its own.
  private var hasSeedPerFile: Bool {
    options[RenderOption.seedName]?.value == RenderOption.seedPerFile
  }

  /// The options of a rendering, without that of one name.
  private func options(
    of preset: Preset?, word: String?, without name: String? = nil
  ) -> RenderJob {
    var job = base
    if let preset { job.take(preset) }
    for option in RenderJob.options where option.name != name && options[option.name] != nil {
      option.copy(from: self.job, to: &job)
    }
    if hasSeedPerFile, let word, name != RenderOption.seedName {
      job.seed = ClipDraws.seed(named: Preset.baseName(of: word))
    }
    return job
  }

  /// The rendering with the rain of a preset, or without one, and the flags of the rain.
  ///
  /// `word` is the word that names the preset, in a command that takes several. The values of a clip are
  /// applied like flags.
  func rendering(
    of preset: Preset?, word: String? = nil, values: ClipValues = ClipValues()
  ) throws -> Rendering {
    if hasSeedPerFile, word == nil {
      throw Flaw(
        "--seed \(RenderOption.seedPerFile) is for batch and hash, which render several files")
    }
    var job = options(of: preset, word: word)
    if let seed = values.seed { job.seed = seed }
    if let seconds = values.seconds { job.extent.duration = .seconds(seconds) }
    if let from = values.from {
      // The duration is that of the clip: the rain goes on as long as it is.
      let end = .seconds(from) + (job.extent.duration ?? length.duration(nil) ?? Length.standard)
      (job.extent.from, job.extent.to) = (.seconds(from), end)
      job.extent.duration = max(preset?.duration ?? .zero, end)
    }
    if job.extent.duration == nil, let length = length.duration(preset) {
      job.extent.duration = try self.duration(of: job, length)
    }
    job.writtenAutomation = wish(of: preset, values).resolved()
    do {
      return try Rendering(job)
    } catch {
      let sentence = error.sentence {
        $0 == "duration" && values.seconds != nil ? "--vary duration" : written($0, of: job)
      }
      // A curve of places has become a curve of each setting.
      guard let name = error.curveKey?.setting, own.passages != nil,
        Setting(named: name).map(own.moves) != true
      else { throw Flaw(sentence) }
      throw Flaw(sentence.replacing("the curve of \(name)", with: "the curve of \(Place.key)"))
    }
  }

  /// Throws where there is nothing to see or to hear: a pipe may be empty, a file or a picture is a slip.
  static func requireFrames(of rendering: Rendering) throws {
    guard rendering.frames.isEmpty else { return }
    throw Flaw("there is no frame to write; give a --duration above 0, and a --to after --from")
  }

  /// The flags without which a rendering of the preset by the same command would be another one, as one types them.
  func neededWords(of rendering: Rendering, of preset: Preset?, word: String) -> [String] {
    let needed = wish(of: preset).needed().own
    let options = options(of: preset, word: word)
    func isNeeded(_ flag: ParsedCommandLine.Flag) -> Bool {
      if flag.name == CurveFlag.name {
        let moved = CurveFlag.moved(by: flag.value)
        return moved == Place.key
          ? needed.passages != nil
          : moved.flatMap { Setting.ofFlags[$0] }.map(needed.moves) ?? false
      }
      if let option = Self.options[flag.name] {
        let without = self.options(of: preset, word: word, without: option.name)
        if option.name != RenderOption.durationName { return without != options }
        let standard = length.duration(preset).flatMap { try? duration(of: without, $0) }
        return without.extent.duration ?? standard != rendering.extent.duration
      }
      return flag.name == Place.key
        ? needed.place != nil : Setting.ofFlags[flag.name].map(needed.numbers.contains) ?? false
    }
    return commandLine.countingFlags([CurveFlag.name]).filter(isNeeded).flatMap { flag in
      let isDrawn = flag.name == RenderOption.seedName && flag.value == "random"
      return isDrawn ? ["--seed", "\(job.seed)"] : flag.words
    }
  }

  /// The flag of an option as it was written, or as --like has set it; the flag of a setting.
  private func written(_ key: String, of job: RenderJob) -> String {
    let flag = Setting.flagName(of: key)
    guard let option = RenderJob.option(key) else { return "--\(flag)" }
    let value = commandLine[flag].flatMap { $0.isEmpty ? nil : " \($0.quoted)" }
    return value.map { "--\(flag)\($0)" } ?? option.word(for: job) ?? "--\(flag)"
  }

  /// The standard duration, or a longer one if --to is later.
  private func duration(of job: RenderJob, _ standard: Duration) throws -> Duration {
    let extent = job.extent
    if let to = extent.to, to > standard {
      // Without a loop or a fade-out, no sample depends on where the whole ends.
      if extent.isLoop || extent.fadeOut > .zero {
        throw Flaw(
          "\(written("to", of: job)) lies after the end that --\(extent.isLoop ? "loop" : "fade-out") "
            + "needs; add --duration")
      }
      return to
    }
    if extent.to == nil, extent.from > standard {
      throw Flaw("\(written("from", of: job)) lies after the end; add --duration or --to")
    }
    return standard
  }
}

extension Preset {
  package init(word: String) throws {
    self = try Preset.isPath(word) ? Preset(contentsOf: word) : Preset(named: word)
  }
}

extension Place {
  init(word: String) throws {
    if word.split(separator: ",").count > 1,
      word.split(separator: ",").allSatisfy({ Place.names.contains(String($0)) })
    {
      throw Flaw("--\(Place.key) takes one place; 'rainsynth batch' takes several: \(word)")
    }
    self = try Preset.isPath(word) ? Place(of: Preset(contentsOf: word)) : Place(named: word)
  }
}
