extension UsedSettings {
  /// A sentence for each reason for which some settings change no sample: "no drop of this rain has a bubble, so chirp
  /// changes nothing; surface water changes that". `name` is the flag or key that the reader knows;
  /// `change` is what gives a setting a value, nil: its name and the value.
  package func sentences(
    _ settings: [Setting], _ name: (Setting) -> String,
    change: ((Setting, _ value: String) -> String)? = nil
  ) -> [String] {
    var lacks: [(reason: String, names: [String], end: String)] = []
    for setting in settings {
      guard let lack = lack(for: setting) else { continue }
      let changes = Self.changes(lack.cures) { change?($0, $1) ?? "\(name($0)) \($1)" }
      let end =
        changes.isEmpty
        ? "" : "; \(changes.listed) \(changes.count == 1 ? "changes" : "change") that"
      let same = lacks.firstIndex { $0.reason == lack.need.reason && $0.end == end }
      if same == nil { lacks.append((lack.need.reason, [], end)) }
      lacks[same ?? lacks.count - 1].names.append(name(setting))
    }
    return lacks.map { reason, names, end in
      let verb = names.count == 1 ? "changes" : "change"
      return "\(reason), so \(names.listed) \(verb) nothing\(end)"
    }
  }

  /// The sentence on what colors noise in a rain of nothing else; nil: nothing does, or there is more than noise.
  package func noiseSentence(_ name: (Setting) -> String) -> String? {
    let changes = Self.changes(colorless) { "\(name($0)) \($1)" }
    guard !changes.isEmpty else { return nil }
    return "only noise sounds, colored by ground or filters; \(changes.listed) "
      + (changes.count == 1 ? "leaves" : "leave") + " it as it is"
  }

  private static func changes(
    _ changes: [Change], _ change: (Setting, String) -> String
  ) -> [String] {
    changes.map { change($0, $0.row.choice($1) ?? NumberText.shortest($1)) }
  }
}

extension Setting.Need {
  /// The state of a rain in which the need is not met.
  package var reason: String {
    switch self {
    case .band: "half the sample rate is no higher"
    case .whole: "only near drops are shown here"
    case .shown, .ends: "the list does not show it"
    case .tone: "the list has the drops before any filter"
    case .sound: "the rain is silent"
    case .points: "neither near drops nor patter sound"
    case .stereo: "the channels are not those of stereo"
    case .lowChannel: "only 5.1 to 7.1.4 have a channel for it"
    case .width: "all that has a direction comes from the front"
    case .echo: "there is no echo"
    case .colored: "nothing that sounds here has the color of a spot"
    case .spot: "the spot has no color"
    case .drops, .drips: "no near drop sounds"
    case .rain: "no near raindrop sounds"
    case .blow: "the impacts are silent"
    case .sized: "no raindrops of several sizes sound"
    case .distances: "all near drops fall at one distance"
    case .surface: "nothing sounds of the surface"
    case .dryGround: "no rain falls on ground here"
    case .levels: "it rains 10 mm/h, and the place is as loud as open ground"
    case .dynamics: "dynamics keeps no difference"
    case .trap, .bubble, .bubbleColor: "no drop of this rain has a bubble"
    case .bubbleLevel: "bubbles are silent"
    case .delay: "bubbles come without a delay"
    case .splash: "no drop splashes"
    case .variation: "all drops are alike"
    case .jitters: "nothing about the drops varies"
    case .patter: "no patter sounds"
    case .patterPosition: "there is no echo, and no channel above"
    case .bed: "there is no bed of noise"
    case .gusts, .gustTime: "nothing follows gusts"
    case .drift: "neither drops nor noise sound"
    case .bedGusts: "there are no gusts"
    case .gustLoop: "so short a loop has no gusts"
    case .driftLoop: "a loop of less than 6 minutes has no drift"
    case .storm: "there is neither wind nor thunder"
    case .wind: "there is no wind"
    case .thunder: "there is no thunder"
    case .wall: "no wall keeps anything back"
    }
  }
}

extension Rendering {
  /// The settings that the rendering, or a part of it, uses; free settings may have any value.
  package func use(of part: UsedSettings.Part = .whole, free: [Setting] = []) -> UsedSettings {
    let seconds = Double(totalFrames) / Double(job.sampleRate)
    return UsedSettings(
      of: automation, layout: job.layout, sampleRate: job.sampleRate,
      loop: job.extent.isLoop ? seconds : .infinity, part: part, free: free)
  }
}

extension Preset {
  /// Sentences about the settings that differ from steady rain, and yet change no sample of this preset in any layout.
  /// A key at the low end of its range, such as 0, asks for nothing.
  package var unusedKeys: [String] {
    let length = duration.map { $0 / .seconds(1) } ?? 86_400
    let written = automation
    let losses = RainWish(weather: layer).overridden().compactMap { loss in
      switch loss.saying {
      case .number(_, let setting): "\(setting.name) changes nothing: its curve says how it moves"
      case .place: "\(Place.key) changes nothing: the curve of \(Place.key) says where"
      case .curve, .passages: nil as String?
      }
    }
    guard let automation = try? written.automation(lasting: length) else { return losses }
    // What a place keeps back of wind and thunder asks for neither.
    let keys = Setting.allCases.filter {
      $0 != .wall && $0 != .opening
        && (written.moves($0)
          || ![written.rain.standard(of: $0), $0.row.range.lowerBound].contains(written.rain[$0]))
    }
    return losses + UsedSettings(of: automation, layout: nil).sentences(keys) { $0.name }
  }
}

extension InvalidSetting {
  /// The flaw in words; `spelling` turns a setting's name into what its reader knows.
  package func sentence(_ spelling: (String) -> String) -> String {
    guard case .outOfRange(let number, let range) = flaw, curve == nil else { return description }
    return "\(spelling(name)) takes \(NumberText.range(range, unit: "")), "
      + "not \(NumberText.shortest(number))"
  }
}
