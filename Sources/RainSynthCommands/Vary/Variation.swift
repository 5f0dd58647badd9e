/// A setting that differs from clip to clip, and how it is drawn.
package struct Variation: Sendable {
  package let setting: Setting
  package let distribution: Distribution

  static let flag = "vary"

  static let option = Option(
    flag, takes: "NAME=VALUES",
    "draw a setting for each clip, as rainfall=log:0.5..80 or surface=open:3,metal,glass",
    completion: Completion(words: Setting.beginnings() + Variations.others.map { "\($0)=" }),
    isEveryday: true)

  /// The name and the values behind the flag.
  static func halves(_ text: String) throws -> (name: String, values: String) {
    guard let (name, values) = text.halves(at: "=") else {
      throw Flaw("--\(Self.flag) takes NAME=VALUES, as in rainfall=log:0.5..80, not \(text.quoted)")
    }
    return (String(name), String(values))
  }

  /// The text behind the flag: the name of a setting, as in presets or as a flag, and its distribution.
  package init(_ text: String) throws {
    let (name, values) = try Self.halves(text)
    let label = "--\(Self.flag)"
    guard let named = Setting(written: name) else {
      let hint = Suggestion.hint(
        for: name, in: Setting.allCases.map(\.flagName) + Variations.others)
      throw Flaw("\(label) takes the name of a setting, not \(name.quoted)\(hint)")
    }
    setting = named
    distribution = try Distribution(values, of: named, for: "\(label) \(named.flagName)")
  }
}

/// All that differs from clip to clip.
struct Variations: Sendable {
  /// The names that may differ beside settings.
  static let others = ["preset", "place", "duration", "from"]

  /// In the order of the table: the rainfall, at which numbers hold, comes first.
  let settings: [Variation]
  /// In seconds.
  private(set) var duration: Distribution?
  private(set) var from: Distribution?
  /// By their positions in the list.
  private(set) var presets: (list: [Preset], distribution: Distribution)?
  private(set) var places: (list: [Place], distribution: Distribution)?

  /// The variations of a command line; `settings` are its other flags.
  init(_ commandLine: ParsedCommandLine, _ settings: RenderFlags) throws {
    var flags: [Variation] = []
    var names: Set<String> = []
    for flag in commandLine.flags where flag.name == Variation.flag {
      let (written, values) = try Variation.halves(flag.value)
      let variation = Self.others.contains(written) ? nil : try Variation(flag.value)
      let name = variation?.setting.flagName ?? written
      let label = "--\(Variation.flag) \(name)"
      let moves =
        variation.map { settings.own.moves($0.setting) }
        ?? (name == Place.key && settings.own.passages != nil)
      guard !moves, commandLine[name] == nil else {
        throw Flaw(
          "--\(moves ? "curve " : "")\(name) and \(label) both say it; leave one of them out")
      }
      guard names.insert(name).inserted else { throw Flaw("\(label) is there twice") }
      switch name {
      case "preset": presets = try Self.list(values, label) { try Preset(word: $0) }
      case Place.key: places = try Self.list(values, label) { try Place(word: $0) }
      case "duration": duration = try Self.times(from: 0.001, values, label)
      case "from":
        from = try Self.times(from: 0, values, label)
        for flag in ["to", "loop", "fade-in", "fade-out"] where commandLine[flag] != nil {
          throw Flaw("\(label) takes a piece out of the rain; leave --\(flag) out")
        }
      default: flags += variation.map { [$0] } ?? []
      }
    }
    self.settings = Setting.allCases.compactMap { setting in flags.first { $0.setting == setting } }
  }

  func clip(
    _ number: Int, _ draws: ClipDraws, _ settings: RenderFlags, _ form: WaveFile.Form
  ) throws -> Clip {
    func draw(_ name: String, _ distribution: Distribution) -> Double {
      draws.draw(name, ofClip: number, distribution)
    }
    let values = ClipValues(
      settings: draws.values(ofClip: number, self.settings),
      preset: presets.map { list, distribution in list[Int(draw("preset", distribution))] },
      place: places.map { list, distribution in list[Int(draw(Place.key, distribution))] },
      seed: draws.seed(ofClip: number),
      seconds: duration.map { draw("duration", $0) }, from: from.map { draw("from", $0) })
    let name = "clip \(number)"
    do {
      let job = try settings.rendering(of: values.preset ?? settings.preset, values: values)
      try RenderFlags.requireFrames(of: job)
      return try Clip(
        job, as: form, file: Clip.fileName(job.title, number, ending: form.ending), number: number,
        preset: job.title, name: name, varied: values.varied,
        hasText: settings.commandLine.isOn(ClipFlags.text.name) ?? false)
    } catch {
      throw Failure(Failure(error).status, "\(name): \(Failure(error).sentence)")
    }
  }

  /// Says which flags and draws change no sample of any clip, and what presets lose to a place.
  func announceUnused(_ flags: RenderFlags) throws {
    let presets: [Preset?] = self.presets?.list ?? [flags.preset]
    let renderings = try presets.map { try flags.rendering(of: $0) }
    for (number, rendering) in renderings.enumerated() {
      let preset = presets[number]
      flags.announceIdle(
        in: rendering, of: preset, isFirst: number == 0, hasEnd: duration == nil && from == nil)
      guard let preset, from == nil, let length = preset.duration, preset.automation.needsEnd,
        duration != nil || rendering.seconds < length / .seconds(1)
      else { continue }
      // Also where nothing else is said: all clips sound otherwise.
      StandardError.remark(
        "what moves in \(preset.name.quoted) in \(length.clockText) takes as long as each clip; "
          + "--vary from=0..\(length.secondsText) draws a moment of it")
    }
    let uses = renderings.map { $0.use(free: flags.lots.settings) }
    let unused = uses.map { Set(flags.unused(by: $0)) }
    if unused.dropFirst().allSatisfy({ $0 == unused[0] }) { flags.announceUnused(by: uses[0]) }
  }

  private static func list<Item>(
    _ text: String, _ label: String, _ item: (String) throws -> Item
  ) throws -> (list: [Item], distribution: Distribution) {
    var words: [String] = []
    let domain = Distribution.Domain(
      isChoice: true, range: 0...0,
      number: { word in
        if let index = words.firstIndex(of: word) { return Double(index) }
        words.append(word)
        return Double(words.count - 1)
      }, deviation: { _ in nil })
    let distribution = try Distribution(text, of: domain, for: label)
    guard case .list = distribution else { throw Flaw("\(label) takes a list of names") }
    return (try words.map(item), distribution)
  }

  private static func times(
    from least: Double, _ text: String, _ label: String
  ) throws -> Distribution {
    func seconds(_ text: String) -> Double? { Duration(written: text).map { $0 / .seconds(1) } }
    // A day: longer clips are no clips.
    let range = least...86_400
    return try Distribution(
      text,
      of: .init(
        isChoice: false, range: range,
        number: { text in
          guard let number = seconds(text), range.contains(number) else {
            let first = least == 0 ? "0" : "1 ms"
            throw Flaw("\(label) takes times from \(first) to 24 h, as 1..5, not \(text.quoted)")
          }
          return number
        }, deviation: seconds), for: label)
  }
}

extension ClipDraws {
  package func values(
    ofClip number: Int, _ variations: [Variation]
  ) -> [(setting: Setting, number: Double)] {
    variations.map { ($0.setting, draw($0.setting.name, ofClip: number, $0.distribution)) }
  }
}
