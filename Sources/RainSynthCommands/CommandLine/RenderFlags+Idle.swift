extension Rendering {
  /// Whether the thunder of a flash begins before the end of what is rendered, and may be heard in
  /// it. Of more than an hour, nobody looks for one.
  fileprivate var mayHearThunder: Bool {
    if job.extent.isLoop || frames.count > 3600 * job.sampleRate { return true }
    // No thunder is heard two minutes after its light.
    let first = max(0, frames.lowerBound - 120 * job.sampleRate)
    return flashes(in: first..<frames.upperBound).contains {
      $0.frame + Int($0.delay * Double(job.sampleRate)) < frames.upperBound
    }
  }
}

/// Sentences on what was said, and changes nothing in a rendering, or less than it says.
extension RenderFlags {
  /// The wishes that do nothing in a rendering of a preset. Without `hasEnd`, each file has an end
  /// of its own.
  func idle(in rendering: Rendering, of preset: Preset?, hasEnd: Bool = true) -> [String] {
    losses(rendering, preset).map { sentence($0, preset?.name ?? "") } + idleFlags(of: rendering)
      + (hasEnd && !rendering.isEndless ? idleEnds(of: rendering, preset) : [])
      + [silence(of: rendering, preset)].compactMap(\.self)
  }

  /// The settings that have flags or curves, or differ from file to file, and change no sample.
  func unused(by use: UsedSettings) -> [Setting] {
    Setting.allCases.filter { setting in
      (own.numbers.contains(setting) || own.moves(setting) || lots.settings.contains(setting))
        && use.lack(for: setting) != nil
    }
  }

  private func silence(of rendering: Rendering, _ preset: Preset?) -> String? {
    let end = Duration(frame: rendering.frames.upperBound, sampleRate: rendering.sampleRate)
    if let preset, let length = preset.duration, !rendering.isEndless, end < length,
      end <= preset.firstRain
    {
      return "\(preset.name.quoted) takes \(length.clockText), and its first \(end.clockText) are "
        + "dry; --fit \(end.secondsText)s of render and play, instead of -d, plays all of it from "
        + "its first rain on, which is at \(preset.firstRain.clockText)"
    }
    if rendering.isTurnedDown { return "nothing is heard: gain is -60 dB from beginning to end" }
    return rendering.isEmpty
      ? "nothing is heard: there are no drops, no patter and no noise" : nil
  }

  /// Flags, draws and numbers of a preset that others override.
  private func losses(_ rendering: Rendering, _ preset: Preset?) -> [RainWish.Loss] {
    let numbers = lots.settings.map { (setting: $0, number: $0.row.standard) }
    let places = lots.places.isEmpty ? [nil] : lots.places.map(Optional.some)
    return places.flatMap {
      wish(of: preset, ClipValues(settings: numbers, place: $0)).overridden()
    }.filter { loss in
      switch (loss.saying, loss.winner) {
      // announce(_:) says it.
      case (.place(.weather, _), .passages(.weather)), (.number(.weather, _), _): false
      case (.place(.weather, _), _): preset != nil
      case (.passages, .number(_, let setting)): rendering.use().lack(for: setting) == nil
      default: true
      }
    }
  }

  private func sentence(_ loss: RainWish.Loss, _ preset: String) -> String {
    let (name, lost) = (preset.quoted, flag(loss.saying))
    let winner = loss.winner.map(flag) ?? ""
    switch (loss.saying, loss.winner) {
    case (.place(.weather, _), _) where ShippedPresets.kind(of: preset) == .drops:
      return "\(name) is single drops without weather; \(winner) takes their place away"
    case (.place(.weather, _), _): return "\(winner) takes the place of that of \(name)"
    case (.place(_, let place), nil):
      let names = Setting.allCases.filter(place.weather.contains).map(\.name)
        .joined(separator: ", ")
      let (flag, end) =
        own.passages == nil
        ? (lost, "") : ("--\(CurveFlag.name) \(Place.key)", " of \(place.name.quoted)")
      return "\(flag) takes a place alone, and leaves out \(names)\(end)"
    case (.place, _): return "\(lost) changes nothing: \(winner) says where"
    case (.passages, .number): return "\(winner) holds in all places of \(lost)"
    case (.passages, _): return "\(winner) says how it moves, and \(lost) does not"
    case (.number, _): return "\(lost) changes nothing: --\(CurveFlag.name) says how it moves"
    case (.curve, _): return "\(winner) takes the place of its curve in \(name)"
    }
  }

  /// The flags that other flags override, beside those of the rain.
  private func idleFlags(of rendering: Rendering) -> [String] {
    let (rain, half) = (rendering.job.rain, Double(rendering.sampleRate) / 2)
    var sentences: [String] = []
    if own.numbers.contains(.gain) {
      if commandLine["loudness"] ?? "keep" != "keep" {
        sentences.append("\(flag("gain")) changes nothing: --loudness sets the gain")
      }
      if let loud = rain.loudSentence { sentences.append("\(flag("gain")) makes it \(loud)") }
    }
    if own.numbers.contains(.bedCorrelation), rendering.job.layout == .stereo,
      rain[.bedCorrelation] > half
    {
      sentences.append(
        "\(flag("bed-correlation")) is as \(NumberText.shortest(half)): half the sample rate is "
          + "no higher")
    }
    if commandLine.isOn("dither") == true, rendering.format.bitsPerSample > 24 {
      sentences.append("--dither changes nothing in \(rendering.format.rawValue)")
    }
    return sentences
  }

