import RainTestSupport
import Testing

@testable import RainDSP

@Suite("A rain that is retuned while it plays")
struct RainControlsTests {
  @Test("what was played is a course that renders the same samples", arguments: [8000, 44_100])
  func replay(rate: Int) throws {
    var renderer: RainRenderer
    let controls = try RainControls(.everything)
    renderer = try RainRenderer(controls, sampleRate: rate, channels: 2, seed: 5)
    var played: [Float] = []
    let random = RandomKey(seed: 11)
    for block in 0..<60 {
      if block > 2 && block % 3 == 0 && block < 50 {
        var rain = Rain.everything
        let key = random.child(block)
        for (number, parameter) in Rain.parameters.enumerated() {
          guard case .number(_, let range, let path) = parameter.domain,
            key.child(number).uniform < 0.3
          else { continue }
          let value = rain[keyPath: path]
          rain[keyPath: path] = min(
            range.upperBound, value * (0.8 + 0.4 * key.child(number).child(1).uniform))
        }
        if block % 2 == 0 { rain.surface = .metal }
        if block % 4 == 0 { rain.gustTime = 9 }
        rain.distanceMax = max(rain.distanceMin, rain.distanceMax)
        rain.patterMax = max(rain.patterMin, rain.patterMax)
        try controls.retune(to: rain, over: block % 5 == 0 ? 0 : 0.7)
      }
      played += rendered(by: &renderer, frames: rate / 10 + 77 * block, channels: 2)
    }
    let course = controls.course
    #expect(course.curves.count > 10)
    var again = try RainRenderer(course, sampleRate: rate, channels: 2, seed: 5)
    let replayed = rendered(by: &again, frames: played.count / 2, channels: 2)
    let first = zip(played, replayed).enumerated().first { $1.0 != $1.1 }?.offset
    #expect(first == nil, "the samples part at \(first ?? 0) of \(played.count)")
  }

  @Test("a change is heard within a tile, and comes to rest as that rain alone")
  func heard() throws {
    let rate = 44_100
    var steady = Rain()
    steady.drops = 0
    let controls = try RainControls(steady)
    var renderer = try RainRenderer(controls, sampleRate: rate, channels: 1, seed: 2)
    var plain = try RainRenderer(steady, sampleRate: rate, channels: 1, seed: 2)
    let before = rendered(by: &renderer, frames: 10_000, blocks: 512, channels: 1)
    #expect(before == rendered(by: &plain, frames: 10_000, blocks: 512, channels: 1))
    var loud = steady
    loud.gain = -12
    try controls.retune(to: loud)
    let after = rendered(by: &renderer, frames: 4410, blocks: 441, channels: 1)
    #expect(after != rendered(by: &plain, frames: 4410, blocks: 441, channels: 1))
    _ = rendered(by: &renderer, frames: 20_000, blocks: 512, channels: 1)
    var quiet = try RainRenderer(loud, sampleRate: rate, channels: 1, seed: 2, startingAt: 34_410)
    #expect(
      rendered(by: &renderer, frames: 9000, channels: 1)
        == rendered(by: &quiet, frames: 9000, channels: 1))
  }

  @Test("wrong settings and times are refused")
  func wrong() throws {
    var rain = Rain()
    rain.gain = 99
    #expect(throws: InvalidSetting.self) { try RainControls(rain) }
    let controls = try RainControls(Rain())
    #expect(throws: InvalidSetting.self) { try controls.retune(to: rain) }
    #expect(throws: InvalidSetting.self) { try controls.retune(to: Rain(), over: -1) }
    #expect(throws: InvalidSetting.self) { try controls.retune(to: Rain(), over: .nan) }
    #expect(controls.course == RainCourse(Rain()))
  }

  @Test("threads may retune while another renders")
  func threads() async throws {
    let controls = try RainControls(Rain())
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<3 {
        group.addTask {
          for step in 0..<400 {
            var rain = Rain()
            rain.gain = Double(step % 20 - number)
            try? controls.retune(to: rain, over: 0.05)
          }
        }
      }
      group.addTask {
        var renderer: RainRenderer
        do { renderer = try RainRenderer(controls, sampleRate: 8000, channels: 1) } catch { return }
        _ = rendered(by: &renderer, frames: 80_000, channels: 1)
      }
    }
    let course = controls.course
    #expect(try RainCourse(course.rain, curves: course.curves) == course)
  }
}
