internal import RainPresets
internal import Text

/// A preset on its way to the audio thread, which never changes it.
final class PluginPreset {
  let preset: Preset
  let rain: Rain
  /// The settings that follow curves.
  let moving: SettingSet
  /// The curves.
  let automation: RainAutomation
  /// nil: that of before.
  let seed: UInt64?
  /// Numbers of the plug-in's own parameters; the others stay.
  let controls: [(control: HostParameter.Control, number: Double)]

  init(_ preset: Preset, controls: [(control: HostParameter.Control, number: Double)] = [])
    throws(Flaw)
  {
    do {
      let rendering = try Rendering(RenderJob(preset, duration: preset.duration))
      automation = rendering.automation
    } catch {
      throw Flaw(error.sentence { $0 })
    }
    self.preset = preset
    // The place has the number of a shipped one, unless a state says another after it.
    self.controls = [(.place, Self.placeNumber(of: preset))] + controls
    seed = preset.seed
    let written = preset.automation
    moving = SettingSet { written.moves($0) }
    // Where the rainfall moves, numbers hold where those of the curves do.
    rain = moving.contains(.rainfall) ? automation.rain : written.rain
  }

  // MARK: Places

  /// The number of the place of a preset; 0: one of its own.
  static func placeNumber(of preset: Preset) -> Double {
    preset.automation.place.flatMap(HostParameter.of(.place).number) ?? 0
  }

  /// The rains of the shipped places, and what each gives, in memory that is never freed, for the audio thread.
  nonisolated(unsafe) private static let places = {
    let rains = Place.names.compactMap { try? Place(named: $0) }.map {
      (rain: $0.automation.rain, given: $0.given)
    }
    let places = UnsafeMutableBufferPointer<(rain: Rain, given: SettingSet)>.allocate(
      capacity: rains.count)
    _ = unsafe places.initialize(from: rains)
    return unsafe places
  }()

  /// Steady rain in the shipped place of that index; nil: there is none.
  static func place(_ index: Int) -> (rain: Rain, given: SettingSet)? {
    unsafe places.indices.contains(index) ? places[index] : nil
  }

  // MARK: State

  /// In front of the JSON: to those who read it as a preset, a comment.
  private static let mark = "// rainsynth plug-in:"

  /// The preset of a state, or of a preset in a file.
  convenience init(json: [UInt8], file: String) throws(Flaw) {
    let preset: Preset
    do {
      preset = try Preset(json: json, file: file)
    } catch {
      throw Flaw("\(error)")
    }
    try self.init(preset, controls: Self.controls(json))
  }

  /// The state of a rain: a preset, and in front of it the plug-in's own numbers.
  static func state(_ preset: Preset, controls: [Double]) -> [UInt8] {
    let members = HostParameter.Control.allCases.map { control in
      let parameter = HostParameter.of(control)
      return " \(parameter.symbol)=\(NumberText.shortest(controls[control.rawValue]))"
    }
    return Array((mark + members.joined() + "\n" + preset.json).utf8)
  }

  private static func controls(
    _ json: [UInt8]
  ) -> [(control: HostParameter.Control, number: Double)] {
    guard json.starts(with: mark.utf8) else { return [] }
    let line = json.dropFirst(mark.utf8.count).prefix { $0 != UInt8(ascii: "\n") }
    return line.split(separator: UInt8(ascii: " ")).compactMap { member in
      let parts = member.split(separator: UInt8(ascii: "="))
      guard parts.count == 2,
        let control = HostParameter.Control.allCases.first(where: {
          HostParameter.of($0).symbol.utf8.elementsEqual(parts[0])
        }),
        let number = Double(String(decoding: parts[1], as: UTF8.self)),
        HostParameter.of(control).range.contains(number)
      else { return nil }
      return (control, number)
    }
  }
}
