/// Something that was said, and that changes nothing in a rendering, or less than it says.
enum Idle: Hashable {
  /// A part of the wish for a rain that another part overrides.
  case lost(RainWish.Loss)
  /// --gain where --loudness sets it; one that is loud in headphones.
  case gain, loud(String)
  /// A frequency above half the sample rate.
  case correlation(half: Double)
  /// --dither in samples that are no shorter than those that are rendered.
  case dither(SampleFormat)
  /// The curves of a preset in another time than its own; the part that is rendered ends at `to`.
  case stretched(length: Duration, end: Duration, to: Duration)
  /// The end of what moves in a preset.
  case unreached(Duration, end: Duration)
  /// A key of the curve of that name, counted from 1, after the end, or a jump at the end.
  case lateKey(Int, curve: String, end: Duration, jumps: Bool)
  case fadeIn, fadeOut(end: Duration)
  /// Settings of thunder where none is heard.
  case unheard([Setting])
  /// Beginning and length of what rains in a preset that is dry until the end.
  case dry(length: Duration, end: Duration, until: Duration)
  case turnedDown, empty
}

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

extension RenderFlags {
  /// The wishes that do nothing in a rendering. Without `hasEnd`, each file has an end of its own.
  func idle(in rendering: Rendering, of preset: Preset?, hasEnd: Bool = true) -> [Idle] {
    losses(rendering, preset).map(Idle.lost) + idleFlags(of: rendering)
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

  private func silence(of rendering: Rendering, _ preset: Preset?) -> Idle? {
    let end = Duration(frame: rendering.frames.upperBound, sampleRate: rendering.sampleRate)
    if let preset, let length = preset.duration, !rendering.isEndless, end < length,
      end <= preset.firstRain
    {
      return .dry(length: length, end: end, until: preset.firstRain)
    }
    return rendering.isTurnedDown ? .turnedDown : rendering.isEmpty ? .empty : nil
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

  /// The flags that other flags override, beside those of the rain.
  private func idleFlags(of rendering: Rendering) -> [Idle] {
    let (rain, half) = (rendering.job.rain, Double(rendering.sampleRate) / 2)
    let setsGain = own.numbers.contains(.gain)
    let isTooHigh =
      own.numbers.contains(.bedCorrelation) && rendering.job.layout == .stereo
      && rain[.bedCorrelation] > half
    let isDithered = commandLine.isOn("dither") == true && rendering.format.bitsPerSample > 24
    return [
      setsGain && commandLine["loudness"] ?? "keep" != "keep" ? .gain : nil,
      setsGain ? rain.loudSentence.map(Idle.loud) : nil, isTooHigh ? .correlation(half: half) : nil,
      isDithered ? .dither(rendering.format) : nil,
    ].compactMap(\.self)
  }

  /// The wishes that the end of a rendering overrides.
  private func idleEnds(of rendering: Rendering, _ preset: Preset?) -> [Idle] {
    let end = Duration(frame: rendering.totalFrames, sampleRate: rendering.sampleRate)
    let extent = rendering.extent
    func isLate(_ seconds: Double) -> Bool { .seconds(seconds) > end + .milliseconds(1) }
    var idle: [Idle] = []
    if let preset, let length = preset.duration, length != end, preset.automation.needsEnd,
      rendering.job.writtenAutomation.needsEnd, commandLine["until"] == nil, lots.word.isEmpty
    {
      idle.append(.stretched(length: length, end: end, to: extent.to ?? end))
    }
    if let preset, preset.duration.map({ $0 > end }) ?? true, extent.to == nil,
      extent.from == .zero,
      let last = rendering.automation.curves.filter({ preset.automation.moves($0.setting) })
        .compactMap(\.keys.last?.seconds).max(), isLate(last)
    {
      idle.append(.unreached(.seconds(last), end: end))
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
      let jumps = !isLate(curve.keys[late].seconds)
      idle.append(.lateKey(late + 1, curve: name, end: end, jumps: jumps))
    }
    // A part from elsewhere is one of several that are joined.
    if extent.fadeOut > .zero, commandLine["fade-out"] != nil, extent.from == .zero,
      let to = extent.to, to < end
    {
      idle.append(.fadeOut(end: end))
    }
    if commandLine["fade-in"] != nil, extent.from > .zero, extent.from >= extent.fadeIn,
      extent.to == nil
    {
      idle.append(.fadeIn)
    }
    let thunder = [Setting.thunder, .thunderDistance].filter {
      own.numbers.contains($0) || own.moves($0)
    }
    if !thunder.isEmpty, rendering.automation.thunders, !rendering.mayHearThunder {
      idle.append(.unheard(thunder))
    }
    return idle
  }
}
