internal import CommandLineKit
internal import Platform
internal import RainDSP
package import RainFiles
internal import Text

/// The length of a rendering that neither --duration nor --like says.
enum Length {
  /// That of the preset, else this one; nil is endless.
  case ofInputs(orElse: Duration?)
  /// This one; nil is endless. A take keeps its own length.
  case fixed(Duration?)

  /// The length of rain that nothing else limits, as help says it.
  static let standard = Duration.seconds(60)

  fileprivate func duration(_ preset: Preset?) -> Duration? {
    switch self {
    case .ofInputs(let standard): return preset?.duration ?? standard
    case .fixed(let standard):
      // A take has a seed.
      guard let preset, preset.seed != nil else { return standard }
      return preset.duration ?? standard
    }
  }
}

/// The flags that all rendering commands share, as a person wrote them: with a preset they become a rendering.
struct RenderFlags {
  /// The job of the flags alone: its rain is steady rain, or comes from --like. A random seed is drawn once.
  let job: RenderJob
  /// The threads that shall render.
  private let wantedThreads: Int
  let isForced: Bool
  let isQuiet: Bool
  let progress: Progress.Mode
  /// The preset that --preset names.
  let preset: Preset?
  /// The place that --place names.
  let place: Place?
  private let length: Length
  let commandLine: ParsedCommandLine
  /// What the rendering begins with, a preset or the file of --like.
  let origin: Preset?
  /// The settings that differ from file to file, and the word before the names of these: `vary `.
  var drawn: (settings: [Setting], word: String) = ([], "")

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
    place = try commandLine[PlaceFlag.name].map { try Place(word: $0) }
    var job = base ?? RenderJob(duration: nil)
    for flag in commandLine.flags { try Self.options[flag.name]?.set(&job, to: flag) }
    self.job = job
    self.length = length
    wantedThreads = try ThreadCount.read(commandLine)
    progress = try commandLine.choice("progress", of: Progress.Mode.self) ?? .auto
    if let lack = ProcessSetup.lack(threads: wantedThreads) { throw Failure(.couldNot, lack) }
    isForced = commandLine["force"] != nil
    isQuiet = commandLine["quiet"] != nil
    self.commandLine = commandLine
  }

  /// The options by the names of their flags.
  private static let options = Dictionary(
    uniqueKeysWithValues: RenderJob.options.map { ($0.flagName, $0) })

  /// The threads that render.
  var threads: Int { ThreadCount.startable(wantedThreads) }

  /// The threads that render it. For one that several cannot share, none is tried.
  func threads(for job: Rendering) -> Int { job.isWithinBlock ? 1 : threads }

  /// The rendering that the flags ask for.
  func rendering(duration: Duration? = nil) throws -> Rendering {
    try rendering(of: preset, duration: duration)
  }

  /// The rendering with the rain of a preset, or without one, and the flags of the rain. As in a preset,
  /// flags that set several settings come first, and single settings override them, in any order on the
  /// command line.
  ///
  /// `word` is the word that names the preset, in a command that takes several. `drawn` and `seed` are
  /// applied like flags.
  func rendering(
    of preset: Preset?, word: String? = nil, place: Place? = nil,
    drawn: [(setting: Setting, number: Double)] = [],
    seed: UInt64? = nil, duration: Duration? = nil
  ) throws -> Rendering {
    var job = job
    if commandLine["seed"] == RenderOption.seedPerFile {
      guard let word else {
        throw Flaw(
          "--seed \(RenderOption.seedPerFile) is for batch and hash, which render several files")
      }
      job.seed = ClipDraws.seed(named: Preset.baseName(of: word))
    }
    if let preset {
      let given = Set(commandLine.flags.map(\.name))
      job.take(preset) { !given.contains(Setting.flagName(of: $0)) }
    }
    if let seed { job.seed = seed }
    if let duration { job.extent.duration = duration }
    if job.extent.duration == nil, let length = length.duration(preset) {
      job.extent.duration = try self.duration(of: job, length)
    }
    try setRain(of: &job, place, drawn)
    do {
      return try Rendering(job)
    } catch {
      let sentence = error.sentence {
        $0 == "duration" && duration != nil ? "--vary duration" : written($0, of: job)
      }
      // A curve of places has become a curve of each setting.
      let moving = moving
      guard let name = error.place?.setting, moving.contains(PlaceFlag.name),
        !moving.contains(Setting.flagName(of: name))
      else { throw Flaw(sentence) }
      throw Flaw(sentence.replacing("the curve of \(name)", with: "the curve of \(PlaceFlag.name)"))
    }
  }

  /// The flag names of what has a curve on the command line.
  var moving: [String] {
    ((try? CurveFlag.changes(commandLine)) ?? []).compactMap(\.movingFlag)
  }

  /// Throws where there is nothing to see or to hear: a pipe may be empty, a file or a picture is a slip.
  static func requireFrames(of rendering: Rendering) throws {
    guard rendering.frames.isEmpty else { return }
    throw Flaw("there is no frame to write; give a --duration above 0, and a --to after --from")
  }

  /// Makes the changes that flags and draws ask for.
  private func setRain(
    of job: inout RenderJob, _ place: Place?, _ drawn: [(setting: Setting, number: Double)]
  ) throws {
    let curves = try CurveFlag.changes(commandLine)
    var changes: [SettingChange] = (place ?? self.place).map { [.place($0)] } ?? []
    for flag in commandLine.flags where !curves.contains(where: { $0.movingFlag == flag.name }) {
      guard let setting = Setting.ofFlags[flag.name] else { continue }
      changes.append(.number(setting, try setting.number(flag.value, for: "--\(flag.name)")))
    }
    changes += drawn.map { .number($0.setting, $0.number) }
    changes += curves
    job.writtenAutomation.apply(changes)
  }

  /// The flag of an option as it was written, or with the value that --like has set; the flag of a
  /// setting.
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
  /// The preset that a word of the command line names.
  package init(word: String) throws {
    if Preset.isPath(word) {
      try self.init(contentsOf: word)
    } else {
      try self.init(named: word)
    }
  }
}
