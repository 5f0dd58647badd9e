internal import CommandLineKit
internal import Platform
internal import RainDSP
internal import RainFiles
internal import Text

/// The values of the flags that all rendering commands share, without those of the rain.
struct Settings {
  /// The job before presets and flags of the rain: its rain is steady rain, or comes from --like.
  private let job: RenderJob
  /// The threads that shall render.
  private let wantedThreads: Int
  let isForced: Bool
  let isQuiet: Bool
  let progress: Progress.Mode
  /// The value of --preset.
  let preset: String?
  /// What --gauge names; nil without that flag.
  private let gauge: GaugeFlags?
  /// Whether neither a flag, nor a gauge, nor --like says how long the rain is.
  private let lengthIsOpen: Bool
  /// Whether presets then say it; a take, which is one certain rendering, always does.
  private let takesLengths: Bool
  private let commandLine: ParsedCommandLine

  /// `standardDuration` is the default of --duration; nil is endless rain. With `takesLengths`, the length
  /// of the gauge, or else of the preset, overrides it. The flags change the job `base`, or steady rain
  /// without one.
  init(
    _ commandLine: ParsedCommandLine, standardDuration: Duration?, takesLengths: Bool = true,
    base: RenderJob? = nil
  ) throws(Failure) {
    gauge = try GaugeFlags(commandLine)
    lengthIsOpen =
      commandLine["duration"] == nil && gauge == nil && base?.extent.duration == nil
    self.takesLengths = takesLengths
    let standardDuration = takesLengths ? gauge?.duration ?? standardDuration : standardDuration
    do throws(UsageError) {
      job = try Settings.job(commandLine, standardDuration, base)
      wantedThreads = try ThreadCount.read(commandLine)
      progress = try commandLine.choice("progress", of: Progress.Mode.self) ?? .auto
    } catch {
      throw Failure(error)
    }
    if let lack = ProcessSetup.lack(threads: wantedThreads) { throw Failure(.couldNot, lack) }
    isForced = commandLine["force"] != nil
    isQuiet = commandLine["quiet"] != nil
    preset = commandLine["preset"]
    self.commandLine = commandLine
  }

  var sampleRate: Int { job.sampleRate }

  /// The threads that render.
  var threads: Int { ThreadCount.startable(wantedThreads) }

  /// The threads that render it. For one that several cannot share, none is tried.
  func threads(for job: Rendering) -> Int { job.isWithinBlock ? 1 : threads }

  /// The rendering with the rain of a preset, or without one, and the flags of the rain. As in a preset,
  /// flags that set several settings come first, and single settings override them, in any order on the
  /// command line.
  ///
  /// `word` is the word that names the preset, in a command that takes several. `drawn` are settings that
  /// come as if they were flags, as does `seed`.
  func rendering(
    of preset: Preset?, word: String? = nil, drawn: [(setting: Setting, number: Double)] = [],
    seed: UInt64? = nil
  ) throws(Failure) -> Rendering {
    var job = job
    if commandLine["seed"] == RenderOption.seedPerFile {
      guard let word else {
        throw Failure(
          .wrongUsage,
          "--seed \(RenderOption.seedPerFile) is for batch and hash, which render several files")
      }
      job.seed = ClipDraws.seed(named: Preset.baseName(of: word))
    }
    if let preset {
      let given = Set(commandLine.flags.map(\.name))
      job.take(preset) { !given.contains(Setting.flagName(of: $0)) }
    }
    if let seed { job.seed = seed }
    do throws(UsageError) {
      if lengthIsOpen, let preset, takesLengths || preset.isTake, let length = preset.duration {
        job.extent.duration = nil
        job.extent.duration = try Settings.duration(of: job, length) {
          Settings.written($0, of: job, commandLine)
        }
      }
      try setRain(of: &job, drawn)
      if let seeds = try CurveFlag.seeds(commandLine) {
        // What info prints has the first seed by itself, too.
        guard seed == nil, commandLine["seed"].map({ $0 == "\(seeds.first)" }) ?? true else {
          throw UsageError(
            "\(seed == nil ? "--seed" : "--seeds") and the curve of seed both say which seed; "
              + "leave one of them out")
        }
        job.seeds = seeds
      }
      do {
        return try Rendering(job)
      } catch {
        throw UsageError(error.sentence { Settings.written($0, of: job, commandLine) })
      }
    } catch {
      throw Failure(error)
    }
  }

  /// Makes the changes that flags and draws ask for.
  private func setRain(
    of job: inout RenderJob, _ drawn: [(setting: Setting, number: Double)]
  ) throws(UsageError) {
    var curves = try CurveFlag.curves(commandLine)
    try gauge?.addRainfall(to: &curves)
    if let curve = curves.first(where: { curve in drawn.contains { $0.setting == curve.setting } })
    {
      throw UsageError(
        "\(curve.setting.flagName) has several values and a curve; leave one of them out")
    }
    var changes: [SettingChange] = []
    for flag in commandLine.flags {
      guard let setting = Setting.ofFlags[flag.name] else { continue }
      changes.append(.number(setting, try setting.number(flag.value, for: "--\(flag.name)")))
    }
    changes += drawn.map { .number($0.setting, $0.number) }
    changes += curves.map { .curve($0) }
    job.writtenCourse.apply(changes)
    // Around the gain that flags have set.
    if let curve = try gauge?.gainCurve(of: job) {
      job.writtenCourse.apply([.curve(curve)])
    }
  }

