/// What ground, leaves and walls around the listener make of every drop: a sparse random echo.
///
/// Velvet noise (Karjalainen & Järveläinen 2007, "Reverberation modeling using velvet noise"): in
/// each 1/`spacePulses` of a second one pulse of random sign at a random place, falling by
/// 60 dB in `spaceTime`, cut at .8 `spaceTime`, each channel its own, of unit energy. Its memory
/// ends, so that any moment can be reached exactly.
struct Surroundings: ~Copyable {
  private struct Pulse {
    let delay: Int  // frames
    let gain: Float
  }

  private let pulses: [[Pulse]]
  /// Frames after which the echo is over.
  let memoryFrames: Int

  init(_ rain: Rain, sampleRate: Int, channels: Int, seed: UInt64) {
    let key = Source.surroundings.key(seed: seed)
    let level = Elementary.amplitude(decibels: rain.spaceDb)
    let count = Int(0.8 * rain.spaceTime * rain.spacePulses)
    pulses = (0..<channels).map { channel in
      let places = (0..<count).map { k in
        (Double(k) + key.child(channel).child(2 * k).uniform) / rain.spacePulses
      }
      // 60 dB are 3 powers of ten.
      let envelope = places.map {
        Elementary.exp(-3 * 2.302_585_092_994_046 * $0 / rain.spaceTime)
      }
      let energy = envelope.reduce(0) { $0 + $1 * $1 }
      let scale = level / energy.squareRoot()
      return zip(places, envelope).enumerated().map { k, pulse in
        let sign = key.child(channel).child(2 * k + 1).uniform < 0.5 ? -1.0 : 1.0
        return Pulse(
          delay: Int(pulse.0 * Double(sampleRate)), gain: Float(sign * scale * pulse.1))
      }
    }
    memoryFrames = (pulses.flatMap { $0.map { $0.delay } }.max() ?? -1) + 1
  }

  /// Writes the tile at hand of the bus with its echo.
  func render(from bus: borrowing DropBus, left: inout FrameBuffer, right: inout FrameBuffer) {
    render(pulses[0], from: bus.left, at: bus.cursor, into: &left)
    if pulses.count == 2 { render(pulses[1], from: bus.right, at: bus.cursor, into: &right) }
  }

  /// 32 frames at a time, which stay in registers while the pulses pass.
  private func render(
    _ pulses: [Pulse], from sound: borrowing FrameBuffer, at cursor: Int,
    into output: inout FrameBuffer
  ) {
    precondition(
      cursor >= memoryFrames && cursor + Tile.frames <= sound.count,
      "the bus keeps what the echo needs")
    for frame in stride(from: 0, to: Tile.frames, by: 32) {
      let source = cursor + frame
      var a = sound[eightFrom: source]
      var b = sound[eightFrom: source + 8]
      var c = sound[eightFrom: source + 16]
      var d = sound[eightFrom: source + 24]
      for pulse in pulses {
        let echo = source &- pulse.delay
        a += sound.eightUnchecked(from: echo) * pulse.gain
        b += sound.eightUnchecked(from: echo &+ 8) * pulse.gain
        c += sound.eightUnchecked(from: echo &+ 16) * pulse.gain
        d += sound.eightUnchecked(from: echo &+ 24) * pulse.gain
      }
      output[eightFrom: frame] = a
      output[eightFrom: frame + 8] = b
      output[eightFrom: frame + 16] = c
      output[eightFrom: frame + 24] = d
    }
  }
}
