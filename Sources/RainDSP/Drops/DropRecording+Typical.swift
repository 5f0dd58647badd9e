extension DropRecording {
  /// The drop that shows what the settings do and nothing else, in mono: of 2 mm, as near and as loud as drops fall,
  /// without the chances that make each one differ. Where a drop of 2 mm traps no bubble but others do, as on water,
  /// it is the first that does.
  package init?(typicalOf rain: Rain, sampleRate: Int, seed: UInt64) {
    var drop = Self.typical(rain)
    func recording(_ number: Int) -> DropRecording? {
      try? DropRecording(number: number, of: drop, sampleRate: sampleRate, channels: 1, seed: seed)
    }
    guard var found = recording(0) else { return nil }
    if found.drop.bubble == nil && found.drop.surface == .water {
      drop.sizeSpread = 1
      // One in four drops or so has a bubble on water.
      for number in 0..<32 {
        if let other = recording(number), other.drop.bubble != nil {
          found = other
          break
        }
      }
    }
    self = found
  }

  /// The settings of a rain that has typical drops alone.
  package static func typical(_ rain: Rain) -> Rain {
    var drop = rain
    // A drop that falls soon, whatever the rain.
    drop.drops = 1200
    drop.gust = 0
    drop.drift = 0
    drop.regularity = 1
    drop.variation = 0
    drop.sizeSpread = 0
    drop.drips = 0
    drop.distanceMax = rain.distanceMin
    // Where some drops fall into water, the drop that has all parts.
    drop.puddles = rain.puddles > 0 ? 1 : 0
    if rain.bubbleProbability > 0 { drop.bubbleProbability = 1 }
    return drop
  }
}
