/// The tones of the wind: two lines over its noise, of a wire and of a wider gap.
///
///     frequency    0.2 u/d       u: the speed in gusts, in m/s; d: 3 and 4.7 mm
///     level        20 and 14 dB over the noise, times ``Setting/howl``
///
/// Eddies leave a thing of width d in turn on both sides, 0.2 u/d times a second; a thing that they
/// can move answers, so that the line is narrow. 12 recorded howls have their line at 440 to 650
/// Hz, 10 to 15 dB over what surrounds it.
///
/// Source: Strouhal 1878, "Ueber eine besondere Art der Tonerregung"; Rayleigh 1915, "Aeolian
/// tones"; 12 recordings.
/// Test: WindTests
struct HowlLaw: Computed {
  static let settings = SettingSet([.wind, .howl])

  private static let strouhal = 0.2
  private static let sharpness = 12.0
  /// Of the tones, in Hz: lower ones would ring for seconds, and are masked by the edges.
  private static let frequencies = 150.0...3000.0

  private let speed: Double
  private let amount: Double
  private let sampleRate: Int

  init(_ moment: AutomationMoment, _ sampleRate: Int) {
    (speed, amount) = (moment.windSpeed, moment.rain[.howl])
    self.sampleRate = sampleRate
  }

  /// How many lines there are.
  static var count: Int { 2 }

  /// The width of what makes a line, in m, and the level of the line, in dB.
  private static func row(_ number: Int) -> (width: Double, level: Double) {
    number == 0 ? (0.003, 20) : (0.0047, 14)
  }

  var isSilent: Bool { speed == 0 || amount == 0 }

  /// The filter of a line where a gust has multiplied the amplitude of the wind, which goes as u³.
  func line(_ number: Int, in gust: Float) -> StateVariableFilter.Coefficients {
    let speed = speed * Elementary.power(Double(gust), 1.0 / 3)
    return Self.line(
      number, at: Self.strouhal * speed / Self.row(number).width, amount, sampleRate)
  }

  /// The filter that remembers longest.
  static func slowest(sampleRate: Int) -> StateVariableFilter.Coefficients {
    line(0, at: 0, 1, sampleRate)
  }

  private static func line(
    _ number: Int, at frequency: Double, _ amount: Double, _ sampleRate: Int
  ) -> StateVariableFilter.Coefficients {
    let frequency = min(max(frequency, frequencies.lowerBound), frequencies.upperBound)
    let center = WarpedFrequency(frequency, sampleRate: sampleRate)
    return .init(.init(bell: amount * row(number).level, at: center, sharpness: sharpness))
  }
}
