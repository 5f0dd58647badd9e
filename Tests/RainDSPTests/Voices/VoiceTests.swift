import RainDSP
import Testing

/// Properties of all voices: they add themselves to a span, from any frame, and end.
@Suite("Every voice")
struct VoiceTests {
  struct Voice: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let frames: @Sendable (_ sampleRate: Int) -> Int
    let render: @Sendable (inout MutableSpan<Float>, _ start: Int, _ sampleRate: Int) -> Void

    init(_ name: String, _ impact: Impact) {
      testDescription = name
      frames = { impact.frames(sampleRate: $0) }
      render = { impact.render(adding: &$0, at: $1, sampleRate: $2) }
    }

    init(_ name: String, _ splash: Splash) {
      testDescription = name
      frames = { splash.frames(sampleRate: $0) }
      render = { splash.render(adding: &$0, at: $1, sampleRate: $2) }
    }

    init(_ name: String, _ bubble: Bubble) {
      testDescription = name
      frames = { bubble.frames(sampleRate: $0) }
      render = { bubble.render(adding: &$0, at: $1, sampleRate: $2) }
    }

    init(_ name: String, _ sine: DampedSine) {
      testDescription = name
      frames = { sine.frames(sampleRate: $0) }
      render = { sine.render(adding: &$0, at: $1, sampleRate: $2) }
    }
  }

  private static let voices = [
    Voice("blow", Impact(amplitude: 0.4, duration: 0.8e-3)),
    Voice("long blow", Impact(amplitude: 1.5, duration: 0.3)),
    Voice("force", Impact(shape: .force, amplitude: 0.4, duration: 0.3e-3)),
    Voice("half sine", Impact(shape: .halfSine, amplitude: 0.4, duration: 7e-3)),
    Voice("acos", Impact(shape: .acos, amplitude: 0.4, duration: 2e-3)),
    Voice(
      "splash",
      Splash(amplitude: 0.3, frequency: 2000, spreadTime: 3e-3, key: RandomKey(seed: 4))),
    Voice("bubble", Bubble(amplitude: 0.5, frequency: 900, decay: 400)),
    Voice(
      "bubble in water",
      Bubble(amplitude: 0.5, frequency: 1200, decay: 90, chirp: 0.5, hasSecondMode: true)),
    Voice("instant bubble", Bubble(amplitude: 1, frequency: 3000, decay: 2e4)),
    Voice("damped sine", DampedSine(amplitude: 0.5, frequency: 440, decay: 30)),
    Voice(
      "damped sine that sets in and rises",
      DampedSine(amplitude: 0.5, frequency: 440, decay: 30, rise: 2000, attack: 200)),
    Voice(
      "damped sine that has risen",
      DampedSine(amplitude: 0.5, frequency: 440, decay: 30, rise: 2000, riseTime: 0.05)),
  ]

  @Test(
    "adds to what is there, from any frame, and touches no frame but its own", arguments: voices)
  func adds(_ voice: Voice) {
    for rate in [8000, 44_100, 192_000] {
      let count = voice.frames(rate)
      let alone = sound(count, room: 0) { voice.render(&$0, 0, rate) }
      #expect(alone.contains { $0 != 0 })
      for start in [0, 1, 7, 8, 13] {
        var both = [Float](repeating: 0.25, count: start + count + 20)
        var span = both.mutableSpan
        voice.render(&span, start, rate)
        #expect(both.prefix(start).allSatisfy { $0 == 0.25 })
        #expect(both.suffix(20).allSatisfy { $0 == 0.25 })
        // A voice of several parts adds each, and rounds each time.
        let error =
          zip(both.dropFirst(start), alone).map { (both: Float, alone: Float) in
            abs(both - (0.25 + alone))
          }.max() ?? 0
        #expect(error <= 0x1p-21)
      }
    }
  }

  @Test("lasts for whole groups of eight frames, and needs no room beyond", arguments: voices)
  func ends(_ voice: Voice) {
    for rate in [8000, 11_025, 48_000] {
      let count = voice.frames(rate)
      #expect(count > 0 && count % 8 == 0)
      // A frame beyond the span would be a trap.
      _ = sound(count, room: 0) { voice.render(&$0, 0, rate) }
    }
  }

  @Test("is finite, and never subnormal", arguments: voices)
  func finite(_ voice: Voice) {
    for rate in [8000, 44_100, 192_000] {
      let frames = sound(voice.frames(rate)) { voice.render(&$0, 0, rate) }
      #expect(frames.allSatisfy { $0 == 0 || $0.isNormal })
    }
  }

  @Test("a voice of any decay above 0 has a length")
  func endlessly() {
    #expect(Bubble(amplitude: 1, frequency: 100, decay: 1e-300).frames(sampleRate: 48_000) > 0)
    #expect(
      Splash(amplitude: 1, frequency: 100, spreadTime: 1e6, key: RandomKey(seed: 1))
        .frames(sampleRate: 48_000) > 0)
  }
}
