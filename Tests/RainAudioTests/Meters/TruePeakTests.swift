import RainDSP
import Testing

@testable import RainAudio

@Suite("true peak")
struct TruePeakTests {
  /// The true peak of a sine that swells and dies away, in dB; the phase is in degrees.
  private func decibels(
    amplitude: Double, frequency: Double, phase: Double, channels: Int
  ) -> Double {
    let samples = (0..<6000).flatMap { frame in
      let swell = min(1, Double(min(frame, 5999 - frame)) / 2000)
      let x = Float(
        amplitude * swell * Elementary.sine(turns: Double(frame) * frequency + phase / 360))
      return channels == 1 ? [x] : [x, 0]
    }
    return decibels(samples, channels: channels)
  }

  private func decibels(_ samples: [Float], channels: Int, piece: Int = 1000) -> Double {
    var peak = TruePeak(channels: channels)
    for start in stride(from: 0, to: samples.count, by: piece * channels) {
      peak.update(Array(samples[start..<min(samples.count, start + piece * channels)]).span)
    }
    return 20 / Elementary.log2(10) * Elementary.log2(Double(peak.finalize()))
  }

  /// EBU Tech 3341 (2016), table 1, cases 15 to 19: sines whose peaks lie between the samples. The
  /// tolerance there is from -.4 to +.2 dB; the frequencies are parts of the rate.
  @Test("the peak of a sine is found wherever the samples lie")
  func sines() {
    let cases: [(amplitude: Double, frequency: Double, phase: Double, expected: Double)] = [
      (0.5, 0.25, 0, -6), (0.5, 0.25, 45, -6), (0.5, 1.0 / 6, 60, -6), (0.5, 0.125, 67.5, -6),
      (1.41, 0.25, 45, 3), (0.5, 0.4, 18, -6), (0.5, 0.42, 14.4, -6),
      (0.5, 0.44, 10.8, -6), (0.5, 0.45, 9, -6),
    ]
    for sine in cases {
      for channels in 1...2 {
        let peak = decibels(
          amplitude: sine.amplitude, frequency: sine.frequency, phase: sine.phase,
          channels: channels)
        #expect(abs(peak - sine.expected) < 0.1, "\(sine): \(peak)")
      }
    }
  }

  @Test("a peak in either channel is found")
  func channels() {
    var samples = [Float](repeating: 0, count: 4000)
    samples[2001] = -0.5
    #expect(abs(decibels(samples, channels: 2) + 6.02) < 0.01)
    samples[1000] = 0.9
    #expect(abs(decibels(samples, channels: 2) + 0.915) < 0.01)
  }

  @Test("the last samples count, and pieces of any size give the same")
  func pieces() {
    // Between two equal samples beside silence, a band-limited sound is higher than both.
    for length in [1, 2, 63, 64, 1000, 1023, 1024, 1025, 2047, 3000] {
      var samples = [Float](repeating: 0, count: length - 1)
      samples += [0.5]
      if length > 1 { samples[length - 2] = 0.5 }
      let peak = decibels(samples, channels: 1)
      #expect(length == 1 ? abs(peak + 6.02) < 0.01 : peak > -4.2 && peak < -3.5, "\(length)")
      for piece in [1, 17, 1024] { #expect(decibels(samples, channels: 1, piece: piece) == peak) }
    }
  }

  @Test("skipping chunks that cannot hold the peak does not change it")
  func skipping() {
    var key = RandomLanes(RandomKey(seed: 5))
    var samples: [Float] = []
    for frame in 0..<1000 {
      let x = key.next()
      // Noise that swells: every chunk has a chance.
      for lane in 0..<8 {
        samples.append((Float(x[lane] &>> 8) * 0x1p-23 - 1) * Float(frame) / 1000)
      }
    }
    // The same interpolation by its definition: a sinc of 48 taps under a Kaiser window of shape 5.
    func bessel(_ x: Double) -> Double {
      var (term, sum) = (1.0, 1.0)
      for k in 1...30 { term *= x * x / 4 / Double(k * k); sum += term }
      return sum
    }
    var expected = 0.0
    for n in 24..<samples.count - 24 {
      for eighth in 0..<8 {
        let q = Double(eighth) / 8
        var y = eighth == 0 ? Double(samples[n]) : 0
        if eighth > 0 {
          for k in -23...24 {
            let d = Double(k) - q
            let window = bessel(5 * (1 - d * d / 576).squareRoot()) / bessel(5)
            y += Double(samples[n + k]) * window * Elementary.sine(turns: d / 2) / (.pi * d)
          }
        }
        expected = max(expected, y.magnitude)
      }
    }
    #expect(
      abs(decibels(samples, channels: 1) - 20 / Elementary.log2(10) * Elementary.log2(expected))
        < 0.001)
  }

  @Test("what is left out changes no peak of rain, in its last digit", arguments: 1...9)
  func leftOut(seed: Int) throws {
    let interpolator = Interpolator()
    var rain = Rain()
    rain[.drops] = [20, 600, 60_000][seed % 3]
    var renderer = try RainRenderer(
      rain, sampleRate: 16_000, channels: 2, seed: UInt64(seed))
    // Every other rain hardly sounds: the squares of its samples are 0.
    var samples = [Float](repeating: 0, count: 48_000)
    var span = samples.mutableSpan
    renderer.render(into: &span)
    if seed % 2 == 0 { for index in samples.indices { samples[index] *= 1e-24 } }
    let loudest = samples.reduce(0) { max($0, $1.magnitude) }
    for channels in 1...3 {
      let silence = [Float](repeating: 0, count: 64 * channels)
      let padded = silence + samples + silence
      var expected = loudest
      // Each eight by itself, so that nothing is left out.
      for start in stride(from: 0, to: padded.count - 56 * channels - 8, by: 8) {
        expected = max(
          expected,
          interpolator.highest(
            padded.span, start..<start + 8, channels: channels,
            loudest: .greatestFiniteMagnitude, 0))
      }
      var whole = TruePeak(channels: channels)
      whole.update(samples.span, loudest: loudest)
      #expect(whole.finalize() == expected)
      var pieces = TruePeak(channels: channels)
      for start in stride(from: 0, to: samples.count, by: 6000) {
        pieces.update(samples.span.extracting(start..<start + 6000))
      }
      #expect(pieces.finalize() == expected)
    }
  }
}
