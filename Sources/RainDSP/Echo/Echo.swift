/// What ground, leaves and walls scatter of drops and patter: velvet noise, a sparse random echo.
///
///     straight sound ──────────────────────────────────────────────────────────┐
///     scattered sound ─┬─ delay 0 ─ (+) ─┐                                     │
///                      ├─ delay 1 ─ (-) ─┤                                     │
///                      ├─ delay 2 ─ (-) ─┼─ falling levels ─ stream ─ image ─ (+) ─ output
///                      ├─ delay 3 ─ (+) ─┤
///                      │     ...
///
/// But for what falls right overhead, a drop is heard off the ground, leaves and walls, spread over some 10 ms. So
/// its bands, which start together, are heard to rise and fall together slowly, and hardly within milliseconds. The
/// farther away a sound is, the less of it arrives straight (``EchoLaw/scattered(distance:of:)``).
///
/// In each 1/`echoDensity` of a second there is one pulse at a random place (Karjalainen & Järveläinen
/// 2007, "Reverberation modeling using velvet noise"). The pulses fall by 60 dB in `echoTime`, end at
/// 0.6 of it, where they have fallen by 36 dB, and have unit energy together. Because the echo ends, any
/// moment can be reached exactly.
///
/// Two neighbours form a pair of one level and opposite signs, in random order. Their sum is 0 at 0 Hz:
/// a pair is a high-pass. Below `echoDensity`/2 Hz the echo falls off; drops have little energy there.
///
/// Each pair adds the difference of two places of the bus:
///
///     stream(n) = Σ level · (x[n - added] - x[n - subtracted])
///
/// from the last, quietest pair to the first. Pairs that read silence are left out.
///
/// Scattered sound comes from all sides. A stream of many pulses of one level each is smooth; if each pulse came from
/// a side of its own, an ear would hear few of them. So whole streams have directions (``EchoTaps``).
///
/// The taps change as often as sounds follow each other (``EchoLaw/lifeDoublings``), since
/// reflections differ from drop to drop: one set of taps for all of them would be heard as a comb filter, and one
/// that changes a few times a second as a flutter. New taps fade in within 32 frames.
struct Echo: ~Copyable {
  private let timeline: Timeline
  private let layout: ChannelLayout
  private var laws: GlidingValue<EchoLaw>
  private var taps: EchoTaps
  private var tapsBefore: EchoTaps
  /// A tile of each stream, behind the frames that the farther microphone hears in it.
  private var streams: Planes
  private let lead: Int
  /// Upper bound of the delays, in frames.
  let memoryFrames: Int

  /// - Parameters:
  ///   - bounds: the settings to come.
  ///   - timeline: the sample rate, and the loop.
  ///   - layout: of the rendering.
  ///   - gutterRate: the bubbles of a gutter, in 1/s.
  ///   - root: the key of the rendering.
  init(
    _ bounds: RainBounds, timeline: Timeline, layout: ChannelLayout, gutterRate: Double,
    root: RandomKey
  ) {
    let key = Source.echo.key(below: root)
    let sampleRate = timeline.sampleRate
    let mostPairs = EchoLaw.mostPairs(of: bounds.high)
    self.timeline = timeline
    self.layout = layout
    laws = GlidingValue(bounds.start, (sampleRate, gutterRate))
    func makeTaps() -> EchoTaps {
      EchoTaps(key: key, mostPairs: mostPairs, sampleRate: sampleRate, layout: layout)
    }
    taps = makeTaps()
    tapsBefore = makeTaps()
    lead = EchoLaw.lead(spacing: bounds.high.spacing, sampleRate: sampleRate, layout: layout)
    memoryFrames = EchoLaw.mostFrames(
      of: bounds.high, sampleRate: sampleRate, layout: layout)
    streams = Planes(
      count: memoryFrames > 0 ? EchoTaps.streams(of: layout) : 0, frames: lead + Tile.frames)
  }

  /// Begins anew, with the key of another rendering.
  mutating func restart(_ root: RandomKey) {
    taps.restart(Source.echo.key(below: root))
    tapsBefore.restart(Source.echo.key(below: root))
  }

