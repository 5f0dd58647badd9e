internal import CommandLineKit
internal import RainDSP
internal import RainFiles
internal import Text

/// What commands that render say on standard error.
extension RenderFlags {
  /// Says something that is no failure.
  func note(_ sentence: String) { if !isQuiet { StandardError.note(sentence) } }

  /// A progress line for a rendering; `isPlayed` says whether it goes as fast as it sounds.
  func makeProgress(of rendering: Rendering, isPlayed: Bool = false) -> Progress {
    makeProgress(
      totalFrames: rendering.isEndless ? nil : rendering.frames.count,
      sampleRate: rendering.sampleRate, isPlayed: isPlayed)
  }

  /// A progress line for frames at a sample rate.
  func makeProgress(totalFrames: Int?, sampleRate: Int, isPlayed: Bool = false) -> Progress {
    Progress(
      isQuiet ? .never : progress, sampleRate: sampleRate, totalFrames: totalFrames,
      isPlayed: isPlayed)
  }

  /// The names of the flags that determine the samples.
  static let namesOfSound = Set(
    RenderJob.options.map(\.flagName) + Setting.allCases.map(\.flagName)
      + [CurveFlag.name, PlaceFlag.name])

  /// The flags of the rain, as they were written.
  var rainFlags: String {
    commandLine.flags.filter { Setting.ofFlags[$0.name] != nil || $0.name == PlaceFlag.name }
      .flatMap(\.words).joined(separator: " ")
  }

  /// Prints a random seed, which is needed to render the same rain again, what ``announce(_:)`` says of the preset,
  /// and flags that change nothing in the rendering, or in the part of it that is shown.
  func announceInputs(of rendering: Rendering? = nil, _ part: UsedSettings.Part = .whole) {
    guard !isQuiet else { return }
    if let preset { announce(preset) }
    if let rendering {
      announceIdle(in: rendering, of: origin)
      announceUnused(by: rendering.use(of: part))
    }
    announceSeed()
  }

  /// Says which wishes do nothing in a rendering of a preset. Of several presets, the first says what holds for all.
  /// Without `hasEnd`, each file has an end of its own.
  func announceIdle(
    in rendering: Rendering, of preset: Preset?, isFirst: Bool = true, hasEnd: Bool = true
  ) {
    func sentences(_ preset: Preset?) -> [String] {
      idleFlags(of: rendering, of: preset)
        + (hasEnd && !rendering.isEndless ? idleEnds(of: rendering, of: preset) : [])
    }
    let general = isFirst ? [] : sentences(nil)
    sentences(preset).filter { !general.contains($0) }.forEach(note)
  }

  /// Prints a random seed, which is needed to render the same rain again.
  func announceSeed() {
    guard commandLine["seed"] == "random" else { return }
    note("drew a seed; --seed \(job.seed) gives this rain again")
  }

  /// The settings that have flags or curves, or that differ from file to file, and that change no sample.
  func unused(by use: UsedSettings) -> [Setting] {
    let moving = moving
    return Setting.allCases.filter { setting in
      (commandLine[setting.flagName] != nil || moving.contains(setting.flagName)
        || drawn.settings.contains(setting)) && use.lack(for: setting) != nil
    }
  }

  /// A flag with its value.
  private func flag(_ name: String) -> String { "--\(name) \(commandLine[name] ?? "")" }

  /// The flag that moves a setting last: `--gain`, `--curve gain` or `--vary gain`.
  private func lastFlag(_ setting: Setting, _ moving: [String]) -> String {
    let word = moving.contains(setting.flagName) ? "curve " : ""
    return "--\(drawn.settings.contains(setting) ? drawn.word : word)\(setting.flagName)"
  }

  /// Says which flags change no sample, and why; `place` is the file or preset where it is so.
  func announceUnused(by use: UsedSettings, in place: String? = nil) {
    let moving = moving
    let sentences = use.sentences(unused(by: use)) { lastFlag($0, moving) }
    for sentence in sentences {
      note((place.map { "in \($0.quoted), " } ?? "") + sentence)
    }
  }

  /// The wishes that others override: flags that do nothing, and what a preset has and a flag takes away.
  private func idleFlags(of rendering: Rendering, of preset: Preset?) -> [String] {
    var sentences: [String] = []
    let moving = moving
    let (place, passes) = (commandLine[PlaceFlag.name], moving.contains(PlaceFlag.name))
    if let preset, passes || place != nil,
      let sentence = PlaceFlag.sentence(
        passes ? "--curve place" : flag(PlaceFlag.name), passes ? nil : place, over: preset)
    {
      sentences.append(sentence)
    }
    if let weather = self.place?.weather, !weather.isEmpty {
      let names = weather.map(\.name).joined(separator: ", ")
      sentences.append("\(flag(PlaceFlag.name)) takes a place alone, and leaves out \(names)")
    }
    if passes {
      if place != nil {
        sentences.append("\(flag(PlaceFlag.name)) changes nothing: --curve place says where")
      }
      let use = rendering.use()
      for setting in Setting.allCases where setting.owner == .place {
        if moving.contains(setting.flagName) {
          sentences.append(
            "--curve \(setting.flagName) says how it moves, and --curve place does not")
        } else if commandLine[setting.flagName] != nil, use.lack(for: setting) == nil {
          sentences.append("\(flag(setting.flagName)) holds in all places of --curve place")
        }
      }
    }
    for setting in Setting.allCases {
      let isFlag = commandLine[setting.flagName] != nil
      if isFlag, moving.contains(setting.flagName) {
        sentences.append("\(flag(setting.flagName)) changes nothing: --curve says how it moves")
      }
      guard let preset, preset.automation.moves(setting),
        isFlag || moving.contains(setting.flagName) || drawn.settings.contains(setting)
      else { continue }
      let last =
        moving.contains(setting.flagName) || !isFlag
        ? lastFlag(setting, moving) : flag(setting.flagName)
      sentences.append("\(last) takes the place of its curve in \(preset.name.quoted)")
    }
    if commandLine["gain"] != nil, let loudness = commandLine["loudness"], loudness != "keep" {
      sentences.append("\(flag("gain")) changes nothing: --loudness sets the gain")
    }
    if commandLine["gain"] != nil, let sentence = rendering.job.rain.loudSentence {
      sentences.append("\(flag("gain")) makes it \(sentence)")
    }
    if commandLine.isOn("dither") == true, rendering.format.bitsPerSample > 24 {
      sentences.append("--dither changes nothing in \(rendering.format.rawValue)")
    }
    return sentences
  }

