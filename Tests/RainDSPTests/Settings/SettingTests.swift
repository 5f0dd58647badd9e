import Foundation
@testable import RainDSP
import RainTestSupport
import Testing

@Suite("The settings")
struct SettingTests {
  @Test("every setting has one row, with the name of its case")
  func names() {
    for setting in Setting.allCases {
      #expect(setting.name == "\(setting)")
      #expect(Setting(named: setting.name) == setting)
    }
    #expect(Setting(named: "rain") == nil)
  }

  @Test("a number moves its setting and no other")
  func numbers() {
    for setting in Setting.allCases {
      let range = setting.row.range
      var rain = Rain()
      rain[setting] = rain[setting] == range.lowerBound ? range.upperBound : range.lowerBound
      let moved = Setting.allCases.filter { rain.kept($0) != Rain().kept($0) }
      #expect(moved == [setting])
    }
  }

  @Test("a rain has room for the number of each setting, and a set of settings a bit for each")
  func room() {
    // InlineArray<n, Double> in Rain.swift, without which a new setting traps; a flag, and a set.
    let (numbers, set) = (Setting.allCases.count, MemoryLayout<SettingSet>.size)
    #expect(MemoryLayout<Rain>.size == 8 * (numbers + 1) + set)
    var all = SettingSet { _ in true }
    #expect(
      all.bits[0].nonzeroBitCount + all.bits[1].nonzeroBitCount == Setting.allCases.count)
    for setting in Setting.allCases {
      var one = SettingSet([setting])
      #expect(Setting.allCases.filter(one.contains) == [setting])
      #expect(all.next() == setting && !all.contains(setting))
      one = one.subtracting(one)
      #expect(one == .none && one.isEmpty)
    }
    #expect(all.next() == nil)
  }

  @Test("a choice has a word for each of its cases")
  func choices() {
    var rain = Rain()
    for surface in Surface.allCases {
      rain.surface = surface
      #expect(rain.surface == surface)
      #expect(Setting.surface.row.choice(rain[.surface]) == "\(surface)")
      #expect(Setting.surface.row.number(named: surface.name) == rain[.surface])
    }
    for shape in ImpactShape.allCases {
      rain.impactShape = shape
      #expect(rain.impactShape == shape)
      #expect(Setting.impactShape.row.choice(rain[.impactShape]) == "\(shape)")
      #expect(Setting.impactShape.row.number(named: shape.name) == rain[.impactShape])
    }
    rain[.surface] = 0.5
    #expect(throws: InvalidSetting.self) { try rain.validate() }
    for setting in Setting.allCases { #expect(setting.limits == setting.row.range, "\(setting)") }
  }

  @Test("the lists have every setting once, and eight or fewer come first")
  func lists() {
    #expect((1...8).contains(Setting.first.count) && Setting.lists[0].settings == Setting.first)
    #expect(Setting.lists.flatMap { $0.settings }.count == Setting.allCases.count)
    for setting in Setting.allCases {
      #expect(Setting.lists[setting.list].settings.contains(setting))
    }
  }

  @Test("every setting has a name of its own that one speaks, and that a narrow list has room for")
  func titles() {
    let titles = Setting.allCases.map { $0.row.title }
    #expect(Set(titles).count == titles.count && titles.allSatisfy { $0.count <= 17 })
  }

  @Test("a slider spans the default and a part of the range")
  func hands() {
    for setting in Setting.allCases {
      let (hand, row) = (setting.row.handRange, setting.row)
      #expect(hand.contains(row.standard) && hand.clamped(to: row.range) == hand)
    }
  }

  @Test("each color of noise has the level of its name")
  func colors() {
    #expect(NoiseColor.allCases.map { $0.setting.name } == NoiseColor.allCases.map { "\($0)" })
  }

  @Test("the defaults and both ends of every range are valid")
  func valid() throws {
    try Rain().validate()
    for setting in Setting.allCases {
      for end in [setting.row.range.lowerBound, setting.row.range.upperBound] {
        var rain = Rain()
        rain[setting] = end
        try rain.validate()
      }
    }
  }

  @Test("a number outside its range is refused by name")
  func invalid() throws {
    for setting in Setting.allCases {
      let range = setting.row.range
      let outside = [
        range.lowerBound.nextDown, range.upperBound.nextUp, -1e300, 1e300, .infinity, -.infinity,
        .nan,
      ]
      for number in outside {
        var rain = Rain()
        rain[setting] = number
        let error = #expect(throws: InvalidSetting.self) { try rain.validate() }
        #expect(error?.name == setting.name)
        guard case .outOfRange(let found, let allowed)? = error?.flaw else {
          Issue.record("\(setting) = \(number) has another flaw")
          continue
        }
        #expect(allowed == range)
        #expect(found == number || found.isNaN && number.isNaN)
      }
    }
  }

  @Test("a rain is silent where no source sounds, and each source by itself is heard")
  func silence() {
    let colors = NoiseColor.allCases.map(\.setting)
    // Patter takes both of its settings.
    for quiet in [Setting.patterRate, .patterLevel] {
      var silent = Rain()
      for setting in [.drops, .eaves, .gutter, quiet] + colors { silent[setting] = 0 }
      #expect(silent.isSilent)
      for source in [.drops, .eaves, .gutter, quiet] + colors {
        var rain = silent
        rain[source] = source.row.range.upperBound / 4
        #expect(!rain.isSilent, "\(source)")
      }
    }
  }

  @Test("each setting is of weather, place, drop or listener")
  func owners() {
    for owner in Setting.Owner.allCases { #expect(Setting.allCases.contains { $0.owner == owner }) }
    #expect(Setting.rainfall.owner == .weather && Setting.surface.owner == .place)
  }

  @Test("the documentation says whose each setting is")
  func documentedOwners() throws {
    let file = Repository.root.appendingPathComponent(
      "Sources/RainDSP/RainDSP.docc/WeatherAndPlace.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    for owner in Setting.Owner.allCases where owner != .place {
      let row = try #require(lines.first { $0.hasPrefix("| \(owner.rawValue) | ") })
      // Between each two backticks stands a name.
      let names = row.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
      #expect(
        Set(names.map { String($0.element) })
          == Set(Setting.allCases.filter { $0.owner == owner }.map { $0.name }))
    }
  }
}
