import RainTestSupport
import Testing

@testable import RainDSP

@Suite("Two ears of a head")
struct EarsTests {
  @Test("the nearer ear is louder in the highs as a rigid sphere has it, and not in the lows")
  func shelf() {
    // Levels of the sphere's series in dB re its mean over all directions, of octaves around 1, 2,
    // 4 and 8 kHz, by the angle between ear and source.
    let sphere: [(degrees: Double, levels: [Double])] = [
      (0, [2.6, 3.0, 3.1, 3.2]),
      (30, [2.3, 2.7, 2.9, 3.0]),
      (60, [1.4, 1.7, 2.0, 2.3]),
      (90, [-0.3, -0.3, -0.3, -0.3]),
      (120, [-3.1, -3.2, -4.3, -5.4]),
      (150, [-2.2, -6.6, -7.9, -11.1]),
    ]
    for (degrees, levels) in sphere {
      let highs = Head.highs(CLibrary.sine((90 - degrees) / 180 * .pi))
      for (octave, level) in levels.enumerated() {
        let powers = (-4...4).map { step in
          let frequency = 1000 * Elementary.exp2(Double(octave) + Double(step) / 8)
          let gain = Head.gain(at: frequency, highs: highs)
          return gain * gain
        }
        let seen = Elementary.decibels(amplitude: powers.reduce(0, +) / 9) / 2
        #expect(abs(seen - level) < 1.6, "\(degrees) degrees, octave \(octave): \(seen)")
      }
    }
    for side in [-1.0, 0, 1] {
      #expect(abs(Head.gain(at: 100, highs: Head.highs(side)) - 1) < 0.01)
    }
  }

  @Test("the farther ear hears a sound later by Woodworth's formula, and what is overhead at once")
  func lag() {
    for (azimuth, height, microseconds) in [
      (0.25, 0.0, 655.815), (0.75, 0, -655.815), (0, 0, 0), (0.5, 0, 0), (0.25, 1, 0),
      (1.0 / 12, 0, 261.122), (0.25, 0.75.squareRoot(), 261.122),
    ] {
      let lag = Head.lag(Head.side(azimuth: azimuth, height: height), sampleRate: 1_000_000)
      #expect(abs(lag - microseconds) < 0.02, "\(azimuth) \(height) \(lag)")
    }
  }

  @Test("the taps delay by parts of a frame, and keep the treble")
  func taps() {
    for share in [0, 0.25, 0.5, 0.9] {
      let taps = Head.taps(share)
      // Of the sample rate; 0.25 are 11 kHz at 44.1 kHz.
      for (frequency, loss, error) in [(0.05, 0.001, 1e-4), (0.25, 0.25, 0.01), (0.3, 0.9, 0.03)] {
        var (x, y) = (0.0, 0.0)
        for tap in 0..<8 {
          let angle = 2 * .pi * frequency * (Double(tap) - 3 - share)
          x += Double(taps[tap]) * CLibrary.sine(angle + .pi / 2)
          y += Double(taps[tap]) * CLibrary.sine(angle)
        }
        let level = Elementary.decibels(amplitude: (x * x + y * y).squareRoot())
        #expect(level > -loss && level < 0.001, "\(share) \(frequency) \(level)")
        #expect(abs(y / x) < 2 * .pi * frequency * error, "\(share) \(frequency) \(y / x)")
      }
    }
    let whole = Head.taps(0)
    #expect(whole.indices.map { whole[$0] } == [0, 0, 0, 1, 0, 0, 0, 0])
  }

  /// A click at an azimuth in turns, as both ears hear it.
  private func click(_ azimuth: Double) -> (left: [Float], right: [Float]) {
    let drop = Drop(
      azimuth: azimuth, surface: .glass,
      impact: Impact(amplitude: 0.3, duration: 2e-3))
    let sound = drop.samples(sampleRate: 48_000, layout: .binaural)
    func plane(_ number: Int) -> [Float] {
      stride(from: number, to: sound.count, by: 6).map { sound[$0] }
    }
    return (plane(0), plane(2))
  }

