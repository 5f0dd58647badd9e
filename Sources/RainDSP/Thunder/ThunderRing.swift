/// The pulses of thunder that are to come, by direction: a ring of frames at a power of two less
/// than the sample rate, 11 kHz and more, since beyond 5 kHz the air leaves nothing.
///
///     |behind|<-------------- round -------------->|< a pulse >|
///      ^ of the end                                 ^ added to the beginning when that comes
///
/// Where a frame lies follows from its number alone, so that sums have one order from wherever a
/// rendering begins.
struct ThunderRing: ~Copyable {
  static let directions = 8
  /// How far they open in stereo, by the recordings' left and right.
  private static let width = 0.75
  /// Gains of each phase of the interpolation.
  private static let taps = 8
  /// The frames before a tile that it reads: taps, and the longest delay between ears.
  private static let behind = 32

  let pulses: ThunderPulses
  /// log₂ of the frames for each of the ring.
  let doublings: Int
  /// Frames of a tile, and of a second, at the rate of the ring.
  let tileFrames: Int
  let rate: Double
  private var frames: FixedArray<Float>
  private let round: Int
  private let stride: Int
  /// The frames in which pulses of this tile may lie; of others, which are rare, nothing is heard.
  private var window = 0..<0
  /// The end of the last pulse.
  private var reach = Int.min
  private var table: DirectionTable
  private var low: FixedArray<Float>
  private let phases: FixedArray<Float>

  /// A ring in which the pulses of a stretch end within a time in s, or there is never one.
  init(ahead: Double, sampleRate: Int, layout: ChannelLayout, isEmpty: Bool) {
    var doublings = 0
    while doublings < 4 && sampleRate >> (doublings + 1) >= 11_000 { doublings += 1 }
    self.doublings = doublings
    rate = Double(sampleRate) / Double(1 << doublings)
    tileFrames = Tile.frames >> doublings
    pulses = ThunderPulses(sampleRate: rate, isEmpty: isEmpty)
    round = (Int(ahead * rate) / tileFrames + 3) * tileFrames
    stride = Self.behind + round + pulses.most
    frames = FixedArray(repeating: 0, count: isEmpty ? 0 : Self.directions * stride)
    table = DirectionTable(layout, rows: Self.directions, sampleRate: sampleRate)
    for row in 0..<Self.directions {
      table.set(
        row, azimuth: Double(row) / Double(Self.directions), height: 0.2, width: Self.width,
        spacing: 0)
    }
    low = FixedArray(repeating: 0, count: tileFrames + Self.taps)
    phases = Self.interpolation(phases: 1 << doublings)
  }

  /// How many tiles before another a stretch begins that is heard in it, at most.
  var tiles: Int { round / tileFrames }

  /// Whether a pulse is heard in a tile or later.
  func sounds(from tile: Int) -> Bool { reach > tile * tileFrames - Self.behind }

  /// Forgets all pulses.
  mutating func clear() {
    frames.fill(0..<frames.count, with: 0)
    reach = .min
  }

  mutating func open(tile: Int) {
    window = tile * tileFrames..<tile * tileFrames + round - 2 * tileFrames
  }

  /// Passes a tile that is not heard.
  mutating func pass(tile: Int) {
    if reach <= (tile - 1) * tileFrames { return }
    turn(tile: tile)
    silence(tile: tile - 1)
  }

  /// The gains of a low-pass at 0.45 of the ring's rate, by phases: a windowed sinc.
  private static func interpolation(phases: Int) -> FixedArray<Float> {
    var gains = FixedArray<Float>(repeating: 0, count: phases * taps)
    for phase in 0..<phases {
      var sum = 0.0
      func gain(_ tap: Int) -> Double {
        let time = Double(tap) + Double(phase) / Double(phases) - Double(taps / 2)
        let angle = 0.9 * time
        let sinc = time == 0 ? 1 : Elementary.sine(turns: angle / 2) / (Double.pi * angle)
        let window = Elementary.cosine(turns: time / Double(4 * (taps / 2 + 1)))
        return sinc * window * window
      }
      for tap in 0..<taps { sum += gain(tap) }
      for tap in 0..<taps { gains[phase * taps + tap] = Float(gain(tap) / sum) }
    }
    return gains
  }

  /// Adds a pulse to the ring, whole groups of eight frames.
  @inline(__always)
  mutating func add(_ pulse: Range<Int>, gain: Float, _ direction: Int, at frame: Int) {
    if frame < window.lowerBound || frame + pulse.count > window.upperBound { return }
    reach = max(reach, frame + pulse.count)
    let target = start(of: direction) + position(of: frame)
    for offset in Swift.stride(from: 0, to: pulse.count, by: 8) {
      let x = pulses.frames.eightUnchecked(from: pulse.lowerBound &+ offset)
      frames.addUnchecked(x * gain, from: target &+ offset)
    }
  }

  /// Where the frames of a direction begin.
  @inline(__always)
  private func start(of direction: Int) -> Int { direction &* stride &+ Self.behind }

  /// Where a frame lies behind the beginning of its direction.
  @inline(__always)
  private func position(of frame: Int) -> Int { Timeline.divide(frame, by: round).remainder }

  /// Where a tile begins the ring: adds what lies behind its end, and keeps what is read before it.
  private mutating func turn(tile: Int) {
    guard position(of: tile * tileFrames) == 0 else { return }
    for direction in 0..<Self.directions {
      let start = start(of: direction)
      for offset in Swift.stride(from: 0, to: pulses.most, by: 8) {
        frames.addUnchecked(
          frames.eightUnchecked(from: start + round + offset), from: start + offset)
      }
      frames.fill(start + round..<start + round + pulses.most, with: 0)
      frames.move(start + round - Self.behind..<start + round, to: start - Self.behind)
    }
  }

  /// Silences the frames of a tile, for those that come a round later.
  private mutating func silence(tile: Int) {
    let first = position(of: tile * tileFrames)
    for direction in 0..<Self.directions {
      let start = start(of: direction) + first
      frames.fill(start..<start + tileFrames, with: 0)
    }
  }

  /// Mixes a plane of a tile from all directions, at the ring's rate, and interpolates.
  mutating func mix(_ plane: Int, tile: Int, to planes: inout Planes) {
    if plane == 0 { turn(tile: tile) }
    let first = position(of: tile * tileFrames) - Self.taps
    low.fill(0..<low.count, with: 0)
    for direction in 0..<Self.directions {
      let entry = direction * table.planes + plane
      let gain = table.gains[entry]
      if gain == 0 { continue }
      let delay = (table.delays[entry] + (1 << doublings) / 2) >> doublings
      let source = start(of: direction) + first - delay
      for frame in Swift.stride(from: 0, to: low.count, by: 8) {
        low.addUnchecked(frames.eightUnchecked(from: source &+ frame) * gain, from: frame)
      }
    }
    interpolate(to: &planes.samples, planes.start(of: plane))
    if plane == planes.count - 1 { silence(tile: tile - 1) }
  }

  @inline(never)
  private mutating func interpolate(to samples: inout FixedArray<Float>, _ start: Int) {
    let count = 1 << doublings
    for frame in Swift.stride(from: 0, to: tileFrames, by: 8) {
      for phase in 0..<count {
        var sum = SIMD8<Float>.zero
        for tap in 0..<Self.taps {
          sum +=
            low.eightUnchecked(from: frame &+ Self.taps &- tap)
            * phases[unchecked: phase &* Self.taps &+ tap]
        }
        for lane in 0..<8 {
          samples[unchecked: start &+ (frame &+ lane) &* count &+ phase] = sum[lane]
        }
      }
    }
  }
}
