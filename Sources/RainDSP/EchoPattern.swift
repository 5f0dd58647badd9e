/// When the pulses of an echo come, in every channel: one in each of as many equal spaces of time, at
/// a random place; of two neighbours one is added and the other subtracted.
struct EchoPattern: ~Copyable {
  /// In frames, from the last pair of pulses to the first; first the one that is added. Channel by
  /// channel.
  private(set) var delays: Row<Int>
  private let pairs: Int
  private let spacing: Double
  private let channels: Int

  /// - Parameters:
  ///   - pairs: how many in each channel.
  ///   - spacing: the frames in which one pulse lies.
  ///   - channels: 1 or 2.
  init(pairs: Int, spacing: Double, channels: Int) {
    self.pairs = pairs
    self.spacing = spacing
    self.channels = channels
    delays = Row(Array(repeating: 0, count: channels * pairs * 2))
  }

  /// The frames that no delay reaches.
  var mostFrames: Int { Int(Double(2 * pairs) * spacing) + 1 }

  /// Draws the pattern that hangs at `key`.
  mutating func draw(_ key: RandomKey) {
    var index = 0
    for channel in 0..<channels {
      let key = key.child(channel)
      for pair in (0..<pairs).reversed() {
        let first = key.child(2 * pair)
        let second = key.child(2 * pair + 1)
        let early = delay(Double(2 * pair) + first.uniform)
        let late = delay(Double(2 * pair + 1) + second.uniform)
        // The bit that the uniform number leaves out.
        let isEarlyAdded = first.bits & 1 == 0
        delays[index] = isEarlyAdded ? early : late
        delays[index + 1] = isEarlyAdded ? late : early
        index += 2
      }
    }
  }

  /// Nobody hears where in .1 ms a pulse lies.
  private func delay(_ place: Double) -> Int { Int(place * spacing) & ~3 }
}
