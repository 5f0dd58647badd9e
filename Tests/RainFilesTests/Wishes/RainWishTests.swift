import RainDSP
import RainFiles
import Testing

@Suite("What was said of a rain")
struct RainWishTests {
  private func preset(_ text: String) throws -> Preset {
    try Preset(json: Array(text.utf8), file: "x.json")
  }

  private func wish(_ weather: String, place: String? = nil) throws -> RainWish {
    var wish = RainWish(weather: try preset(weather).layer)
    wish.own.place = try place.map { Place(of: try preset($0)) }
    return wish
  }

  private func curve(_ setting: Setting, _ numbers: Double...) -> WrittenCurve {
    WrittenCurve(
      setting,
      numbers.enumerated().map { .init(at: .fromStart(.seconds($0.offset)), $0.element) })
  }

  /// A curve of places, a second each.
  private func passages(_ places: String...) throws -> PlaceCurve {
    var passages = PlaceCurve()
    for (second, json) in places.enumerated() {
      let number = try passages.number(of: Place(of: preset(json)))
      passages.keys.append(.init(at: .fromStart(.seconds(second)), number))
    }
    return passages
  }

  @Test("a number that equals the default is said as any other", arguments: Setting.allCases)
  func defaults(setting: Setting) throws {
    let row = setting.row
    let other = row.standard == row.range.lowerBound ? row.range.upperBound : row.range.lowerBound
    func member(_ number: Double) -> String {
      "{\"\(setting.name)\": \(row.choice(number).map { "\"\($0)\"" } ?? "\(number)")}"
    }
    let rain = try wish(member(other), place: member(row.standard)).resolved().rain
    #expect(rain[setting] == (setting.owner == .weather ? other : row.standard))
    let unsaid = try wish(member(other), place: "{}").resolved().rain
    #expect(unsaid[setting] == (setting.owner == .place ? row.standard : other))
    #expect(try preset(member(row.standard)).layer.said == SettingSet([setting]))
  }

  @Test("each layer overrides the one below it, and a curve the number of its layer")
  func layers() throws {
    var wish = try wish(
      #"{"gain": -1, "distance": 2, "curves": {"gust": [[0, 0.1], [9, 0.5]]}}"#,
      place: #"{"distance": 3, "variation": 0.5}"#)
    func numbers() -> [Double] {
      let rain = wish.resolved().rain
      return [rain[.gain], rain[.distance], rain[.variation]]
    }
    #expect(numbers() == [-1, 3, 0.5])
    wish.own.set(.distance, to: 4)
    wish.own.set(.gain, to: -2)
    #expect(numbers() == [-2, 4, 0.5] && wish.resolved().moves(.gust))
    wish.drawn.set(.gain, to: -3)
    wish.own.set(.gust, to: 0.2)
    #expect(numbers() == [-3, 4, 0.5] && !wish.resolved().moves(.gust))
    wish.own.set(curve(.distance, 5, 6))
    #expect(numbers() == [-3, 5, 0.5] && wish.resolved().moves(.distance))
  }

  @Test("numbers hold at the rainfall of their layer, or at the one at which they were said")
  func rainfalls() throws {
    var wish = try wish(#"{"drops": 700, "rainfall": 40}"#)
    wish.own.set(.pink, to: 0.02)
    wish.own.set(.rainfall, to: 20)
    wish.own.set(.eaves, to: 4, at: 5)
    let rain = wish.resolved().rain
    func kept(_ setting: Setting, _ number: Double, at rainfall: Double) -> Double {
      RainfallLaw.kept(number, of: setting, from: rainfall)
    }
    #expect(rain.kept(.drops) == kept(.drops, 700, at: 40))
    #expect(rain.kept(.pink) == kept(.pink, 0.02, at: 20))
    #expect(rain.kept(.eaves) == kept(.eaves, 4, at: 5))
    #expect(rain.kept(.white) == Rain().kept(.white))
    // A draw is said together with the flags.
    wish.drawn.set(.rainfall, to: 30)
    #expect(wish.resolved().rain.kept(.pink) == kept(.pink, 0.02, at: 30))
  }

  @Test("the rainfall beside its curve says where other numbers hold, and nothing else")
  func rainfallBesideCurve() throws {
    let curve = #""curves": {"rainfall": [[0, 3], [9, 9]]}"#
    func rains(_ json: String) throws -> RainAutomation {
      try preset(json).automation.automation(lasting: 10)
    }
    for rainfall in [0.3, 17, 60] {
      #expect(try rains("{\"rainfall\": \(rainfall), \(curve)}") == rains("{\(curve)}"))
      let (at, bare) = (
        try rains("{\"rainfall\": \(rainfall), \"drops\": 500, \(curve)}"),
        try rains("{\"drops\": 500, \(curve)}")
      )
      #expect(at.rain(at: 0)[.drops] != bare.rain(at: 0)[.drops])
      var flags = RainWish()
      flags.own.set(.drops, to: 500)
      flags.own.set(.rainfall, to: rainfall)
      flags.own.set(self.curve(.rainfall, 3, 3, 3, 3, 3, 3, 3, 3, 3, 9))
      #expect(try flags.resolved().automation(lasting: 10).rain(at: 0) == at.rain(at: 0))
    }
  }

  @Test("on a way from place to place, what a place does not say stays as below")
  func ways() throws {
    var wish = try wish(#"{"gain": -6, "variation": 0.2}"#)
    wish.own.passages = try passages("{}", #"{"gain": -2, "distance": 3}"#, "{}")
    let rains = try wish.resolved().automation(lasting: 3).rains(at: [0, 1, 2])
    #expect(rains.map(\.[.gain]) == [-6, -2, -6] && rains.map(\.[.distance]) == [1, 3, 1])
    #expect(rains.map(\.[.variation]) == [0.2, 0.2, 0.2])
    // The place beside it is not heard.
    wish.own.place = Place(of: try preset(#"{"gain": -20, "variation": 1}"#))
    #expect(try wish.resolved().automation(lasting: 3).rains(at: [0, 1, 2]) == rains)
  }

  @Test("who loses what to whom")
  func losses() throws {
    func losses(_ change: (inout RainWish) throws -> Void) rethrows -> [String] {
      var wish = RainWish()
      try change(&wish)
      return wish.overridden().map { loss in
        func text(_ saying: RainWish.Saying) -> String {
          switch saying {
          case .place(let source, _): "\(source) place"
          case .passages(let source): "\(source) passages"
          case .number(let source, let setting): "\(source) \(setting)"
          case .curve(let source, let setting): "\(source) curve of \(setting)"
          }
        }
        return "\(text(loss.saying)) to \(loss.winner.map(text) ?? "none")"
      }
    }
    let tent = try Place(named: "tent")
    let moving = #"{"curves": {"gain": [[0, 0], [9, -3]]}}"#
    let rows: [(change: (inout RainWish) throws -> Void, losses: [String])] = [
      ({ $0.own.place = tent }, []),
      ({ $0.own.set(.gain, to: 0) }, []),
      (
        {
          $0.own.set(.gain, to: 0)
          $0.own.set(self.curve(.gain, 0, -3))
        }, ["own gain to own curve of gain"]
      ),
      (
        {
          $0.weather = try self.preset(moving).layer
          $0.own.set(.gain, to: -3)
        }, ["weather curve of gain to own gain"]
      ),
      (
        {
          $0.weather = try self.preset(moving).layer
          $0.drawn.set(.gain, to: -3)
        }, ["weather curve of gain to drawn gain"]
      ),
      (
        { $0.weather = try self.preset(#"{"gain": 0, "curves": {"gain": [[0, 0]]}}"#).layer },
        ["weather gain to weather curve of gain"]
      ),
      (
        {
          $0.weather = try Preset(named: "car").layer
          $0.own.place = tent
        }, ["weather place to own place"]
      ),
      (
        {
          $0.weather = try Preset(named: "tent").layer
          $0.own.place = tent
        }, []
      ),
      ({ $0.own.place = Place(of: try self.preset(#"{"rainfall": 10}"#)) }, ["own place to none"]),
      (
        {
          $0.own.place = tent
          $0.own.passages = try self.passages("{}", #"{"gust": 0.4}"#)
          $0.own.set(.distance, to: 2)
        },
        ["own place to own passages", "own place to none", "own passages to own distance"]
      ),
      (
        {
          $0.weather = try self.preset(#"{"rainfall": 4, "curves": {"rainfall": [[0, 1]]}}"#).layer
        },
        ["weather rainfall to weather curve of rainfall"]
      ),
      (
        {
          $0.weather = try self.preset(
            #"{"rainfall": 4, "pink": 0.1, "curves": {"rainfall": [[0, 1]]}}"#
          ).layer
        }, []
      ),
    ]
    for (change, expected) in rows { #expect(try losses(change) == expected) }
  }

  @Test("a smaller wish is the same rain, and no part of it can be left out")
  func needed() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      let weather = Preset.shippedNames.randomElement(using: &generator) ?? ""
      var wish = RainWish(weather: try Preset(named: weather).layer)
      let resting = wish.resolved().rain
      if Bool.random() { wish.own.place = try Place(named: Place.names.randomElement() ?? "") }
      for setting in Setting.allCases.shuffled().prefix(6) {
        let number = Bool.random() ? resting[setting] : setting.row.range.lowerBound
        if Bool.random() { wish.own.set(setting, to: number) }
        if Int.random(in: 0..<4) == 0 { wish.own.set(curve(setting, number, number)) }
      }
      let needed = wish.needed()
      let rain = wish.resolved()
      #expect(needed.resolved() == rain)
      #expect(needed.needed() == needed)
      var smaller = [needed]
      if needed.own.place != nil { smaller[0].own.place = nil } else { smaller = [] }
      for setting in Setting.allCases {
        var (number, curve) = (needed, needed)
        number.own.forget(number: setting)
        curve.own.forget(curve: setting)
        if number != needed { smaller.append(number) }
        if curve != needed { smaller.append(curve) }
      }
      for wish in smaller { #expect(wish.resolved() != rain) }
    }
  }

  @Test("a copy of a place, as 'preset new' prints it, takes what the place takes")
  func copies() throws {
    for name in Place.names {
      let place = try Place(named: name)
      let copy = Place(of: try preset(try Preset(named: name).template))
      #expect(copy.given == place.given)
      #expect(copy.automation.rain == place.automation.rain)
    }
  }
}
