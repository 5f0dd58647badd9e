/// Something for each channel of a layout, and for the sound that is scattered (``ChannelLayout/scatteredPlane``).
/// The elements beyond its channels are not used.
package typealias PerChannel<Value: ~Copyable> = InlineArray<17, Value>

/// The channels of a rendering: how each hears a direction, and which of them belong together.
///
/// In stereo, two microphones stand side by side, as the listener's ears for everything that comes from a
/// side: drops, ticks of the patter and echoes.
///
///          0 turns (front)
///                |
///     3/4 -- [L spacing R] -- 1/4        a drop at 1/4 is louder on the right, and heard later
///                |                       on the left, by spacing · width / 343 m/s at most
///               1/2
///
/// So drops all around give the channels the correlation J₀(π/2 · width) · J₀(2π f · width · spacing / 343 m/s). At a
/// width of 0.78 and a spacing of 25 mm that is 0.66 at low frequencies, 0.55 at 2 kHz, 0.3 at 4 kHz and 0 at 8 kHz:
/// crossed cardioids, 20 mm apart, as in a hand recorder, have the same, and so has the median recording of rain.
///
/// Around the listener there are two ways. Speakers share a direction between the two that are next to it, with
/// equal power (Pulkki 1997, "Virtual sound source positioning using vector base amplitude panning"):
///
///     gain = √2 · cos(π/2 · x), √2 · sin(π/2 · x)      x: the position between them, 0 ... 1
///
/// Ambisonics keeps the directions themselves: channel n is the sound weighted by the spherical harmonic number
/// n (ACN) with the normalization SN3D, together AmbiX (Nachbar et al. 2011, "AmbiX: a suggested ambisonics
/// format"). A decoder then makes the signals of any speakers or headphones. Neither depends on the settings `width` and `spacing`.
///
/// Another layout is a case, its speakers in a file, and where they stand; with more channels than any other, `PerChannel`
/// has to have room for them.
public enum ChannelLayout: String, Sendable, Hashable, CaseIterable {
  /// One channel.
  case mono
  /// Left and right.
  case stereo
  /// The two ears of a head, for headphones.
  case binaural
  /// Front left and right, back left and right.
  case quad
  /// Left, right, center, low frequencies, left and right surround: ITU-R BS.775.
  case surround5 = "5.1"
  /// As `surround5`, and four above: top front left and right, top back left and right (ITU-R BS.2051, D).
  case surround5Height = "5.1.4"
  /// Left, right, center, low frequencies, left and right back, left and right side.
  case surround7 = "7.1"
  /// As `surround7`, and two above, left and right.
  case surround7Pair = "7.1.2"
  /// As `surround7`, and four above: top front left and right, top back left and right (ITU-R BS.2051, J).
  case surround7Height = "7.1.4"
  /// Ambisonics of the first order.
  case firstOrder = "foa"
  /// Ambisonics of the third order.
  case thirdOrder = "3oa"

  /// Mono or stereo, by the number of channels; nil: several layouts have it, or none.
  public init?(channels: Int) {
    guard 1...2 ~= channels else { return nil }
    self = channels == 1 ? .mono : .stereo
  }

  /// Mono or stereo, by the number of channels. Throws for any other.
  static func required(channels: Int) throws(InvalidSetting) -> ChannelLayout {
    try InvalidSetting.require(channels, in: 1...2, "channels")
    return channels == 1 ? .mono : .stereo
  }

  /// How many channels it has.
  public var channels: Int {
    ambisonicOrder.map { ($0 + 1) * ($0 + 1) } ?? speakerMask.nonzeroBitCount
  }

  /// The speakers of its channels: bits of `dwChannelMask` in a WAV of the format `WAVE_FORMAT_EXTENSIBLE`.
  package var speakerMask: Int {
    switch self {
    case .mono: 0x4  // Front center.
    case .stereo, .binaural: 0x3  // Front left and right.
    case .quad: 0x33
    case .surround5: 0x3F
    case .surround5Height: 0x2D03F
    case .surround7: 0x63F
    // The mask has no speakers above the sides: as others do, those above the front are named.
    case .surround7Pair: 0x563F
    case .surround7Height: 0x2D63F
    case .firstOrder, .thirdOrder: 0  // None.
    }
  }

  /// The channel of low frequencies (LFE); nil: there is none.
  package var lowFrequencyChannel: Int? { speakerMask & 0x8 == 0 ? nil : 3 }

  /// The order of ambisonics; nil: its channels are speakers.
  package var ambisonicOrder: Int? {
    switch self {
    case .firstOrder: 1
    case .thirdOrder: 3
    default: nil
    }
  }

  /// Whether its channels are ambisonics.
  package var isAmbisonic: Bool { ambisonicOrder != nil }

