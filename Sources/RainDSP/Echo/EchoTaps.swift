/// The taps of an echo: the delays of its pulses, one at a random place of each 1/`spacePulses` s.
///
///     ├────────┼────────┼────────┼────────┼──▶ delay
///        +          -       -       +          two pairs, each with one pulse of either sign
///
/// Both channels hear the same pulses. Each pair comes from a direction of its own, and so reaches one
/// channel a little earlier than the other.
struct EchoTaps: ~Copyable {
  /// The delays in frames, from the last pair to the first, the order in which ``Echo`` adds them. Of
  /// each pair, the pulse that is added comes first. All of left, then all of right.
  private(set) var delays: FixedArray<Int>
  /// The number of the taps drawn last.
  private(set) var number: Int?
  private let key: RandomKey
  private let pairs: Int
  private let microphones: MicrophonePair
  private let sampleRate: Int
  private let spacing: Double
  private let channels: Int

  /// - Parameters:
  ///   - key: the parent key; taps number n draw from child n.
  ///   - pairs: the pairs of pulses in each channel.
  ///   - perSecond: pulses a second.
  ///   - microphones: the difference between the channels, by direction.
  ///   - sampleRate: in Hz.
  ///   - channels: 1 or 2.
  init(
    key: RandomKey, pairs: Int, perSecond: Double, microphones: MicrophonePair, sampleRate: Int,
    channels: Int
  ) {
    self.key = key
    self.pairs = pairs
    self.microphones = microphones
    self.sampleRate = sampleRate
    self.channels = channels
    spacing = Double(sampleRate) / perSecond
    delays = FixedArray(repeating: 0, count: channels * pairs * 2)
  }

  /// Upper bound of the delays, in frames. The pulses of the last pair are at least 4 frames apart,
  /// which may lead beyond the last space; `Lanes.slack` covers that.
  var mostFrames: Int {
    Int(Double(2 * pairs) * spacing) + Lanes.slack
      + (channels == 2 ? MicrophonePair.mostLag(sampleRate: sampleRate) : 0)
  }

  /// Draws the taps number `number`, unless they were drawn last.
  mutating func draw(number: Int) {
    if number == self.number { return }
    self.number = number
    let key = key.child(number)
    for pair in 0..<pairs {
      let first = key.child(2 * pair)
      let second = key.child(2 * pair + 1)
      let early = delay(Double(2 * pair) + first.uniform)
      // In one frame they would cancel.
      let late = max(early + 1, delay(Double(2 * pair + 1) + second.uniform))
      // The last bit, which the uniform number does not use.
      let isEarlyAdded = first.bits & 1 == 0
      let index = 2 * (pairs - 1 - pair)
      delays[index] = isEarlyAdded ? early : late
      delays[index + 1] = isEarlyAdded ? late : early
      if channels == 2 {
        let side = microphones.lag(azimuth: first.child(0).uniform)
        let lag = min(early, MicrophonePair.frames(lag: side, sampleRate: sampleRate))
        delays[2 * pairs + index] = delays[index] - lag
        delays[2 * pairs + index + 1] = delays[index + 1] - lag
      }
    }
  }

  /// The pulses of a channel, without the longest delays: those of pairs that begin beyond `reach`
  /// frames.
  func pulses(_ channel: Int, within reach: Int) -> Range<Int> {
    let count = delays.count / channels
    var first = channel * count
    let end = first + count
    while first < end && min(delays[first], delays[first + 1]) > reach { first += 2 }
    return first..<end
  }

  /// The frame at a place counted in spaces. Any frame is possible: on a grid of four frames, the two
  /// pulses of a pair would cancel at a quarter of the sample rate.
  private func delay(_ place: Double) -> Int { Int(place * spacing) }
}