  @Test(
    "left and right are mirrors of each other, front and back alike, and the middle is the middle")
  func symmetry() {
    for azimuth in [0.0, 0.03, 0.1, 0.22] {
      let (here, mirrored, behind) = (click(azimuth), click(1 - azimuth), click(0.5 - azimuth))
      #expect(isNear(here.left, mirrored.right) && isNear(here.right, mirrored.left))
      #expect(isNear(here.left, behind.left) && isNear(here.right, behind.right))
      #expect(isNear(here.left, here.right) == (azimuth == 0))
    }
  }

  private func isNear(_ a: [Float], _ b: [Float]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < 1e-6 }
  }

  @Test("the center of a click moves by the lag, to parts of a frame")
  func parts() {
    for azimuth in [0.02, 0.05, 0.11, 0.25] {
      let (left, right) = click(azimuth)
      func center(_ sound: [Float]) -> Double {
        var (sum, moment) = (0.0, 0.0)
        for (frame, x) in sound.enumerated() {
          sum += Double(x) * Double(x)
          moment += Double(frame) * Double(x) * Double(x)
        }
        return moment / sum
      }
      let lag = Head.lag(Head.side(azimuth: azimuth, height: 0), sampleRate: 48_000)
      // Eight taps delay the highest octave by some hundredths less than the rest.
      #expect(abs(center(left) - center(right) - lag) < 0.1, "\(azimuth)")
    }
  }

  @Test(
    "a field from all sides is as loud as in stereo, and has the correlation of a sphere's ears")
  func field() throws {
    var rain = Rain.silent
    (rain[.white], rain[.gust]) = (0.1, 0)
    // In octaves from 250 Hz to 2 kHz, by the series: over the ground, and below a roof.
    for (surface, sphere) in [
      (Surface.open, [0.67, 0.01, -0.16, 0.03]), (.leaves, [0.74, 0.18, -0.08, 0.01]),
    ] {
      rain.surface = surface
      func ears(_ layout: ChannelLayout) throws -> [[Float]] {
        try planes(RainAutomation(rain), layout, 0..<480_000, sampleRate: 16_000)
      }
      let (ears, stereo) = (try ears(.binaural), try ears(.stereo))
      func power(_ x: [Float]) -> Double { x.reduce(0) { $0 + Double($1) * Double($1) } }
      for ear in 0..<2 { #expect(abs(power(ears[ear]) / power(stereo[ear]) - 1) < 0.03) }
      func spectrum(_ sign: Float) -> Spectrum {
        Spectrum(
          of: zip(ears[0], ears[1]).map { $0 + sign * $1 }, sampleRate: 16_000, segment: 1024)
      }
      let (sum, difference) = (spectrum(1), spectrum(-1))
      for (octave, expected) in sphere.enumerated() {
        let center = 250 * Elementary.exp2(Double(octave))
        let band = center / 2.0.squareRoot()..<center * 2.0.squareRoot()
        let (even, odd) = (sum.density(band), difference.density(band))
        let seen = (even - odd) / (even + odd)
        #expect(abs(seen - expected) < 0.12, "\(surface), \(center) Hz: \(seen)")
      }
    }
  }

  @Test("through a door, block size and a later start change no sample")
  func door() throws {
    let automation = try RainAutomation(
      .everything,
      curves: [
        .init(
          .surface, [.init(at: 0.5, Surface.concrete.number), .init(at: 2, Surface.metal.number)])
      ])
    let whole = try planes(automation, .binaural, 0..<30_000)
    #expect(try planes(automation, .binaural, 0..<30_000, blocks: 777) == whole)
    for start in [4096, 9001, 22_000] {
      let late = try planes(automation, .binaural, start..<30_000)
      #expect(late == whole.map { Array($0[start...]) })
    }
    let still = try planes(RainAutomation(.everything), .binaural, 0..<30_000)
    #expect(still != whole)
  }
}
