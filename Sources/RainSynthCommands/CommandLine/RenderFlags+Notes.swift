/// Notes of commands that render, on standard error.
extension RenderFlags {
  func note(_ sentence: String) { if !isQuiet { StandardError.remark(sentence) } }

  /// A progress line for a rendering; `isPlayed` says whether it goes as fast as it sounds.
  func makeProgress(of rendering: Rendering, isPlayed: Bool = false) -> Progress {
    makeProgress(
      totalFrames: rendering.isEndless ? nil : rendering.frames.count,
      sampleRate: rendering.sampleRate, isPlayed: isPlayed)
  }

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
      idle(in: rendering, of: preset, hasEnd: hasEnd).map { sentence($0, preset?.name ?? "") }
    }
    var said = Set(isFirst ? [] : sentences(nil))
    for sentence in sentences(preset) where said.insert(sentence).inserted { note(sentence) }
  }

  /// Prints a random seed, which is needed to render the same rain again.
  func announceSeed() {
    guard commandLine["seed"] == "random" else { return }
    note("drew a seed; --seed \(job.seed) gives this rain again")
  }

  /// Says which flags change no sample, and why; `name` is the file or preset where it is so.
  func announceUnused(by use: UsedSettings, in name: String? = nil) {
    // Beside a curve of its own, a setting takes another curve.
    let sentences = use.sentences(unused(by: use), lastFlag) { setting, value in
      own.moves(setting)
        ? "--\(CurveFlag.name) \(setting.flagName)='0=\(value)'" : "\(lastFlag(setting)) \(value)"
    }
    for sentence in sentences {
      note((name.map { "in \($0.quoted), " } ?? "") + sentence)
    }
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
