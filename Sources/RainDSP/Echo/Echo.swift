/// The early reflections of drops and patter from ground, leaves and walls around the listener: velvet
/// noise, a sparse random echo.
///
///     bus ─┬─ delay 0 ─ (+) ─┐
///          ├─ delay 1 ─ (-) ─┤
///          ├─ delay 2 ─ (-) ─┼─ falling levels ─ (+) ─ output
///          ├─ delay 3 ─ (+) ─┤                    │
///          │     ...                              │
///          └─ dry sound ──────────────────────────┘
///
/// In each 1/`echoDensity` of a second there is one pulse at a random place (Karjalainen & Järveläinen
/// 2007, "Reverberation modeling using velvet noise"). The pulses fall by 60 dB in `echoTime`, end at
/// 0.8 of it, where they have fallen by 48 dB, and have unit energy together. Because the echo ends, any
/// moment can be reached exactly.
///
/// Two neighbours form a pair of one level and opposite signs, in random order. Their sum is 0 at 0 Hz:
/// a pair is a high-pass. Below `echoDensity`/2 Hz the echo falls off; drops have little energy there.
///
/// Each pair adds the difference of two places of the bus:
///
///     echo(n) = Σ level · (x[n - added] - x[n - subtracted])
///
/// from the last, quietest pair to the first. Pairs that read silence are left out.
///
/// Around the listener, echoes come from other sides than their sound: four streams of pairs read the sound of all
/// directions, and each comes from a random direction.
///
/// Every tile has other taps (``EchoTaps``): reflections differ from drop to drop by where each falls,
/// and one set of taps for all of them would be heard as a comb filter. New taps fade in within 32
/// frames.
struct Echo: ~Copyable {
  /// Frames of the fade from the taps of one tile to those of the next: one block of output, as many
  /// frames as the registers hold.
  private static let fade = 32
  private let timeline: Timeline
  private let layout: ChannelLayout
  private var laws: GlidingValue<EchoLaw>
  private var taps: EchoTaps
  private var tapsBefore: EchoTaps
  /// Upper bound of the delays, in frames.
  let memoryFrames: Int

  init(_ bounds: RainBounds, timeline: Timeline, layout: ChannelLayout, root: RandomKey) {
    let key = Source.echo.key(below: root)
    let sampleRate = timeline.sampleRate
    let mostPairs = EchoLaw.pairs(of: bounds.high)
    self.timeline = timeline
    self.layout = layout
    laws = GlidingValue(bounds.start, ())
    func makeTaps() -> EchoTaps {
      EchoTaps(key: key, mostPairs: mostPairs, sampleRate: sampleRate, layout: layout)
    }
    taps = makeTaps()
    tapsBefore = makeTaps()
    memoryFrames = EchoLaw.mostFrames(
      of: bounds.high, sampleRate: sampleRate, layout: layout)
  }

  /// Begins anew, with the key of another rendering.
  mutating func restart(_ root: RandomKey) {
    taps.restart(Source.echo.key(below: root))
    tapsBefore.restart(Source.echo.key(below: root))
  }

  /// The number of the taps of a tile. A loop rarely ends with a tile: its last, partial tile keeps
  /// the taps of the tile before it. Tiles before frame 0 take the taps of the loop's end, which may
  /// change up to a tile earlier or later there.
  private func number(of tile: Int) -> Int {
    guard let frames = timeline.frames else { return tile }
    let tileOfLoop = Tile.index(of: timeline.place(of: tile * Tile.frames))
    return min(tileOfLoop, frames / Tile.frames - 1)
  }

  /// Adds tile number `index`, which the automation has read and which is at the cursor of the bus, and its echo.
  mutating func render(
    tile index: Int, of automation: borrowing AutomationReader, from bus: borrowing DropBus,
    adding output: inout Planes
  ) {
    precondition(
      bus.cursor & 3 == 0 && bus.cursor >= memoryFrames
        && bus.cursor + Tile.frames <= bus.planes.frames && output.frames == Tile.frames
        && output.count == layout.channels && layout.planes <= bus.planes.count,
      "the bus holds the frames that the echo reads")
    laws.move(with: automation)
    let before = number(of: index - 1)
    // In the order of time, the taps of the last tile are drawn already.
    if taps.number == before && taps.law == laws.start { swap(&taps, &tapsBefore) }
    tapsBefore.draw(number: before, of: laws.start)
    taps.draw(number: number(of: index), of: laws.end)
    let omni = layout.omniPlane
    if omni != nil {
      for channel in 0..<output.count { addDry(channel: channel, bus, to: &output) }
    }
    for list in 0..<taps.lists {
      render(list: list, of: omni ?? list, bus, isDry: omni == nil, adding: &output)
    }
  }