  /// Whether sounds come from all around the listener. Then echoes come from other sides than their sound, no
  /// channel hears later than another.
  package var isSurround: Bool { self != .mono && self != .stereo && self != .binaural }

  /// Whether the limiter is one for all channels: otherwise loud drops would turn.
  var sharesLimiter: Bool { isSurround || self == .binaural }

  /// Whether it hears how high a sound comes from.
  var hasHeight: Bool { isAmbisonic || self == .binaural || speakerMask >> 12 != 0 }

  /// How many planes a mix has: those of the channels, or those that become the two ears
  /// (``Ears``).
  var mixPlanes: Int { self == .binaural ? 6 : channels }

  /// The plane of a bus behind those of the mix: what the echo scatters, wherever it comes from.
  var scatteredPlane: Int { mixPlanes }

  /// How many planes a bus has.
  var planes: Int { mixPlanes + 1 }

  /// The channel with which a channel of the bed shares its low frequencies; nil: none.
  func partner(of channel: Int) -> Int? { self == .stereo ? 1 - channel : nil }

  /// The level of each channel in a sound that comes from everywhere alike, where a single sound has ``gains``.
  var diffuseLevels: PerChannel<Double> {
    var levels = PerChannel(repeating: 1.0)
    if !isSurround { return levels }
    if let ambisonicOrder {
      for order in 0...ambisonicOrder {
        for channel in order * order..<(order + 1) * (order + 1) {
          levels[channel] = (1 / Double(2 * order + 1)).squareRoot()
        }
      }
      return levels
    }
    // The mean power over points of equal solid angle: exact within 1 %.
    let (azimuths, heights) = (72, hasHeight ? 32 : 1)
    var power = PerChannel(repeating: 0.0)
    for number in 0..<azimuths * heights {
      let azimuth = (Double(number % azimuths) + 0.5) / Double(azimuths)
      let height = 2 * (Double(number / azimuths) + 0.5) / Double(heights) - 1
      let gains = gains(azimuth: azimuth, height: height, width: 1)
      for channel in 0..<channels { power[channel] += gains[channel] * gains[channel] }
    }
    for channel in 0..<channels {
      levels[channel] = (power[channel] / Double(azimuths * heights)).squareRoot()
    }
    return levels
  }

  /// The gain of each plane for sound from a direction. Together they have the power 1 in mono and 2 from
  /// speakers; the first channel of ambisonics has 1.
  /// - Parameters:
  ///   - azimuth: in turns, clockwise, 0 in front.
  ///   - height: the sine of the elevation, 1 straight above.
  ///   - width: how far the image of stereo opens, 0 (both channels alike) ... 1.
  /// - Returns: the gains.
  package func gains(azimuth: Double, height: Double = 0, width: Double) -> PerChannel<Double> {
    var gains = PerChannel(repeating: 0.0)
    switch self {
    case .mono: gains[0] = 1
    case .stereo:
      // Equal power, 1 and 1 in front.
      let turns = (1 + width * Elementary.sine(turns: azimuth)) / 8
      let root2 = 2.0.squareRoot()
      gains[0] = root2 * Elementary.cosine(turns: turns)
      gains[1] = root2 * Elementary.sine(turns: turns)
    case .binaural:
      let side = Head.side(azimuth: azimuth, height: height)
      for ear in 0..<2 {
        gains[2 * ear] = Head.highs(ear == 0 ? -side : side)
        gains[2 * ear + 1] = 1 - gains[2 * ear]
      }
    case .firstOrder, .thirdOrder:
      let level = max(0, 1 - height * height).squareRoot()
      setHarmonics(
        &gains, x: level * Elementary.cosine(turns: azimuth),
        y: -level * Elementary.sine(turns: azimuth), z: height)
    default: speakers.setGains(&gains, azimuth: azimuth, height: height)
    }
    return gains
  }

  /// How many frames later left hears sound from a direction than right, in stereo, whose microphones stand `spacing` m
  /// apart at full width; elsewhere all channels hear it at once.
  func lag(azimuth: Double, width: Double, spacing: Double, sampleRate: Int) -> Int {
    if self != .stereo { return 0 }
    return Self.frames(
      width * (spacing / Head.speedOfSound) * Elementary.sine(turns: azimuth), sampleRate)
  }

  /// The longest delay of a channel, in frames.
  func mostDelay(spacing: Double, sampleRate: Int) -> Int {
    if self == .binaural { return Int(Head.lag(1, sampleRate: sampleRate)) + 2 * Lanes.count }
    return self == .stereo ? Self.frames(spacing / Head.speedOfSound, sampleRate) : 0
  }

  /// A time in s, rounded to the nearest frame.
  private static func frames(_ time: Double, _ sampleRate: Int) -> Int {
    Int(Elementary.nearest(time * Double(sampleRate)))
  }

