/// Notes of commands that render, on standard error.
extension RenderFlags {
  /// Says something that is no failure.
  func note(_ sentence: String) { if !isQuiet { StandardError.remark(sentence) } }

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

  /// The flags of the rain, as they were written.
  var rainFlags: String {
    commandLine.flags.filter { Setting.ofFlags[$0.name] != nil || $0.name == Place.key }
      .flatMap(\.words).joined(separator: " ")
  }

  /// Prints a random seed, which is needed to render the same rain again, what ``announce(_:)`` says of the preset,
  /// and flags that change nothing in the rendering, or in the part of it that is shown.
  func announceInputs(of rendering: Rendering? = nil, _ part: UsedSettings.Part = .whole) {
    guard !isQuiet else { return }
    if let preset { announce(preset) }
    if let rendering {
      announceIdle(in: rendering, of: origin)
      let use = rendering.use(of: part)
      announceUnused(by: use)
      use.noiseSentence { "--\($0.flagName)" }.map(note)
    }
    announceSeed()
  }

  /// Says which wishes do nothing in a rendering of a preset. Of several presets, the first says what holds for all.
  /// Without `hasEnd`, each file has an end of its own.
  func announceIdle(
    in rendering: Rendering, of preset: Preset?, isFirst: Bool = true, hasEnd: Bool = true
  ) {
    func sentences(_ preset: Preset?) -> [String] {
      lossSentences(rendering, preset) + idleFlags(of: rendering)
        + (hasEnd && !rendering.isEndless ? idleEnds(of: rendering, of: preset) : [])
        + [silence(of: rendering, preset)].compactMap(\.self)
    }
    var said = Set(isFirst ? [] : sentences(nil))
    for sentence in sentences(preset) where said.insert(sentence).inserted { note(sentence) }
  }

  /// Why nothing of a rendering is heard, where its settings say so.
  private func silence(of rendering: Rendering, _ preset: Preset?) -> String? {
    if let sentence = FitFlag.sentence(rendering, of: preset) { return sentence }
    if rendering.isTurnedDown { return "nothing is heard: gain is -60 dB from beginning to end" }
    return rendering.isEmpty ? "nothing is heard: there are no drops, no patter and no noise" : nil
  }

  /// Prints a random seed, which is needed to render the same rain again.
  func announceSeed() {
    guard commandLine["seed"] == "random" else { return }
    note("drew a seed; --seed \(job.seed) gives this rain again")
  }

  /// Says which flags move nothing of a thing that follows some settings alone.
  func announceIdle(in thing: String, of settings: [Setting]) {
    let idle =
      Setting.allCases.filter {
        (own.numbers.contains($0) || own.moves($0)) && !settings.contains($0)
      }.map(lastFlag) + (commandLine[Place.key] == nil ? [] : ["--\(Place.key)"])
    if idle.isEmpty { return }
    let flags = settings.map { "--\($0.flagName)" }.joined(separator: ", ")
    note("\(thing) follows \(flags), and not \(idle.joined(separator: ", "))")
  }

  /// The settings that have flags or curves, or that differ from file to file, and that change no sample.
  func unused(by use: UsedSettings) -> [Setting] {
    Setting.allCases.filter { setting in
      (own.numbers.contains(setting) || own.moves(setting) || drawn.settings.contains(setting))
        && use.lack(for: setting) != nil
    }
  }

  /// A flag with its value.
  private func flag(_ name: String) -> String { "--\(name) \(commandLine[name] ?? "")" }

  /// The flag that moves a setting last: `--gain`, `--curve gain` or `--vary gain`.
  private func lastFlag(_ setting: Setting) -> String {
    let word = own.moves(setting) ? "curve " : ""
    return "--\(drawn.settings.contains(setting) ? drawn.word : word)\(setting.flagName)"
  }

  /// Says which flags change no sample, and why; `name` is the file or preset where it is so.
  func announceUnused(by use: UsedSettings, in name: String? = nil) {
    for sentence in use.sentences(unused(by: use), lastFlag) {
      note((name.map { "in \($0.quoted), " } ?? "") + sentence)
    }
  }

  /// The flag that says it.
  private func flag(_ saying: RainWish.Saying) -> String {
    switch saying {
    case .place(.drawn, _): "--\(drawn.word)\(Place.key)"
    case .place: flag(Place.key)
    case .passages: "--\(CurveFlag.name) \(Place.key)"
    case .number(.own, let setting): flag(setting.flagName)
    case .number(_, let setting), .curve(_, let setting): lastFlag(setting)
    }
  }

