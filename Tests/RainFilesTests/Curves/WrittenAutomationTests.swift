import RainDSP
import RainFiles
import RainTestSupport
import Testing

@Suite struct WrittenAutomationTests {
  private let storm = WrittenCurve(
    .rainfall,
    [
      .init(at: .fromStart(.zero), 0.5), .init(at: .percent(25), 25),
      .init(at: .beforeEnd(.seconds(600)), 25), .init(at: .percent(100), 1.5, .smooth),
    ])

  private func preset(_ text: String) throws -> Preset {
    try Preset(json: Array(text.utf8), file: "x.json")
  }

  @Test("times of months and of years keep their milliseconds")
  func longTimes() throws {
    let json = #"{"curves": {"gain": [[8388614.982, 1], [3600000000.123, 2]]}}"#
    let times = try preset(json).automation.curves[0].keys.map(\.time)
    #expect(
      times == [8_388_614_982, 3_600_000_000_123].map { .fromStart(.milliseconds($0)) })
  }

  @Test("times from the end and in per cent follow the length, and the last one is its end")
  func lengths() throws {
    let automation = try WrittenAutomation(Rain(), curves: [storm])
    for (length, times) in [(3600.0, [0.0, 900, 3000, 3600]), (1800, [0, 450, 1200, 1800])] {
      let job = RenderJob(automation, duration: .seconds(length))
      #expect(try Rendering(job).automation.curves[0].keys.map(\.seconds) == times)
    }
  }

  @Test("a length in which a key lies before the one before it is refused, with both times")
  func tooShort() throws {
    let job = RenderJob(try WrittenAutomation(Rain(), curves: [storm]), duration: .seconds(700))
    let error = try #require(throws: InvalidJob.self) { try Rendering(job) }
    #expect(
      error.description
        == "key 3 of the curve of rainfall, at 100 s, lies before key 2, at 175 s; lengthen duration"
    )
  }

  @Test("an endless rendering refuses times that need an end, and takes all others")
  func endless() throws {
    let job = RenderJob(try WrittenAutomation(Rain(), curves: [storm]), duration: nil)
    let error = try #require(throws: InvalidJob.self) { try Rendering(job) }
    #expect(
      error.description
        == "key 2 of the curve of rainfall, at 25%, needs an end; add duration")
    let plateau = WrittenCurve(.gain, [.init(at: .fromStart(.seconds(9)), -6)])
    _ = try Rendering(RenderJob(try WrittenAutomation(Rain(), curves: [plateau]), duration: nil))
  }

  @Test("a loop has to end where it begins")
  func loop() throws {
    for (last, isClosed) in [(0.5, true), (0.6, false)] {
      let curve = WrittenCurve(
        .rainfall,
        [
          .init(at: .percent(10), 0.5), .init(at: .percent(50), 25), .init(at: .percent(90), last),
        ])
      var job = RenderJob(try WrittenAutomation(Rain(), curves: [curve]), duration: .seconds(10))
      job.extent.isLoop = true
      if isClosed {
        _ = try Rendering(job)
      } else {
        #expect(throws: InvalidJob.openLoop(setting: "rainfall")) { try Rendering(job) }
      }
    }
  }

  @Test("a number follows the curve of rainfall from where it holds, whichever comes first")
  func order() throws {
    var (before, after) = (WrittenAutomation(), WrittenAutomation())
    before.set(.drops, to: 300)
    try before.set(storm)
    try after.set(storm)
    after.set(.drops, to: 300)
    #expect(before == after)
    let moving = try before.automation(lasting: 3600)
    // The rainfall is 25 mm/h there.
    let factor = moving.rain(at: 2000)[.drops] / 300
    #expect(abs(factor / CLibrary.power(2.5, 0.23) - 1) < 1e-6)
    // Rainfall that is constant takes the place of its curve.
    before.set(.rainfall, to: 10)
    #expect(before.rain[.drops] == 300 && before.curves.isEmpty)
  }

  @Test(
    "before and after a passage the rain is that of the place, at any rainfall",
    arguments: [0.1, 1.5, 10, 25, 75, 200])
  func passages(rainfall: Double) throws {
    for name in Place.names {
      var passing = RainLayer()
      var curve = PlaceCurve()
      for (second, place) in [(0, "open"), (12, "open"), (13, name)] {
        let number = try curve.number(of: Place(named: place))
        curve.keys.append(.init(at: .fromStart(.seconds(second)), number))
      }
      passing.passages = curve
      passing.set(.rainfall, to: rainfall)
      let rains = try passing.resolved().automation(lasting: 40).rains(at: [6, 20])
      for (rain, place) in zip(rains, ["open", name]) {
        var resting = RainLayer()
        resting.place = try Place(named: place)
        resting.set(.rainfall, to: rainfall)
        let there = try resting.resolved().automation(lasting: 40).rain(at: 0)
        #expect(rain.sounding == there.sounding, "\(place) at \(rainfall) mm/h")
      }
    }
  }

  @Test(
    "two seconds after a passage the samples are those of a rain that was there all along",
    arguments: Place.names)
  func samplesAfterPassage(name: String) throws {
    // Gusts glide from second to second, so a jump at the very beginning of one takes longest.
    let ways = [
      (name, "open", 2990), ("open", name, 2990), (name, "open", 3000), ("open", name, 3000),
    ]
    for (from, to, end) in ways where from != to {
      var (passing, resting) = (RainLayer(), RainLayer())
      var curve = PlaceCurve()
      for (milliseconds, place) in [(0, from), (end == 3000 ? end : 2000, from), (end, to)] {
        let number = try curve.number(of: Place(named: place))
        curve.keys.append(.init(at: .fromStart(.milliseconds(milliseconds)), number))
      }
      passing.passages = curve
      resting.place = try Place(named: to)
      var samples: [[Float]] = []
      for var layer in [passing, resting] {
        // The longest that is said to be heard: an echo of low bubbles that hardly decay.
        for (setting, number) in [
          (Setting.echoTime, 2.0), (.bubbleFrequency, 20), (.bubbleDecay, 5),
        ] {
          layer.set(setting, to: number)
        }
        let automation = try layer.resolved().automation(lasting: 7)
        var renderer = try RainRenderer(
          .init(automation, layout: .mono, sampleRate: 16_000, seed: 1))
        var rain = [Float](repeating: 0, count: 112_000)
        var span = rain.mutableSpan
        renderer.render(into: &span)
        samples.append(rain)
      }
      let rest = 112_000 - 16 * (end + 2000)
      #expect(samples[0].suffix(rest) == samples[1].suffix(rest), "\(from) to \(to) at \(end) ms")
      #expect(samples[0] != samples[1])
    }
  }

  @Test("a curve takes the place of a setting's number, and a number that of its curve")
  func replacement() throws {
    var automation = WrittenAutomation()
    try automation.set(WrittenCurve(.gain, [.init(at: .fromStart(.zero), -20)]))
    #expect(automation.moves(.gain) && automation.rain[.gain] == -20)
    try automation.set(WrittenCurve(.gain, [.init(at: .fromStart(.zero), -10)]))
    #expect(automation.curves.count == 1)
    automation.set(.gain, to: -3)
    #expect(!automation.moves(.gain) && automation.rain[.gain] == -3)
  }

  @Test(
    "what is written of a preset with curves is what was read, and a written automation means the same"
  )
  func roundTrip() throws {
    let read = try preset(
      """
      {"drops": 300, "duration": "30m", "curves": {
        "surface": [[0, "open"], ["1:30", "metal", "step"]],
        "rainfall": [[0, "drizzle"], ["25%", "heavy"], ["-5m", 7.25, "smooth"], ["-0.5s", 2],],
        "gain": [[0.123456789, -3], [1e3, 0]],
      }}
      """)
    #expect(read.duration == .seconds(1800))
    #expect(read.automation.curves.map(\.setting) == [.rainfall, .surface, .gain])
    let again = try preset(read.json)
    #expect(again.automation == read.automation && again.duration == read.duration)
    #expect(again.json == read.json)
    #expect(again.json.contains("[[0,0.5],[\"25%\",25],[\"-300\",7.25,\"smooth\"],[\"-0.5\",2]]"))
    #expect(again.json.contains("\"drops\": 300"))
    let template = try preset(read.template)
    #expect(template.automation == read.automation && template.duration == read.duration)
  }

  @Test(
    "a key that no number of 64 bits tells from its neighbours, after 97 days, is written as text")
  func longTime() throws {
    let curve = WrittenCurve(
      .gain,
      [8_388_607, 8_566_010].map {
        .init(at: .fromStart(.seconds($0) + .nanoseconds(123_456_789)), -3)
      })
    #expect(curve.json == "[[8388607.123456789,-3],[\"8566010.123456789\",-3]]")
    let read = try preset("{\"curves\": {\"gain\": \(curve.json)}}")
    #expect(read.automation.curves == [curve])
  }

  @Test("rainfall comes before single settings, wherever they stand in the file")
  func presetOrder() throws {
    let curves = #""curves": {"rainfall": [[0, 1], [60, 50]]}"#
    let before = try preset("{\"drops\": 300, \"rainfall\": 5, \(curves)}")
    let after = try preset("{\(curves), \"rainfall\": 5, \"drops\": 300}")
    #expect(before.automation == after.automation)
    // 300 drops at 5 mm/h.
    let rain = try before.automation.automation(lasting: nil).rain(at: 60)
    #expect(abs(rain[.drops] / (300 * CLibrary.power(10, 0.23)) - 1) < 1e-6)
    #expect(rain[.rainfall] == 50)
  }

  @Test(
    "a flaw of a curve is found at its line and column",
    arguments: [
      (#"{"curves": 3}"#, 12, "must be an object of curves"),
      (#"{"curves": {"gain": 3}}"#, 21, "must be an array of keys"),
      (#"{"curves": {"gain": [3]}}"#, 22, "a key of a curve is an array"),
      (#"{"curves": {"gain": []}}"#, 13, "has no key"),
      (#"{"curves": {"gian": [[0, 1]]}}"#, 13, "did you mean gain?"),
      (#"{"curves": {"gain": [[0]]}}"#, 22, "[time, value]"),
      (#"{"curves": {"gain": [[0, 1, "line", 2]]}}"#, 22, "[time, value]"),
      (#"{"curves": {"gain": [["x", 1]]}}"#, 23, "the string 'x'"),
      (#"{"curves": {"gain": [["101%", 1]]}}"#, 23, "the string '101%'"),
      (#"{"curves": {"gain": [[true, 1]]}}"#, 23, "true"),
      (#"{"curves": {"gain": [[1e99, 1]]}}"#, 23, "1e99"),
      (#"{"curves": {"gain": [[0, 99]]}}"#, 26, "-60 .. 24 dB"),
      (#"{"curves": {"surface": [[0, "wod"]]}}"#, 29, "did you mean \"wood\"?"),
      (#"{"curves": {"rainfall": [[0, "hevy"]]}}"#, 30, "did you mean \"heavy\"?"),
      (#"{"curves": {"gain": [[0, 1, "smoth"]]}}"#, 29, "did you mean \"smooth\"?"),
      (#"{"curves": {"gain": [[5, 1], [4, 1]]}}"#, 31, "the key at 4 lies before the one at 5"),
      (#"{"curves": {"gain": [["-5", 1], ["-6", 1]]}}"#, 34, "lies before"),
      (#"{"curves": {"gain": [["5%", 1], ["4%", 1]]}}"#, 34, "lies before"),
      (#"{"curves": {"place": [[0, "tennt"]]}}"#, 27, "did you mean tent?"),
      (#"{"curves": {"place": [[0, 3]]}}"#, 27, "the name of a place"),
      (#"{"duration": 9, "curves": {"gain": [["5", 1], ["-5", 1]]}}"#, 47, "lies before"),
      (#"{"curves": {"gain": [[0, 1]], "gain": [[0, 2]]}}"#, 31, "already set in line 1"),
      (#"{"curves": {}, "curves": {}}"#, 16, "already set in line 1"),
      (#"{"duration": 0}"#, 14, "duration takes"), (#"{"duration": "-5m"}"#, 14, "duration takes"),
      (#"{"curves": {"gain": [[0, 1"#, 27, "missing before the end of the file"),
    ])
  func flaws(text: String, column: Int, hint: String) throws {
    let error = try #require(throws: PresetError.self) { try preset(text) }
    guard case .invalid(_, 1, let found, let reason) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(found == column && reason.contains(hint), "\(error)")
  }

  @Test("100,000 keys are read, checked and followed in a time in proportion to their number")
  func manyKeys() throws {
    func time(_ count: Int) throws -> Duration {
      let keys = (0..<count).map { "[\($0),\(Double($0 % 40) - 20)]" }.joined(separator: ",")
      let text = Array("{\"curves\": {\"gain\": [\(keys)], \"rainfall\": [[0, 1], [9, 2]]}}".utf8)
      return try processorTime {
        let preset = try Preset(json: text, file: "x.json")
        let job = RenderJob(preset, duration: .seconds(200_000))
        _ = try Rendering(job)
        #expect(try Rendering(job).automation.rain(at: 19.0)[.gain] == -1)
      }
    }
    _ = try time(1000)
    let few = try time(5000)
    // A machine may stall.
    let many = min(try time(100_000), try time(100_000), try time(100_000))
    // Twenty times as many.
    #expect(many < few * 80, "\(few) \(many)")
  }
}
