/// The taps of an echo: the delays of its pulses, one at a random place of each 1/`echoDensity` s.
///
///     ├────────┼────────┼────────┼────────┼──▶ delay
///        +          -       -       +          two pairs, each with one pulse of either sign
///
/// All channels hear the same pulses. Each pair comes from a direction of its own, and so reaches some
/// channels a little earlier than others.
struct EchoTaps: ~Copyable {
  /// Two pulses of one level, with opposite signs.
  struct Pair {
    /// The delays in frames of the pulse that is added and of the one that is subtracted.
    var added = 0
    var subtracted = 0
    var level: Float = 0
  }

  /// From the last, quietest pair to the first. All of one channel, then all of the next.
  private var pairs: FixedArray<Pair>
  /// The pairs of a channel that hear a sound within the tile, in the same order, and their number.
  private(set) var heard: FixedArray<Pair>
  private(set) var heardCount = 0
  /// The number of the taps drawn last.
  private(set) var number: Int?
  /// What they were drawn for.
  private(set) var law: EchoLaw?
  private let key: RandomKey
  private let sampleRate: Int
  private let layout: ChannelLayout

  /// - Parameters:
  ///   - key: the parent key; taps number n draw from child n.
  ///   - mostPairs: the most pairs of pulses to come.
  ///   - sampleRate: in Hz.
  ///   - layout: of the rendering.
  init(key: RandomKey, mostPairs: Int, sampleRate: Int, layout: ChannelLayout) {
    self.key = key
    self.sampleRate = sampleRate
    self.layout = layout
    pairs = FixedArray(repeating: Pair(), count: layout.channels * mostPairs)
    heard = FixedArray(repeating: Pair(), count: mostPairs)
  }

  /// Draws the taps number `number` of a law, unless they were drawn last.
  mutating func draw(number: Int, of law: EchoLaw) {
    if number == self.number && law == self.law { return }
    self.number = number
    self.law = law
    let count = law.pairs
    let spacing = Double(sampleRate) / law.perSecond
    /// The frame at a place counted in spaces. Any frame is possible: on a grid of four frames, the two
    /// pulses of a pair would cancel at a quarter of the sample rate.
    func delay(_ place: Double) -> Int { Int(place * spacing) }
    let key = key.child(number)
    var level = law.level
    for pair in 0..<count {
      let first = key.child(2 * pair)
      let second = key.child(2 * pair + 1)
      let early = delay(Double(2 * pair) + first.uniform)
      // In one frame they would cancel.
      let late = max(early + 1, delay(Double(2 * pair + 1) + second.uniform))
      // The last bit, which the uniform number does not use.
      let isEarlyAdded = first.bits & 1 == 0
      let index = count - 1 - pair
      let (added, subtracted) = isEarlyAdded ? (early, late) : (late, early)
      let delays = layout.delays(
        azimuth: first.child(0).uniform, width: law.width, sampleRate: sampleRate)
      for channel in 0..<layout.channels {
        // Relative to the first channel, but never before the sound itself.
        let lag = max(-early, delays[channel] - delays[0])
        pairs[channel * count + index] = Pair(
          added: added + lag, subtracted: subtracted + lag, level: level)
      }
      level *= law.fall
    }
  }

  /// Finds the pairs of a channel that hear a sound within the tile at the cursor of the bus: between the
  /// drops in a cave, most do not.
  mutating func listen(channel: Int, to bus: borrowing DropBus) {
    heardCount = 0
    let count = law?.pairs ?? 0
    for index in channel * count..<(channel + 1) * count {
      let pair = pairs[index]
      if bus.sounds(inTileFrom: bus.cursor - pair.added)
        || bus.sounds(inTileFrom: bus.cursor - pair.subtracted)
      {
        heard[heardCount] = pair
        heardCount += 1
      }
    }
  }
}