  /// Sentences on flags, draws and numbers of a preset that others override.
  private func lossSentences(_ rendering: Rendering, _ preset: Preset?) -> [String] {
    let numbers = drawn.settings.map { (setting: $0, number: $0.row.standard) }
    let places = drawn.places.isEmpty ? [nil] : drawn.places.map(Optional.some)
    let losses = places.flatMap {
      wish(of: preset, ClipValues(settings: numbers, place: $0)).overridden()
    }
    return losses.compactMap { sentence(of: $0, rendering, preset) }
  }

  private func sentence(
    of loss: RainWish.Loss, _ rendering: Rendering, _ preset: Preset?
  ) -> String? {
    let winner = loss.winner.map(flag) ?? ""
    let name = (preset?.name ?? "").quoted
    switch (loss.saying, loss.winner) {
    case (.place(.weather, _), .passages(.weather)), (.number(.weather, _), _):
      // announce(_:) says it.
      return nil
    case (.place(.weather, _), _) where ShippedPresets.kind(of: preset?.name ?? "") == .drops:
      return "\(name) is single drops without weather; \(winner) takes their place away"
    case (.place(.weather, _), _):
      return preset.map { _ in "\(winner) takes the place of that of \(name)" }
    case (.place(_, let place), nil):
      let names = Setting.allCases.filter(place.weather.contains).map(\.name)
        .joined(separator: ", ")
      let ofCurve = own.passages == nil ? "" : " of \(place.name.quoted)"
      return "\(ofCurve.isEmpty ? flag(loss.saying) : "--\(CurveFlag.name) \(Place.key)") "
        + "takes a place alone, and leaves out \(names)\(ofCurve)"
    case (.place, _): return "\(flag(loss.saying)) changes nothing: \(winner) says where"
    case (.passages, .number(_, let setting)):
      return rendering.use().lack(for: setting) == nil
        ? "\(winner) holds in all places of \(flag(loss.saying))" : nil
    case (.passages, _):
      return "\(winner) says how it moves, and \(flag(loss.saying)) does not"
    case (.number, _):
      return "\(flag(loss.saying)) changes nothing: --\(CurveFlag.name) says how it moves"
    case (.curve, _): return "\(winner) takes the place of its curve in \(name)"
    }
  }

  /// The flags that other flags override, beside those of the rain.
  private func idleFlags(of rendering: Rendering) -> [String] {
    var sentences: [String] = []
    if own.numbers.contains(.gain) {
      if let loudness = commandLine["loudness"], loudness != "keep" {
        sentences.append("\(flag("gain")) changes nothing: --loudness sets the gain")
      }
      if let sentence = rendering.job.rain.loudSentence {
        sentences.append("\(flag("gain")) makes it \(sentence)")
      }
    }
    if commandLine.isOn("dither") == true, rendering.format.bitsPerSample > 24 {
      sentences.append("--dither changes nothing in \(rendering.format.rawValue)")
    }
    return sentences
  }

  /// The wishes that the end of a rendering overrides.
  private func idleEnds(of rendering: Rendering, of preset: Preset?) -> [String] {
    var sentences: [String] = []
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
      own.passages != nil && $0.setting.owner == .place && !own.moves($0.setting)
    }
    for curve in rendering.automation.curves
    where own.moves(curve.setting) || curve.setting == first?.setting {
      guard
        let late = curve.keys.firstIndex(where: { .seconds($0.seconds) > end + .milliseconds(1) })
      else { continue }
      sentences.append(
        "key \(late + 1) of the curve of \(curve.setting == first?.setting ? Place.key : curve.setting.name) "
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
    let source = preset.map { " in \($0.quoted)" } ?? ""
    note(
      "\(FixedPoint.brief(100 * share)) % of the samples were limited by more than 1 dB\(source); "
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
  /// The sentence for what takes only the first values of curves; nil: the settings are constant.
  var firstValuesSentence: String? {
    let names = automation.curves.map(\.setting.name)
    guard let first = names.first else { return nil }
    if names.count == 1 { return "\(first) would move; here its first value stays" }
    let others = names.count == 2 ? names[1] : "\(names.count - 1) more settings"
    return "\(first) and \(others) would move; here their first values stay"
  }
}