  // MARK: Speakers

  /// Where the speakers stand, in the order of the channels.
  private var speakers: Speakers {
    switch self {
    case .quad: Speakers([-45, 45, -135, 135])
    case .surround5: Speakers([-30, 30, 0, .nan, -110, 110])
    case .surround5Height: Speakers([-30, 30, 0, .nan, -110, 110, -30, 30, -110, 110], top: 4)
    case .surround7: Speakers([-30, 30, 0, .nan, -135, 135, -90, 90])
    case .surround7Pair: Speakers([-30, 30, 0, .nan, -135, 135, -90, 90, -90, 90], top: 2)
    case .surround7Height:
      Speakers([-30, 30, 0, .nan, -135, 135, -90, 90, -45, 45, -135, 135], top: 4)
    case .mono, .stereo, .binaural, .firstOrder, .thirdOrder: preconditionFailure("no speakers")
    }
  }

  /// Whether a channel is a speaker at a side: at the height of the ears, between 60° and 120°.
  package func isAside(_ channel: Int) -> Bool {
    isSurround && !isAmbisonic && speakers.isAside(channel)
  }
}

/// Speakers in a ring at the height of the ears, and in a second one above, at an elevation of 45°.
private struct Speakers {
  /// In turns, clockwise, 0 in front; NaN: the speaker of low frequencies, which has no direction.
  private var azimuths = InlineArray<12, Double>(repeating: .nan)
  private let count: Int
  private let top: Int

  /// The azimuths, first those at the height of the ears, then so many above.
  init<let all: Int>(_ degrees: InlineArray<all, Double>, top: Int = 0) {
    (count, self.top) = (all - top, top)
    for number in 0..<all { azimuths[number] = degrees[number] / 360 }
  }

  func isAside(_ number: Int) -> Bool {
    number < count && 1 / 6.0...1 / 3.0 ~= azimuths[number].magnitude
  }

  /// The top speakers take over from the ears to 45°, with equal power; what comes from below comes from the
  /// height of the ears.
  func setGains(_ gains: inout PerChannel<Double>, azimuth: Double, height: Double) {
    let root2 = 2.0.squareRoot()
    let share = top == 0 ? 0 : min(1, max(0, height) * root2) / 4
    setGains(
      &gains, of: 0..<count, azimuth: azimuth, level: root2 * Elementary.cosine(turns: share))
    setGains(
      &gains, of: count..<count + top, azimuth: azimuth,
      level: root2 * Elementary.sine(turns: share))
  }

  private func setGains(
    _ gains: inout PerChannel<Double>, of ring: Range<Int>, azimuth: Double, level: Double
  ) {
    for number in ring where !azimuths[number].isNaN {
      let here = azimuths[number]
      /// The way to the next speaker of the ring, clockwise and back.
      var (right, left) = (1.0, 1.0)
      for other in ring where other != number && !azimuths[other].isNaN {
        let way = Self.clockwise(from: here, to: azimuths[other])
        right = min(right, way)
        left = min(left, 1 - way)
      }
      let way = Self.clockwise(from: here, to: azimuth)
      if way < right {
        gains[number] = level * Elementary.cosine(turns: way / right / 4)
      } else if 1 - way < left {
        gains[number] = level * Elementary.cosine(turns: (1 - way) / left / 4)
      }
    }
  }

  /// The way between two azimuths, in turns, 0 ..< 1.
  private static func clockwise(from start: Double, to end: Double) -> Double {
    end - start - Double(Elementary.floor(end - start))
  }
}

// MARK: Ambisonics

extension ChannelLayout {
  /// The real spherical harmonics of a unit vector, x in front, y to the left, z up: ACN, SN3D.
  private func setHarmonics(_ gains: inout PerChannel<Double>, x: Double, y: Double, z: Double) {
    gains[0] = 1
    gains[1] = y
    gains[2] = z
    gains[3] = x
    if self == .firstOrder { return }
    let (xx, yy, zz) = (x * x, y * y, z * z)
    let root3 = 3.0.squareRoot()
    gains[4] = root3 * x * y
    gains[5] = root3 * y * z
    gains[6] = 1.5 * zz - 0.5
    gains[7] = root3 * x * z
    gains[8] = root3 / 2 * (xx - yy)
    let root15 = 15.0.squareRoot()
    let (outer, inner) = (0.625.squareRoot(), 0.375.squareRoot())
    gains[9] = outer * y * (3 * xx - yy)
    gains[10] = root15 * x * y * z
    gains[11] = inner * y * (5 * zz - 1)
    gains[12] = z * (2.5 * zz - 1.5)
    gains[13] = inner * x * (5 * zz - 1)
    gains[14] = root15 / 2 * z * (xx - yy)
    gains[15] = outer * x * (xx - 3 * yy)
  }
}
