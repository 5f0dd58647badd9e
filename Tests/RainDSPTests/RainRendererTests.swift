import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The renderer")
struct RainRendererTests {
  private static let frames = 3 * Tile.frames + 700

  @Test("a rendering that ends has the samples of one that goes on, up to its end")
  func end() throws {
    var rain = Rain.everything
    (rain.surface, rain[.bubbleFrequency], rain[.bubbleDecay]) = (.water, 60, 5)
    for loop in [nil, 12_000] {
      for (start, end) in [(0, 5001), (9000, 9007), (9000, 14_000)] {
        var whole = renderer(rain, startingAt: start, loop: loop)
        var ending = renderer(rain, startingAt: start, loop: loop)
        ending.end = end
        let count = 2 * (end - start)
        var (a, b) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
        var span = a.mutableSpan
        whole.render(into: &span)
        span = b.mutableSpan
        ending.render(into: &span)
        #expect(a == b)
      }
    }
  }

  @Test("a renderer that one thread has made renders on another")
  func otherThread() async throws {
    actor Player {
      private var renderer: RainRenderer

      init(_ renderer: consuming sending RainRenderer) { self.renderer = renderer }

      func frames(_ count: Int) -> [Float] {
        var frames = [Float](repeating: 0, count: count)
        var span = frames.mutableSpan
        renderer.render(into: &span)
        return frames
      }
    }
    func requireSendable<Value: Sendable & ~Copyable>(_: Value.Type) {}
    requireSendable(RainRenderer.self)
    let player = Player(try RainRenderer(.everything, channels: 1))
    let here = Player(try RainRenderer(.everything, channels: 1))
    let there = await Task.detached { await player.frames(5000) }.value
    #expect(await here.frames(5000) == there)
  }

  private static var dry: Rain {
    var rain = Rain.everything
    rain[.lowpass] = 20_000
    rain[.highpass] = 20
    rain[.echoTime] = 0
    rain.surface = .open
    return rain
  }

