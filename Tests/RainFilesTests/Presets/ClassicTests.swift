import RainDSP
import RainFiles
import RainTestSupport
import Testing

/// The two classic presets, against the formulas of the programs that they are named after.
///
/// The app is RainGenerator by Matt Gallagher, as it sounds: its clock counts each sample twice, so that times are half of what
/// its sliders show, and pitches double. The plug-in is Raindrop-Generator, from which it took its drop. Their numbers are
/// written out here; nothing of their code is.
@Suite("The classic presets")
struct ClassicTests {
  private static let rate = 44_100
  private static let seconds = 60

  private func sound(_ rain: Rain, seed: UInt64 = 1) throws -> [Float] {
    var renderer = try RainRenderer(rain, sampleRate: Self.rate, channels: 1, seed: seed)
    var sound = [Float](repeating: 0, count: Self.seconds * Self.rate)
    var span = sound.mutableSpan
    renderer.render(into: &span)
    return sound
  }

  private func preset(_ name: String) throws -> (drops: Rain, noise: Rain) {
    let rain = try Preset(named: name).rain
    var (drops, noise) = (rain, rain)
    (drops[.pink], drops[.brown], drops[.white], noise[.drops]) = (0, 0, 0, 0)
    return (drops, noise)
  }

  /// The level of each octave, in dB.
  private func octaves(_ sound: [Float], _ middles: [Double]) -> [Double] {
    let spectrum = Spectrum(of: sound, sampleRate: Self.rate, segment: 16_384)
    return middles.map { middle in
      let edge = 2.0.squareRoot()
      let band = middle / edge..<middle * edge
      return CLibrary.decibels(
        spectrum.density(band) * (band.upperBound - band.lowerBound))
    }
  }

  /// How far some levels are from others, apart from a common gain: the greatest difference.
  private func distance(_ a: [Double], _ b: [Double]) -> Double {
    let differences = zip(a, b).map { $0 - $1 }
    let mean = differences.reduce(0, +) / Double(differences.count)
    return differences.map { ($0 - mean).magnitude }.max() ?? 0
  }

  /// Sixty seconds by a formula: `add` adds one drop, from a time in s on, with a source of uniform numbers.
  private func formula(
    every mean: Double, within: Double, _ add: (inout [Float], Double, () -> Double) -> Void
  ) -> [Float] {
    var sound = [Float](repeating: 0, count: (Self.seconds + 1) * Self.rate)
    var key = RandomKey(seed: 7)
    func uniform() -> Double {
      key = key.child(0)
      return key.uniform
    }
    var time = 0.0
    while true {
      time += mean * (1 + within * (2 * uniform() - 1))
      if time >= Double(Self.seconds) { return Array(sound.prefix(Self.seconds * Self.rate)) }
      add(&sound, time, uniform)
    }
  }

  private func add(
    to sound: inout [Float], from start: Double, lasting length: Double, _ level: (Double) -> Double
  ) {
    let first = Int(start * Double(Self.rate))
    for frame in 0..<max(1, Int(length * Double(Self.rate))) {
      sound[first + frame] += Float(level(Double(frame) / Double(Self.rate)))
    }
  }

  /// A half sine of 3.75 ms and amplitude 0.4, a pause of 7.5 ms, a bubble of 15 ms and amplitude 0.7 from 800 Hz on, which
  /// rises by e^0.5 and falls by e^-6 over its length. Each number is drawn evenly from 0 to twice that; gaps lie within
  /// 71 % of 0.2 s.
  private var app: [Float] {
    formula(every: 0.2, within: 0.71) { sound, start, uniform in
      let (impact, duration) = (0.8 * uniform(), 7.5e-3 * uniform())
      let (pause, length) = (15e-3 * uniform(), 30e-3 * uniform() + 1e-6)
      let (bubble, pitch) = (1.4 * uniform(), 1600 * uniform())
      add(to: &sound, from: start, lasting: duration) {
        impact * CLibrary.sine(.pi * min(1, $0 / max(duration, 1e-6)))
      }
      add(to: &sound, from: start + duration + pause, lasting: length) { t in
        let turns = pitch * length / 0.5 * (CLibrary.exponential(0.5 * t / length) - 1)
        return bubble * CLibrary.exponential(-6 * t / length) * CLibrary.sine(2 * .pi * turns)
      }
    }
  }