  /// Adds the sound without its echo.
  private func addDry(channel: Int, _ bus: borrowing DropBus, to output: inout Planes) {
    let source = bus.planes.start(of: channel) + bus.cursor
    let target = output.start(of: channel)
    for frame in stride(from: 0, to: Tile.frames, by: 8) {
      output.samples[eightFrom: target + frame] += bus.planes.samples[eightFrom: source + frame]
    }
  }

  /// Adds the echoes of a list, which a plane of the bus sounds, to the channels that hear their direction; where it is
  /// dry, the sound itself, too.
  private mutating func render(
    list: Int, of plane: Int, _ bus: borrowing DropBus, isDry: Bool, adding output: inout Planes
  ) {
    tapsBefore.listen(list: list, to: bus)
    taps.listen(list: list, to: bus)
    if !isDry && tapsBefore.heardCount + taps.heardCount == 0 { return }
    let source = bus.planes.start(of: plane) + bus.cursor
    let first = list * layout.planes
    let channels = isDry ? list..<list + 1 : 0..<output.count
    fadeIn(list: first, from: bus.planes.samples, at: source, isDry: isDry, adding: &output)
    if !isDry && taps.heardCount == 0 { return }
    for frame in stride(from: Self.fade, to: Tile.frames, by: Self.fade) {
      let block = block(of: taps, from: bus.planes.samples, at: source &+ frame, isDry: isDry)
      for channel in channels {
        let gain = taps.directions.gains[first + channel]
        if gain == 0 { continue }
        let target = output.start(of: channel) &+ frame
        output.samples.addUnchecked(block.0 * gain, fromFourth: target)
        output.samples.addUnchecked(block.1 * gain, fromFourth: target &+ 8)
        output.samples.addUnchecked(block.2 * gain, fromFourth: target &+ 16)
        output.samples.addUnchecked(block.3 * gain, fromFourth: target &+ 24)
      }
    }
  }

  /// The first 32 frames of a list: from the taps and the direction of the tile before to those of this one.
  private func fadeIn(
    list first: Int, from sound: borrowing FixedArray<Float>, at source: Int, isDry: Bool,
    adding output: inout Planes
  ) {
    let before = block(of: tapsBefore, from: sound, at: source, isDry: isDry)
    let now = block(of: taps, from: sound, at: source, isDry: isDry)
    let share = SIMD8<Float>(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) / Float(Self.fade)
    for channel in 0..<output.count {
      let old = tapsBefore.directions.gains[first + channel]
      let new = taps.directions.gains[first + channel]
      if old == 0 && new == 0 { continue }
      func between(_ before: SIMD8<Float>, _ now: SIMD8<Float>, _ share: SIMD8<Float>)
        -> SIMD8<Float>
      { before * old + (now * new - before * old) * share }
      let target = output.start(of: channel)
      output.samples[eightFrom: target] += between(before.0, now.0, share)
      output.samples[eightFrom: target + 8] += between(before.1, now.1, share + 0.25)
      output.samples[eightFrom: target + 16] += between(before.2, now.2, share + 0.5)
      output.samples[eightFrom: target + 24] += between(before.3, now.3, share + 0.75)
    }
  }

  private typealias Block = (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>)

  /// 32 frames of echo, with the dry sound or without. They stay in registers while the loop runs over the pairs.
  @inline(__always)
  private func block(
    of taps: borrowing EchoTaps, from sound: borrowing FixedArray<Float>, at source: Int,
    isDry: Bool
  ) -> Block {
    var a = SIMD8<Float>.zero
    var b = SIMD8<Float>.zero
    var c = SIMD8<Float>.zero
    var d = SIMD8<Float>.zero
    for number in 0..<taps.heardCount {
      let pair = taps.heard[unchecked: number]
      let added = source &- pair.added
      let subtracted = source &- pair.subtracted
      a += difference(of: sound, added, subtracted) * pair.level
      b += difference(of: sound, added &+ 8, subtracted &+ 8) * pair.level
      c += difference(of: sound, added &+ 16, subtracted &+ 16) * pair.level
      d += difference(of: sound, added &+ 24, subtracted &+ 24) * pair.level
    }
    if !isDry { return (a, b, c, d) }
    return (
      sound.eightUnchecked(fromFourth: source) + a,
      sound.eightUnchecked(fromFourth: source &+ 8) + b,
      sound.eightUnchecked(fromFourth: source &+ 16) + c,
      sound.eightUnchecked(fromFourth: source &+ 24) + d
    )
  }

  @inline(__always)
  private func difference(
    of sound: borrowing FixedArray<Float>, _ added: Int, _ subtracted: Int
  ) -> SIMD8<Float> {
    sound.eightUnchecked(from: added) - sound.eightUnchecked(from: subtracted)
  }
}
