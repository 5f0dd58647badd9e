@testable import RainDSP

extension Rain {
  /// Silence, to which sources are added one by one.
  static var silent: Rain {
    var rain = Rain()
    rain[.drops] = 0
    rain[.patterRate] = 0
    rain[.white] = 0
    rain[.pink] = 0
    rain[.brown] = 0
    // No color of water, or of a spot.
    rain[.puddles] = 0
    rain[.spot] = 0
    return rain
  }

  /// All sources and all stages.
  static var everything: Rain {
    var rain = Rain()
    rain[.drops] = 3000
    // Below the knee of the limiter.
    rain[.dropLevel] = -15
    rain.surface = .ground
    rain[.gust] = 0.5
    rain[.drift] = 0.4
    rain[.eaves] = 5
    rain[.gutter] = 0.02
    rain[.patterRate] = 1000
    rain[.patterCluster] = 0.3
    rain[.white] = 0.02
    rain[.brown] = 0.006
    rain[.lowpass] = 3000
    rain[.highpass] = 40
    rain[.gain] = 3
    return rain
  }

  /// The settings that are numbers, and no choices.
  static var numbers: [Setting] { Setting.allCases.filter { !$0.row.isChoice } }
}

/// A renderer of settings that are known to be right.
func renderer(
  _ rain: Rain, sampleRate: Int = 11_025, channels: Int = 2, seed: UInt64 = 1,
  startingAt frame: Int = 0, loop: Int? = nil
) -> RainRenderer {
  do {
    return try RainRenderer(
      rain, sampleRate: sampleRate, channels: channels, seed: seed, startingAt: frame, loop: loop)
  } catch {
    preconditionFailure("\(error)")
  }
}

/// The frames of a range, rendered in blocks of `blocks` frames.
func rendered(
  _ rain: Rain, _ range: Range<Int>, blocks: Int = Tile.frames, sampleRate: Int = 11_025,
  channels: Int = 2, seed: UInt64 = 1
) -> [Float] {
  var renderer = renderer(
    rain, sampleRate: sampleRate, channels: channels, seed: seed, startingAt: range.lowerBound)
  return rendered(by: &renderer, frames: range.count, blocks: blocks, channels: channels)
}

func rendered(
  by renderer: inout RainRenderer, frames: Int, blocks: Int = Tile.frames, channels: Int
) -> [Float] {
  var sound: [Float] = []
  var block = [Float](repeating: .nan, count: blocks * channels)
  while sound.count < frames * channels {
    let count = min(block.count, frames * channels - sound.count)
    if count < block.count { block = [Float](repeating: .nan, count: count) }
    var span = block.mutableSpan
    renderer.render(into: &span)
    sound += block
  }
  return sound
}

/// One channel of interleaved stereo.
func channel(_ channel: Int, of sound: [Float]) -> [Float] {
  stride(from: channel, to: sound.count, by: 2).map { sound[$0] }
}

extension Drop {
  /// The gain of each channel in its direction.
  func gains(_ layout: ChannelLayout) -> [Float] {
    var directions = DirectionTable(layout, rows: 1, sampleRate: 44_100)
    set(0, of: &directions)
    return (0..<layout.channels).map { directions.gains[$0] }
  }

  /// The delay of the channel that hears it last, in frames.
  func lastDelay(_ layout: ChannelLayout, sampleRate: Int) -> Int {
    var directions = DirectionTable(layout, rows: 1, sampleRate: sampleRate)
    set(0, of: &directions)
    return directions.lastDelay(0)
  }
}

/// All channels of a stretch, one after the other, rendered in blocks of `blocks` frames.
func planes(
  _ automation: RainAutomation, _ layout: ChannelLayout, _ range: Range<Int>,
  blocks: Int = Tile.frames, sampleRate: Int = 11_025, seed: UInt64 = 1, loop: Int? = nil
) throws -> [[Float]] {
  var renderer = try RainRenderer(
    .init(
      automation, layout: layout, sampleRate: sampleRate, seed: seed, startingAt: range.lowerBound,
      loop: loop))
  let sound = rendered(
    by: &renderer, frames: range.count, blocks: blocks, channels: layout.channels)
  return (0..<layout.channels).map { channel in
    stride(from: channel, to: sound.count, by: layout.channels).map { sound[$0] }
  }
}

extension RainRenderer.Configuration {
  /// The same, with stems.
  static func stems(_ configuration: Self) -> Self {
    var configuration = configuration
    configuration.hasStems = true
    return configuration
  }
}
