import RainDSP
import RainTestSupport
import Testing

@Suite("The impact")
struct ImpactTests {
  private func frames(_ impact: Impact, _ sampleRate: Int) -> [Float] {
    sound(impact.frames(sampleRate: sampleRate)) {
      impact.render(adding: &$0, sampleRate: sampleRate)
    }
  }

  private static let durations = [0.00005, 0.0002, 0.0008, 0.0031, 0.1]

  @Test("a blow is the difference of its pressure from frame to frame", arguments: durations)
  func blow(duration: Double) {
    for rate in [8000, 44_100, 192_000] {
      let impact = Impact(amplitude: 0.6, duration: duration)
      let rendered = frames(impact, rate)
      func automation(_ frame: Int) -> Double {
        let t = Double(frame) / Double(rate)
        let peak = 0.15 * duration
        return t < peak
          ? t * (2 / (peak * (t + peak))).squareRoot()
          : CLibrary.exponential(-(t - peak) / (0.52 * duration))
      }
      let slope = (0..<rendered.count).map { automation($0 + 1) - automation($0) }
      let power = slope.reduce(0) { $0 + $1 * $1 }
      let scale = 0.35 * 0.6 * (duration * Double(rate) / power).squareRoot()
      let count = impact.frames(sampleRate: rate)
      let peak = slope.map(\.magnitude).max() ?? 0
      let error = (0..<count).map { abs(Double(rendered[$0]) - scale * slope[$0]) }.max() ?? 1
      // The fall rounds once for every eight frames: 2⁻²⁴ of it up to 8,000 times, here.
      #expect(error < scale * peak * 1e-4)
      #expect(rendered.dropFirst(count).allSatisfy { $0 == 0 })
    }
  }

  @Test(
    "an amplitude below all Floats is silence, and never NaN",
    arguments: ImpactShape.allCases)
  func subnormal(shape: ImpactShape) {
    let least = Double.leastNonzeroMagnitude
    let amplitudes: [Double] = [least, 2 * least, 20 * least, 1e9 * least, 1e-46, 1e-44, 0]
    for amplitude in amplitudes {
      let rendered = frames(Impact(shape: shape, amplitude: amplitude, duration: 0.003), 44_100)
      #expect(rendered.allSatisfy { Double($0.magnitude) <= 1e-43 })
    }
  }

  @Test("the energy of a blow is (0.35 A)² T at every sample rate and length")
  func energies() {
    for rate in [8000, 22_050, 44_100, 96_000, 192_000] {
      for duration in Self.durations {
        let impact = Impact(amplitude: 0.4, duration: duration, nominalDuration: 0.0008)
        let expected = 0.35 * 0.35 * 0.16 * 0.0008 * Double(rate)
        #expect(abs(energy(frames(impact, rate)) / expected - 1) < 1e-4)
      }
    }
  }

  @Test("a force has a mean of zero, pushes before it swings back, and has the energy of a blow")
  func force() {
    for rate in [44_100, 192_000] {
      for duration in [0.0002, 0.0005, 0.001] {
        let impact = Impact(
          shape: .force, amplitude: 0.4, duration: duration, nominalDuration: 0.000305)
        let rendered = frames(impact, rate)
        let sum = rendered.reduce(0) { $0 + Double($1) }
        let push = rendered.reduce(0) { $0 + Double(max(0, $1)) }
        // It ends while 1 % of the swing is left.
        #expect(abs(sum) < 0.02 * push)
        let peak = rendered.indices.max { rendered[$0] < rendered[$1] } ?? 0
        #expect(abs(Double(peak) / Double(rate) - 0.15 * duration) < 2 / Double(rate))
        // The swing takes some of the low end.
        let expected = 0.35 * 0.35 * 0.16 * 0.000305 * Double(rate)
        #expect((0.7...1.05).contains(energy(rendered) / expected))
      }
    }
  }

  /// The integral of an arch from `from` to `to`, in parts of its duration.
  private func integral(_ shape: ImpactShape, from: Double, to: Double) -> Double {
    if shape == .halfSine {
      return (CLibrary.sine(.pi * (from + 0.5)) - CLibrary.sine(.pi * (to + 0.5))) / .pi
    }
    // By Simpson's rule over θ, with 2x - 1 = -cos θ: arccos(cos² θ) is smooth up to both ends, where the
    // shape over x has the slope of a square root.
    func angle(_ x: Double) -> Double { CLibrary.arccosine(1 - 2 * x) }
    func height(_ angle: Double) -> Double {
      let u = CLibrary.sine(angle + .pi / 2)
      return 2 / .pi * CLibrary.arccosine(min(1, u * u)) * CLibrary.sine(angle) / 2
    }
    let steps = 200
    let (first, step) = (angle(from), (angle(to) - angle(from)) / Double(steps))
    return (0...steps).reduce(0) { sum, n in
      let weight = n == 0 || n == steps ? 1.0 : n.isMultiple(of: 2) ? 2 : 4
      return sum + weight * step / 3 * height(first + Double(n) * step)
    }
  }

  @Test("a frame of an arch is the mean of its formula, less the mean of the last T + 2 ms")
  func arches() {
    for rate in [8000, 44_100, 192_000] {
      for duration in [0.00005, 0.0005, 0.002, 0.0075, 0.0191] {
        for shape in [ImpactShape.halfSine, .acos] {
          let impact = Impact(shape: shape, amplitude: 0.9, duration: duration)
          let length = duration * Double(rate)
          let memory = CLibrary.exponential(-1 / ((duration + 0.002) * Double(rate)))
          // So that its peak is the amplitude.
          let k = duration / (duration + 0.002)
          let peak =
            shape == .acos ? 1 - 0.3623 * k + 0.1035 * k * k : 1 - 0.3084 * k + 0.0711 * k * k
          var mean = 0.0
          for (frame, sample) in frames(impact, rate).prefix(impact.frames(sampleRate: rate))
            .enumerated()
          {
            let (from, to) = (Double(frame) / length, Double(frame + 1) / length)
            let arch = 0.9 / peak * length * integral(shape, from: min(1, from), to: min(1, to))
            // The swing back is computed by Floats.
            #expect(
              abs(Double(sample) - (arch - mean)) < 3e-6, "\(shape) \(duration) s, \(rate) Hz")
            mean = memory * mean + (1 - memory) * arch
          }
        }
      }
    }
  }

  @Test(
    "a blow much shorter than a frame is finite and has all its energy",
    arguments: [8000, 22_050])
  func instant(sampleRate: Int) {
    // 0.05 ms, jitters and variation at their most: e⁻⁵ of it; at 22,050 Hz 0.007 frames.
    let impact = Impact(amplitude: 1, duration: 3e-7, nominalDuration: 0.00005)
    let rendered = frames(impact, sampleRate)
    let expected = 0.35 * 0.35 * 0.00005 * Double(sampleRate)
    #expect(rendered.allSatisfy { $0.isFinite })
    #expect(abs(energy(rendered) / expected - 1) < 1e-4)
  }
}
