/// A low-pass (`lowpass`) and a high-pass (`highpass`) of the first order over the whole mix, as for rain
/// heard indoors or by a microphone with a low cut, and ``ToneBands``. The channel of low frequencies is made of what
/// they leave.
struct Tone: ~Copyable {
  /// The ends of the ranges of `lowpass` and `highpass`, in Hz, where no filter is needed.
  private static let highestLowPass = 20_000.0
  private static let lowestHighPass = 20.0

  private let sampleRate: Int
  private var coefficients: GlidingValue<Coefficients>
  private var channels: PerChannel<Channel?>
  private let layout: ChannelLayout
  private var ears: Ears?
  private var bands: OwnedToneBands?
  private var lowFrequencies: LowFrequencies?
  private let lowFrequencyTiles: Int
  /// How many tiles back the output depends on the input, at most.
  let memoryTiles: Int
  private var sound = CrossFade()

  /// The coefficients of both filters; nil for one that is not needed.
  private struct Coefficients: Computed {
    static let settings = SettingSet([.lowpass, .highpass])

    let lowPass: FirstOrderFilter.Coefficients?
    let highPass: FirstOrderFilter.Coefficients?

    init(_ moment: AutomationMoment, _ sampleRate: Int) {
      self.init(moment.rain, to: moment.rain, sampleRate: sampleRate)
    }

    /// Filters with the longest memory, from the lowest settings of all to come to the highest.
    init(_ rain: Rain, to most: Rain, sampleRate: Int) {
      lowPass =
        rain[.lowpass] < highestLowPass
        ? .init(lowPass: rain[.lowpass], sampleRate: sampleRate) : nil
      highPass =
        most[.highpass] > lowestHighPass
        ? .init(shelf: rain[.highpass], sampleRate: sampleRate) : nil
    }
  }

  private struct Channel: ~Copyable {
    private(set) var lowPass: FirstOrderFilter
    private(set) var highPass: FirstOrderFilter

    init(slowest: Coefficients) {
      lowPass = FirstOrderFilter(slowest: slowest.lowPass)
      highPass = FirstOrderFilter(slowest: slowest.highPass)
    }

    /// How many tiles back an output depends on the input, at most.
    var memoryTiles: Int { lowPass.memoryTiles + highPass.memoryTiles }

    mutating func clear() {
      lowPass.clear()
      highPass.clear()
    }

    mutating func filter(
      _ tile: inout LaneTile, by coefficients: Coefficients, isKept: Bool = true
    ) {
      lowPass.filter(&tile, by: coefficients.lowPass, isKept: isKept)
      highPass.filter(&tile, by: coefficients.highPass, isKept: isKept)
    }
  }

  /// nil where none of the settings to come needs a filter.
  init?(_ bounds: RainBounds, sampleRate: Int, layout: ChannelLayout) {
    let slowest = Coefficients(bounds.low, to: bounds.high, sampleRate: sampleRate)
    let lowChannel =
      LowFrequencies.isNeeded(by: bounds.high, layout) ? layout.lowFrequencyChannel : nil
    let hasBands = ToneBands.areNeeded(by: bounds, sampleRate: sampleRate)
    let isNeeded = slowest.lowPass != nil || slowest.highPass != nil || lowChannel != nil
    if !isNeeded && !hasBands && layout != .binaural { return nil }
    self.sampleRate = sampleRate
    coefficients = GlidingValue(bounds.start, sampleRate)
    if let lowChannel {
      let filters = LowFrequencies(bounds, channel: lowChannel, sampleRate: sampleRate)
      lowFrequencyTiles = filters.memoryTiles
      lowFrequencies = consume filters
    } else {
      lowFrequencyTiles = 0
    }
    if layout == .binaural { ears = Ears(sampleRate: sampleRate) }
    var otherTiles = Ears.memoryTiles(of: layout)
    if hasBands {
      let filters = ToneBands(bounds, sampleRate: sampleRate, layout: layout)
      otherTiles += filters.memoryTiles
      bands = OwnedToneBands(filters)
    }
    memoryTiles = Channel(slowest: slowest).memoryTiles + otherTiles + lowFrequencyTiles
    self.layout = layout
    channels = PerChannel { $0 < layout.channels ? Channel(slowest: slowest) : nil }
  }

  /// How many tiles back the output of a constant rain depends on the input.
  func memoryTiles(of rain: Rain) -> Int {
    let filters = Coefficients(rain, to: rain, sampleRate: sampleRate)
    return (filters.lowPass?.memoryTiles ?? 0) + (filters.highPass?.memoryTiles ?? 0)
      + ToneBands.Coefficients(rain, sampleRate: sampleRate).memoryTiles
      + (rain[.lfe] > 0 ? lowFrequencyTiles : 0) + Ears.memoryTiles(of: layout)
  }

  mutating func clear() {
    for channel in channels.indices { channels[channel]?.clear() }
    bands?[].clear()
    lowFrequencies?.clear()
    ears?.clear()
  }

  /// Frames in which the filters of a rain fall by 80 dB, one after the other.
  static func ringFrames(of rain: Rain, _ layout: ChannelLayout, sampleRate: Int) -> Int {
    func frames(_ corner: Double) -> Int {
      Int(Decay.timeConstants / (2 * .pi * corner) * Double(sampleRate)) + 1
    }
    return (rain[.lowpass] < highestLowPass ? frames(rain[.lowpass]) : 0)
      + (rain[.highpass] > lowestHighPass ? frames(rain[.highpass]) : 0)
      + ToneBands.Coefficients(rain, sampleRate: sampleRate).ringFrames
      + (LowFrequencies.isNeeded(by: rain, layout) ? 2 * frames(LowFrequencies.end) : 0)
      + (layout == .binaural ? frames(Head.corner) : 0)
  }

  /// Filters the next tile, which the automation has read, in place.
  mutating func filter(_ planes: inout Planes, of automation: borrowing AutomationReader) {
    coefficients.move(with: automation)
    bands?[].move(with: automation)
    let isFading = coefficients.moves || bands?[].moves ?? false
    ears?.fill(&planes, of: automation)
    for channel in 0..<layout.channels {
      let start = planes.start(of: channel)
      sound.tile.gather(planes.samples, from: start)
      sound.begin(isFading: isFading)
      if isFading {
        channels[channel]?.filter(&sound.earlier, by: coefficients.start, isKept: false)
        bands?[].filter(channel, &sound.earlier, atStart: true)
      }
      channels[channel]?.filter(&sound.tile, by: coefficients.end)
      bands?[].filter(channel, &sound.tile)
      sound.end()
      sound.tile.scatter(into: &planes.samples, from: start)
    }
    lowFrequencies?.fill(&planes, of: automation)
  }
}
