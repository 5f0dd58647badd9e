/// The taps of an echo: the delays of its pulses, one at a random time in each 1/`echoDensity` s, and how the channels
/// hear them.
///
///     ├────────┼────────┼────────┼────────┼──▶ delay
///        +          -       -       +          two pairs, each with one pulse of either sign
///
/// The pairs form streams:
///
///     mono       one
///     binaural   middle and side, which become the ears (``Ears``)
///     stereo     middle and side: left = middle + side, right = middle - side; each stream comes from a random
///                direction, which one of the microphones hears later
///     surround   four, each from a random direction
struct EchoTaps: ~Copyable {
  /// Two pulses of one level, with opposite signs.
  struct Pair {
    /// The delays in frames of the pulse that is added and of the one that is subtracted.
    var added = 0
    var subtracted = 0
    var level: Float = 0
  }

  /// How many streams there are.
  let streams: Int
  /// From the last, quietest pair to the first, of one stream after the other, with room for the most each; behind
  /// them, room for the pairs that are heard.
  private(set) var pairs: FixedArray<Pair>
  /// How the channels hear each stream.
  private(set) var directions: DirectionTable
  /// The number of the taps drawn last, and of their directions.
  private(set) var number: Int?
  private var ofDirections: Int?
  /// The law that they were drawn for.
  private(set) var law: EchoLaw?
  private var key: RandomKey
  private let mostPairs: Int
  private let sampleRate: Int
  private let layout: ChannelLayout

  static func streams(of layout: ChannelLayout) -> Int { layout.isSurround ? 4 : layout.channels }

  /// Room for the most pairs of pulses of a stream to come.
  init(key: RandomKey, mostPairs: Int, sampleRate: Int, layout: ChannelLayout) {
    self.key = key
    self.mostPairs = mostPairs
    self.sampleRate = sampleRate
    self.layout = layout
    streams = Self.streams(of: layout)
    pairs = FixedArray(repeating: Pair(), count: (streams + 1) * mostPairs)
    directions = DirectionTable(layout, rows: streams, sampleRate: sampleRate)
  }

  /// Draws from another key from now on.
  mutating func restart(_ key: RandomKey) {
    self.key = key
    (number, ofDirections) = (nil, nil)
  }

  /// Whether they were drawn for a number and a law.
  func are(_ number: Int?, of law: EchoLaw?) -> Bool { number == self.number && law == self.law }

  mutating func draw(_ number: Int, of law: EchoLaw) {
    let hasLaw = law == self.law
    self.number = number
    // To copy a law takes as long as to draw some pairs.
    if !hasLaw { self.law = law }
    let key = key.child(law.lifeDoublings).child(number)
    for stream in 0..<streams {
      drawPairs(pulses(of: stream, law), key.child(stream), behind: stream * mostPairs)
    }
    if !layout.isSurround {
      for stream in 0..<streams { setImage(stream, law, key.child(-1).child(stream).uniform) }
      return
    }
    // Directions stay for a tile or longer: a speaker that streams come to and leave every few milliseconds would buzz.
    let period = number >> max(0, Tile.frameDoublings - law.lifeDoublings)
    if hasLaw && period == ofDirections { return }
    ofDirections = period
    for stream in 0..<streams {
      let key = self.key.child(-1).child(period).child(stream)
      directions.set(
        stream, azimuth: key.child(0).uniform, height: 2 * key.child(1).uniform - 1, width: 1,
        spacing: 0, level: (1 / Double(streams)).squareRoot())
    }
  }

  private func pulses(of stream: Int, _ law: EchoLaw) -> EchoLaw.Pulses {
    stream == 0 && !layout.isSurround ? law.dense : law.sparse
  }

  private mutating func drawPairs(_ pulses: EchoLaw.Pulses, _ key: RandomKey, behind start: Int) {
    /// The frame at a position counted in spaces. Any frame is possible: on a grid of four frames, the two
    /// pulses of a pair would cancel at a quarter of the sample rate.
    func delay(_ space: Int, _ bits: UInt64) -> Int {
      Int((Double(space) + Double(bits & 0x1F_FFFF) * 0x1p-21) * pulses.spacing)
    }
    var level = pulses.level
    for pair in 0..<pulses.pairs {
      // Bits 0 ... 20 and 21 ... 41: the positions; 63: which is added.
      let bits = key.child(pair).bits
      let early = delay(2 * pair, bits)
      // In one frame they would cancel.
      let late = max(early + 1, delay(2 * pair + 1, bits >> 21))
      let (added, subtracted) = bits >> 63 == 0 ? (early, late) : (late, early)
      pairs[start + pulses.pairs - 1 - pair] = Pair(
        added: added, subtracted: subtracted, level: level)
      level *= pulses.fall
    }
  }

  /// Sets how the channels of mono, stereo and binaural hear a stream, which comes from an azimuth
  /// in turns.
  private mutating func setImage(_ stream: Int, _ law: EchoLaw, _ azimuth: Double) {
    let first = stream * directions.planes
    if layout != .stereo {
      directions.gains[first + layout.mixPlanes - layout.channels + stream] = 1
      return
    }
    directions.gains[first] = stream == 0 ? law.middle : law.side
    directions.gains[first + 1] = stream == 0 ? law.middle : -law.side
    directions.setDelays(stream, azimuth: azimuth, width: law.width, spacing: law.spacing)
  }

  /// The pairs of a stream that hear a sound within some frames of the bus, in their order: between the drops in a
  /// cave, most hear none. All of them where `isFull`: then every frame sounds that they reach.
  mutating func heard(
    _ stream: Int, in frames: Range<Int>, of bus: borrowing DropBus, isFull: Bool
  ) -> Range<Int> {
    let start = stream * mostPairs
    var all = start..<start
    // A closure would count references.
    if let law { all = start..<start + pulses(of: stream, law).pairs }
    if isFull { return all }
    let first = pairs.count - mostPairs
    var end = first
    for index in all {
      let pair = pairs[index]
      let (added, subtracted) = (pair.added, pair.subtracted)
      if bus.sounds(in: frames.lowerBound - added..<frames.upperBound - added)
        || bus.sounds(in: frames.lowerBound - subtracted..<frames.upperBound - subtracted)
      {
        pairs[end] = pair
        end += 1
      }
    }
    return first..<end
  }
}
