/// Something for each channel of a layout. The places beyond its channels are not used.
package typealias PerChannel<Value: ~Copyable> = InlineArray<2, Value>

/// What the channels of a rendering are: how each hears a direction, and which of them belong together.
///
/// In stereo, two microphones stand side by side, as the listener's ears for everything that comes from a
/// side: drops, ticks of the patter and echoes.
///
///          0 turns (front)
///                |
///     3/4 -- [L  25 mm  R] -- 1/4        a drop at 1/4 is louder on the right, and heard later
///                |                       on the left, by 25 mm · width / 343 m/s at most
///               1/2
///
/// Another layout is a case, and a row in each of the functions below; with more channels than any other,
/// ``PerChannel`` has to have room for them.
package enum ChannelLayout: Sendable, Hashable, CaseIterable {
  /// One channel.
  case mono
  /// Left and right.
  case stereo

  /// The layout with so many channels; nil: there is none.
  package init?(channels: Int) {
    guard let layout = Self.allCases.first(where: { $0.channels == channels }) else { return nil }
    self = layout
  }

  /// The layout with so many channels. Throws if there is none.
  static func required(channels: Int) throws(InvalidSetting) -> ChannelLayout {
    try InvalidSetting.require(channels, in: 1...PerChannel<Int>.count, "channels")
    guard let layout = ChannelLayout(channels: channels) else {
      preconditionFailure("every number of channels in the range has a layout")
    }
    return layout
  }

  /// How many channels it has.
  package var channels: Int {
    switch self {
    case .mono: 1
    case .stereo: 2
    }
  }

  /// The speakers of its channels: bits of `dwChannelMask` in a WAV of the format `WAVE_FORMAT_EXTENSIBLE`.
  package var speakerMask: Int {
    switch self {
    case .mono: 0x4  // Front center.
    case .stereo: 0x3  // Front left and right.
    }
  }

  /// The channel with which a channel of the bed shares its low frequencies; nil: none.
  func partner(of channel: Int) -> Int? {
    switch self {
    case .mono: nil
    case .stereo: 1 - channel
    }
  }

  /// The time in s that sound takes from one microphone to the other at full width: 25 mm at 343 m/s.
  /// Drops all around then give the channels the correlation J₀(π/2 · width) · J₀(2π f · width · gap). At a
  /// width of 0.78 that is 0.66 at low frequencies, 0.55 at 2 kHz, 0.3 at 4 kHz and 0 at 8 kHz: crossed
  /// cardioids, 20 mm apart, as in a hand recorder, have the same, and so has the median recording of rain.
  static let gap = 0.025 / 343

  /// The gain of each channel for sound from an azimuth, in turns, clockwise, 0 in front. `width` is how far the
  /// image opens, 0 (all channels alike) ... 1.
  package func gains(azimuth: Double, width: Double) -> PerChannel<Double> {
    switch self {
    case .mono: return [1, 0]
    case .stereo:
      // Equal power, 1 and 1 in front.
      let turns = (1 + width * Elementary.sine(turns: azimuth)) / 8
      let root2 = 2.0.squareRoot()
      return [root2 * Elementary.cosine(turns: turns), root2 * Elementary.sine(turns: turns)]
    }
  }

  /// The delay of each channel in frames for sound from a direction, at a sample rate in Hz; that of the channel
  /// that hears it first is 0.
  package func delays(azimuth: Double, width: Double, sampleRate: Int) -> PerChannel<Int> {
    switch self {
    case .mono: return [0, 0]
    case .stereo:
      // Left hears later than right what comes from the right.
      let lag = Self.frames(width * Self.gap * Elementary.sine(turns: azimuth), sampleRate)
      return [max(0, lag), max(0, -lag)]
    }
  }

  /// The greatest of the delays of a sound: that of the channel that hears it last.
  @inline(__always)
  func last(of delays: PerChannel<Int>) -> Int {
    var last = delays[0]
    for channel in 1..<max(1, channels) { last = max(last, delays[channel]) }
    return last
  }

  /// The longest delay of a channel, in frames.
  func mostDelay(sampleRate: Int) -> Int {
    self == .mono ? 0 : Self.frames(Self.gap, sampleRate)
  }

  /// A time in s, rounded to the nearest frame.
  private static func frames(_ time: Double, _ sampleRate: Int) -> Int {
    Int(Elementary.nearest(time * Double(sampleRate)))
  }
}