  /// Takes the settings of the tile that the automation has read.
  mutating func apply(_ automation: borrowing AutomationReader) {
    laws.move(with: automation)
  }

  /// Renders tile number `index`, which is at the cursor of the bus: what arrives straight, and what is scattered.
  mutating func render(tile index: Int, from bus: borrowing DropBus, into output: inout Planes) {
    for channel in 0..<output.count {
      let source = bus.planes.start(of: channel) + bus.cursor
      let target = output.start(of: channel)
      for frame in stride(from: 0, to: Tile.frames, by: 8) {
        output.samples[eightFrom: target + frame] = bus.planes.samples[eightFrom: source + frame]
      }
    }
    scatter(tile: index, from: bus, adding: &output)
  }

  /// Adds what is scattered alone.
  mutating func scatter(tile index: Int, from bus: borrowing DropBus, adding output: inout Planes) {
    precondition(
      bus.cursor & 3 == 0 && bus.cursor >= memoryFrames
        && bus.cursor + Tile.frames <= bus.planes.frames && output.frames == Tile.frames
        && output.count == layout.channels && layout.planes <= bus.planes.count,
      "the bus holds the frames that the echo reads")
    let all = bus.cursor - memoryFrames..<bus.cursor + Tile.frames
    if laws.start.dense.pairs + laws.end.dense.pairs == 0 || !bus.sounds(in: all) { return }
    let isFull = bus.sounds(throughout: all)
    let life = min(1 << laws.end.lifeDoublings, Tile.frames)
    for start in stride(from: 0, to: Tile.frames, by: life) {
      draw(at: index * Tile.frames + start, isFirst: start == 0)
      let fades = !taps.are(tapsBefore.number, of: tapsBefore.law)
      for stream in 0..<taps.streams {
        if start == 0 { renderLead(stream, from: bus, isFull: isFull) }
        render(stream, start..<start + life, from: bus, isFull: isFull, fades: fades)
        add(stream, start..<start + life, fades: fades, to: &output)
      }
    }
  }

  /// Draws the taps from a frame on, and the taps of the frame before. Before the first frame of a tile, the law is that of
  /// its start.
  private mutating func draw(at frame: Int, isFirst: Bool) {
    let (law, lawBefore) = (laws.end, isFirst ? laws.start : laws.end)
    let number = timeline.drawnPlace(of: frame) >> law.lifeDoublings
    let before = timeline.drawnPlace(of: frame - 1) >> lawBefore.lifeDoublings
    // In the order of time, the taps before are drawn already.
    if taps.are(before, of: lawBefore) && !tapsBefore.are(before, of: lawBefore) {
      swap(&taps, &tapsBefore)
    }
    tapsBefore.draw(before, of: lawBefore)
    taps.draw(number, of: law)
  }

  /// Renders the frames of a stream that come before the tile.
  private mutating func renderLead(_ stream: Int, from bus: borrowing DropBus, isFull: Bool) {
    if lead == 0 { return }
    let heard = tapsBefore.heard(
      stream, in: bus.cursor - lead..<bus.cursor, of: bus, isFull: isFull)
    let source = bus.planes.start(of: layout.scatteredPlane) + bus.cursor - lead
    let target = streams.start(of: stream)
    for frame in stride(from: 0, to: lead, by: EchoLaw.fade) {
      let block = block(of: tapsBefore, heard, from: bus.planes.samples, at: source &+ frame)
      set(block, at: target &+ frame)
    }
  }

