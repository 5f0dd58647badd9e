/// The octave bands of the tone (`tone63` ... `tone16000`) over the whole mix.
///
/// Shelves between neighbouring bands take the steps from one to the next, up to 13 dB each; together they are nearly
/// straight from centre to centre. Bells at the centres add what is left, and for the highest band another shelf: all of
/// it where a band stands out by more. Their levels are found by steps towards those that were asked for, at the centres.
///
/// The lowest band reaches down to 0 Hz and the highest up to half the sample rate. Bands there and above do nothing.
struct ToneBands: ~Copyable {
  private var coefficients: GlidingValue<Coefficients>
  private var channels: PerChannel<InlineArray<17, StateVariableFilter>?>

  /// The coefficients of all filters: eight shelves, then nine bells; nil for one that is not needed.
  struct Coefficients: Computed {
    static let settings = SettingSet(Setting.tones.indices.map { Setting.tones[$0] })

    /// The steepest shelf, the highest bell, and the least of either that is heard, in dB.
    private static let mostStep = 13.0
    private static let mostBell = 24.0
    private static let leastHeard = 0.02
    /// Steps towards the levels, each of which leaves half of the error or less, and how far each goes.
    private static let steps = 16
    private static let stride = 0.9

    let filters: InlineArray<17, StateVariableFilter.Coefficients?>
    let gain: Float
    /// Whether all bands are at 0 dB.
    let isNeutral: Bool

    init(_ moment: AutomationMoment, _ sampleRate: Int) {
      self.init(moment.rain, sampleRate: sampleRate)
    }

    init(_ rain: Rain, sampleRate: Int) {
      let bands = Bands(sampleRate: sampleRate)
      let levels = InlineArray<9, Double> { rain[Setting.tones[$0]] }
      var filters = InlineArray<17, StateVariableFilter.Coefficients?>(repeating: nil)
      isNeutral = !(0..<bands.count).contains { levels[$0] != 0 }
      if isNeutral {
        (self.filters, gain) = (filters, 1)
        return
      }
      var rest = levels
      for band in 1..<bands.count {
        let step = max(-Self.mostStep, min(Self.mostStep, levels[band] - levels[band - 1]))
        if step.magnitude < Self.leastHeard { continue }
        let shelf = bands.shelf(step, below: band)
        filters[band - 1] = .init(shelf)
        for other in 0..<bands.count {
          rest[other] -= Self.decibels(shelf.power(at: bands.centers[other]))
        }
      }
      var mean = 0.0
      for band in 0..<bands.count { mean += rest[band] / Double(bands.count) }
      gain = Float(Elementary.amplitude(decibels: mean))
      var bells = InlineArray<9, Double>(repeating: 0)
      for _ in 0..<Self.steps {
        var powers = InlineArray<9, Double>(repeating: 1)
        for band in 0..<bands.count where bells[band] != 0 {
          let bell = bands.bell(bells[band], at: band)
          for other in 0..<bands.count { powers[other] *= bell.power(at: bands.centers[other]) }
        }
        for band in 0..<bands.count {
          let error = rest[band] - mean - Self.decibels(powers[band])
          bells[band] = max(-Self.mostBell, min(Self.mostBell, bells[band] + Self.stride * error))
        }
      }
      for band in 0..<bands.count where bells[band].magnitude >= Self.leastHeard {
        filters[8 + band] = .init(bands.bell(bells[band], at: band))
      }
      self.filters = filters
    }

    /// The filters with the longest memory of any levels.
    init(slowestAt sampleRate: Int) {
      let bands = Bands(sampleRate: sampleRate)
      var filters = InlineArray<17, StateVariableFilter.Coefficients?>(repeating: nil)
      for band in 0..<bands.count {
        if band > 0 {
          filters[band - 1] = .init(bands.shelf(-Self.mostStep, below: band))
        }
        let level = band < bands.count - 1 ? Self.mostBell : -Self.mostBell
        filters[8 + band] = .init(bands.bell(level, at: band))
      }
      (self.filters, gain, isNeutral) = (filters, 1, false)
    }

    private static func decibels(_ power: Double) -> Double {
      Elementary.decibels(amplitude: power) / 2
    }

    /// How many tiles back the output depends on the input.
    var memoryTiles: Int {
      var tiles = 0
      for index in filters.indices { tiles += filters[index]?.memoryTiles ?? 0 }
      return tiles
    }

