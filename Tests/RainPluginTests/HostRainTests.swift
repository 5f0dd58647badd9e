import RainDSP
import RainPresets
import Testing

@testable import RainPlugin

@Suite("A rain that a host plays")
struct HostRainTests {
  private func rain(_ preset: Preset) throws -> HostRain {
    let rain = HostRain(.mono)
    rain.load(try PluginPreset(preset))
    rain.takePreset()
    return rain
  }

  private func index(_ setting: Setting) -> Int { Int(setting.rawValue) }

  /// A tile and more of the sound at a second of the song.
  private func sound(_ rain: HostRain, at second: Int) -> [Float] {
    rain.set(ParameterLimits.settings + HostParameter.Control.songPosition.rawValue, to: 1)
    #expect(rain.activate(sampleRate: 8000))
    rain.follow(frame: second * 8000 + 100, plays: true)
    var sound = [Float](repeating: 0, count: 5000)
    unsafe sound.withUnsafeMutableBufferPointer { sound in
      var plane = sound.baseAddress
      unsafe withUnsafePointer(to: &plane) {
        #expect(unsafe !rain.render(5000, to: $0, from: 0))
      }
    }
    rain.deactivate()
    return sound
  }

  @Test("a setting leaves its curve also where a host sets the number with which it begins")
  func firstNumber() throws {
    for preset in try Preset.shippedNames.map({ try Preset(named: $0) }) {
      for curve in preset.automation.curves {
        let rain = try rain(preset)
        rain.set(index(curve.setting), to: rain.number(of: index(curve.setting)))
        let again = try PluginPreset(json: rain.state(), file: "state")
        #expect(!again.target.moving.contains(curve.setting), "\(preset.name), \(curve.setting)")
      }
    }
  }

  @Test("the place goes into a parameter, and from it; the weather stays, and the state has both")
  func places() throws {
    let parameter = ParameterLimits.settings + HostParameter.Control.place.rawValue
    let storm = try Preset(named: "storm")
    for (index, name) in Place.names.enumerated() {
      let entered = try rain(storm)
      entered.set(parameter, to: Double(index + 1))
      let loaded = try Preset(named: name)
      for setting in Setting.allCases {
        // A place says something of its drops, too.
        let isOfPlace =
          setting.owner == .place
          || setting.owner != .weather && loaded.rain[setting] != Rain()[setting]
        let expected = (isOfPlace ? loaded : storm).rain[setting]
        if setting.followsRainfall { continue }
        #expect(entered.number(of: Int(setting.rawValue)) == expected, "\(name), \(setting)")
      }
      // As the command has it.
      var preset = storm
      var place = RainLayer()
      place.place = try Place(named: name)
      preset.layer = RainLayer(place.resolved(over: preset.automation))
      let written = try rain(preset)
      #expect(sound(entered, at: 700) == sound(written, at: 700), "\(name)")
      #expect(entered.state() == written.state(), "\(name)")
      #expect(try rain(loaded).number(of: parameter) == Double(index + 1))
    }
    let own = try rain(Preset(name: "own", rain: Rain()))
    #expect(own.number(of: parameter) == 0)
  }

  @Test("whatever a host sets, the state that is saved can be loaded, and sounds the same")
  func states() throws {
    for preset in try Preset.shippedNames.map({ try Preset(named: $0) }) {
      for (setting, share) in [
        (Setting.rainfall, 0.3), (.drops, 0.1), (.distance, 1), (.patterLow, 1),
      ] {
        let (low, high) = (setting.row.range.lowerBound, setting.row.range.upperBound)
        let rain = try rain(preset)
        rain.set(index(setting), to: low + share * (high - low))
        let state = rain.state()
        let again = HostRain(.mono)
        again.load(try PluginPreset(json: state, file: "state"))
        again.takePreset()
        let comment: Comment = "\(preset.name), \(setting), \(share)"
        #expect(again.state() == state, comment)
        for second in [0, 700, 3000] {
          #expect(sound(again, at: second) == sound(rain, at: second), comment)
        }
      }
    }
  }
}