  @Test(
    "a start at any frame gives the samples of a start at frame 0",
    arguments: [(true, 2), (false, 2), (true, 1)])
  func starts(muffled: Bool, channels: Int) {
    let rain = muffled ? Rain.everything : Self.dry
    let end = 18 * Tile.frames
    let whole = rendered(rain, 0..<end, channels: channels)
    let random = RandomKey(seed: 42)
    let starts =
      [1, 4095, 4096, 16 * 4096]
      + (0..<(muffled && channels == 2 ? 8 : 3)).map {
        Int(random.child($0).uniform * Double(end - 900))
      }
    for start in starts {
      let frames = rendered(rain, start..<start + 900, blocks: 499, channels: channels)
      #expect(
        frames == Array(whole[start * channels..<(start + 900) * channels]), "from \(start)")
    }
  }

  @Test("a start among sounds of seconds, whose beginnings it leaves out, gives the same samples")
  func longSounds() {
    var rain = Rain.everything
    rain[.drops] = 900
    rain.surface = .metal
    rain[.bubbleDecay] = 5
    rain[.bubbleProbability] = 1
    rain[.impactDuration] = 60
    rain[.splashDecay] = 25
    rain[.delay] = 50
    let end = 14 * Tile.frames
    let whole = rendered(rain, 0..<end)
    for start in [7 * Tile.frames, 9 * Tile.frames + 1234, end - 500] {
      let late = rendered(rain, start..<start + 500)
      #expect(late == Array(whole[2 * start..<2 * (start + 500)]), "from \(start)")
    }
  }

  @Test("a start in the middle has the echoes of drops that have ended")
  func echoes() {
    var rain = Rain.silent
    rain[.drops] = 3000
    // All drops are short, and the echo is far longer.
    rain[.variation] = 0
    rain[.sizeSpread] = 0
    rain[.bubbleProbability] = 0
    rain[.echoTime] = 2
    rain[.echoLevel] = 6
    let end = 8 * Tile.frames
    let whole = rendered(rain, 0..<end, channels: 1)
    for start in [5 * Tile.frames, 7 * Tile.frames + 77] {
      let late = rendered(rain, start..<start + 500, channels: 1)
      #expect(late == Array(whole[start..<start + 500]))
    }
  }

  @Test("seeking after a minute without a drop gives the same samples")
  func seekAfterSilence() {
    var rain = Rain()
    (rain[.drops], rain[.patterRate]) = (0, 0)
    var renderer = renderer(rain)
    let start = rendered(by: &renderer, frames: 8000, channels: 2)
    _ = rendered(by: &renderer, frames: 60 * 11_025, channels: 2)
    renderer.seek(to: 0)
    #expect(rendered(by: &renderer, frames: 8000, channels: 2) == start)
  }

  @Test("both channels are equally loud, within 1 dB")
  func balance() {
    let sound = rendered(Rain(), 0..<4 * 22_050, sampleRate: 22_050)
    let left = Sample(channel(0, of: sound)).power
    let right = Sample(channel(1, of: sound)).power
    #expect(abs(CLibrary.decibels(left / right)) < 1)
  }

  @Test("limited samples are those bent by more than 1 dB, counted once, for any block size")
  func limited() {
    var loud = Rain()
    loud[.drops] = 6000
    loud[.pink] = 0.3
    var quiet = loud
    quiet[.gain] = 0
    quiet[.pink] = 0.3
    loud[.gain] = 12
    let factor = Limiter.gain(of: loud)
    // At 0 dB the loudest samples pass the knee, too, so the gain is lower here.
    quiet[.gain] = -40
    let less = Limiter.gain(of: quiet)
    let bare = rendered(quiet, 0..<Self.frames)
    let beyond = bare.filter { ($0 / less * factor).magnitude > Limiter.limitedInput }.count
    #expect(beyond > 100 && beyond < bare.count / 2)
    for blocks in [100, 441, 4096, Self.frames] {
      var renderer = renderer(loud)
      let sound = rendered(by: &renderer, frames: Self.frames, blocks: blocks, channels: 2)
      let counted = renderer.limitedSamples
      // Rounding may move a sample across the limit.
      #expect(abs(counted - beyond) <= 2)
      #expect(counted == sound.filter { $0.magnitude > Limiter.bentByOneDecibel }.count)
      #expect(sound.allSatisfy { $0.magnitude < 1 })
    }
    var calm = renderer(Rain())
    _ = rendered(by: &calm, frames: Tile.frames, channels: 2)
    let none = calm.limitedSamples
    #expect(none == 0)
  }

  @Test(
    "the near drops are those of the schedule, each in its frame and at its place; in a loop, they sound on past its end",
    arguments: [nil, 8400])
  func schedule(loop: Int?) throws {
    var rain = Rain.silent
    rain[.drops] = 3000
    rain[.gust] = 0.8
    rain[.echoTime] = 0
    rain[.gain] = -20
    let (frames, rate) = loop.map { ($0, 8000) } ?? (6 * Tile.frames, 44_100)
    var expected = [Float](repeating: 0, count: 2 * frames)
    let gain = Limiter.gain(of: rain)
    for (onset, drop) in try Drops(rain, in: 0..<frames, sampleRate: rate, loop: loop) {
      for (index, x) in drop.samples(sampleRate: rate, channels: 2).enumerated()
      where loop != nil || 2 * onset + index < expected.count {
        expected[(2 * onset + index) % expected.count] += x * gain
      }
    }
    var renderer = renderer(rain, sampleRate: rate, loop: loop)
    let found = rendered(by: &renderer, frames: frames, channels: 2)
    for (a, b) in zip(found, expected) { #expect(abs(a - b) < 3e-6) }
  }

  @Test(
    "the channels are correlated as recorded: well below 1 kHz, half as much at 4 kHz, hardly at 8 kHz",
    .enabled(if: Build.isOptimised))
  func correlation() {
    let rate = 44_100
    let sound = rendered(Rain(), 0..<100 * Tile.frames, sampleRate: rate)
    let (left, right) = (channel(0, of: sound), channel(1, of: sound))
    func spectrum(_ sound: [Float]) -> Spectrum {
      Spectrum(of: sound, sampleRate: rate, segment: 4096)
    }
    // Sum and difference of two channels have the powers 2 (1 + r) and 2 (1 - r).
    let sum = spectrum(zip(left, right).map { $0 + $1 })
    let difference = spectrum(zip(left, right).map { $0 - $1 })
    // Recordings have 0.69, 0.67, 0.65, 0.59, 0.35 and 0.14 (medians of eight).
    for (band, lowest, highest) in [
      (180.0..<360, 0.6, 0.75), (360..<710, 0.6, 0.75), (710..<1410, 0.55, 0.7),
      (1410..<2830, 0.5, 0.65), (2830..<5660, 0.25, 0.45), (5660..<11_300, 0, 0.25),
    ] {
      let (a, b) = (sum.density(band), difference.density(band))
      let found = (a - b) / (a + b)
      #expect(found > lowest && found < highest, "\(band): \(found)")
    }
  }

  @Test("gain is a factor and nothing else")
  func gain() {
    var rain = Rain.everything
    // A lean is a factor, too, and rounds.
    (rain[.gain], rain[.spot]) = (0, 0)
    let bare = rendered(rain, 0..<Tile.frames)
    rain[.gain] = -12
    let factor = Limiter.gain(of: rain)
    #expect(rendered(rain, 0..<Tile.frames) == bare.map { $0 * factor })
  }

  @Test("lowpass is a low-pass over everything, highpass a high-pass")
  func tone() {
    var rain = Rain.everything
    (rain[.gain], rain[.spot]) = (0, 0)
    rain[.lowpass] = 20_000
    rain[.highpass] = 20
    let bare = rendered(rain, 0..<3 * Tile.frames)
    rain[.lowpass] = 900
    let muffled = rendered(rain, 0..<3 * Tile.frames)
    rain[.highpass] = 300
    let both = rendered(rain, 0..<3 * Tile.frames)
    for side in 0...1 {
      var lowPass = ConstantFirstOrder(.init(lowPass: 900, sampleRate: 11_025))
      let expected = filtered(channel(side, of: bare), tiles: 3) { lowPass.filter(&$0) }
      #expect(channel(side, of: muffled) == expected)
      var highPass = ConstantFirstOrder(.init(shelf: 300, sampleRate: 11_025))
      #expect(
        channel(side, of: both) == filtered(expected, tiles: 3) { highPass.filter(&$0) })
    }
  }

  @Test("another seed gives another rain, and the channels differ")
  func seeds() {
    let one = rendered(Rain(), 0..<Tile.frames, seed: 1)
    #expect(one != rendered(Rain(), 0..<Tile.frames, seed: 2))
    #expect(channel(0, of: one) != channel(1, of: one))
  }

  @Test("every rate from 8,000 to 192,000 renders finite sound, with every surface")
  func everyRate() {
    for (index, surface) in Surface.allCases.enumerated() {
      var rain = Rain.everything
      rain.surface = surface
      let rate = [8000, 11_025, 192_000][index % 3]
      let sound = rendered(rain, 0..<2000, sampleRate: rate)
      #expect(sound.allSatisfy { $0.isFinite && $0.magnitude < 1 })
      #expect(sound.contains { $0 != 0 })
    }
  }

  @Test("wrong settings and arguments are refused by name, in a sentence")
  func wrongSettings() {
    var dry = Rain()
    dry[.drops] = -1
    func flaw(
      _ rain: Rain = Rain(), sampleRate: Int = 44_100, channels: Int = 2, startingAt: Int = 0,
      loop: Int? = nil
    ) -> String? {
      do throws(InvalidSetting) {
        _ = try RainRenderer(
          rain, sampleRate: sampleRate, channels: channels, startingAt: startingAt, loop: loop)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(flaw() == nil)
    #expect(flaw(dry) == "drops is -1; it has to lie within 0 to 1000000")
    #expect(flaw(sampleRate: 7999) == "sampleRate is 7999; it has to lie within 8000 to 192000")
    #expect(flaw(channels: 3) == "channels is 3; it has to lie within 1 to 2; a layout has more")
    #expect(flaw(startingAt: -1) == "startingAt is -1; it has to be at least 0")
    #expect(flaw(loop: 44_099) == "loop is 44099; it has to be at least 44100")
    #expect(flaw(loop: 44_100) == nil)
  }

  @Test("planar output has the samples of interleaved output", arguments: 1...2)
  func planar(channels: Int) {
    var interleaved = renderer(Rain(), channels: channels)
    let expected = rendered(by: &interleaved, frames: 9000, channels: channels)
    var planar = renderer(Rain(), channels: channels)
    var left: [Float] = []
    var right: [Float] = []
    for count in [1, 4096, 4000, 903] {
      var leftBlock = [Float](repeating: .nan, count: count)
      var rightBlock = [Float](repeating: .nan, count: channels == 2 ? count : 0)
      var leftSpan = leftBlock.mutableSpan
      var rightSpan = rightBlock.mutableSpan
      planar.render(left: &leftSpan, right: &rightSpan)
      left += leftBlock
      right += rightBlock
    }
    #expect(left == (channels == 2 ? channel(0, of: expected) : expected))
    #expect(right == (channels == 2 ? channel(1, of: expected) : []))
    planar.seek(to: 0)
    var both = [Float](repeating: .nan, count: channels * 9000)
    var span = both.mutableSpan
    planar.render(planar: &span)
    #expect(both == left + right)
  }
}
