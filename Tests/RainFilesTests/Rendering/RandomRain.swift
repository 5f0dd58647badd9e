import RainAudio
import RainDSP
import RainFiles

/// A job that a key draws: any settings, layout, curves, loop, fades and format. It lasts some tiles; every
/// fourth lasts longer than one thread renders alone at 8 kHz.
struct RandomRain: CustomStringConvertible {
  let seed: UInt64
  private(set) var job: RenderJob
  private var key: RandomKey

  /// The job of a seed. Settings that contradict each other, and loops that are open, are drawn anew.
  init(seed: UInt64) {
    self.seed = seed
    var key = RandomKey(seed: seed)
    repeat {
      key = key.child(99)
      (self.key, job) = (key, RenderJob(duration: nil))
      draw()
    } while (try? Rendering(job)) == nil
  }

  /// As a preset, to be rendered by hand, and the rest of the job.
  var description: String {
    var preset = Preset(name: "\(seed)", automation: job.writtenAutomation)
    preset.setOptions(of: job)
    return
      "RAINS=\(seed),1: \(job.extent)\n" + preset.json
  }

  /// The next number, 0 ..< 1.
  mutating func uniform() -> Double {
    key = key.child(0)
    return key.uniform
  }

  mutating func chance(_ share: Double) -> Bool { uniform() < share }

  /// A whole number.
  mutating func whole(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(uniform() * Double(range.count))
  }

  private mutating func one<Element>(of list: [Element]) -> Element {
    list[whole(0...list.count - 1)]
  }

  private mutating func draw() {
    job.sampleRate = one(of: [8000, 8000, 8000, 8001, 11_025, 16_000, 44_100])
    job.layout = one(of: ChannelLayout.allCases + [.mono, .stereo, .stereo, .stereo])
    job.format = one(of: SampleFormat.allCases + [.f32, .f32])
    job.isDithered = chance(0.8)
    job.seed = UInt64(whole(1...1 << 40))
    let frames = chance(0.25) ? whole(33_000...52_000) : whole(6000...20_000)
    let isLoop = chance(0.3)
    // A later start, which costs no more than others.
    let first = isLoop || chance(0.5) ? 0 : whole(0...1 << 36)
    let total = max(frames, isLoop ? job.sampleRate : 0)
    func time(_ frame: Int) -> Duration { Duration(frame: frame, sampleRate: job.sampleRate) }
    job.extent = Extent(duration: time(first + total))
    job.extent.from = time(first)
    job.extent.isLoop = isLoop
    if !isLoop && chance(0.3) {
      job.extent.fadeIn = time(whole(0...frames / 2))
      job.extent.fadeOut = time(whole(0...frames / 2))
    }
    var rain = Rain()
    for setting in Setting.allCases where chance(0.5) { rain[setting] = number(setting) }
    if chance(0.2) { rain[.rainfall] = number(.rainfall) }
    job.writtenAutomation = WrittenAutomation(rain)
    let seconds = Double(total) / Double(job.sampleRate)
    /// The times of some keys; where the rain is a loop, the last one is its end.
    func times(_ count: Int) -> [Duration] {
      let times = (0..<count).map { _ in
        time(first) + .milliseconds(Int(uniform() * 1000 * seconds))
      }
      return times.sorted() + (isLoop ? [time(first + total)] : [])
    }
    if chance(0.3) {
      var passages = PlaceCurve()
      var numbers: [Double] = []
      for _ in 0..<3 {
        guard let place = try? Place(named: one(of: Place.names)) else { continue }
        numbers.append(passages.number(of: place))
      }
      let times = times(numbers.count)
      passages.keys = zip(times, numbers + numbers.prefix(1)).map {
        .init(at: .fromStart($0), $1, one(of: RainAutomation.Shape.allCases))
      }
      var layer = RainLayer()
      layer.passages = passages
      job.writtenAutomation = layer.resolved(over: job.writtenAutomation)
    }
    for _ in 0..<(chance(0.5) ? 0 : whole(1...6)) {
      let setting = chance(0.15) ? .rainfall : one(of: Setting.allCases)
      let numbers = (0..<whole(1...4)).map { _ in number(setting) }
      let curve = WrittenCurve(
        setting,
        zip(times(numbers.count), numbers + numbers.prefix(1)).map {
          .init(at: .fromStart($0), $1, one(of: RainAutomation.Shape.allCases))
        })
      try? job.writtenAutomation.set(curve)
    }
  }

  /// A number of a setting: often an end of its range, else even on the scale on which it is heard. What costs much is
  /// bounded.
  private mutating func number(_ setting: Setting) -> Double {
    let row = setting.row
    let low = row.range.lowerBound
    var high = row.range.upperBound
    if row.isChoice { return Double(whole(Int(low)...Int(high))) }
    if setting == .drops { high = 20_000 }
    if setting == .patterRate { high = 5000 }
    if setting == .echoDensity { high = 1000 }
    if chance(0.2) { return low }
    if chance(0.15) { return high }
    let share = uniform()
    return low > 0
      ? Elementary.exp(Elementary.log(low) + share * (Elementary.log(high) - Elementary.log(low)))
      : low + share * (chance(0.5) ? share : 1) * (high - low)
  }
}
