import RainAudio
import RainDSP
import Testing

@Suite("loudness")
struct LoudnessTests {
  /// A sine of 1 kHz in all channels for some seconds.
  private struct Tone {
    let level: Double  // dBFS, of its peaks
    let seconds: Double
  }

  private func loudness(
    _ tones: [Tone], frequency: Double = 1000, rate: Int = 8000, channels: Int = 2,
    silentRight: Bool = false, piece: Int = 4096
  ) -> Double? {
    meter(
      tones, frequency: frequency, rate: rate, channels: channels, silentRight: silentRight,
      piece: piece
    ).integrated
  }

  private func meter(
    _ tones: [Tone], frequency: Double = 1000, rate: Int = 8000, channels: Int = 2,
    silentRight: Bool = false, piece: Int = 4096
  ) -> Loudness {
    var loudness = Loudness(sampleRate: rate, layout: channels == 2 ? .stereo : .mono)
    var frame = 0
    for tone in tones {
      let amplitude = Elementary.amplitude(decibels: tone.level)
      let end = frame + Int(tone.seconds * Double(rate))
      while frame < end {
        var samples: [Float] = []
        for frame in frame..<min(end, frame + piece) {
          let x = Float(
            amplitude * Elementary.sine(turns: Double(frame) * frequency / Double(rate)))
          samples.append(x)
          if channels == 2 { samples.append(silentRight ? 0 : x) }
        }
        loudness.update(samples.span)
        frame = min(end, frame + piece)
      }
    }
    return loudness
  }

  private func isNear(_ loudness: Double?, _ expected: Double, _ tolerance: Double = 0.1) -> Bool {
    loudness.map { abs($0 - expected) <= tolerance } ?? false
  }

  /// EBU Tech 3341 (2016), table 1, whose tolerance is .1 LU; each part lasts a fifth of the time. Blocks below the
  /// relative gate do not count (case 3), blocks below the absolute gate do not lower that (4), and all others count by
  /// their power (5).
  @Test(
    "cases 1 to 5 of EBU Tech 3341 are as loud as it says",
    arguments: [
      (-23, [(-23, 4)]), (-33, [(-33, 4)]), (-23, [(-36, 2), (-23, 12), (-36, 2)]),
      (-23, [(-72, 2), (-36, 2), (-23, 12), (-36, 2), (-72, 2)]),
      (-23, [(-26, 4), (-20, 4.02), (-26, 4)]),
    ] as [(Double, [(level: Double, seconds: Double)])])
  func cases(expected: Double, tones: [(level: Double, seconds: Double)]) {
    #expect(isNear(loudness(tones.map { Tone(level: $0.level, seconds: $0.seconds) }), expected))
  }

  /// EBU Tech 3342 (2016), table 1, whose tolerance is 1 LU.
  @Test(
    "cases 1 to 4 of EBU Tech 3342 have the loudness range that it says",
    arguments: [
      (10, [-20, -30]), (5, [-20, -15]), (20, [-40, -20]), (15, [-50, -35, -20, -35, -50]),
    ] as [(Double, [Double])])
  func range(expected: Double, levels: [Double]) {
    let meter = meter(levels.map { Tone(level: $0, seconds: 20) })
    #expect(abs(meter.range - expected) < 0.2, "\(meter.range)")
  }

  @Test("the highest loudness of 400 ms and of 3 s are those of the loudest part, silence counted")
  func highest() {
    // A part of 3 s or more has its level; of a shorter one, three seconds have so much less power.
    let cases: [(seconds: Double, momentary: Double, shortTerm: Double)] = [
      (5, -23, -23), (3, -23, -23), (1.5, -23, -26.01), (0.4, -23, -31.75),
    ]
    for (seconds, momentary, shortTerm) in cases {
      for before in [0, 1.2, 4] {
        let silence = Tone(level: -200, seconds: before)
        let meter = meter([silence, Tone(level: -23, seconds: seconds)])
        #expect(isNear(meter.momentary, momentary) && isNear(meter.shortTerm, shortTerm))
      }
    }
    #expect(meter([Tone(level: -400, seconds: 4)]).momentary == nil)
    #expect(meter([Tone(level: -23, seconds: 1)]).range == 0)
  }

