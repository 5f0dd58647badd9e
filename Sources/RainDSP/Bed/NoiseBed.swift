/// The bed: all the drops too far away to be heard one by one, as colored noise whose level follows
/// the gust curve.
///
///     white ── BedChannel "middle" ─┐           ┌─ × gust ─ left
///                                   ├─ + and - ─┤
///     white ── BedChannel "side" ───┘           └─ × gust ─ right
///
/// Below the correlation frequency c, in Hz, the two channels of a stereo rain are similar. They are
/// the sum and the difference of two independent noises, a middle and a side:
///
///     left = (middle + side)/√2,   right = (middle - side)/√2
///     |middle(f)|² = 1 + r(f),   |side(f)|² = 1 - r(f),   r(f) = 0.66/(1 + (f/c)²)
///
/// r is the correlation: 0.66 well below c, that of crossed cardioids and of recordings of rain, and 0 well above. Each
/// channel has exactly the power 1 at every frequency. Without correlation, left and right are two
/// independent noises; in mono there is one. Around the listener every channel has a noise of its own, with the
/// power of a field that comes from everywhere alike (``ChannelLayout/diffuseLevels``).
struct NoiseBed: ~Copyable {
  /// The correlation of low frequencies: that of crossed cardioids, and of recordings.
  private static let correlation = 0.66

  /// Middle and side of two partners; or, where they are independent, the channels themselves.
  private var channels: BedChannels
  /// How many tiles back a channel depends on its white noise, at most.
  private let memoryTiles: Int
  private var noise: LoopedNoise
  /// The gusts of the bed above ``BedChannel/middle``, and those below it.
  private var gusts: GustCurve
  private var lowGusts: GustCurve
  private var gain = GainRamp()
  private var lowGain = GainRamp()
  private let layout: ChannelLayout
  /// Room for the tile of a side.
  private var side = CrossFade()
  /// Whether there is no bed.
  let isSilent: Bool
  /// The tile that the filters are ready for.
  private var ready = Int.min

  init(_ bounds: RainBounds, timeline: Timeline, layout: ChannelLayout, root: RandomKey) {
    var memoryTiles = 0
    let levels = layout.diffuseLevels
    channels = BedChannels(count: layout.channels) { channel in
      if levels[channel] == 0 { return nil }
      // The middle comes first, then the side.
      let correlation = layout.partner(of: channel).map {
        channel < $0 ? Self.correlation : -Self.correlation
      }
      let bed = BedChannel(
        bounds, timeline: timeline, number: channel, level: levels[channel],
        correlation: correlation, root: root)
      memoryTiles = max(memoryTiles, bed.memoryTiles)
      return bed
    }
    self.memoryTiles = memoryTiles
    noise = LoopedNoise(timeline: timeline)
    gusts = GustCurve(.bed, in: bounds, timeline, root)
    lowGusts = GustCurve(.lowBed, in: bounds, timeline, root)
    self.layout = layout
    isSilent = !bounds.high.hasBed
  }

  mutating func restart(_ root: RandomKey) {
    for channel in 0..<layout.channels { channels[channel]?.restart(root) }
    gusts.restart(root)
    lowGusts.restart(root)
    ready = .min
  }

  /// How many parts a tile is made in: of each channel the colors, the filters, and what is written.
  var parts: Int { isSilent ? 1 : 3 * layout.channels }

  /// Makes a part of tile number `index`, which the automation has then read. They come one after the other; the last
  /// of them write the tile.
  mutating func render(
    part: Int, tile index: Int, of automation: inout AutomationReader, into output: inout Planes
  ) {
    if isSilent {
      output.clear()
      return
    }
    if part == 0 { begin(tile: index, of: &automation) }
    let filtered = part - 2 * layout.channels
    if filtered >= 0 {
      if filtered == 0 && !gusts.isFlat {
        gusts.apply(automation)
        lowGusts.apply(automation)
        gain.follow(&gusts, tile: index)
        lowGain.follow(&lowGusts, tile: index)
      }
      finish(filtered, into: &output)
    } else if part & 1 == 0 {
      channels[part / 2]?.render(tile: index, of: automation, in: &noise, age: 0)
    } else {
      channels[part / 2]?.filter(age: 0)
    }
    if part == parts - 1 { ready = index + 1 }
  }

  /// Brings the filters to the beginning of a tile. They need the tiles that they remember. Noise has no beginning, so
  /// those before frame 0 are noise, too.
  private mutating func begin(tile index: Int, of automation: inout AutomationReader) {
    if index != ready {
      for age in stride(from: memoryTiles, to: 0, by: -1) {
        automation.read(tile: index - age)
        for channel in 0..<layout.channels {
          channels[channel]?.render(tile: index - age, of: automation, in: &noise, age: age)
          channels[channel]?.filter(age: age)
        }
      }
      automation.read(tile: index)
    }
    ready = .min
  }

  /// Writes a channel; with the first of two partners, the other is made ready, too.
  private mutating func finish(_ channel: Int, into output: inout Planes) {
    // At two ears, middle and side lie behind what comes from directions.
    let start = output.start(of: layout.mixPlanes - layout.channels + channel)
    if channel == 0 { output.samples.fill(0..<start, with: 0) }
    if channels[channel] == nil {
      output.samples.fill(start..<start + Tile.frames, with: 0)
      return
    }
    let partner = layout.partner(of: channel)
    if !gusts.isFlat {
      if partner ?? .max > channel { channels[channel]?.applyGusts(gain, low: lowGain) }
      if let partner, partner > channel { channels[partner]?.applyGusts(gain, low: lowGain) }
    }
    if let partner, partner > channel {
      // Swift has no access to two elements at a time.
      channels[partner]?.exchange(&side)
      channels[channel]?.mix(with: &side)
      channels[partner]?.exchange(&side)
    }
    channels[channel]?.finish(into: &output.samples, from: start)
  }
}

/// The channels of a bed, nil for a silent one. They own their memory: 16 of them would be too large for a stack.
///
/// Not generic: see ``OwnedMemory``. Not private: tests that specialise code of the bed in their own module link to it.
/// Sendable: nothing else points to its memory, and it cannot be copied.
@safe
struct BedChannels: ~Copyable, @unchecked Sendable {
  private let count: Int
  private let start: UnsafeMutablePointer<BedChannel?>

  init(count: Int, _ make: (Int) -> BedChannel?) {
    self.count = count
    unsafe start = .allocate(capacity: count)
    for channel in 0..<count { unsafe (start + channel).initialize(to: make(channel)) }
  }

  deinit {
    unsafe start.deinitialize(count: count)
    unsafe start.deallocate()
  }

  /// By address: the proof of real time refuses coroutines.
  subscript(channel: Int) -> BedChannel? {
    @inline(__always) unsafeAddress {
      precondition(UInt(bitPattern: channel) < UInt(bitPattern: count), "no such channel")
      return unsafe UnsafePointer(start + channel)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(UInt(bitPattern: channel) < UInt(bitPattern: count), "no such channel")
      return unsafe start + channel
    }
  }
}
