/// The taps of an echo: the delays of its pulses, one at a random place of each 1/`echoDensity` s.
///
///     ├────────┼────────┼────────┼────────┼──▶ delay
///        +          -       -       +          two pairs, each with one pulse of either sign
///
/// Mono and stereo hear the same pulses in each channel. Each pair comes from a direction of its own, and so
/// reaches one channel a little earlier than the other.
///
/// Around the listener the pairs form streams, each from a direction of its own, whatever that of the sound.
struct EchoTaps: ~Copyable {
  /// Two pulses of one level, with opposite signs.
  struct Pair {
    /// The delays in frames of the pulse that is added and of the one that is subtracted.
    var added = 0
    var subtracted = 0
    var level: Float = 0
  }

  /// The streams of an echo around the listener. Each tile draws their directions anew.
  static let streams = 4

  /// From the last, quietest pair to the first: all of one list, then all of the next. A list belongs to a channel,
  /// or is a stream.
  private var pairs: FixedArray<Pair>
  /// How many lists there are.
  let lists: Int
  /// How the channels hear each list; that of a channel is heard there alone.
  private(set) var directions: DirectionTable
  /// The pairs of a list that hear a sound within the tile, in the same order, and their number.
  private(set) var heard: FixedArray<Pair>
  private(set) var heardCount = 0
  /// The number of the taps drawn last.
  private(set) var number: Int?
  /// What they were drawn for.
  private(set) var law: EchoLaw?
  private var key: RandomKey
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
    lists = layout.isSurround ? Self.streams : layout.channels
    let mostOfList =
      layout.isSurround ? (mostPairs + Self.streams - 1) / Self.streams : mostPairs
    pairs = FixedArray(repeating: Pair(), count: lists * mostOfList)
    directions = DirectionTable(layout, rows: lists, sampleRate: sampleRate)
    for channel in 0..<(layout.isSurround ? 0 : lists) {
      directions.gains[channel * directions.planes + channel] = 1
    }
    heard = FixedArray(repeating: Pair(), count: mostPairs)
  }

  /// Draws from another key from now on.
  mutating func restart(_ key: RandomKey) {
    self.key = key
    number = nil
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
      let pairLevel = level
      let first = key.child(2 * pair)
      let second = key.child(2 * pair + 1)
      let early = delay(Double(2 * pair) + first.uniform)
      // In one frame they would cancel.
      let late = max(early + 1, delay(Double(2 * pair + 1) + second.uniform))
      // The last bit, which the uniform number does not use.
      let isEarlyAdded = first.bits & 1 == 0
      let index = count - 1 - pair
      let (added, subtracted) = isEarlyAdded ? (early, late) : (late, early)
      level *= law.fall
      if layout.isSurround {
        let list = pair % Self.streams
        let last = range(ofList: list).upperBound - 1
        pairs[last - pair / Self.streams] = Pair(
          added: added, subtracted: subtracted, level: pairLevel)
        continue
      }
      let delays = layout.delays(
        azimuth: first.child(0).uniform, width: law.width, spacing: law.spacing,
        sampleRate: sampleRate)
      for channel in 0..<layout.channels {
        // Relative to the first channel, but never before the sound itself.
        let lag = max(-early, delays[channel] - delays[0])
        pairs[channel * count + index] = Pair(
          added: added + lag, subtracted: subtracted + lag, level: pairLevel)
      }
    }
    if layout.isSurround { drawDirections(key.child(-1)) }
  }

  /// Directions all around, of equal solid angle.
  private mutating func drawDirections(_ key: RandomKey) {
    for stream in 0..<Self.streams {
      directions.set(
        stream, azimuth: key.child(2 * stream).uniform,
        height: 2 * key.child(2 * stream + 1).uniform - 1, width: 1, spacing: 0)
    }
  }

  /// The pairs of a list.
  private func range(ofList list: Int) -> Range<Int> {
    let count = law?.pairs ?? 0
    if !layout.isSurround { return list * count..<(list + 1) * count }
    // The first lists have one pair more.
    let (each, more) = count.quotientAndRemainder(dividingBy: Self.streams)
    let start = list * each + min(list, more)
    return start..<start + each + (list < more ? 1 : 0)
  }

  /// Finds the pairs of a list that hear a sound within the tile at the cursor of the bus: between the
  /// drops in a cave, most do not.
  mutating func listen(list: Int, to bus: borrowing DropBus) {
    heardCount = 0
    for index in range(ofList: list) {
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
