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
      let same = lacks.firstIndex { $0.reason == lack.reason && $0.end == end }
      if same == nil { lacks.append((lack.reason, [], end)) }
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

extension Rain {
  /// The sentence that it is loud in headphones; nil: it is not, or nobody has raised it.
  package var loudSentence: String? {
    guard self[.gain] > 0, loudness > Rain.loudInHeadphones else { return nil }
    func whole(_ level: Double) -> String { FixedPoint.text(level, decimals: 0) }
    return "about \(whole(loudness)) LUFS: "
      + "more than \(whole(Rain.loudInHeadphones)) is loud in headphones"
  }
}