    /// Frames in which the filters fall by 80 dB, one after the other.
    var ringFrames: Int {
      var frames = 0
      // 80 dB are 4 tenfolds, 2⁻³⁰ are 9.03.
      for index in filters.indices { frames += (filters[index]?.frames ?? 0) * 4 / 9 }
      return frames
    }
  }

  /// The bands whose centre a sample rate carries well.
  private struct Bands {
    let count: Int
    let sampleRate: Int
    let centers: InlineArray<9, WarpedFrequency>

    /// By these the third octaves of curves of up to 12 dB an octave lie within 1 dB; a bell is an octave wide.
    private static let shelfSharpness = 0.8
    private static let bellSharpness = 1.27

    init(sampleRate: Int) {
      self.sampleRate = sampleRate
      count = Setting.toneCount(below: sampleRate)
      centers = InlineArray { Self.warped(Setting.toneFrequency($0), sampleRate) }
    }

    /// The highest centre may lie just below half the sample rate, where the tangent has no end.
    private static func warped(_ frequency: Double, _ sampleRate: Int) -> WarpedFrequency {
      WarpedFrequency(frequency, sampleRate: sampleRate, highest: 0.4999)
    }

    /// Half an octave below the centre of a band, or above it.
    private func edges(of band: Int) -> (low: WarpedFrequency, high: WarpedFrequency) {
      let (center, half) = (Setting.toneFrequency(band), 2.0.squareRoot())
      return (Self.warped(center / half, sampleRate), Self.warped(center * half, sampleRate))
    }

    func shelf(_ level: Double, below band: Int) -> StateVariableFilter.Response {
      .init(shelf: level, above: edges(of: band).low, sharpness: Self.shelfSharpness)
    }

    func bell(_ level: Double, at band: Int) -> StateVariableFilter.Response {
      if band == count - 1 { return shelf(level, below: band) }
      let (low, high) = edges(of: band)
      let width = (high.tangent - low.tangent) / centers[band].tangent
      return .init(bell: level, at: centers[band], sharpness: Self.bellSharpness / width)
    }
  }

  /// Whether one of the settings to come is not 0.
  static func areNeeded(by bounds: RainBounds, sampleRate: Int) -> Bool {
    (0..<Setting.toneCount(below: sampleRate)).contains {
      bounds.low[Setting.tones[$0]] != 0 || bounds.high[Setting.tones[$0]] != 0
    }
  }

  init(_ bounds: RainBounds, sampleRate: Int, layout: ChannelLayout) {
    coefficients = GlidingValue(bounds.start, sampleRate)
    let moves = Setting.tones.indices.contains {
      bounds.low[Setting.tones[$0]] != bounds.high[Setting.tones[$0]]
    }
    let slowest =
      moves ? Coefficients(slowestAt: sampleRate) : Coefficients(bounds.low, sampleRate: sampleRate)
    memoryTiles = slowest.memoryTiles
    channels = PerChannel { channel in
      channel < layout.channels
        ? InlineArray { StateVariableFilter(slowest: slowest.filters[$0]) } : nil
    }
  }

  /// How many tiles back the output depends on the input, at most.
  let memoryTiles: Int
  /// Whether the levels move in the tile.
  var moves: Bool { coefficients.moves }

  /// Goes to the tile that the automation has read.
  mutating func move(with automation: borrowing AutomationReader) {
    coefficients.move(with: automation)
  }

  /// Filters the next tile of a channel by the filters of its end, or of its start, which leaves no trace.
  mutating func filter(_ channel: Int, _ tile: inout LaneTile, atStart: Bool = false) {
    let coefficients = atStart ? coefficients.start : coefficients.end
    for index in 0..<17 {
      channels[channel]?[index].filter(&tile, by: coefficients.filters[index], isKept: !atStart)
    }
    if coefficients.gain != 1 { tile.scale(from: coefficients.gain, to: coefficients.gain) }
  }

  mutating func clear() {
    for channel in channels.indices {
      for index in 0..<17 { channels[channel]?[index].clear() }
    }
  }
}

/// The ``ToneBands`` in memory of their own: a renderer without them stays small.
@safe
struct OwnedToneBands: ~Copyable, @unchecked Sendable {
  private let bands: UnsafeMutablePointer<ToneBands>

  init(_ bands: consuming ToneBands) {
    unsafe self.bands = .allocate(capacity: 1)
    unsafe self.bands.initialize(to: bands)
  }

  /// The bands, where they lie.
  subscript() -> ToneBands {
    _read { yield unsafe bands.pointee }
    _modify { yield unsafe &bands.pointee }
  }

  deinit {
    unsafe bands.deinitialize(count: 1)
    unsafe bands.deallocate()
  }
}
