/// A preset on its way to the audio thread, which never changes it.
final class PluginPreset {
  let preset: Preset
  /// The settings, and those that follow curves.
  let target: SettingMove
  /// The curves.
  let automation: RainAutomation
  /// nil: that of before.
  let seed: UInt64?
  /// Numbers of the plug-in's own parameters; the others stay.
  let controls: [(control: HostParameter.Control, number: Double)]
  /// The numbers that the controls of a host showed where they differ from those of the settings,
  /// by index.
  let shown: [(index: Int, number: Double)]

  init(_ preset: Preset, _ members: [(index: Int, number: Double)] = []) throws(Flaw) {
    automation = try asFlaw { () throws(InvalidJob) in
      try Rendering(RenderJob(preset, duration: preset.duration)).automation
    }
    (self.preset, seed, target) = (preset, preset.seed, preset.automation.move(over: 0))
    // The place has the number of a shipped one, 0 for one of its own, unless a state says another after it.
    let place = preset.automation.place.flatMap(HostParameter.of(.place).number)
    controls =
      [(.place, place ?? 0)]
      + members.compactMap { index, number in
        HostParameter.Control(rawValue: index - ParameterLimits.settings).map { ($0, number) }
      }
    shown = members.filter { $0.index < ParameterLimits.settings }
  }

  /// The rains of the shipped places, and what each gives, for the audio thread: no array counts references there.
  private static let places: InlineArray<16, (rain: Rain, given: SettingSet)?> = {
    let places = Place.names.map { try? Place(named: $0) }
    precondition(places.count <= 16, "a place without room here could not be entered")
    return InlineArray { index in
      places.indices.contains(index) ? places[index].map { ($0.automation.rain, $0.given) } : nil
    }
  }()

  /// Steady rain in the shipped place that a number of the parameter means; nil: the settings say where.
  static func place(of number: Double) -> (rain: Rain, given: SettingSet)? {
    let index = Int(number) - 1
    return places.indices.contains(index) ? places[index] : nil
  }

  /// In front of the JSON: to those who read it as a preset, a comment.
  private static let mark = "// rainsynth plug-in:"

  /// The preset of a state, or of a preset in a file.
  convenience init(json: [UInt8], file: String) throws(Flaw) {
    let preset = try asFlaw { () throws(PresetError) in try Preset(json: json, file: file) }
    try self.init(preset, Self.members(json))
  }

  /// The state of a rain: a preset, and in front of it numbers of parameters, by their indices.
  static func state(_ preset: Preset, _ members: [(index: Int, number: Double)]) -> [UInt8] {
    let members = members.map {
      " \(HostParameter.all[$0.index].symbol)=\(NumberText.shortest($0.number))"
    }
    return Array((mark + members.joined() + "\n" + preset.json).utf8)
  }

  private static func members(_ json: [UInt8]) -> [(index: Int, number: Double)] {
    guard json.starts(with: mark.utf8) else { return [] }
    let line = json.dropFirst(mark.utf8.count).prefix { $0 != UInt8(ascii: "\n") }
    return line.split(separator: UInt8(ascii: " ")).compactMap { member in
      let parts = member.split(separator: UInt8(ascii: "="))
      guard parts.count == 2,
        let index = HostParameter.all.firstIndex(where: {
          $0.symbol.utf8.elementsEqual(parts[0])
        }),
        let number = Double(String(decoding: parts[1], as: UTF8.self)),
        HostParameter.all[index].range.contains(number)
      else { return nil }
      return (index, number)
    }
  }
}
