import Testing
import Wording

@Suite
struct FixedPointTests {
  @Test(
    "numbers have the decimals asked for, rounded to the nearest",
    arguments: [
      (0.0, 0, "0"), (-0.0, 2, "0.00"), (1, 0, "1"), (1.5, 0, "2"), (-1.5, 0, "-2"), (0.5, 0, "1"),
      (0.49999999999999994, 0, "0"), (-0.004, 2, "0.00"), (-0.005, 2, "-0.01"), (0.125, 2, "0.13"),
      (0.999, 2, "1.00"), (99.995, 1, "100.0"), (12.034, 3, "12.034"), (0.000_001, 6, "0.000001"),
      (-123.456, 1, "-123.5"), (1e9, 9, "1000000000.000000000"), (9e18, 0, "9000000000000000000"),
      (4_503_599_627_370_497.5, 0, "4503599627370498"),
      (9_007_199_254_740_991, 0, "9007199254740991"),
    ])
  func decimals(number: Double, decimals: Int, text: String) {
    #expect(FixedPoint.text(number, decimals: decimals) == text)
  }

  @Test(
    "zeros at the end go, others stay",
    arguments: [
      (100.0, 0, "100"), (100, 2, "100"), (0, 3, "0"), (-0.001, 2, "0"), (1.5, 2, "1.5"),
      (10.05, 2, "10.05"), (0.10, 4, "0.1"),
    ])
  func trimmed(number: Double, decimals: Int, text: String) {
    #expect(FixedPoint.trimmed(number, decimals: decimals) == text)
  }

  @Test(
    "three digits are enough to read",
    arguments: [
      (0.0, "0"), (0.79365, "0.794"), (4.988662, "4.99"), (38.3, "38.3"), (1314.2, "1314"),
      (9.999, "10"), (0.0226757, "0.0227"), (-2.5, "-2.5"), (123_456, "123456"), (1e-12, "0"),
    ])
  func brief(number: Double, text: String) {
    #expect(FixedPoint.brief(number) == text)
  }
}
