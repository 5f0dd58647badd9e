/// What ground, leaves and walls around the listener make of every drop: a sparse random echo.
///
/// Velvet noise (Karjalainen & Järveläinen 2007, "Reverberation modeling using velvet noise"): in
/// each 1/`spacePulses` of a second one pulse at a random place, falling by 60 dB in `spaceTime`,
/// cut at .8 `spaceTime`, of unit energy. Its memory ends, so that any moment can be reached exactly.
///
/// Of two neighbours, one is added and the other subtracted, at one level: from the last pair to the
/// first,
///
///     echo = fall · echo + x[n - delay] - x[n - other delay]
///
/// Below half of `spacePulses`, in Hz, that leaves less and less, where drops have hardly anything.
///
/// The pulses lie elsewhere in every tile. Reflections differ from drop to drop, by where each falls;
/// one pattern for all of them would colour the rain, as fine lines in its spectrum. A new one fades
/// in within 32 frames.
struct Echo: ~Copyable {
  /// Frames in which a pattern follows another.
  private static let fade = 32

  private let timeline: Timeline
  private let channels: Int
  private var pattern: EchoTaps
  private var patternBefore: EchoTaps
  /// The level of the first pair.
  private let level: Float
  /// What one pair leaves of the level of the pair before it.
  private let fall: Float
  /// Frames after which the echo is over.
  let memoryFrames: Int

  init(_ rain: Rain, timeline: Timeline, channels: Int, seed: UInt64) {
    let key = Source.echo.key(seed: seed)
    self.timeline = timeline
    self.channels = channels
    let pairs = Int(0.4 * rain.spaceTime * rain.spacePulses)
    // 60 dB are 3 powers of ten.
    let fall = Elementary.exp(
      -3 * 2.302_585_092_994_046 * 2 / max(1, rain.spaceTime * rain.spacePulses))
    self.fall = Float(fall)
    // The two of a pair never fall on one frame; others that do have random signs and keep their
    // energy.
    var energy = 0.0
    var pairEnergy = 2.0
    for _ in 0..<pairs {
      energy += pairEnergy
      pairEnergy *= fall * fall
    }
    level =
      energy > 0 ? Float(Elementary.amplitude(decibels: rain.spaceDb) / energy.squareRoot()) : 0
    let microphones = MicrophonePair(width: rain.width)
    func makePattern() -> EchoTaps {
      EchoTaps(
        key: key, pairs: pairs, perSecond: rain.spacePulses, microphones: microphones,
        sampleRate: timeline.sampleRate, channels: channels)
    }
    pattern = makePattern()
    patternBefore = makePattern()
    memoryFrames = pairs > 0 ? pattern.mostFrames : 0
  }

  /// The number of the pattern of a tile. In a loop, the frames beyond the last whole tile belong to
  /// it; before the loop, patterns change up to a tile away from where they do at its end.
  private func number(of tile: Int) -> Int {
    guard let frames = timeline.frames else { return tile }
    let inLap = Tile.index(of: timeline.place(of: tile * Tile.frames))
    return min(inLap, frames / Tile.frames - 1)
  }

  /// Adds tile number `index`, at which the bus stands, and its echo.
  mutating func render(
    tile index: Int, from bus: borrowing DropBus, adding left: inout FixedArray<Float>,
    _ right: inout FixedArray<Float>
  ) {
    let before = number(of: index - 1)
    // What was now is before.
    if pattern.number == before { swap(&pattern, &patternBefore) }
    patternBefore.draw(number: before)
    pattern.draw(number: number(of: index))
    // The longest delay that reaches back no farther than to the first sound.
    let reach = bus.cursor + Tile.frames - 1 - bus.firstSound(from: bus.cursor - memoryFrames)
    render(channel: 0, from: bus.left, at: bus.cursor, reach: reach, adding: &left)
    if channels == 2 {
      render(channel: 1, from: bus.right, at: bus.cursor, reach: reach, adding: &right)
    }
  }

  private func render(
    channel: Int, from sound: borrowing FixedArray<Float>, at cursor: Int, reach: Int,
    adding output: inout FixedArray<Float>
  ) {
    precondition(
      cursor & 3 == 0 && cursor >= memoryFrames && cursor + Tile.frames <= sound.count
        && output.count == Tile.frames, "the bus keeps what the echo needs")
    let before = patternBefore.pulses(channel, within: reach)
    let now = pattern.pulses(channel, within: reach)
    fadeIn(before, now, from: sound, at: cursor, adding: &output)
    for frame in stride(from: Self.fade, to: Tile.frames, by: Self.fade) {
      let block = block(now, of: pattern, from: sound, at: cursor &+ frame)
      output.addUnchecked(block.0, fromFourth: frame)
      output.addUnchecked(block.1, fromFourth: frame &+ 8)
      output.addUnchecked(block.2, fromFourth: frame &+ 16)
      output.addUnchecked(block.3, fromFourth: frame &+ 24)
    }
  }

  private func fadeIn(
    _ pulsesBefore: Range<Int>, _ pulses: Range<Int>, from sound: borrowing FixedArray<Float>,
    at cursor: Int, adding output: inout FixedArray<Float>
  ) {
    let before = block(pulsesBefore, of: patternBefore, from: sound, at: cursor)
    let now = block(pulses, of: pattern, from: sound, at: cursor)
    let share = SIMD8<Float>(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) / Float(Self.fade)
    output[eightFrom: 0] += before.0 + (now.0 - before.0) * share
    output[eightFrom: 8] += before.1 + (now.1 - before.1) * (share + 0.25)
    output[eightFrom: 16] += before.2 + (now.2 - before.2) * (share + 0.5)
    output[eightFrom: 24] += before.3 + (now.3 - before.3) * (share + 0.75)
  }

  /// 32 frames with their echo, which stay in registers while the pulses pass.
  @inline(__always)
  private func block(
    _ pulses: Range<Int>, of pattern: borrowing EchoTaps, from sound: borrowing FixedArray<Float>,
    at source: Int
  ) -> (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>) {
    var a = SIMD8<Float>.zero
    var b = SIMD8<Float>.zero
    var c = SIMD8<Float>.zero
    var d = SIMD8<Float>.zero
    for pulse in stride(from: pulses.lowerBound, to: pulses.upperBound, by: 2) {
      let added = source &- pattern.delays[unchecked: pulse]
      let subtracted = source &- pattern.delays[unchecked: pulse &+ 1]
      a = a * fall + sound.eightUnchecked(fromFourth: added)
      b = b * fall + sound.eightUnchecked(fromFourth: added &+ 8)
      c = c * fall + sound.eightUnchecked(fromFourth: added &+ 16)
      d = d * fall + sound.eightUnchecked(fromFourth: added &+ 24)
      a -= sound.eightUnchecked(fromFourth: subtracted)
      b -= sound.eightUnchecked(fromFourth: subtracted &+ 8)
      c -= sound.eightUnchecked(fromFourth: subtracted &+ 16)
      d -= sound.eightUnchecked(fromFourth: subtracted &+ 24)
    }
    return (
      sound.eightUnchecked(fromFourth: source) + a * level,
      sound.eightUnchecked(fromFourth: source &+ 8) + b * level,
      sound.eightUnchecked(fromFourth: source &+ 16) + c * level,
      sound.eightUnchecked(fromFourth: source &+ 24) + d * level
    )
  }
}
