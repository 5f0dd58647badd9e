/// A tile of the mix, and the last part of its way to the output: tone, gain and limiter.
struct MixTile: ~Copyable {
  private let layout: ChannelLayout
  /// All channels; once finished, before gain and limiter.
  var planes: Planes
  var tone: Tone?
  private var gains: GlidingValue<Gain>
  /// The gain of the tile; 1 where it moves, and is in `planes` already.
  private(set) var gain = SideGains(1)
  /// Around the listener: the factor of each frame that was linked last, gain and limiter in one.
  private(set) var factors: FixedArray<Float>
  private let bentByOneDecibel = Limiter.bentByOneDecibel

  /// `root` is the key of the rendering whose spot leans to a side; nil: none does.
  init(_ bounds: RainBounds, sampleRate: Int, layout: ChannelLayout, root: RandomKey? = nil) {
    self.layout = layout
    planes = Planes(count: layout.mixPlanes, frames: Tile.frames)
    tone = Tone(bounds, sampleRate: sampleRate, layout: layout)
    gains = GlidingValue(bounds.start, layout == .stereo ? root : nil)
    factors = FixedArray(repeating: 0, count: layout.sharesLimiter ? Tile.frames : 0)
  }

  mutating func restart(_ root: RandomKey) { gains.restart(layout == .stereo ? root : nil) }

  /// Applies the gain to the tile, which the automation has read and which has its tone, if the
  /// gain moves; to its stems, too.
  mutating func applyGain(of automation: borrowing AutomationReader, _ stems: inout StemTile?) {
    stems?.filter(of: automation)
    gains.move(with: automation)
    let before = gains.start.sides
    gain = gains.end.sides
    if gain != before {
      planes.scale(from: before, to: gain)
      stems?.scale(from: before, to: gain)
      gain = SideGains(1)
    }
    stems?.whole.samples.copy(planes.samples)
  }

  /// Where one limiter is for all channels: finds the factors of the frames `run`, which are written next.
  mutating func link(_ run: Range<Int>, counting limitedSamples: inout Int) {
    if !layout.sharesLimiter { return }
    limitedSamples += Limiter.link(
      planes, layout.channels, run, gain: gain.left, beyond: bentByOneDecibel, into: &factors)
  }

  /// Up to eight frames of a channel, after gain and limiter.
  @inline(__always)
  private func limited(
    _ channel: Int, from frame: Int, count: Int, counting limitedSamples: inout Int
  ) -> SIMD8<Float> {
    let x = planes.samples[from: planes.start(of: channel) + frame, count: count]
    return limited(x, channel, from: frame, count: count, counting: &limitedSamples)
  }

  @inline(__always)
  private func limited(
    _ x: SIMD8<Float>, _ channel: Int, from frame: Int, count: Int,
    counting limitedSamples: inout Int
  ) -> SIMD8<Float> {
    if layout.sharesLimiter { return x * factors[from: frame, count: count] }
    return Limiter.apply(x * gain[channel], beyond: bentByOneDecibel, counting: &limitedSamples)
  }

  /// Writes the frames `run` of a channel, after gain and limiter, to `output` from `start` on.
  func write(
    _ channel: Int, _ run: Range<Int>, to output: inout MutableSpan<Float>, at start: Int,
    counting limitedSamples: inout Int
  ) {
    precondition(
      run.lowerBound >= 0 && run.upperBound <= planes.frames && start >= 0
        && start + run.count <= output.count, "room for all frames")
    let plane = planes.start(of: channel)
    var (frame, written) = (run.lowerBound, start)
    while frame &+ 8 <= run.upperBound {
      let x = planes.samples.eightUnchecked(from: plane &+ frame)
      let y = limited(x, channel, from: frame, count: 8, counting: &limitedSamples)
      output.setLanesUnchecked(y, at: written)
      frame &+= 8
      written &+= 8
    }
    let count = run.upperBound - frame
    let x = limited(channel, from: frame, count: count, counting: &limitedSamples)
    output.put(x, count: count, at: written)
  }

  /// Writes the frames `run` of all channels, after gain and limiter, interleaved to `output` from `start` on.
  func write(
    _ run: Range<Int>, interleaved output: inout MutableSpan<Float>, at start: Int,
    counting limitedSamples: inout Int
  ) {
    let channels = layout.channels
    var written = start
    for frame in stride(from: run.lowerBound, to: run.upperBound, by: 8) {
      let count = min(8, run.upperBound - frame)
      var channel = 0
      while channel < channels {
        let x = limited(channel, from: frame, count: count, counting: &limitedSamples)
        if channel + 1 == channels {
          output.put(x, count: count, at: written + channel, every: channels)
        } else {
          let y = limited(channel + 1, from: frame, count: count, counting: &limitedSamples)
          output.put(x, y, count: count, at: written + channel, every: channels)
        }
        channel += 2
      }
      written += count * channels
    }
  }
}