  /// An arc cosine of up to 2 ms and amplitude 1; a bubble of amplitude 1.2 and 1,000 to 2,000 Hz from 2 to 6 ms after the
  /// strike to 6 to 12 ms after it, which falls by e^-3 to e^-15 over that; 400 a second.
  private var plugin: [Float] {
    formula(every: 1 / 400, within: 1) { sound, start, uniform in
      let duration = 2e-3 * uniform()
      let (from, to) = (2e-3 + 4e-3 * uniform(), 6e-3 + 6e-3 * uniform())
      let (pitch, fall) = (1000 + 1000 * uniform(), 3 + 12 * uniform())
      add(to: &sound, from: start, lasting: duration) {
        let u = 2 * min(1, $0 / max(duration, 1e-6)) - 1
        return 2 / .pi * CLibrary.arccosine(u * u)
      }
      add(to: &sound, from: start + from, lasting: to - from) { t in
        1.2 * CLibrary.exponential(-fall * t / (to - from)) * CLibrary.sine(2 * .pi * pitch * t)
      }
    }
  }

  @Test(
    "the app: its octaves, the level of its noise, the time, length, level and count of its drops")
  func classicApp() throws {
    let (drops, noise) = try preset("classic-app")
    let middles = [63.0, 125, 250, 500, 1000, 2000]
    let formula = octaves(app, middles)
    // In 300 drops a few loud ones weigh much: three seeds.
    var found = [Double](repeating: 0, count: middles.count)
    for seed in 1...3 {
      for (index, level) in octaves(try sound(drops, seed: UInt64(seed)), middles).enumerated() {
        found[index] += level / 3
      }
    }
    #expect(distance(found, formula) < 2.7, "\(found), \(formula)")
    // Its noise, pink and brown, has -41 dB within 2 in each octave, beside -39.8 of its drops at 500 Hz.
    for level in octaves(try sound(noise), [125, 250, 500, 1000, 2000, 4000, 8000]) {
      #expect(abs(level - found[3] - (-41 + 39.8)) < 3)
    }
    try expectDrop(in: drops, start: 11.25, length: 26.25, ratio: 3.8, perMinute: 300)
  }

  @Test("the plug-in: its octaves, and the time, length, level and count of its drops")
  func classicPlugin() throws {
    let (drops, _) = try preset("classic-plugin")
    let middles = [250.0, 500, 1000, 2000, 4000]
    let (found, formula) = (octaves(try sound(drops), middles), octaves(plugin, middles))
    #expect(distance(found, formula) < 2.5, "\(found), \(formula)")
    try expectDrop(in: drops, start: 4, length: 18, ratio: -1, perMinute: 24_000)
  }

  /// The drop without variation: when its bubble begins, by when it has fallen by 52 dB, which is e^-6, both in ms, and how
  /// much louder than the impact it becomes, in dB.
  private func expectDrop(
    in rain: Rain, start: Double, length: Double, ratio: Double, perMinute: Int
  ) throws {
    let listed = try Drops(rain, in: 0..<60 * Self.rate, sampleRate: Self.rate, seed: 1)
    #expect(abs(listed.reduce(0) { count, _ in count + 1 } - perMinute) < perMinute / 20)
    var alike = rain
    alike[.variation] = 0
    let drop = try DropLaw(alike).drop(RandomKey(seed: 1))
    let timing = drop.timing(sampleRate: Self.rate)
    let milliseconds = Double(Self.rate) / 1000
    #expect(abs(Double(timing.bubble.lowerBound) / milliseconds - start) < 0.06 * start + 0.3)
    let peaks = drop.peaks(sampleRate: Self.rate)
    #expect(abs(2 * CLibrary.decibels(peaks.bubble / peaks.impact) - ratio) < 2)
    let samples = drop.samples(sampleRate: Self.rate, channels: 1)
    let peak = samples.map(\.magnitude).max() ?? 0
    let end = samples.lastIndex { $0.magnitude > peak * 0.0025 } ?? 0
    #expect(abs(Double(end) / milliseconds / length - 1) < 0.35, "\(Double(end) / milliseconds) ms")
  }
}