  /// The wishes that the end of a rendering overrides.
  private func idleEnds(of rendering: Rendering, _ preset: Preset?) -> [String] {
    let end = Duration(frame: rendering.totalFrames, sampleRate: rendering.sampleRate)
    let extent = rendering.extent
    func isLate(_ seconds: Double) -> Bool { .seconds(seconds) > end + .milliseconds(1) }
    var sentences: [String] = []
    if let preset, let length = preset.duration, length != end, preset.automation.needsEnd,
      rendering.job.writtenAutomation.needsEnd, commandLine["until"] == nil, lots.word.isEmpty
    {
      let to = (extent.to ?? end).secondsText
      sentences.append(
        "what moves in \(preset.name.quoted) in \(length.clockText) takes \(end.clockText) here"
          + (end < length ? "; -d \(length.clockText) --to \(to) renders its beginning" : ""))
    }
    if let preset, preset.duration.map({ $0 > end }) ?? true, extent.to == nil,
      extent.from == .zero,
      let last = rendering.automation.curves.filter({ preset.automation.moves($0.setting) })
        .compactMap(\.keys.last?.seconds).max(), isLate(last)
    {
      sentences.append(
        "\(preset.name.quoted) moves until \(Duration.seconds(last).clockText); this ends at "
          + end.clockText)
    }
    // Of the curves that a curve of places has become, the first speaks for all.
    let first = rendering.automation.curves.first {
      own.passages != nil && $0.setting.owner == .place && !own.moves($0.setting)
    }?.setting
    for curve in rendering.automation.curves
    where own.moves(curve.setting) || curve.setting == first {
      let late = curve.keys.firstIndex { key in
        isLate(key.seconds) || key.shape == .step && .seconds(key.seconds) >= end
      }
      guard let late else { continue }
      let name = curve.setting == first ? Place.key : curve.setting.name
      sentences.append(
        "key \(late + 1) of the curve of \(name) "
          + (isLate(curve.keys[late].seconds) ? "lies after" : "jumps at")
          + " the end, which is at \(end.secondsText) s")
    }
    // A part from elsewhere is one of several that are joined.
    if extent.fadeOut > .zero, commandLine["fade-out"] != nil, extent.from == .zero,
      let to = extent.to, to < end
    {
      sentences.append(
        "\(flag("fade-out")) belongs to the end of the whole, at \(end.clockText), after "
          + flag("to"))
    }
    if commandLine["fade-in"] != nil, extent.from > .zero, extent.from >= extent.fadeIn,
      extent.to == nil
    {
      sentences.append(
        "\(flag("fade-in")) belongs to the beginning of the whole, before \(flag("from"))")
    }
    let thunder = [Setting.thunder, .thunderDistance].filter {
      own.numbers.contains($0) || own.moves($0)
    }
    if !thunder.isEmpty, rendering.automation.thunders, !rendering.mayHearThunder {
      sentences.append(
        "no thunder is heard in this time, so \(thunder.map(lastFlag).listed) "
          + "\(thunder.count == 1 ? "changes" : "change") nothing; in a longer one it is")
    }
    return sentences
  }

  /// Says which flags move nothing of a thing that follows some settings alone.
  func announceUnheard(by thing: String, following settings: [Setting]) {
    let idle =
      Setting.allCases.filter {
        (own.numbers.contains($0) || own.moves($0)) && !settings.contains($0)
      }.map(lastFlag) + (commandLine[Place.key] == nil ? [] : ["--\(Place.key)"])
    if idle.isEmpty { return }
    let flags = settings.map { "--\($0.flagName)" }.joined(separator: ", ")
    note("\(thing) follows \(flags), and not \(idle.joined(separator: ", "))")
  }

  private func flag(_ name: String) -> String { "--\(name) \(commandLine[name] ?? "")" }

  /// The flag that moves a setting last: `--gain`, `--curve gain` or `--vary gain`.
  func lastFlag(_ setting: Setting) -> String {
    let word = own.moves(setting) ? "curve " : ""
    return "--\(lots.settings.contains(setting) ? lots.word : word)\(setting.flagName)"
  }

  private func flag(_ saying: RainWish.Saying) -> String {
    switch saying {
    case .place(.drawn, _): "--\(lots.word)\(Place.key)"
    case .place: flag(Place.key)
    case .passages: "--\(CurveFlag.name) \(Place.key)"
    case .number(.own, let setting): flag(setting.flagName)
    case .number(_, let setting), .curve(_, let setting): lastFlag(setting)
    }
  }
}
