/// When the pulses of an echo come: one in each of as many equal spaces of time, at a random place; of
/// two neighbours one is added and the other subtracted. Both channels hear the same pulses, each pair
/// from a side of its own and so a little earlier or later.
struct EchoTaps: ~Copyable {
  /// In frames, from the last pair of pulses to the first; first the one that is added. Channel by
  /// channel.
  private(set) var delays: FixedArray<Int>
  /// The number of the pattern that was drawn last.
  private(set) var number: Int?
  private let key: RandomKey
  private let pairs: Int
  private let microphones: MicrophonePair
  private let sampleRate: Int
  private let spacing: Double
  private let channels: Int

  /// - Parameters:
  ///   - key: that patterns hang at, by their numbers.
  ///   - pairs: how many in each channel.
  ///   - perSecond: how many pulses, each in a space of its own.
  ///   - microphones: how the channels hear what comes from a side.
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

  /// The frames that no delay reaches.
  var mostFrames: Int {
    Int(Double(2 * pairs) * spacing) + 5
      + (channels == 2 ? MicrophonePair.mostLag(sampleRate: sampleRate) : 0)
  }

  /// Draws a pattern, unless it is the one drawn last.
  mutating func draw(number: Int) {
    if number == self.number { return }
    self.number = number
    let key = key.child(number)
    for pair in 0..<pairs {
      let first = key.child(2 * pair)
      let second = key.child(2 * pair + 1)
      let early = delay(Double(2 * pair) + first.uniform)
      // On one frame they would cancel.
      let late = max(early + 4, delay(Double(2 * pair + 1) + second.uniform))
      // A bit that the uniform number leaves out.
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

  /// The pulses of a channel but the first pairs, which lie beyond `reach` frames.
  func pulses(_ channel: Int, within reach: Int) -> Range<Int> {
    let count = delays.count / channels
    var first = channel * count
    let end = first + count
    while first < end && min(delays[first], delays[first + 1]) > reach { first += 2 }
    return first..<end
  }

  /// Nobody hears where in .1 ms a pulse lies.
  private func delay(_ place: Double) -> Int { Int(place * spacing) & ~3 }
}
