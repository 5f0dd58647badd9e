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
  /// What they were drawn for.
  private(set) var law: EchoLaw
  private let key: RandomKey
  private let sampleRate: Int
  private let channels: Int

  /// - Parameters:
  ///   - law: of the echo.
  ///   - key: the parent key; taps number n draw from child n.
  ///   - mostPairs: the most pairs of pulses to come.
  ///   - sampleRate: in Hz.
  ///   - channels: 1 or 2.
  init(_ law: EchoLaw, key: RandomKey, mostPairs: Int, sampleRate: Int, channels: Int) {
    self.law = law
    self.key = key
    self.sampleRate = sampleRate
    self.channels = channels
    delays = FixedArray(repeating: 0, count: channels * mostPairs * 2)
  }

  /// Draws the taps number `number` of a law, unless they were drawn last.
  mutating func draw(number: Int, of law: EchoLaw) {
    if number == self.number && law == self.law { return }
    self.number = number
    self.law = law
    let pairs = law.pairs
    let microphones = MicrophonePair(width: law.width)
    let spacing = Double(sampleRate) / law.perSecond
    /// The frame at a place counted in spaces. Any frame is possible: on a grid of four frames, the two
    /// pulses of a pair would cancel at a quarter of the sample rate.
    func delay(_ place: Double) -> Int { Int(place * spacing) }
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
    let count = 2 * law.pairs
    var first = channel * count
    let end = first + count
    while first < end && min(delays[first], delays[first + 1]) > reach { first += 2 }
    return first..<end
  }
}
