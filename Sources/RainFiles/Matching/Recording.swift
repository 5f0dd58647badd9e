internal import RainAudio

/// A stretch of recorded sound, to be matched: what is heard of it, in one channel, or left and
/// right.
public struct Recording: Sendable {
  /// The samples of each channel that are heard, without what lies below 20 Hz; 1 is full scale.
  public let channels: [[Float]]
  /// In Hz.
  public let sampleRate: Int
  /// The sounds that were left out, and how channels were taken, a clause each.
  public let notes: [String]
  /// The share of the samples at full scale.
  private let clipped: Double

  /// The shortest stretch that can be matched, and the longest, in s.
  public static let seconds = 3.0...60.0

  /// Loudspeakers are mixed to left and right, and ambisonics is heard by its first channel; of
  /// other channels, the first two count, and both as one where they are alike. Silence and fades
  /// at an end are left out, and what is no rain for a while.
  ///
  /// - Parameters:
  ///   - channels: the samples of each; 1 is full scale.
  ///   - sampleRate: in Hz.
  ///   - layout: of the channels; nil: it is not known.
  ///   - start: where in its file the stretch begins, in s; notes have times of the file.
  /// - Throws: the reason why no rain can be found in it, as the end of a sentence that begins with its name.
  public init(
    _ channels: [[Float]], sampleRate: Int, layout: ChannelLayout? = nil,
    startingAt start: Double = 0
  ) throws {
    try Self.check(sampleRate: sampleRate)
    let frames = channels.map(\.count).min() ?? 0
    let seconds = Double(frames) / Double(sampleRate)
    guard Self.seconds.contains(seconds) else {
      throw Flaw("lasts \(FixedPoint.brief(seconds)) s; 3 to 60 s are matched")
    }
    var (heard, notes) = Self.mixed(channels.map { Array($0[..<frames]) }, layout)
    guard heard.allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
      throw Flaw("holds samples that are no numbers")
    }
    let loud = heard.reduce(0) { $0 + $1.count { $0.magnitude > 0.999 } }
    clipped = Double(loud) / Double(heard.count * frames)
    heard = Self.highPassed(heard, sampleRate)
    if heard.count == 2 {
      let sums = zip(heard[0], heard[1]).reduce(into: SIMD3<Double>.zero) {
        let (x, y) = (Double($1.0), Double($1.1))
        $0 += [x * y, x * x, y * y]
      }
      // 40 dB.
      if min(sums.y, sums.z) < 1e-4 * max(sums.y, sums.z) {
        notes.append("its \(sums.y < sums.z ? "left" : "right") channel is silent, and left out")
        heard.remove(at: sums.y < sums.z ? 0 : 1)
      } else if heard[0] == heard[1] {
        heard.removeLast()
      } else if sums.x < -0.5 * (sums.y * sums.z).squareRoot() {
        notes.append("one of its channels is inverted; it is turned back")
        heard[1] = heard[1].map { -$0 }
      }
    }
    let stretches = RecordedStretches(heard, sampleRate: sampleRate)
    let kept = Double(stretches.kept.reduce(0) { $0 + $1.count }) / Double(sampleRate)
    guard kept >= Self.seconds.lowerBound else {
      throw Flaw(
        "is silent for most of its time: \(FixedPoint.brief(kept)) s are left; 3 to 60 s are matched"
      )
    }
    self.channels = heard.map { channel in stretches.kept.flatMap { channel[$0] } }
    self.sampleRate = sampleRate
    self.notes =
      notes
      + stretches.leftOut.map { range, reason in
        let times = [range.lowerBound, range.upperBound].map {
          FixedPoint.text(start + Double($0) / Double(sampleRate), decimals: 1)
        }
        return "\(times[0]) to \(times[1]) s is left out: \(reason)"
      }
    if let line, line.share > 0.7 {
      throw Flaw("is a tone of \(FixedPoint.brief(line.frequency)) Hz, and no rain")
    }
  }

  /// One channel or two: loudspeakers on their sides, those in the middle on both (ITU-R BS.775),
  /// without that of low frequencies.
  private static func mixed(
    _ channels: [[Float]], _ layout: ChannelLayout?
  ) -> ([[Float]], notes: [String]) {
    if channels.count <= 2 { return (channels, []) }
    guard let layout, layout.channels == channels.count else {
      return (Array(channels.prefix(2)), [])
    }
    if layout.isAmbisonic {
      return ([channels[0]], ["of its ambisonics, the first channel is heard"])
    }
    var sides = Array(channels.prefix(2))
    let level = Float(0.5.squareRoot())
    for (number, channel) in channels.enumerated().dropFirst(2)
    where number != layout.lowFrequencyChannel {
      // All others stand in pairs, left before right.
      let isMiddle = number == 2 && layout.speakerMask & 0x4 != 0
      for side in isMiddle ? [0, 1] : [number % 2] {
        for frame in channel.indices { sides[side][frame] += level * channel[frame] }
      }
    }
    return (sides, ["its \(channels.count) loudspeakers are mixed to two"])
  }

  /// The channels without what nobody hears: a Butterworth high-pass of the fourth order at 40 Hz,
  /// -24 dB at 20 Hz.
  private static func highPassed(_ channels: [[Float]], _ sampleRate: Int) -> [[Float]] {
    var sections = [1.847_759, 0.765_367].map {
      SecondOrderSection(
        high: 1, middle: 0, low: 0, damping: $0, frequency: 40, sampleRate: sampleRate)
    }
    let gain = sections.reduce(1) { $0 / $1.powerGain(turns: 0.5).squareRoot() }
    var filtered = channels
    // From rest at the first sample: an offset leaves no step.
    let first = SIMD2(Double(channels[0][0]), Double(channels[channels.count - 1][0]))
    for frame in channels[0].indices {
      var x = SIMD2(Double(channels[0][frame]), Double(channels[channels.count - 1][frame])) - first
      for index in sections.indices { x = sections[index].filtered(x) }
      for channel in channels.indices { filtered[channel][frame] = Float(gain * x[channel]) }
    }
    return filtered
  }

  /// Throws a sentence for a rate that is not matched.
  package static func check(sampleRate: Int) throws {
    guard RainRenderer.sampleRates.contains(sampleRate) else {
      throw Flaw("has \(sampleRate) Hz; 8000 to 192000 Hz are matched")
    }
  }

  var mono: [Float] {
    channels.count == 1 ? channels[0] : zip(channels[0], channels[1]).map { ($0 + $1) / 2 }
  }

  /// The samples of all channels, frame by frame.
  package var interleaved: [Float] {
    channels.count == 1 ? channels[0] : zip(channels[0], channels[1]).flatMap { [$0, $1] }
  }

  /// The samples of each channel of frames.
  package static func planes(_ frames: [Float], _ channels: Int) -> [[Float]] {
    (0..<channels).map { stride(from: $0, to: frames.count, by: channels).map { frames[$0] } }
  }

  // MARK: Sounds that are not rain

  /// The frequency in Hz of the highest line that stands 15 dB over its surroundings, and its share of the power.
  private var line: (frequency: Double, share: Double)? {
    let count = 128 * ShortTimeSpectrum.size(sampleRate)
    let width = Double(sampleRate) / Double(count)
    let first = Int(40 / width)
    let powers = ShortTimeSpectrum(
      count: count, step: count / 2, sampleRate: sampleRate,
      bands: (first..<count / 2).map { (Double($0) * width, Double($0 + 1) * width) }
    ).powers(of: mono[...]).map { $0.reduce(1e-15, +) }
    let total = powers.reduce(0, +)
    var highest: (frequency: Double, share: Double)?
    for n in 2..<powers.count - 12 where powers[n] > 0.01 * total {
      // A line in a Hann window is three bins wide.
      let beside = (powers[max(0, n - 12)..<max(0, n - 4)] + powers[n + 5...n + 12]).sorted()
      let share = powers[n - 2...n + 2].reduce(0, +) / total
      if powers[n] < 30 * beside[beside.count / 2] || share <= highest?.share ?? 0 { continue }
      let moment = (n - 2...n + 2).reduce(0) { $0 + Double($1) * powers[$1] }
      highest = ((moment / (share * total) + Double(first)) * width, share)
    }
    return highest
  }

  /// The sounds that are not in a rain, a clause each.
  func flaws(beside rain: [Float], sampleRate rate: Int) -> [String] {
    var flaws =
      clipped > 1e-4 ? ["\(FixedPoint.brief(100 * clipped)) % of the samples are clipped"] : []
    if let line { flaws.append("a tone at \(FixedPoint.brief(line.frequency)) Hz") }
    /// How far the loudest tenths of a second stand over the median in dB: low, in the middle, and high.
    func swings(_ sound: [Float], _ rate: Int) -> [Double] {
      let count = 64 * ShortTimeSpectrum.size(rate)
      return ShortTimeSpectrum(
        count: count, step: count, sampleRate: rate,
        bands: [(60, 250), (300, 2500), (2500, 12_000)]
      ).powers(of: sound[...]).map {
        let powers = $0.sorted().map { $0 + 1e-12 }
        let ratio = powers[powers.count * 19 / 20] / powers[powers.count / 2]
        return Elementary.decibels(amplitude: ratio) / 2
      }
    }
    let names = [("low", "thunder or wind"), ("in the middle", "a voice"), ("high", "birds")]
    for (name, swing) in zip(names, zip(swings(mono, sampleRate), swings(rain, rate))) {
      if swing.0 < swing.1 + 6 { continue }
      flaws.append(
        "something \(name.0) that comes and goes by \(FixedPoint.brief(swing.0)) dB, as \(name.1)")
    }
    return flaws
  }
}
