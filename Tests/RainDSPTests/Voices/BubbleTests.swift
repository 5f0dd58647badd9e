import RainDSP
import RainTestSupport
import Testing

@Suite("The bubble")
struct BubbleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let frequency, decay, chirp: Double
    let rate: Int
    var second = false

    var testDescription: String {
      "\(frequency) Hz, \(decay)/s, chirp \(chirp), at \(rate) Hz\(second ? ", in water" : "")"
    }

    var bubble: Bubble {
      Bubble(
        amplitude: 0.7, frequency: frequency, decay: decay, chirp: chirp, hasSecondMode: second)
    }

    /// Whether the pitch rises to 0.45 of the rate before the bubble has decayed, and the frames of the
    /// first mode.
    var isCut: Bool { Double(firstEnd) < CLibrary.logarithm(10_000) / decay * Double(rate) }
    var firstEnd: Int {
      let decayed = CLibrary.logarithm(10_000) / decay * Double(rate)
      let room = 0.45 * Double(rate) - frequency
      // Above √2 of its onset it rises no more.
      let reaches = chirp > 0 && room < frequency * (2.0.squareRoot() - 1)
      let risen = reaches ? room / (frequency * chirp * decay) * Double(rate) : .infinity
      return (Int(min(decayed, risen)) + 8) / 8 * 8
    }

    var sound: [Float] {
      RainDSPTests.sound(bubble.frames(sampleRate: rate)) { span in
        bubble.render(adding: &span, sampleRate: rate)
      }
    }
  }

  private static let cases: [Case] = [
    Case(frequency: 20, decay: 5, chirp: 0, rate: 8000),
    Case(frequency: 20, decay: 60, chirp: 2, rate: 192_000),
    Case(frequency: 20, decay: 5000, chirp: 0.5, rate: 44_100),
    Case(frequency: 110, decay: 20, chirp: 0.3, rate: 96_000),
    Case(frequency: 440, decay: 37, chirp: 0, rate: 44_100),
    Case(frequency: 440, decay: 37, chirp: 1, rate: 44_100),
    Case(frequency: 1100, decay: 95, chirp: 0.3, rate: 22_050),
    Case(frequency: 1100, decay: 30, chirp: 2, rate: 192_000),
    Case(frequency: 2200, decay: 240, chirp: 0.1, rate: 44_100),
    Case(frequency: 2200, decay: 240, chirp: 0.1, rate: 44_100, second: true),
    Case(frequency: 3600, decay: 100, chirp: 2, rate: 8000),
    Case(frequency: 1500, decay: 100, chirp: 2, rate: 8000, second: true),
    Case(frequency: 5000, decay: 710, chirp: 0.2, rate: 48_000, second: true),
    Case(frequency: 9000, decay: 5000, chirp: 2, rate: 44_100, second: true),
    Case(frequency: 18_000, decay: 50, chirp: 0, rate: 44_100),
    Case(frequency: 18_000, decay: 100, chirp: 2, rate: 192_000, second: true),
    Case(frequency: 18_000, decay: 5000, chirp: 1, rate: 96_000, second: true),
  ]

  @Test("follows its formula at every sample", arguments: cases)
  func formula(_ test: Case) {
    let frames = test.sound
    let end = CLibrary.logarithm(10_000)
    let chirp = test.chirp
    // Where the pitch reaches .45 of the rate before the end, the first mode fades out over 64 frames.
    let faded = test.isCut ? max(0, test.firstEnd - 64) : Int.max
    let hasSecond = test.second && 1.97 * test.frequency <= 0.45 * Double(test.rate)
    let secondEnd = Int(end / (2 * test.decay) * Double(test.rate))
    // The pitch stays from a whole group on.
    let risen = (2.0.squareRoot() - 1) / (chirp * test.decay) * Double(test.rate)
    let riseEnd = chirp > 0 ? Double((Int(risen) + 8) / 8 * 8) / Double(test.rate) : .infinity
    var error = 0.0
    for (frame, x) in frames.enumerated() where frame < faded {
      let t = Double(frame) / Double(test.rate)
      let f = test.frequency
      let d = test.decay
      let onset = 1 - CLibrary.exponential(-f * t)
      let rise = min(t, riseEnd)
      let turns = f * (t + chirp * d * rise * (t - rise / 2))
      var expected =
        onset * CLibrary.exponential(-d * t) * CLibrary.sine(2 * .pi * (turns - Double(Int(turns))))
      if hasSecond && frame <= secondEnd {
        let turns = 1.97 * f * t
        expected +=
          0.112 * onset * CLibrary.exponential(-2 * d * t)
          * CLibrary.sine(2 * .pi * (turns - Double(Int(turns))))
      }
      // The part that is cut off at the end lies 80 dB below the amplitude.
      error = max(error, abs(Double(x) / 0.7 - expected))
    }
    // 10⁻⁴ are cut off at the end. Where the pitch rises, the step of the phasor turns, too, and
    // its roundings add up twice.
    #expect(error < (test.chirp == 0 ? 2.5e-4 : 1e-3))
  }

  @Test(
    "lasts for exactly its frames, whole groups of eight that reach -80 dB or 0.45 of the rate",
    arguments: cases)
  func ends(_ test: Case) {
    let count = test.bubble.frames(sampleRate: test.rate)
    let secondEnd =
      test.second && 1.97 * test.frequency <= 0.45 * Double(test.rate)
      ? (Int(CLibrary.logarithm(10_000) / (2 * test.decay) * Double(test.rate)) + 8) / 8 * 8 : 0
    #expect(count == max(test.firstEnd, secondEnd))
    let frames = test.sound
    #expect(frames.count == count + 16)
    #expect(frames.dropFirst(count).allSatisfy { $0 == 0 })
    #expect(frames[count - 8..<count].contains { $0 != 0 })
    #expect(frames.allSatisfy { $0 == 0 || $0.isNormal })
  }

  @Test("has the same samples where its beginning is left out", arguments: 0..<12)
  func heardLate(draw: Int) {
    // Of any pitch, decay and chirp: it may cease to rise long before or after the end of its onset, and neither
    // lies a multiple of the frames between two sets of phasors after the other.
    let key = RandomKey(seed: 2026).child(draw)
    func number(_ child: Int, _ range: ClosedRange<Double>) -> Double {
      let (low, high) = (Elementary.log(range.lowerBound), Elementary.log(range.upperBound))
      return Elementary.exp(low + key.child(child).uniform * (high - low))
    }
    let bubble = Bubble(
      amplitude: 0.7, frequency: number(0, 20...1000), decay: number(1, 10...40),
      chirp: draw % 4 == 0 ? 0 : number(2, 0.05...2), hasSecondMode: draw % 2 == 0)
    let rate = [8000, 44_100][draw % 2]
    let frames = bubble.frames(sampleRate: rate)
    var whole = [Float](repeating: 0, count: frames)
    var span = whole.mutableSpan
    bubble.render(adding: &span, sampleRate: rate)
    for heard in stride(from: 0, to: frames, by: max(100, frames / 50)) {
      var late = [Float](repeating: 0, count: frames)
      var lateSpan = late.mutableSpan
      bubble.render(adding: &lateSpan, heardFrom: heard, sampleRate: rate)
      #expect(late[heard...] == whole[heard...], "\(bubble) from frame \(heard)")
    }
  }

  @Test("has no step where its phasors are computed again")
  func settings() {
    let test = Case(frequency: 300, decay: 20, chirp: 1, rate: 44_100)
    let frames = test.sound.map(Double.init)
    for seam in stride(from: 2048, through: 16_384, by: 2048) {
      // The second difference is 4 sin²(w/2) of the sample, but for a step.
      func bend(_ frame: Int) -> Double {
        frames[frame - 1] - 2 * frames[frame] + frames[frame + 1]
      }
      let around = (seam - 40..<seam - 2).map { abs(bend($0)) }.max() ?? 0
      #expect(max(abs(bend(seam - 1)), abs(bend(seam))) < 1.3 * around + 1e-4)
    }
  }

  @Test("is silent above 0.45 of the sample rate; the second mode may be silent alone")
  func aboveBand() {
    let high = Bubble(amplitude: 1, frequency: 3601, decay: 100)
    #expect(high.frames(sampleRate: 8000) == 0)
    #expect(sound(0) { high.render(adding: &$0, sampleRate: 8000) }.allSatisfy { $0 == 0 })
    #expect(high.frames(sampleRate: 8003) > 0)
    func water(_ second: Bool) -> [Float] {
      Case(frequency: 2000, decay: 100, chirp: 0, rate: 8000, second: second).sound
    }
    #expect(water(true) == water(false))
  }

  @Test("stays finite when it decays within less than a frame")
  func instant() {
    let bubble = Bubble(amplitude: 1, frequency: 3000, decay: 1e8)
    let count = bubble.frames(sampleRate: 8000)
    let frames = sound(count) { bubble.render(adding: &$0, sampleRate: 8000) }
    #expect(frames.allSatisfy { $0.isFinite && $0.magnitude <= 1 })
  }

  @Test(
    "glides at the same pace at every sample rate, and fades where its pitch is too high for one")
  func glide() {
    // 8 kHz, rising by a fifth within 1/200 s: 0.45 of 22,050 Hz is reached after 6 ms.
    let bubble = Bubble(amplitude: 0.7, frequency: 8000, decay: 200, chirp: 0.2)
    func sound(_ rate: Int) -> [Float] {
      RainDSPTests.sound(bubble.frames(sampleRate: rate)) {
        bubble.render(adding: &$0, sampleRate: rate)
      }
    }
    let low = sound(22_050)
    let high = sound(88_200)
    #expect(low.count < high.count / 8)
    let fade = bubble.frames(sampleRate: 22_050) - 64
    for frame in 0..<max(0, fade) { #expect(abs(low[frame] - high[4 * frame]) < 1e-3) }
    // No step at the end.
    #expect(low[bubble.frames(sampleRate: 22_050) - 1].magnitude < 0.02)
  }
}