  /// The wishes that the end of a rendering overrides.
  private func idleEnds(of rendering: Rendering, of preset: Preset?) -> [String] {
    var sentences: [String] = []
    let moving = moving
    let passes = moving.contains(PlaceFlag.name)
    let end = Duration(frame: rendering.totalFrames, sampleRate: rendering.sampleRate)
    let extent = rendering.extent
    if let preset, let length = preset.duration, length != end, preset.automation.needsEnd,
      rendering.job.writtenAutomation.needsEnd
    {
      let beginning =
        "; -d \(length.clockText) --to \((extent.to ?? end).secondsText) renders its beginning"
      sentences.append(
        "what moves in \(preset.name.quoted) in \(length.clockText) takes \(end.clockText) here"
          + (end < length ? beginning : ""))
    }
    if let preset, preset.duration.map({ $0 > end }) ?? true, extent.to == nil,
      extent.from == .zero,
      let last = rendering.automation.curves.filter({ preset.automation.moves($0.setting) })
        .compactMap(\.keys.last?.seconds).max(),
      .seconds(last) > end + .milliseconds(1)
    {
      sentences.append(
        "\(preset.name.quoted) moves until \(Duration.seconds(last).clockText); this ends at \(end.clockText)"
      )
    }
    // Of the curves that a curve of places has become, the first speaks for all.
    let first = rendering.automation.curves.first {
      passes && $0.setting.owner == .place && !moving.contains($0.setting.flagName)
    }
    for curve in rendering.automation.curves
    where moving.contains(curve.setting.flagName) || curve.setting == first?.setting {
      guard
        let late = curve.keys.firstIndex(where: { .seconds($0.seconds) > end + .milliseconds(1) })
      else { continue }
      sentences.append(
        "key \(late + 1) of the curve of \(curve.setting == first?.setting ? PlaceFlag.name : curve.setting.name) "
          + "lies after the end, which is at \(end.secondsText) s"
      )
    }
    // A part from elsewhere is one of several that are joined.
    if extent.fadeOut > .zero, commandLine["fade-out"] != nil,
      extent.from == .zero, let to = extent.to, to < end
    {
      sentences.append(
        "\(flag("fade-out")) belongs to the end of the whole, at \(end.clockText), after \(flag("to"))"
      )
    }
    if commandLine["fade-in"] != nil, extent.from > .zero, extent.from >= extent.fadeIn,
      extent.to == nil
    {
      sentences.append(
        "\(flag("fade-in")) belongs to the beginning of the whole, before \(flag("from"))")
    }
    return sentences
  }

  /// Prints a note if a preset was made for another sound revision, and for keys that change no sample.
  func announce(_ preset: Preset) {
    for sentence in preset.unusedKeys { note("in \(preset.name.quoted), \(sentence)") }
    guard let revision = preset.revision, revision != Rain.soundRevision else { return }
    note(
      "\(preset.name.quoted) was made for sound revision \(revision); this is "
        + "\(Rain.soundRevision), which may sound different")
  }

  /// The share of samples from which on the limiter can be heard: one in 1,000, by ear. The loudest drops of
  /// the presets reach three in 10,000, each for less than a millisecond.
  private static let audibleShare = 1e-3

  /// Prints a note if the limiter has bent so many samples by more than 1 dB that it can be heard.
  /// There is none for fewer samples, or for floating point, which is meant for further processing.
  func announce(limitedSamples: Int, of job: Rendering, in preset: String? = nil) {
    let share = Double(limitedSamples) / Double(max(1, job.frames.count * job.channels))
    guard share > Self.audibleShare, !job.format.isFloat else { return }
    let place = preset.map { " in \($0.quoted)" } ?? ""
    note(
      "\(FixedPoint.brief(100 * share)) % of the samples were limited by more than 1 dB\(place); "
        + "a lower --gain limits fewer")
  }

  /// Prints a summary of a file that was rendered, or of the files of a folder.
  func announce(
    written path: String, files: Int? = nil, seconds: Double, bytes: Int, after elapsed: Duration
  ) {
    guard progress != .json else { return }
    note(
      RenderSummary.line(
        name: PlainText.line(path, limit: 200), files: files, seconds: seconds, bytes: bytes,
        elapsed: elapsed))
  }
}

extension Rendering {
  /// That its settings move, for what takes their first values; nil where they are constant.
  var firstValuesSentence: String? {
    let names = automation.curves.map(\.setting.name)
    guard let first = names.first else { return nil }
    if names.count == 1 { return "\(first) would move; here its first value stays" }
    let others = names.count == 2 ? names[1] : "\(names.count - 1) more settings"
    return "\(first) and \(others) would move; here their first values stay"
  }
}
