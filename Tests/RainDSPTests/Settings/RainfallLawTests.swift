import RainTestSupport
import Testing

@testable import RainDSP

@Suite("How numbers follow the rainfall")
struct RainfallLawTests {
  /// A rain of 10 mm/h in which numbers differ from the defaults.
  private var place: Rain {
    var rain = Rain.everything
    (rain[.drops], rain[.dropLevel], rain[.eaves], rain[.gutter]) = (9000, -1.3, 5, 0.01)
    return rain
  }

  private func rain(_ rainfall: Double, in place: Rain = Rain()) -> Rain {
    var rain = place
    rain[.rainfall] = rainfall
    return rain
  }

  @Test("each setting that follows has keys beyond its range")
  func table() {
    let followers = Setting.allCases.filter { $0.followsRainfall }
    #expect(Setting.rainfall.row.standard == RainfallLaw.reference)
    for setting in followers {
      #expect(setting.rangeOfKeys.lowerBound <= setting.row.range.lowerBound)
      #expect(setting.rangeOfKeys.upperBound > setting.row.range.upperBound)
    }
  }

  @Test("the rainfall that a rain has, there and back, and any way to a rainfall move nothing")
  func paths() {
    var random = RandomKey(seed: 17)
    func draw() -> Double {
      random = random.child(1)
      return 0.1 * CLibrary.power(2000, random.uniform)
    }
    for start in [Rain(), place, rain(37, in: place)] {
      var moved = start
      for _ in 0..<50 {
        let rainfall = draw()
        moved[.rainfall] = rainfall
        #expect(moved == rain(rainfall, in: start))
        moved[.rainfall] = start[.rainfall]
        #expect(moved == start && moved.sounding == start.sounding)
        moved[.rainfall] = draw()
      }
    }
  }

  @Test("a number that is given at a rainfall is what sounds there, and goes on from there")
  func given() {
    for setting in Setting.allCases where setting.followsRainfall {
      let range = setting.row.range
      for rainfall in [0.1, 3.7, 10, 200] {
        for share in [0, 0.013, 0.4, 1] {
          var rain = rain(rainfall, in: place)
          let span = range.upperBound - range.lowerBound
          let number = ((range.lowerBound + share * span) * 1e5).rounded() / 1e5
          rain[setting] = number
          #expect(rain[setting] == number && rain.sounding[setting] == number)
          rain[.rainfall] = 77
          rain[.rainfall] = rainfall
          #expect(rain[setting] == number)
          let written = RainfallLaw.written(rain.kept(setting), of: setting, at: rainfall)
          #expect(written == number)
        }
      }
    }
  }

  @Test("a number of 7 digits, or of 6 decimals of a dB, is the same again at its rainfall")
  func digits() {
    var random = RandomKey(seed: 29)
    func draw() -> Double {
      random = random.child(1)
      return random.uniform
    }
    for setting in Setting.allCases where setting.followsRainfall {
      let range = setting.row.range
      for _ in 0..<2000 {
        let rainfall = 0.1 * CLibrary.power(2000, draw())
        let raw = range.lowerBound + draw() * draw() * (range.upperBound - range.lowerBound)
        let scale = setting == .dropLevel ? 6 : 6 - (CLibrary.decibels(raw) / 10).rounded(.down)
        let power = CLibrary.power(10, scale)
        let number = (raw * power).rounded() / power
        var rain = rain(rainfall)
        rain[setting] = number
        #expect(rain[setting] == number)
        let kept = rain.kept(setting)
        let written = RainfallLaw.written(kept, of: setting, at: rainfall)
        #expect(written == number)
        // At any other rainfall, with the digits that it takes.
        let other = 0.1 * CLibrary.power(2000, draw())
        let there = RainfallLaw.written(kept, of: setting, at: other)
        #expect(RainfallLaw.kept(there, of: setting, from: other) == kept)
      }
    }
  }

  @Test("a number outside its range is found wherever the rainfall goes, and another one heals it")
  func outside() throws {
    for setting in Setting.allCases where setting.followsRainfall {
      for number in [setting.row.range.upperBound * 1.01, setting.row.range.lowerBound - 1, .nan] {
        for rainfall in [0.3, 10, 70] {
          var rain = rain(rainfall)
          rain[setting] = number
          for later in [rainfall, 4] {
            rain[.rainfall] = later
            #expect(throws: InvalidSetting.self) { try rain.validate() }
          }
          rain[setting] = setting.row.range.upperBound
          try rain.validate()
        }
      }
    }
  }

  @Test("over the whole range all numbers are valid, and grow without a jump")
  func range() throws {
    var before = rain(0.1, in: place)
    var rainfall = 0.1
    while rainfall < 200 {
      // Steps of a thirtieth of an octave.
      rainfall = min(200, rainfall * 1.0234)
      let next = rain(rainfall, in: place)
      try next.validate()
      for setting in Setting.allCases where setting.followsRainfall && before[setting] > 0 {
        let (low, high) = (before[setting], next[setting])
        #expect(high >= low && (setting == .dropLevel ? high - low < 0.1 : high / low < 1.024))
      }
      before = next
    }
  }

  @Test("the named rainfalls increase and lie within the range")
  func names() {
    let steps = Setting.rainfall.row.words.map(\.number)
    #expect(steps == steps.sorted() && Set(steps).count == steps.count)
    #expect(
      Setting.rainfall.row.words.map(\.name) == [
        "drizzle", "light", "moderate", "heavy", "violent",
      ])
  }

  @Test(
    "dynamics keeps its share of 10 dB a tenfold, and of the level of a place",
    .enabled(if: Build.isOptimised), arguments: [0.0, 0.5, 1])
  func loudness(dynamics: Double) {
    func level(_ rainfall: Double, _ placeLevel: Double = 0) -> Double {
      var rain = rain(rainfall)
      (rain[.dynamics], rain[.level]) = (dynamics, placeLevel)
      let sound = rendered(rain, 0..<6 * 22_050, sampleRate: 22_050, channels: 1)
      return CLibrary.decibels(Sample(sound).power)
    }
    let levels = [1.0, 10, 100].map { level($0) }
    for (soft, hard) in zip(levels, levels.dropFirst()) {
      // A film keeps the loudness, and moves power to the lows: 2.2 dB from 10 to 100 mm/h.
      #expect(abs(hard - soft - 10 * dynamics) < 2.5, "\(levels)")
    }
    #expect(abs(level(10, -8) - levels[1] + 8 * dynamics) < 0.01)
  }

  @Test("surface, distances, water and echo stay as they are")
  func others() {
    let harder = rain(75, in: place)
    for setting in Setting.allCases where setting != .rainfall && !setting.followsRainfall {
      #expect(harder[setting] == place[setting])
    }
  }
}
