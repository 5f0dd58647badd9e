import RainTestSupport
import Testing

@testable import RainDSP

@Suite("A near drop")
struct DropTests {
  private func drop(_ index: Int, in rain: Rain) -> Drop {
    DropLaw(validated: rain).drop(RandomKey(seed: 11).child(index))
  }

  private func frames(_ drop: Drop, sampleRate: Int) -> [Float] {
    sound(drop.timing(sampleRate: sampleRate).voices) {
      drop.render(into: &$0, sampleRate: sampleRate)
    }
  }

  @Test("the delay of a blow is silent, begins where it has faded away, and has its length")
  func delay() throws {
    var rain = Rain()
    rain[.splash] = 0
    rain[.bubbleProbability] = 1
    for rate in [22_050, 44_100, 96_000] {
      for index in 0..<20 {
        let drop = drop(index, in: rain)
        let bubble = try #require(drop.bubble)
        guard bubble.frames(sampleRate: rate) > 0 else { continue }
        let frames = frames(drop, sampleRate: rate)
        let timing = drop.timing(sampleRate: rate)
        // The duration of the impact, and the fall of its tail by 80 dB, 5.46 times as long, and in the air.
        #expect(timing.impact == 0..<max(1, Int(drop.impact.duration * Double(rate) + 0.5)))
        let air = CLibrary.logarithm(10_000) / (2 * .pi * drop.airCutoff)
        #expect(abs(drop.delayStart - 5.459 * drop.impact.duration - air) < 1e-6)
        #expect(abs(Double(timing.delay.count) - drop.delay * Double(rate)) <= 1)
        #expect(timing.bubble.lowerBound == timing.delay.upperBound)
        #expect(timing.bubble.count == bubble.frames(sampleRate: rate))
        // Blow and air end on groups of eight.
        #expect(frames[timing.delay].dropFirst(17).allSatisfy { $0 == 0 })
        // The bubble's sine begins at 0 and is somewhere else a frame later.
        #expect(frames[timing.bubble.lowerBound + 1] != 0)
        let alone = sound(timing.bubble.count) { bubble.render(adding: &$0, sampleRate: rate) }
        if timing.delay.count > 17 {
          #expect(Array(frames[timing.bubble]) == Array(alone.prefix(timing.bubble.count)))
        }
        #expect(frames.dropFirst(timing.frames).allSatisfy { $0 == 0 })
      }
    }
  }