  private static func job(
    _ commandLine: ParsedCommandLine, _ standardDuration: Duration?, _ base: RenderJob?
  ) throws(UsageError) -> RenderJob {
    var job = base ?? RenderJob(duration: nil)
    let options = Dictionary(uniqueKeysWithValues: RenderJob.options.map { ($0.flagName, $0) })
    for flag in commandLine.flags { try options[flag.name]?.set(&job, to: flag) }

    func written(_ key: String) -> String { Settings.written(key, of: job, commandLine) }
    if job.extent.duration == nil, let standardDuration {
      job.extent.duration = try duration(of: job, standardDuration, written)
    }
    return job
  }

  /// The flag of an option as it was written, or with the value that --like has set; the flag of a
  /// setting.
  private static func written(
    _ key: String, of job: RenderJob, _ commandLine: ParsedCommandLine
  ) -> String {
    let flag = Setting.flagName(of: key)
    guard let option = RenderJob.option(key) else { return "--\(flag)" }
    let value = commandLine[flag].flatMap { $0.isEmpty ? nil : " \($0.quoted)" }
    return value.map { "--\(flag)\($0)" } ?? option.word(for: job) ?? "--\(flag)"
  }

  /// The standard duration, or a longer one if --to is later.
  private static func duration(
    of job: RenderJob, _ standard: Duration, _ written: (String) -> String
  ) throws(UsageError) -> Duration {
    let extent = job.extent
    if let to = extent.to, to > standard {
      // Without a loop or a fade-out, no sample depends on where the whole ends.
      if extent.isLoop || extent.fadeOut > .zero {
        throw UsageError(
          "\(written("to")) lies after the end that --\(extent.isLoop ? "loop" : "fade-out") "
            + "needs; add --duration")
      }
      return to
    }
    if extent.to == nil, extent.from > standard {
      throw UsageError("\(written("from")) lies after the end; add --duration or --to")
    }
    return standard
  }

  // MARK: Presets

  /// The preset that --preset names.
  static func preset(_ commandLine: ParsedCommandLine) throws(Failure) -> Preset? {
    guard let preset = commandLine["preset"] else { return nil }
    return try Preset(word: preset)
  }

  /// The presets among the arguments.
  func presetArguments() throws(Failure) -> [String] {
    if let first = commandLine.arguments.first, preset != nil {
      throw Failure(
        .wrongUsage, "\(first.quoted) and --preset both say where to start; leave one of them out")
    }
    return commandLine.arguments
  }

  // MARK: Messages

  /// A progress line for frames at a sample rate.
  func makeProgress(totalFrames: Int?, sampleRate: Int) -> Progress {
    Progress(isQuiet ? .never : progress, sampleRate: sampleRate, totalFrames: totalFrames)
  }

  /// A progress line for all jobs of a queue.
  func makeProgress(of queue: RenderQueue<some Sendable>) -> Progress {
    makeProgress(totalFrames: queue.totalFrames, sampleRate: queue.sampleRate)
  }

  /// The flags that determine the samples, as they were written; a random seed is replaced by its
  /// number.
  var soundFlags: [String] {
    let names = Set(
      RenderJob.options.map(\.flagName) + Setting.allCases.map(\.flagName)
        + GaugeFlags.options.map(\.name))
    return commandLine.flags.flatMap { flag in
      if flag.name == CurveFlag.name { return ["--\(flag.name)", CurveFlag.packed(flag.value)] }
      if flag.name == "seed", flag.value == "random" { return ["--seed", "\(job.seed)"] }
      return names.contains(flag.name) ? flag.words : []
    }
  }

  /// The flags of the rain, as they were written.
  var rainFlags: String {
    let names = Set(Setting.allCases.map(\.flagName))
    return commandLine.flags.filter { names.contains($0.name) }.flatMap(\.words)
      .joined(separator: " ")
  }

  /// Prints a random seed, which is needed to render the same rain again, what the gauge has measured, and
  /// whether the preset was made for another sound revision.
  func announceInputs(_ preset: Preset? = nil) {
    guard !isQuiet else { return }
    if let preset { announceRevision(of: preset) }
    gauge?.announce()
    guard commandLine["seed"] == "random" else { return }
    StandardError.note("drew a seed; --seed \(job.seed) gives this rain again")
  }

  /// Prints a note if a preset was made for another sound revision.
  func announceRevision(of preset: Preset) {
    guard let revision = preset.revision, revision != Rain.soundRevision, !isQuiet else { return }
    StandardError.note(
      "\(preset.name.quoted) was made for sound revision \(revision); this is "
        + "\(Rain.soundRevision), which may sound different")
  }

  /// The share of samples from which on the soft clip can be heard: one in 1,000, by ear. The loudest drops of
  /// the presets reach three in 10,000, each for less than a millisecond.
  private static let audibleShare = 1e-3

  /// Prints a note if the soft clip has bent so many samples by more than 1 dB that it can be heard.
  /// There is none for fewer samples, or for floating point, which is meant for further processing.
  func announce(limitedSamples: Int, of job: Rendering, in preset: String? = nil) {
    let share = Double(limitedSamples) / Double(max(1, job.frames.count * job.channels))
    guard share > Self.audibleShare, !job.format.isFloat, !isQuiet else { return }
    let place = preset.map { " in \($0.quoted)" } ?? ""
    StandardError.note(
      "\(FixedPoint.brief(100 * share)) % of the samples were limited by more than 1 dB\(place); "
        + "a lower --gain limits fewer")
  }

  /// Prints a summary of a file that was rendered, or of the files of a folder.
  func announce(
    written path: String, files: Int? = nil, seconds: Double, bytes: Int, after elapsed: Duration
  ) {
    guard !isQuiet, progress != .json else { return }
    StandardError.note(
      RenderSummary.line(
        name: PlainText.line(path, limit: 200), files: files, seconds: seconds, bytes: bytes,
        elapsed: elapsed))
  }
}
