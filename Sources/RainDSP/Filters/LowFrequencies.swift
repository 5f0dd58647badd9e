/// The channel of low frequencies (LFE): the sum of all other channels through two low-passes of the first order at
/// 120 Hz. It sounds where `lfe` is above 0.
struct LowFrequencies: ~Copyable {
  /// In Hz, and in dB: ITU-R BS.775-3 ends the channel there, and lets it play so much louder than the others.
  static let end = 120.0
  private static let playedLouder = 10.0

  static func isNeeded(by rain: Rain, _ layout: ChannelLayout) -> Bool {
    layout.lowFrequencyChannel != nil && rain[.lfe] > 0
  }

  private struct Level: Computed {
    static let settings = SettingSet([.lfe])

    let factor: Float

    init(_ moment: AutomationMoment, _: Void) {
      factor = Float(moment.rain[.lfe] * Elementary.amplitude(decibels: -playedLouder))
    }
  }

  private let channel: Int
  private let coefficients: FirstOrderFilter.Coefficients
  private var level: GlidingValue<Level>
  private var first: FirstOrderFilter
  private var second: FirstOrderFilter
  private var tile = LaneTile()

  init(_ bounds: RainBounds, channel: Int, sampleRate: Int) {
    self.channel = channel
    coefficients = .init(lowPass: Self.end, sampleRate: sampleRate)
    level = GlidingValue(bounds.start, ())
    first = FirstOrderFilter(slowest: coefficients)
    second = FirstOrderFilter(slowest: coefficients)
  }

  /// How many tiles back the output depends on the input.
  var memoryTiles: Int { first.memoryTiles + second.memoryTiles }

  mutating func clear() {
    first.clear()
    second.clear()
  }

  /// Fills the channel of the next tile, which the automation has read. Where the level is 0, the filters forget.
  mutating func fill(_ planes: inout Planes, of automation: borrowing AutomationReader) {
    level.move(with: automation)
    let isSilent = level.start.factor == 0 && level.end.factor == 0
    let start = planes.start(of: channel)
    for other in 0..<planes.count where other != channel && !isSilent {
      let source = planes.start(of: other)
      for frame in stride(from: 0, to: Tile.frames, by: 8) {
        planes.samples[eightFrom: start + frame] += planes.samples[eightFrom: source + frame]
      }
    }
    tile.gather(planes.samples, from: start)
    first.filter(&tile, by: isSilent ? nil : coefficients)
    second.filter(&tile, by: isSilent ? nil : coefficients)
    tile.scale(from: level.start.factor, to: level.end.factor)
    tile.scatter(into: &planes.samples, from: start)
  }
}
