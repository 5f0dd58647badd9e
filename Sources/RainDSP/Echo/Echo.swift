/// Sound of drops and patter that ground, leaves and walls scatter: velvet noise, a sparse random echo.
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
/// In each 1/`echoDensity` of a second there is one pulse at a random time (Karjalainen & Järveläinen
/// 2007, "Reverberation modeling using velvet noise"). The pulses fall by 60 dB in `echoTime`, end at
/// 0.6 of it, where they have fallen by 36 dB, and have unit energy together. Because the echo ends, any
/// moment can be reached exactly.
///
/// Two neighbours form a pair of one level and opposite signs, in random order. Their sum is 0 at 0 Hz:
/// a pair is a high-pass. Below `echoDensity`/2 Hz the echo falls off; drops have little energy there.
///
/// Each pair adds the difference of two frames of the bus:
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
  /// A fade: in a line, and with equal power.
  private let ramp: FrameBlock
  private let fadeIn: FrameBlock
  private let fadeOut: FrameBlock
  /// Upper bound of the delays, in frames.
  let memoryFrames: Int

  /// The echo of the settings to come; a gutter has so many bubbles a second.
  init(
    _ bounds: RainBounds, timeline: Timeline, layout: ChannelLayout, gutterRate: Double,
    root: RandomKey
  ) {
    let key = Source.echo.key(below: root)
    let sampleRate = timeline.sampleRate
    let mostPairs = EchoLaw.Pulses.pairs(
      time: bounds.high[.echoTime], perSecond: bounds.high[.echoDensity])
    self.timeline = timeline
    self.layout = layout
    let line = FixedArray(
      (0..<FrameBlock.frames).map { (Float($0) + 0.5) / Float(FrameBlock.frames) })
    let rising = FixedArray((0..<FrameBlock.frames).map { line[$0].squareRoot() })
    let falling = FixedArray((0..<FrameBlock.frames).map { (1 - line[$0]).squareRoot() })
    ramp = line.blockUnchecked(from: 0)
    fadeIn = rising.blockUnchecked(from: 0)
    fadeOut = falling.blockUnchecked(from: 0)
    laws = GlidingValue(bounds.start, (sampleRate, gutterRate, layout))
    func makeTaps() -> EchoTaps {
      EchoTaps(key: key, mostPairs: mostPairs, sampleRate: sampleRate, layout: layout)
    }
    taps = makeTaps()
    tapsBefore = makeTaps()
    lead = EchoLaw.lead(spacing: bounds.high[.spacing], sampleRate: sampleRate, layout: layout)
    memoryFrames = EchoLaw.mostFrames(of: bounds.high, sampleRate: sampleRate, layout: layout)
    streams = Planes(
      count: memoryFrames > 0 ? EchoTaps.streams(of: layout) : 0, frames: lead + Tile.frames)
  }

  mutating func restart(_ root: RandomKey) {
    taps.restart(Source.echo.key(below: root))
    tapsBefore.restart(Source.echo.key(below: root))
  }

  /// Takes the settings of the tile that the automation has read.
  mutating func apply(_ automation: borrowing AutomationReader) { laws.move(with: automation) }

  /// How many parts a tile can be made in.
  static var parts: Int { 8 }

  /// The work of a part, as the mixer counts it.
  var weight: Int { 1 + laws.end.dense.pairs / 16 }

  /// Renders the frames `run` of tile number `index`, which is at the cursor of the bus, and adds them to `output`: what is
  /// scattered and, unless `isStraight` is false, what arrives straight. The runs of a tile come one after the other, and
  /// are whole parts of it.
  mutating func render(
    _ run: Range<Int> = 0..<Tile.frames, tile index: Int, from bus: borrowing DropBus,
    isStraight: Bool = true, adding output: inout Planes
  ) {
    precondition(
      bus.cursor & 3 == 0 && bus.cursor >= memoryFrames
        && bus.cursor + Tile.frames <= bus.planes.frames && output.frames == Tile.frames
        && output.count == layout.mixPlanes && layout.planes <= bus.planes.count,
      "the bus holds the frames that the echo reads")
    let all = bus.cursor - memoryFrames..<bus.cursor + Tile.frames
    if laws.start.dense.pairs + laws.end.dense.pairs == 0 || !bus.sounds(in: all) {
      if !isStraight { return }
      for channel in 0..<output.count {
        add(
          Image<0>(repeating: (0, 0)), channel, run, from: bus, isStraight: true,
          to: &output)
      }
      return
    }
    let isFull = bus.sounds(throughout: all)
    let life = min(1 << laws.end.lifeDoublings, Tile.frames)
    var start = run.lowerBound
    while start < run.upperBound {
      let run = start..<min(run.upperBound, (start / life + 1) * life)
      let fade =
        start % life == 0 ? draw(at: index * Tile.frames + start, isFirst: start == 0) : .none
      for stream in 0..<taps.streams {
        if start == 0 { renderLead(stream, from: bus, isFull: isFull) }
        render(stream, run, from: bus, isFull: isFull, fade)
      }
      for channel in 0..<output.count {
        add(
          channel, run, from: bus, isStraight: isStraight, fades: fade != .none, to: &output)
      }
      start = run.upperBound
    }
  }

  /// How taps fade in: of other pulses with equal power, since the two are not correlated; where the law gives the same
  /// pulses other levels and delays, in a line.
  private enum Fade { case none, line, equalPower }

  /// Draws the taps from a frame on, and the taps of the frame before. Before the first frame of a tile, the law is that of
  /// its start. Returns how the ones replace the others.
  private mutating func draw(at frame: Int, isFirst: Bool) -> Fade {
    let number = timeline.drawnFrame(frame) >> laws.end.lifeDoublings
    if !isFirst {
      if taps.number == number { return .none }
      swap(&taps, &tapsBefore)
      taps.draw(number, of: laws.end)
      return .equalPower
    }
    let before = timeline.drawnFrame(frame - 1) >> laws.start.lifeDoublings
    if !tapsBefore.are(before, of: laws.start) {
      // In the order of time, they are those that sounded last.
      if taps.are(before, of: laws.start) {
        swap(&taps, &tapsBefore)
      } else {
        tapsBefore.draw(before, of: laws.start)
      }
    }
    if !taps.are(number, of: laws.end) { taps.draw(number, of: laws.end) }
    if number != before || laws.start.lifeDoublings != laws.end.lifeDoublings { return .equalPower }
    return laws.start == laws.end ? .none : .line
  }

  /// Renders the frames of a stream that come before the tile.
  private mutating func renderLead(_ stream: Int, from bus: borrowing DropBus, isFull: Bool) {
    if lead == 0 { return }
    let heard = tapsBefore.heard(
      stream, in: bus.cursor - lead..<bus.cursor, of: bus, isFull: isFull)
    let source = bus.planes.start(of: layout.scatteredPlane) + bus.cursor - lead
    let target = streams.start(of: stream)
    for frame in stride(from: 0, to: lead, by: FrameBlock.frames) {
      let block = block(of: tapsBefore, heard, from: bus.planes.samples, at: source &+ frame)
      streams.samples.setUnchecked(block, from: target &+ frame)
    }
  }

  /// Renders a run of frames of a stream.
  private mutating func render(
    _ stream: Int, _ run: Range<Int>, from bus: borrowing DropBus, isFull: Bool, _ fade: Fade
  ) {
    let frames = bus.cursor + run.lowerBound..<bus.cursor + run.upperBound
    let heard = taps.heard(stream, in: frames, of: bus, isFull: isFull)
    let source = bus.planes.start(of: layout.scatteredPlane) + bus.cursor
    let target = streams.start(of: stream) + lead
    for frame in stride(from: run.lowerBound, to: run.upperBound, by: FrameBlock.frames) {
      let block = block(of: taps, heard, from: bus.planes.samples, at: source &+ frame)
      streams.samples.setUnchecked(block, from: target &+ frame)
    }
    if fade == .none { return }
    let heardBefore = tapsBefore.heard(stream, in: frames, of: bus, isFull: isFull)
    let first = run.lowerBound
    let before = block(of: tapsBefore, heardBefore, from: bus.planes.samples, at: source &+ first)
    let now = streams.samples.blockUnchecked(from: target &+ first)
    let faded =
      fade == .line ? before + (now - before) * ramp : before * fadeOut + now * fadeIn
    streams.samples.setUnchecked(faded, from: target &+ first)
  }

  /// Adds what a channel hears in a run of frames: once, so that the noise leaves it as it is. Where the direction of a
  /// stream is another than before, one fades into the other in a line, since they are the same sound.
  ///
  /// It changes nothing. Mutating, since Swift 6.3 copies the echo, 2 KB, for a call that only reads it.
  private mutating func add(
    _ channel: Int, _ run: Range<Int>, from bus: borrowing DropBus, isStraight: Bool, fades: Bool,
    to output: inout Planes
  ) {
    var first = run.lowerBound
    if fades {
      var sum = FrameBlock()
      if isStraight {
        let straight = bus.planes.start(of: channel) + bus.cursor
        sum = bus.planes.samples.blockUnchecked(from: straight &+ first)
      }
      for stream in 0..<taps.streams {
        let before = block(of: hearing(of: stream, by: channel, tapsBefore.directions), at: first)
        let now = block(of: hearing(of: stream, by: channel, taps.directions), at: first)
        sum += before + (now - before) * ramp
      }
      let target = output.start(of: channel) &+ first
      output.samples.setUnchecked(output.samples.blockUnchecked(from: target) + sum, from: target)
      first += FrameBlock.frames
    }
    let rest = first..<run.upperBound
    // The streams that are heard: of speakers, a direction has two or three. Behind them come streams of gain 0.
    var image = Image<4>(repeating: (streams.start(of: 0) &+ lead, 0))
    var count = 0
    for stream in 0..<taps.streams {
      let hearing = hearing(of: stream, by: channel, taps.directions)
      if hearing.gain == 0 { continue }
      image[count] = hearing
      count += 1
    }
    // The compiler unrolls loops over a number of streams that it knows.
    switch count {
    case 0, 1: add([image[0]], channel, rest, from: bus, isStraight: isStraight, to: &output)
    case 2:
      add([image[0], image[1]], channel, rest, from: bus, isStraight: isStraight, to: &output)
    default: add(image, channel, rest, from: bus, isStraight: isStraight, to: &output)
    }
  }

  /// How a channel hears a stream: where its plane begins, later by the delay, and the gain.
  private typealias Hearing = (start: Int, gain: Float)
  private typealias Image<let n: Int> = InlineArray<n, Hearing>

  @inline(__always)
  private func hearing(
    of stream: Int, by channel: Int, _ directions: borrowing DirectionTable
  ) -> Hearing {
    let entry = stream &* directions.planes &+ channel
    return (
      streams.start(of: stream) &+ lead &- directions.delays[unchecked: entry],
      directions.gains[unchecked: entry]
    )
  }

  @inline(__always)
  private func block(of hearing: Hearing, at frame: Int) -> FrameBlock {
    streams.samples.blockUnchecked(from: hearing.start &+ frame) * hearing.gain
  }

  /// Adds the straight sound and these streams, as a channel hears them, in one pass.
  @inline(__always)
  private func add<let n: Int>(
    _ image: Image<n>, _ channel: Int, _ run: Range<Int>, from bus: borrowing DropBus,
    isStraight: Bool, to output: inout Planes
  ) {
    let straight = bus.planes.start(of: channel) + bus.cursor
    let target = output.start(of: channel)
    for frame in stride(from: run.lowerBound, to: run.upperBound, by: 8) {
      var sum = SIMD8<Float>.zero
      if isStraight { sum = bus.planes.samples.eightUnchecked(fromFourth: straight &+ frame) }
      for stream in 0..<n {
        sum +=
          streams.samples.eightUnchecked(from: image[stream].start &+ frame) * image[stream].gain
      }
      output.samples.addUnchecked(sum, fromFourth: target &+ frame)
    }
  }

  /// A block of echo. It stays in registers while the loop runs over the pairs.
  @inline(__always)
  private func block(
    of taps: borrowing EchoTaps, _ heard: Range<Int>, from sound: borrowing FixedArray<Float>,
    at source: Int
  ) -> FrameBlock {
    var sum = FrameBlock()
    for number in heard {
      let pair = taps.pairs[unchecked: number]
      sum.addDifference(
        of: sound, from: source &- pair.added, source &- pair.subtracted, by: pair.level)
    }
    return sum
  }
}