  @Test("a sine of 997 Hz at full scale in one channel is -3.01 LKFS, at every rate")
  func calibration() {
    for rate in [8000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000] {
      let tone = [Tone(level: 0, seconds: 0.4)]
      let mono = loudness(tone, frequency: 997, rate: rate, channels: 1)
      #expect(isNear(mono, -3.01, 0.01), "\(rate) Hz: \(mono ?? 0)")
    }
    let tone = [Tone(level: 0, seconds: 0.4)]
    #expect(
      loudness(tone, frequency: 997, silentRight: true)
        == loudness(tone, frequency: 997, channels: 1))
  }

  @Test("low and high tones weigh the same at every rate")
  func response() throws {
    for frequency in [40.0, 100, 400, 1500] {
      let tone = [Tone(level: -20, seconds: 0.4)]
      let reference = try #require(loudness(tone, frequency: frequency, rate: 48_000))
      for rate in [8000, 96_000] {
        let here = loudness(tone, frequency: frequency, rate: rate)
        #expect(isNear(here, reference, 0.3), "\(frequency) Hz at \(rate): \(here ?? 0)")
      }
    }
  }

  @Test("less than a block, silence and sound below -70 LUFS have no loudness")
  func none() {
    #expect(loudness([Tone(level: 0, seconds: 0.399)]) == nil)
    #expect(loudness([Tone(level: 0, seconds: 0.4)]) != nil)
    #expect(loudness([Tone(level: -200, seconds: 1)]) == nil)
    #expect(loudness([Tone(level: -70.2, seconds: 1)]) == nil)
    #expect(loudness([Tone(level: -69.8, seconds: 1)]) != nil)
  }

  @Test("pieces of any size give the same number, also where 100 ms are no whole number of frames")
  func pieces() {
    let tones = [Tone(level: -20, seconds: 0.7), Tone(level: -30, seconds: 0.5)]
    let whole = loudness(tones, rate: 11_025, piece: 100_000)
    for piece in [1, 7, 1102, 1103] {
      #expect(loudness(tones, rate: 11_025, piece: piece) == whole)
    }
  }

  @Test("samples far beyond full scale and silence after them do no harm")
  func extremes() {
    var loudness = Loudness(sampleRate: 8000, layout: .mono)
    let loud = [Float](repeating: 0, count: 100) + [1e38, -1e38, 1e38]
    loudness.update((loud + [Float](repeating: 0, count: 16_000)).span)
    #expect(loudness.integrated.map { $0 > 700 } == true)
  }

  @Test("each speaker counts by its place, and of ambisonics the first channel alone")
  func places() {
    func loudness(_ layout: ChannelLayout, _ channel: Int) -> Double? {
      var loudness = Loudness(sampleRate: 8000, layout: layout)
      var samples: [Float] = []
      for frame in 0..<8000 {
        var row = [Float](repeating: 0, count: layout.channels)
        row[channel] = Float(0.1 * Elementary.sine(turns: Double(frame) / 8))
        samples += row
      }
      loudness.update(samples.span)
      return loudness.integrated
    }
    // 1.41 in power, of the surrounds of 5.1 and the sides of 7.1; BS.1770-5, table 4.
    let front = loudness(.surround5, 0)
    #expect(isNear(front, -23, 0.1))
    for (layout, channel) in [
      (ChannelLayout.surround5, 4), (.surround5, 5), (.surround5Height, 4), (.surround7, 6),
      (.surround7Pair, 7), (.surround7Height, 7),
    ] {
      #expect(isNear(loudness(layout, channel), (front ?? 0) + 1.492, 0.001))
    }
    for (layout, channel) in [
      (ChannelLayout.quad, 3), (.surround5, 2), (.surround5Height, 8), (.surround7, 4),
      (.surround7Pair, 8), (.surround7Height, 10),
      (.thirdOrder, 0),
    ] {
      #expect(loudness(layout, channel) == front)
    }
    #expect(loudness(.surround5, 3) == nil && loudness(.firstOrder, 1) == nil)
  }
}
