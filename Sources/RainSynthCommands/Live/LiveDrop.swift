package import RainDSP
internal import Text

/// The drop that the screen of `live` shows: of 2 mm if such drops have a bubble, as near and as loud as drops
/// fall, without the chances that make each one differ, so that it shows what a setting does and nothing else.
/// In mono.
package struct LiveDrop {
  private var scaleNumber = -1
  private var scale = 1.0
  private var span = 1

  package init() {}

  /// The settings of a rain that has that drop alone.
  package static func rain(_ rain: Rain) -> Rain {
    var drop = rain
    // A drop that falls soon, whatever the rain.
    drop.drops = 1200
    drop.gust = 0
    drop.regularity = 1
    drop.variation = 0
    drop.sizeSpread = 0
    drop.drips = 0
    drop.distanceMax = rain.distanceMin
    drop.puddles = rain.puddles >= 0.5 ? 1 : 0
    if rain.bubbleProbability > 0 { drop.bubbleProbability = 1 }
    return drop
  }

  /// A drop of 2 mm; or, where such a drop traps no bubble but others do, as on water, the first that does.
  private static func recording(_ rain: Rain, sampleRate: Int, seed: UInt64) -> DropRecording? {
    var drop = Self.rain(rain)
    func recording(_ number: Int) -> DropRecording? {
      try? DropRecording(number: number, of: drop, sampleRate: sampleRate, channels: 1, seed: seed)
    }
    let usual = recording(0)
    guard usual?.drop.bubble == nil, rain.bubbleProbability > 0 else { return usual }
    drop.sizeSpread = 1
    // Of drops on water, one in four or so has a bubble.
    for number in 0..<32 {
      if let found = recording(number), found.drop.bubble != nil { return found }
    }
    return usual
  }

  /// The picture of the drop. Its axes are those of the picture before as long as `scaleNumber` is; a louder or
  /// longer drop is cut off at them, so that a slider shows by how much.
  package mutating func figure(
    _ rain: Rain, sampleRate: Int, seed: UInt64, scaleNumber: Int
  ) -> DropFigure? {
    guard let recording = Self.recording(rain, sampleRate: sampleRate, seed: seed) else {
      return nil
    }
    if scaleNumber != self.scaleNumber {
      self.scaleNumber = scaleNumber
      scale = Double(recording.samples.reduce(0) { max($0, $1.magnitude) }) * 1.25
      // 40 dB below the peak, nothing is seen.
      let heard = recording.samples.lastIndex { Double($0.magnitude) > scale * 1e-2 } ?? 0
      span = max(heard * 5 / 4, sampleRate / 200)
    }
    var samples = recording.samples
    if samples.count > span { samples.removeLast(samples.count - span) }
    samples += [Float](repeating: 0, count: span - samples.count)
    let limits = 0..<span
    let timing = recording.timing
    func clamped(_ range: Range<Int>) -> Range<Int> { range.clamped(to: limits) }
    return DropFigure(
      samples: samples, channels: 1, sampleRate: sampleRate, impact: clamped(timing.impact),
      delay: clamped(timing.delay), bubble: clamped(timing.bubble), splash: clamped(timing.splash),
      modes: clamped(timing.modes), title: "", facts: [], scale: max(scale, 1e-6))
  }
}
