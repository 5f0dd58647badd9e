/// What ground, leaves and walls around the listener make of every drop: a sparse random echo.
///
/// Velvet noise (Karjalainen & Järveläinen 2007, "Reverberation modeling using velvet noise"): in
/// each 1/`spacePulses` of a second one pulse of random sign at a random place, falling by
/// 60 dB in `spaceTime`, cut at .8 `spaceTime`, each channel its own, of unit energy. Its memory
/// ends, so that any moment can be reached exactly.
///
/// The fall goes in steps of 3 dB, or 6 dB where those are short, so that a pulse is an addition or a subtraction: from
/// the last step to the first,
///
///     echo = fall · echo + Σ x[n - delay] - Σ x[n - delay]
///
/// The pulses lie elsewhere in every tile. Reflections differ from drop to drop, by where each falls; one
/// pattern for all of them would colour the rain, as fine lines in its spectrum. A new one fades in
/// within 32 frames.
struct Surroundings: ~Copyable {
  /// Frames in which a pattern follows another.
  private static let fade = 32

  private let key: RandomKey
  private let lap: Lap
  private let channels: Int
  private var pattern: EchoPattern
  private var patternBefore: EchoPattern
  /// The number of each pattern.
  private var drawn = (now: Int.min, before: Int.min)
  /// The level of the first step.
  private let level: Float
  /// What one step leaves of the level of the step before it.
  private let fall: Float
  /// Frames after which the echo is over.
  let memoryFrames: Int

  init(_ rain: Rain, lap: Lap, channels: Int, seed: UInt64) {
    key = Source.surroundings.key(seed: seed)
    self.lap = lap
    self.channels = channels
    let pulses = Int(0.8 * rain.spaceTime * rain.spacePulses)
    // 20 steps of 3 dB are the 60 dB of spaceTime. Of so few pulses nobody hears 6 dB.
    let few = Int(rain.spaceTime * rain.spacePulses / 20)
    let pulsesPerStep = max(1, few > 3 ? few : 2 * few)
    // 60 dB are 3 powers of ten.
    let fall = Elementary.exp(
      -3 * 2.302_585_092_994_046 * Double(pulsesPerStep)
        / max(1, rain.spaceTime * rain.spacePulses))
    self.fall = Float(fall)
    // Of random signs, pulses that fall on one frame keep their energy.
    var energy = 0.0
    var stepEnergy = 1.0
    for first in stride(from: 0, to: pulses, by: pulsesPerStep) {
      energy += Double(min(pulsesPerStep, pulses - first)) * stepEnergy
      stepEnergy *= fall * fall
    }
    level =
      energy > 0 ? Float(Elementary.amplitude(decibels: rain.spaceDb) / energy.squareRoot()) : 0
    let spacing = Double(lap.sampleRate) / rain.spacePulses
    pattern = EchoPattern(
      pulses: pulses, pulsesPerStep: pulsesPerStep, spacing: spacing, channels: channels)
    patternBefore = EchoPattern(
      pulses: pulses, pulsesPerStep: pulsesPerStep, spacing: spacing, channels: channels)
    memoryFrames = pulses > 0 ? pattern.mostFrames : 0
  }

  /// The number of the pattern of a tile. In a lap, the frames beyond the last whole tile belong to
  /// it.
  private func number(of tile: Int) -> Int {
    guard let frames = lap.frames else { return tile }
    let inLap = Tile.index(of: lap.place(of: tile * Tile.frames))
    return min(inLap, frames / Tile.frames - 1)
  }

  /// Writes tile number `index`, at which the bus stands, with its echo.
  mutating func render(
    tile index: Int, from bus: borrowing DropBus, left: inout FrameBuffer, right: inout FrameBuffer
  ) {
    draw(now: number(of: index), before: number(of: index - 1))
    render(channel: 0, from: bus.left, at: bus.cursor, into: &left)
    if channels == 2 { render(channel: 1, from: bus.right, at: bus.cursor, into: &right) }
  }

