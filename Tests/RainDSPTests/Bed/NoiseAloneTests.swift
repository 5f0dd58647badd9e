import RainTestSupport
import Testing

@testable import RainDSP

@Suite("Noise alone, as the documentation gets it")
struct NoiseAloneTests {
  @Test(
    "white, pink and brown noise fall by 0, 3.01 and 6.02 dB an octave",
    arguments: [22_050, 44_100, 48_000, 96_000], NoiseColor.allCases)
  func slopes(rate: Int, color: NoiseColor) throws {
    var rain = Rain()
    (rain[.drops], rain[.patterRate], rain[.pink]) = (0, 0, 0)
    (rain[.puddles], rain[.bedHighpass], rain[.bedLowpass], rain[.gust]) = (0, 20, 20_000, 0)
    (rain[color.setting], rain[.spot]) = (0.1, 0)
    #expect(
      UsedSettings(of: RainAutomation(rain), layout: .stereo).colorless.isEmpty)
    let seconds = 40
    var renderer = try RainRenderer(rain, sampleRate: rate, channels: 1, seed: 3)
    let sound = rendered(by: &renderer, frames: seconds * rate, channels: 1)
    let spectrum = Spectrum(of: sound, sampleRate: rate, segment: 65_536)
    // Thirds of an octave from 100 Hz to 0.4 of the rate, of ten bins or more.
    // Each counts alike: the noises are fits that leave the slope by some hundredths of a dB at either end.
    var points: [(x: Double, y: Double, weight: Double)] = []
    var errors: [Double] = []
    var middle = 100.0
    while middle * 1.123 < 0.4 * Double(rate) {
      let band = middle / 1.122..<middle * 1.122
      errors.append(spectrum.standardError(band))
      points.append(
        (CLibrary.logarithm2(middle), CLibrary.decibels(spectrum.density(band)), 1))
      middle *= CLibrary.power(2, 1 / 3)
    }
    let line = LineFit(points)
    let slope = [NoiseColor.white: 0, .pink: -3.0103, .brown: -6.0206][color] ?? .nan
    #expect(abs(line.slope - slope) < 0.1, "\(line.slope)")
    for (point, error) in zip(points, errors) {
      #expect(abs(point.y - line.y(at: point.x)) < max(0.5, 5 * error), "\(point)")
    }
  }
}
