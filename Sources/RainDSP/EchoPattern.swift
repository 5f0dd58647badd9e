/// When the pulses of an echo come and which are subtracted, in every channel: one in each of as many
/// equal spaces of time, at a random place.
struct EchoPattern: ~Copyable {
  /// Neighbouring pulses of one level: how many are added, and how many subtracted.
  struct Step {
    let added: Int
    let subtracted: Int
  }

  /// Channel by channel, from the last to the first; as many for each.
  private(set) var steps: Row<Step>
  /// In frames, step by step, those of the pulses that are added first; as many for each channel.
  private(set) var delays: Row<Int>
  private let pulses: Int
  private let pulsesPerStep: Int
  private let spacing: Double
  private let channels: Int

  /// - Parameters:
  ///   - pulses: how many in each channel.
  ///   - pulsesPerStep: how many of them share a level; the last step may have fewer.
  ///   - spacing: the frames in which one of them lies.
  ///   - channels: 1 or 2.
  init(pulses: Int, pulsesPerStep: Int, spacing: Double, channels: Int) {
    self.pulses = pulses
    self.pulsesPerStep = pulsesPerStep
    self.spacing = spacing
    self.channels = channels
    let stepCount = (pulses + pulsesPerStep - 1) / pulsesPerStep
    steps = Row(Array(repeating: Step(added: 0, subtracted: 0), count: channels * stepCount))
    delays = Row(Array(repeating: 0, count: channels * pulses))
  }

  /// The frames that no delay reaches.
  var mostFrames: Int { Int(Double(pulses) * spacing) + 1 }

  /// Draws the pattern that hangs at `key`.
  mutating func draw(_ key: RandomKey) {
    var step = 0
    var begin = 0
    for channel in 0..<channels {
      let key = key.child(channel)
      for first in stride(from: 0, to: pulses, by: pulsesPerStep).reversed() {
        let count = min(pulsesPerStep, pulses - first)
        // Those that are added from the front, the others from the back.
        var front = begin
        var back = begin + count
        for pulse in first..<first + count {
          let number = key.child(pulse)
          // Nobody hears where in .1 ms a pulse lies.
          let delay = Int((Double(pulse) + number.uniform) * spacing) & ~3
          // The bit that the uniform number leaves out.
          if number.bits & 1 == 0 {
            delays[front] = delay
            front += 1
          } else {
            back -= 1
            delays[back] = delay
          }
        }
        steps[step] = Step(added: front - begin, subtracted: begin + count - back)
        step += 1
        begin += count
      }
    }
  }
}
