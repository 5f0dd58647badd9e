/// One drop of a rendering by itself: the samples that it adds to the mix, after gain and limiter.
///
/// It is heard without echo, patter and bed, but through `lowpass` and `highpass`. A rendering in which only
/// drops sound holds the same samples, bit for bit, wherever this drop overlaps no other. Loops and fades
/// do not change it.
public struct DropRecording: Sendable {
  /// The frame in which it strikes.
  public let onset: Int
  /// The drop that was drawn.
  public let drop: Drop
  /// When its parts sound.
  public let timing: Drop.Timing
  /// Interleaved, from the onset to the end of the drop in the channel that hears it last, and on until
  /// the filters of all sound have fallen by 80 dB; 1 is full scale.
  public let samples: [Float]

  /// The hours within which the drop has to fall.
  private static let hours = 24

  /// The drop number `number` of a rain, in the order in which drops strike; nil when none of that
  /// number falls within the first 24 hours.
  ///
  /// - Parameters:
  ///   - number: from 0.
  ///   - rain: its settings.
  ///   - sampleRate: in Hz, within ``RainRenderer/sampleRates``.
  ///   - channels: 1 or 2.
  ///   - seed: of the rendering.
  /// - Throws: ``InvalidSetting`` for the first setting or argument that lies outside its range.
  public init?(
    number: Int, of rain: Rain, sampleRate: Int = 44_100, channels: Int = 2, seed: UInt64 = 1
  ) throws(InvalidSetting) {
    try InvalidSetting.require(number, in: 0...Int.max, "number")
    try InvalidSetting.require(sampleRate, in: SampleRate.range, "sampleRate")
    let layout = try ChannelLayout.required(channels: channels)
    var recordings = try Recordings(
      from: number, of: rain, sampleRate: sampleRate, layout: layout, seed: seed)
    guard let found = recordings.next() else { return nil }
    self = found
  }

  /// The drops of a rain by themselves, in the order in which they strike, of the first 24 hours.
  package struct Recordings: Sequence, IteratorProtocol {
    private let rain: Rain
    private let sampleRate: Int
    private let layout: ChannelLayout
    private let peak: Float?
    private var drops: Drops.Iterator

    /// The parameters are those of ``DropRecording``, and `peak`: the peak of each drop, 1 at full scale, instead
    /// of the setting `gain` and the limiter; nil: the level of the mix.
    package init(
      from number: Int, of rain: Rain, sampleRate: Int, layout: ChannelLayout, seed: UInt64,
      peak: Float? = nil
    ) throws(InvalidSetting) {
      self.rain = rain
      self.sampleRate = sampleRate
      self.layout = layout
      self.peak = peak
      // An Int has 32 bits in WebAssembly.
      let end = Int(clamping: Int64(DropRecording.hours * 3600) * Int64(sampleRate))
      drops = try Drops(rain, in: 0..<end, sampleRate: sampleRate, seed: seed).makeIterator()
      drops.skip(number)
    }

    package mutating func next() -> DropRecording? {
      drops.next().map { frame, drop in
        DropRecording(drop, at: frame, of: rain, sampleRate: sampleRate, layout: layout, peak: peak)
      }
    }
  }

  private init(
    _ drop: Drop, at frame: Int, of rain: Rain, sampleRate: Int, layout: ChannelLayout,
    peak: Float?
  ) {
    onset = frame
    self.drop = drop
    timing = drop.timing(sampleRate: sampleRate)
    var sound = drop.samples(sampleRate: sampleRate, layout: layout)
    let frames = Tone.ringFrames(of: rain, layout, sampleRate: sampleRate)
    sound.append(contentsOf: repeatElement(0, count: frames * layout.mixPlanes))
    sound = Self.finish(
      sound, of: rain, startingAt: onset, sampleRate: sampleRate, layout, isLimited: peak == nil)
    if let peak {
      let own = sound.reduce(0) { max($0, $1.magnitude) }
      samples = own > 0 ? sound.map { $0 * (peak / own) } : sound
    } else {
      samples = sound
    }
  }

  /// Lets interleaved planes that begin with a frame of a rendering, and have silence before them,
  /// pass through tone, gain and limiter, or the tone alone: tile by tile, as the rendering does.
  /// Returns the samples of the channels.
  private static func finish(
    _ sound: [Float], of rain: Rain, startingAt start: Int, sampleRate: Int,
    _ layout: ChannelLayout, isLimited: Bool
  ) -> [Float] {
    let (channels, planes) = (layout.channels, layout.mixPlanes)
    let frames = sound.count / planes
    var samples = [Float](repeating: 0, count: channels * frames)
    let automation = AutomationReader(
      AutomationTable(rain), timeline: Timeline(sampleRate: sampleRate, frames: nil))
    var mix = MixTile(RainBounds(rain), sampleRate: sampleRate, layout: layout)
    var stems: StemTile?
    var limitedSamples = 0
    var done = 0
    while done < frames {
      let first = (start + done) % Tile.frames
      let run = first..<min(Tile.frames, first + frames - done)
      mix.planes.clear()
      for frame in run {
        for plane in 0..<planes {
          mix.planes[plane, frame] = sound[(done + frame - first) * planes + plane]
        }
      }
      mix.tone?.filter(&mix.planes, of: automation)
      mix.applyGain(of: automation, &stems)
      if isLimited {
        var output = samples.mutableSpan
        mix.link(run, counting: &limitedSamples)
        mix.write(run, interleaved: &output, at: done * channels, counting: &limitedSamples)
      } else {
        for frame in run {
          for channel in 0..<channels {
            samples[(done + frame - first) * channels + channel] = mix.planes[channel, frame]
          }
        }
      }
      done += run.count
    }
    return samples
  }

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
      drop[.sizeSpread] = 1
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
    drop[.drops] = 1200
    drop[.gust] = 0
    drop[.drift] = 0
    drop[.regularity] = 1
    drop[.variation] = 0
    drop[.sizeSpread] = 0
    drop[.drips] = 0
    drop[.distanceRatio] = 1
    // Where some drops fall into water, the drop that has all parts.
    drop[.puddles] = rain[.puddles] > 0 ? 1 : 0
    if rain[.bubbleProbability] > 0 { drop[.bubbleProbability] = 1 }
    return drop
  }
}
