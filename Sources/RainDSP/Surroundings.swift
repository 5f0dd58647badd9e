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
/// The delays are multiples of four frames; nobody hears where in .1 ms a pulse lies.
struct Surroundings: ~Copyable {
  /// Neighbouring pulses of one level: how many are added, and how many subtracted.
  // Not private: a Row of a private type breaks the compiler where it is not optimising.
  struct Step {
    let added: Int
    let subtracted: Int
  }

  /// Channel by channel, from the last to the first; as many for each.
  private let steps: Row<Step>
  /// In frames, step by step, those of the pulses that are added first; as many for each channel.
  private let delays: Row<Int>
  /// The level of the first step in each channel.
  private let levels: Row<Float>
  /// What one step leaves of the level of the step before it.
  private let fall: Float
  /// Frames after which the echo is over.
  let memoryFrames: Int

  init(_ rain: Rain, sampleRate: Int, channels: Int, seed: UInt64) {
    let key = Source.surroundings.key(seed: seed)
    let count = Int(0.8 * rain.spaceTime * rain.spacePulses)
    // 20 steps of 3 dB are the 60 dB of spaceTime. Of so few pulses nobody hears 6 dB.
    let few = Int(rain.spaceTime * rain.spacePulses / 20)
    let pulsesPerStep = max(1, few > 3 ? few : 2 * few)
    // 60 dB are 3 powers of ten.
    let fall = Elementary.exp(
      -3 * 2.302_585_092_994_046 * Double(pulsesPerStep)
        / max(1, rain.spaceTime * rain.spacePulses))
    self.fall = Float(fall)
    var steps: [Step] = []
    var delays: [Int] = []
    var levels: [Float] = []
    for channel in 0..<channels {
      // By multiples of four frames: two pulses may fall on one.
      var response = [Double](
        repeating: 0, count: Int(rain.spaceTime * Double(sampleRate)) / 4 + 1)
      for start in stride(from: 0, to: count, by: pulsesPerStep).reversed() {
        for place in response.indices { response[place] *= fall }
        var added: [Int] = []
        var subtracted: [Int] = []
        for k in start..<min(start + pulsesPerStep, count) {
          let time = Double(k) + key.child(channel).child(2 * k).uniform
          let delay = Int(time / rain.spacePulses * Double(sampleRate)) & ~3
          let isAdded = key.child(channel).child(2 * k + 1).uniform >= 0.5
          response[delay / 4] += isAdded ? 1 : -1
          if isAdded { added.append(delay) } else { subtracted.append(delay) }
        }
        steps.append(Step(added: added.count, subtracted: subtracted.count))
        delays += added + subtracted
      }
      let energy = response.reduce(0) { $0 + $1 * $1 }
      levels.append(
        energy > 0
          ? Float(Elementary.amplitude(decibels: rain.spaceDb) / energy.squareRoot()) : 0)
    }
    memoryFrames = (delays.max() ?? -1) + 1
    self.steps = Row(steps)
    self.delays = Row(delays)
    self.levels = Row(levels)
  }

  /// Writes the tile at hand of the bus with its echo.
  func render(from bus: borrowing DropBus, left: inout FrameBuffer, right: inout FrameBuffer) {
    render(channel: 0, from: bus.left, at: bus.cursor, into: &left)
    if levels.count == 2 { render(channel: 1, from: bus.right, at: bus.cursor, into: &right) }
  }

  /// 32 frames at a time, which stay in registers while the pulses pass.
  private func render(
    channel: Int, from sound: borrowing FrameBuffer, at cursor: Int,
    into output: inout FrameBuffer
  ) {
    precondition(
      cursor & 3 == 0 && cursor >= memoryFrames && cursor + Tile.frames <= sound.count,
      "the bus keeps what the echo needs")
    let stepCount = steps.count / levels.count
    let firstPulse = channel * (delays.count / levels.count)
    let level = levels[channel]
    for frame in stride(from: 0, to: Tile.frames, by: 32) {
      let source = cursor &+ frame
      var a = SIMD8<Float>.zero
      var b = SIMD8<Float>.zero
      var c = SIMD8<Float>.zero
      var d = SIMD8<Float>.zero
      // The steps count all the delays.
      var pulse = firstPulse
      for index in channel * stepCount..<(channel + 1) * stepCount {
        let step = steps.unchecked(index)
        a *= fall
        b *= fall
        c *= fall
        d *= fall
        let firstSubtracted = pulse &+ step.added
        while pulse < firstSubtracted {
          let echo = source &- delays.unchecked(pulse)
          a += sound.eightUnchecked(fromFourth: echo)
          b += sound.eightUnchecked(fromFourth: echo &+ 8)
          c += sound.eightUnchecked(fromFourth: echo &+ 16)
          d += sound.eightUnchecked(fromFourth: echo &+ 24)
          pulse &+= 1
        }
        let end = pulse &+ step.subtracted
        while pulse < end {
          let echo = source &- delays.unchecked(pulse)
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
