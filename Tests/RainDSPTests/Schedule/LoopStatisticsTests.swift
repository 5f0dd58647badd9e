import RainTestSupport
import Testing

@testable import RainDSP

/// In each of a hundred loops, one a seed, the seam is ranked among all other places by a figure. If it
/// is like any other place, all ranks are equally likely. Five standard errors of that are allowed.
@Suite("The seam of a loop is like any other place", .enabled(if: Build.isOptimised))
struct LoopStatisticsTests {
  private static let sampleRate = 11_025
  private static let frames = 2 * sampleRate + 123
  /// Muffled, so that a step at the seam stands out.
  private static let rain = {
    var rain = Rain()
    rain[.lowpass] = 200
    return rain
  }()
  private static let loops: [[Float]] = (1...100).map { seed in
    var renderer = renderer(
      rain, sampleRate: sampleRate, channels: 1, seed: UInt64(seed), loop: frames)
    var samples = [Float](repeating: 0, count: frames)
    var span = samples.mutableSpan
    renderer.render(into: &span)
    return samples
  }

  /// Fails unless the ranks of the seam, one a loop, are spread evenly over 0 ... 1. `figure` is
  /// taken around each of `frames`; 0 is the seam.
  private func expectNothingAtSeam(
    frames: [Int], _ name: String, _ figure: (_ loop: [Float], _ frame: Int) -> Double
  ) {
    let ranks = Self.loops.map { loop in
      let seam = figure(loop, 0)
      let below = frames.count { figure(loop, $0) < seam }
      return (Double(below) + 0.5) / Double(frames.count + 1)
    }
    let distance = Sample(ranks).kolmogorovSmirnov { min(1, max(0, $0)) }
    #expect(distance < Sample.fiveStandardErrors, "\(name): \(distance)")
    // A uniform number has a standard deviation of 1/√12.
    let error = 1 / (12 * Double(ranks.count)).squareRoot()
    #expect(abs(Sample(ranks).mean - 0.5) < 5 * error, "\(name): \(Sample(ranks).mean)")
  }

  private func sample(_ loop: [Float], _ frame: Int) -> Double {
    Double(loop[(frame + loop.count) % loop.count])
  }

  @Test("first and second differences across the seam are those of any other frame")
  func differences() {
    let frames = Array(stride(from: 40, to: Self.frames - 40, by: 37))
    expectNothingAtSeam(frames: frames, "first") { loop, frame in
      abs(sample(loop, frame) - sample(loop, frame - 1))
    }
    expectNothingAtSeam(frames: frames, "second") { loop, frame in
      abs(sample(loop, frame + 1) - 2 * sample(loop, frame) + sample(loop, frame - 1))
    }
  }

  @Test("octaves and envelope around the seam have the levels of any other frame")
  func levels() {
    let half = 512
    let frames = Array(stride(from: 2 * half, to: Self.frames - 2 * half, by: half))
    let spectra = Self.loops.map { loop in
      ([0] + frames).map { frame in
        Spectrum(
          of: (frame - half..<frame + half).map { loop[($0 + loop.count) % loop.count] },
          sampleRate: Self.sampleRate, segment: 2 * half)
      }
    }
    for octave in Spectrum.bands(from: 80, to: 5120, perOctave: 1) {
      let ranks = spectra.map { spectra in
        let densities = spectra.map { $0.density(octave) }
        let below = densities.dropFirst().count { $0 < densities[0] }
        return (Double(below) + 0.5) / Double(densities.count)
      }
      let error = 1 / (12 * Double(ranks.count)).squareRoot()
      #expect(abs(Sample(ranks).mean - 0.5) < 5 * error, "\(octave): \(Sample(ranks).mean)")
    }
    for length in [32, 256, 2048] {
      let frames = Array(stride(from: length, to: Self.frames - length, by: length))
      expectNothingAtSeam(frames: frames, "envelope of \(length) frames") { loop, frame in
        (frame - length / 2..<frame + length / 2).reduce(0) { sum, frame in
          sum + sample(loop, frame) * sample(loop, frame)
        }
      }
    }
  }
}
