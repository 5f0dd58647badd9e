extension RenderFlags {
  /// The sentence on what does nothing in a rendering of the preset of that name.
  func sentence(_ idle: Idle, _ preset: String) -> String {
    let name = preset.quoted
    switch idle {
    case .lost(let loss): return sentence(loss, preset)
    case .gain: return "\(flag("gain")) changes nothing: --loudness sets the gain"
    case .loud(let sentence): return "\(flag("gain")) makes it \(sentence)"
    case .correlation(let half):
      return "\(flag("bed-correlation")) is as \(NumberText.shortest(half)): half the sample rate "
        + "is no higher"
    case .dither(let format): return "--dither changes nothing in \(format.rawValue)"
    case .stretched(let length, let end, let to):
      let beginning = "; -d \(length.clockText) --to \(to.secondsText) renders its beginning"
      return "what moves in \(name) in \(length.clockText) takes \(end.clockText) here"
        + (end < length ? beginning : "")
    case .unreached(let last, let end):
      return "\(name) moves until \(last.clockText); this ends at \(end.clockText)"
    case .lateKey(let key, let curve, let end, let jumps):
      return "key \(key) of the curve of \(curve) \(jumps ? "jumps at" : "lies after") the end, "
        + "which is at \(end.secondsText) s"
    case .fadeOut(let end):
      return "\(flag("fade-out")) belongs to the end of the whole, at \(end.clockText), after "
        + flag("to")
    case .fadeIn:
      return "\(flag("fade-in")) belongs to the beginning of the whole, before \(flag("from"))"
    case .unheard(let settings):
      return "no thunder is heard in this time, so \(settings.map(lastFlag).listed) "
        + "\(settings.count == 1 ? "changes" : "change") nothing; in a longer one it is"
    case .dry(let length, let end, let first):
      return "\(name) takes \(length.clockText), and its first \(end.clockText) are dry; --fit "
        + "\(end.secondsText)s of render and play, instead of -d, plays all of it from its first "
        + "rain on, which is at \(first.clockText)"
    case .turnedDown: return "nothing is heard: gain is -60 dB from beginning to end"
    case .empty: return "nothing is heard: there are no drops, no patter and no noise"
    }
  }

  private func sentence(_ loss: RainWish.Loss, _ preset: String) -> String {
    let (name, lost) = (preset.quoted, flag(loss.saying))
    let winner = loss.winner.map(flag) ?? ""
    switch (loss.saying, loss.winner) {
    case (.place(.weather, _), _) where ShippedPresets.kind(of: preset) == .drops:
      return "\(name) is single drops without weather; \(winner) takes their place away"
    case (.place(.weather, _), _): return "\(winner) takes the place of that of \(name)"
    case (.place(_, let place?), nil):
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