  private mutating func draw(now: Int, before: Int) {
    if drawn.before != before {
      if drawn.now == before {
        swap(&pattern, &patternBefore)
      } else {
        patternBefore.draw(key.child(before))
      }
      drawn = (now: Int.min, before: before)
    }
    if drawn.now != now {
      pattern.draw(key.child(now))
      drawn.now = now
    }
  }

  private mutating func render(
    channel: Int, from sound: borrowing FrameBuffer, at cursor: Int,
    into output: inout FrameBuffer
  ) {
    precondition(
      cursor & 3 == 0 && cursor >= memoryFrames && cursor + Tile.frames <= sound.count,
      "the bus keeps what the echo needs")
    render(channel, of: patternBefore, from: sound, at: cursor, into: &output, Self.fade)
    let before = (
      output[eightFrom: 0], output[eightFrom: 8], output[eightFrom: 16], output[eightFrom: 24]
    )
    render(channel, of: pattern, from: sound, at: cursor, into: &output, Tile.frames)
    fade(before.0, into: &output, at: 0)
    fade(before.1, into: &output, at: 8)
    fade(before.2, into: &output, at: 16)
    fade(before.3, into: &output, at: 24)
  }

  private func fade(_ before: SIMD8<Float>, into output: inout FrameBuffer, at frame: Int) {
    let steps = SIMD8<Float>(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) + Float(frame)
    let now = output[eightFrom: frame]
    output[eightFrom: frame] = before + (now - before) * (steps / Float(Self.fade))
  }

  /// 32 frames at a time, which stay in registers while the pulses pass.
  private func render(
    _ channel: Int, of pattern: borrowing EchoPattern, from sound: borrowing FrameBuffer,
    at cursor: Int, into output: inout FrameBuffer, _ frames: Int
  ) {
    let steps = pattern.steps.count / channels
    let firstPulse = channel * (pattern.delays.count / channels)
    for frame in stride(from: 0, to: frames, by: 32) {
      let source = cursor &+ frame
      var a = SIMD8<Float>.zero
      var b = SIMD8<Float>.zero
      var c = SIMD8<Float>.zero
      var d = SIMD8<Float>.zero
      // The steps count all the delays.
      var pulse = firstPulse
      for index in channel * steps..<(channel + 1) * steps {
        let step = pattern.steps.unchecked(index)
        a *= fall
        b *= fall
        c *= fall
        d *= fall
        let firstSubtracted = pulse &+ step.added
        while pulse < firstSubtracted {
          let echo = source &- pattern.delays.unchecked(pulse)
          a += sound.eightUnchecked(fromFourth: echo)
          b += sound.eightUnchecked(fromFourth: echo &+ 8)
          c += sound.eightUnchecked(fromFourth: echo &+ 16)
          d += sound.eightUnchecked(fromFourth: echo &+ 24)
          pulse &+= 1
        }
        let end = pulse &+ step.subtracted
        while pulse < end {
          let echo = source &- pattern.delays.unchecked(pulse)
          a -= sound.eightUnchecked(fromFourth: echo)
          b -= sound.eightUnchecked(fromFourth: echo &+ 8)
          c -= sound.eightUnchecked(fromFourth: echo &+ 16)
          d -= sound.eightUnchecked(fromFourth: echo &+ 24)
          pulse &+= 1
        }
      }
      output[eightFrom: frame] = sound.eightUnchecked(fromFourth: source) + a * level
      output[eightFrom: frame + 8] = sound.eightUnchecked(fromFourth: source &+ 8) + b * level
      output[eightFrom: frame + 16] = sound.eightUnchecked(fromFourth: source &+ 16) + c * level
      output[eightFrom: frame + 24] = sound.eightUnchecked(fromFourth: source &+ 24) + d * level
    }
  }
}