  @Test(
    "after every other shape the bubble sets in when duration and delay are over, and the shape swings back under it",
    arguments: [ImpactShape.halfSine, .acos, .force])
  func bubbleOnset(shape: ImpactShape) {
    for milliseconds in [0.05, 0.3, 1, 3.75, 7.5, 100] {
      for delay in [0, 0.3, 2, 8, 80] {
        for rate in [8000, 44_100, 192_000] {
          func drop(_ bubble: Bubble?) -> Drop {
            Drop(
              impact: Impact(shape: shape, amplitude: 0.4, duration: milliseconds * 1e-3),
              delay: delay * 1e-3, bubble: bubble)
          }
          let bubble = Bubble(amplitude: 0.5, frequency: 1500, decay: 300)
          let whole = frames(drop(bubble), sampleRate: rate)
          let alone = frames(drop(nil), sampleRate: rate)
          let start = (milliseconds + delay) * 1e-3 * Double(rate)
          // Its sine begins at 0: the first frame that differs is the second one.
          let first = whole.indices.first { whole[$0] != ($0 < alone.count ? alone[$0] : 0) }
          #expect(
            first.map { abs(Double($0) - 1 - start) <= 0.5 + 1e-6 } == true,
            "\(shape) of \(milliseconds) ms, delay \(delay) ms, \(rate) Hz: \(first ?? -1)")
          let timing = drop(bubble).timing(sampleRate: rate)
          #expect(timing.delay.lowerBound == timing.impact.upperBound)
        }
      }
    }
  }

  @Test("what is set is what comes: bubbles peak at their amplitude, and arches at theirs")
  func amplitudes() throws {
    for frequency in [20.0, 110, 800, 2200, 4000, 12_000, 18_000] {
      for decay in [5.0, 60, 240, 1000, 5000] {
        var rain = Rain()
        (rain[.variation], rain[.sizeSpread], rain[.bubbleProbability], rain[.puddles]) = (
          0, 0, 1, 0
        )
        (rain[.impactAmplitude], rain[.splash], rain[.air], rain[.distanceRatio]) = (0, 0, 0, 1)
        (rain[.bubbleAmplitude], rain[.chirp]) = (0.7, 0)
        (rain[.bubbleFrequency], rain[.bubbleDecay]) = (frequency, decay)
        let drop = drop(0, in: rain)
        let peak = frames(drop, sampleRate: 192_000).map(\.magnitude).max() ?? 0
        // In clear air the edge lies at 18 kHz.
        let air = 1 / (1 + (frequency / 18_000) * (frequency / 18_000)).squareRoot()
        #expect(
          abs(2 * CLibrary.decibels(Double(peak) / (0.7 * air))) < 1,
          "\(frequency) Hz, \(decay)/s: \(peak)")
        #expect(abs(drop.peaks(sampleRate: 192_000).bubble / Double(peak) - 1) < 0.1)
      }
    }
    for shape in [ImpactShape.halfSine, .acos] {
      for milliseconds in [0.3, 1, 3.75, 20, 100] {
        let impact = Impact(shape: shape, amplitude: 0.6, duration: milliseconds * 1e-3)
        let sound = sound(impact.frames(sampleRate: 192_000)) {
          impact.render(adding: &$0, sampleRate: 192_000)
        }
        let peak = Double(sound.max() ?? 0)
        #expect(abs(peak / 0.6 - 1) < 0.01, "\(shape) of \(milliseconds) ms: \(peak)")
      }
    }
  }

  @Test("the silence between the ticks of a splash holds no subnormal numbers, which are slow")
  func subnormal() {
    var rain = Rain()
    rain[.splash] = 2
    rain[.splashDecay] = 30
    for index in 0..<20 {
      let frames = frames(drop(index, in: rain), sampleRate: 192_000)
      #expect(frames.allSatisfy { !$0.isSubnormal })
    }
  }

  @Test("the bubble sets in at the same time at every sample rate")
  func bubbleTime() throws {
    var rain = Rain()
    rain[.bubbleProbability] = 1
    for index in 0..<20 {
      let drop = drop(index, in: rain)
      let exact = Double(drop.timing(sampleRate: 192_000).bubble.lowerBound) / 192_000
      for rate in [8000, 22_050, 44_100] where drop.bubble!.frames(sampleRate: rate) > 0 {
        let time = Double(drop.timing(sampleRate: rate).bubble.lowerBound) / Double(rate)
        // Half a frame of each.
        #expect(abs(time - exact) * Double(rate) <= 1)
      }
    }
  }

  @Test(
    "a delay of 0 puts the bubble right after the impact, and after a blow where it has faded away")
  func noDelay() {
    for shape in ImpactShape.allCases {
      var rain = Rain()
      (rain[.delay], rain.impactShape, rain[.bubbleProbability]) = (0, shape, 1)
      let drop = drop(1, in: rain)
      let timing = drop.timing(sampleRate: 44_100)
      let start = Int(drop.delayStart * 44_100 + 0.5)
      #expect(timing.delay.isEmpty && timing.bubble.lowerBound == start, "\(shape)")
    }
  }

  @Test("no drop is longer than the bound of its law")
  func mostFrames() {
    var extremes: [Rain] = [Rain()]
    for shape in ImpactShape.allCases {
      var rain = Rain()
      rain[.variation] = 2
      (rain[.rainfall], rain[.dropSize]) = (200, 2)
      rain[.sizeSpread] = 1.5
      rain.impactShape = shape
      rain[.impactDuration] = 100
      rain[.durationJitter] = 1
      rain[.splashDecay] = 30
      rain[.delay] = 80
      rain[.delayJitter] = 1
      rain[.bubbleProbability] = 1
      rain[.bubbleFrequency] = 20
      rain[.bubbleDecay] = 5
      rain[.pitchSpread] = 3
      rain[.decayJitter] = 1
      extremes.append(rain)
      rain[.bubbleFrequency] = 18_000
      rain[.bubbleDecay] = 20
      rain[.durationJitter] = 0.3
      rain[.delayJitter] = 0.3
      rain[.decayJitter] = 0.3
      rain[.impactDuration] = 3
      rain[.delay] = 10
      rain[.splashDecay] = 5
      extremes.append(rain)
      rain[.sizeSpread] = 0
      rain.surface = .metal
      rain[.impactDuration] = 0.05
      rain[.variation] = 0
      extremes.append(rain)
    }
    for rain in extremes {
      for rate in [8000, 44_100] {
        let most = DropLaw(validated: rain).mostFrames(sampleRate: rate)
        var longest = 0
        for index in 0..<500 {
          longest = max(longest, drop(index, in: rain).timing(sampleRate: rate).voices)
        }
        #expect(longest <= most)
        #expect(longest > 0)
      }
    }
  }

  @Test("where all drops are alike, the bound is their length and three groups of eight")
  func tightBound() {
    for surface in [Surface.open, .metal, .water] {
      var rain = Rain()
      rain[.splash] = 0
      rain.surface = surface
      rain[.variation] = 0
      rain[.sizeSpread] = 0
      rain[.air] = 0
      rain[.bubbleProbability] = 1
      let most = DropLaw(validated: rain).mostFrames(sampleRate: 44_100)
      for index in 0..<20 where surface == .metal || drop(index, in: rain).bubble != nil {
        let frames = drop(index, in: rain).timing(sampleRate: 44_100).frames
        #expect(surface == .metal ? frames <= most - 24 : frames == most - 24)
      }
    }
  }

  @Test("drops of extreme settings can be rendered at low sample rates and are finite")
  func extremes() {
    // Short and sudden: the smallest drops, bubbles that decay within a frame.
    var sudden = Rain()
    sudden[.variation] = 2
    sudden[.sizeSpread] = 1.5
    (sudden[.rainfall], sudden[.dropSize]) = (0.1, 0.5)
    sudden[.impactDuration] = 0.05
    sudden[.durationJitter] = 1
    sudden[.splashDecay] = 0.2
    sudden[.bubbleProbability] = 1
    sudden[.bubbleFrequency] = 20
    sudden[.bubbleDecay] = 5000
    sudden[.pitchSpread] = 3
    sudden[.decayJitter] = 1
    sudden[.air] = 1
    sudden[.distance] = 0.25
    sudden[.distanceRatio] = 200
    for rate in [8000, 22_050] {
      for index in 0..<600 {
        #expect(frames(drop(index, in: sudden), sampleRate: rate).allSatisfy { $0.isFinite })
      }
    }
  }

  @Test("an impact that the air dulls fades out and is not cut off")
  func dulledImpact() {
    var rain = Rain()
    rain[.splash] = 0
    rain[.puddles] = 0
    rain.impactShape = .halfSine
    rain[.air] = 1
    rain[.distance] = 0.5
    rain[.distanceRatio] = 60
    for index in 0..<30 {
      let frames = frames(drop(index, in: rain), sampleRate: 44_100)
      let peak = frames.map(\.magnitude).max() ?? 0
      let last = drop(index, in: rain).timing(sampleRate: 44_100).frames - 1
      #expect(frames[last].magnitude < 0.01 * peak)
    }
  }

  @Test("a drop has faded away after 0.7 s, whatever its settings")
  func longest() {
    var rain = Rain()
    (rain[.bubbleFrequency], rain[.bubbleDecay], rain[.bubbleProbability]) = (20, 5, 1)
    (rain[.impactDuration], rain.surface) = (100, .water)
    var cut = 0
    for index in 0..<30 {
      let drop = drop(index, in: rain)
      let timing = drop.timing(sampleRate: 8000)
      #expect(timing.frames <= 5600 && timing.bubble.upperBound <= 5600)
      if timing.voices == timing.frames { continue }
      cut += 1
      let frames = frames(drop, sampleRate: 8000)
      let peak = frames.map(\.magnitude).max() ?? 0
      #expect(frames[timing.frames...].allSatisfy { $0 == 0 })
      #expect(frames[timing.frames - 1].magnitude < 0.01 * peak)
      #expect(drop.samples(sampleRate: 8000, channels: 1).count == timing.frames)
    }
    #expect(cut > 5)
  }

  @Test("gains are level, distance and pan; mono has no pan")
  func gains() {
    var rain = Rain()
    rain[.drops] = 1000
    for index in 0..<50 {
      let drop = drop(index, in: rain)
      let mono = Double(drop.gains(.mono)[0])
      let (left, right) = (drop.gains(.stereo)[0], drop.gains(.stereo)[1])
      // Equal power: 1 and 1 in front.
      let power = Double(left) * Double(left) + Double(right) * Double(right)
      #expect(abs(power / (2 * mono * mono) - 1) < 1e-5)
      let pan = ChannelLayout.stereo.gains(azimuth: drop.azimuth, width: rain[.width])
      #expect(abs(Double(left) - mono * pan[0]) < 1e-6)
      #expect(abs(Double(right) - mono * pan[1]) < 1e-6)
      let near = self.drop(0, in: rain)
      #expect(
        abs(mono * drop.distance / (Double(near.gains(.mono)[0]) * near.distance) - 1)
          < 1e-5)
    }
    // Four times as many drops as 4,000 a minute, each at half the level.
    rain[.drops] = 4000
    let full = drop(3, in: rain).gains(.mono)[0]
    rain[.drops] = 16_000
    #expect(abs(drop(3, in: rain).gains(.mono)[0] * 2 / full - 1) < 1e-6)
    rain[.drops] = 20
    #expect(drop(3, in: rain).gains(.mono)[0] == full)
  }
}