  /// Renders a run of frames of a stream. Where the taps are others than before, they fade in with equal power, since
  /// the two are not correlated.
  private mutating func render(
    _ stream: Int, _ run: Range<Int>, from bus: borrowing DropBus, isFull: Bool, fades: Bool
  ) {
    let frames = bus.cursor + run.lowerBound..<bus.cursor + run.upperBound
    let heard = taps.heard(stream, in: frames, of: bus, isFull: isFull)
    let source = bus.planes.start(of: layout.scatteredPlane) + bus.cursor
    let target = streams.start(of: stream) + lead
    var first = run.lowerBound
    if fades {
      let heardBefore = tapsBefore.heard(stream, in: frames, of: bus, isFull: isFull)
      let before = block(of: tapsBefore, heardBefore, from: bus.planes.samples, at: source &+ first)
      let now = block(of: taps, heard, from: bus.planes.samples, at: source &+ first)
      func between(_ before: SIMD8<Float>, _ now: SIMD8<Float>, _ offset: Float) -> SIMD8<Float> {
        let share = Self.ramp + offset
        return before * (1 - share).squareRoot() + now * share.squareRoot()
      }
      set(
        (
          between(before.0, now.0, 0), between(before.1, now.1, 0.25),
          between(before.2, now.2, 0.5), between(before.3, now.3, 0.75)
        ), at: target &+ first)
      first += EchoLaw.fade
    }
    for frame in stride(from: first, to: run.upperBound, by: EchoLaw.fade) {
      set(
        block(of: taps, heard, from: bus.planes.samples, at: source &+ frame), at: target &+ frame)
    }
  }

  /// The first eight frames of a line from 0 to 1 over a fade.
  private static var ramp: SIMD8<Float> {
    @inline(__always) get {
      SIMD8<Float>(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) / Float(EchoLaw.fade)
    }
  }

  /// Adds a run of frames of a stream to the channels that hear it. Where its direction is another than before, one
  /// fades into the other in a line, since they are the same sound.
  private func add(_ stream: Int, _ run: Range<Int>, fades: Bool, to output: inout Planes) {
    let source = streams.start(of: stream) + lead
    let row = stream * taps.directions.planes
    for channel in 0..<output.count {
      let gain = taps.directions.gains[row + channel]
      let gainBefore = tapsBefore.directions.gains[row + channel]
      if gain == 0 && (gainBefore == 0 || !fades) { continue }
      let heard = source - taps.directions.delays[row + channel]
      let heardBefore = source - tapsBefore.directions.delays[row + channel]
      let target = output.start(of: channel)
      var first = run.lowerBound
      if fades {
        for frame in stride(from: first, to: first + EchoLaw.fade, by: 8) {
          let share = Self.ramp + Float(frame - first) / Float(EchoLaw.fade)
          let before = streams.samples.eightUnchecked(from: heardBefore &+ frame) * gainBefore
          let now = streams.samples.eightUnchecked(from: heard &+ frame) * gain
          output.samples.addUnchecked(before + (now - before) * share, fromFourth: target &+ frame)
        }
        first += EchoLaw.fade
      }
      for frame in stride(from: first, to: run.upperBound, by: 8) {
        output.samples.addUnchecked(
          streams.samples.eightUnchecked(from: heard &+ frame) * gain, fromFourth: target &+ frame)
      }
    }
  }

  private typealias Block = (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>)

  @inline(__always)
  private mutating func set(_ block: Block, at place: Int) {
    streams.samples.setUnchecked(block.0, from: place)
    streams.samples.setUnchecked(block.1, from: place &+ 8)
    streams.samples.setUnchecked(block.2, from: place &+ 16)
    streams.samples.setUnchecked(block.3, from: place &+ 24)
  }

  /// 32 frames of echo. They stay in registers while the loop runs over the pairs.
  @inline(__always)
  private func block(
    of taps: borrowing EchoTaps, _ heard: Range<Int>, from sound: borrowing FixedArray<Float>,
    at source: Int
  ) -> Block {
    var a = SIMD8<Float>.zero
    var b = SIMD8<Float>.zero
    var c = SIMD8<Float>.zero
    var d = SIMD8<Float>.zero
    for number in heard {
      let pair = taps.pairs[unchecked: number]
      let added = source &- pair.added
      let subtracted = source &- pair.subtracted
      a += difference(of: sound, added, subtracted) * pair.level
      b += difference(of: sound, added &+ 8, subtracted &+ 8) * pair.level
      c += difference(of: sound, added &+ 16, subtracted &+ 16) * pair.level
      d += difference(of: sound, added &+ 24, subtracted &+ 24) * pair.level
    }
    return (a, b, c, d)
  }

  @inline(__always)
  private func difference(
    of sound: borrowing FixedArray<Float>, _ added: Int, _ subtracted: Int
  ) -> SIMD8<Float> {
    sound.eightUnchecked(from: added) - sound.eightUnchecked(from: subtracted)
  }
}
