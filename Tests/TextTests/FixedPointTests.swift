import Testing
import Text

@Suite
struct FixedPointTests {
  @Test(
    "numbers have the decimals asked for, rounded to the nearest",
    arguments: [
      (0.0, 0, "0"), (-0.0, 2, "0.00"), (1, 0, "1"), (1.5, 0, "2"), (-1.5, 0, "-2"), (0.5, 0, "1"),
      (0.49999999999999994, 0, "0"), (-0.004, 2, "0.00"), (-0.005, 2, "-0.01"), (0.125, 2, "0.13"),
      (0.999, 2, "1.00"), (99.995, 1, "100.0"), (12.034, 3, "12.034"), (0.000_001, 6, "0.000001"),
      (-123.456, 1, "-123.5"), (1e9, 9, "1000000000.000000000"), (9e18, 0, "9000000000000000000"),
      (4_503_599_627_370_497.5, 0, "4503599627370498"), (2.5, 0, "3"), (0.125, 9, "0.125000000"),
      (99_999_999, 0, "99999999"), (100_000_000, 0, "100000000"), (99.999_999, 6, "99.999999"),
      (100.000_000, 6, "100.000000"), (0.5, 7, "0.5000000"), (9.999_999_9, 7, "9.9999999"),
      (10, 7, "10.0000000"), (0.5, 8, "0.50000000"), (1.25, 8, "1.25000000"),
      (12_345_678.25, 9, "12345678.250000000"), (12_345_678.25, 8, "12345678.25000000"),
      (-1_020_304_050, 2, "-1020304050.00"), (0.5, 9, "0.500000000"),
      (9_007_199_254_740_991, 0, "9007199254740991"),
    ])
  func decimals(number: Double, decimals: Int, text: String) {
    #expect(FixedPoint.text(number, decimals: decimals) == text)
  }

  @Test("every whole number has its digits")
  func digits() {
    // Each number of four digits, in both halves of eight, and beyond them.
    for number in 0..<10_000 {
      for factor in [1, 10_000, 10_001, 100_000_001] {
        let product = number * factor
        #expect(FixedPoint.text(Double(product), decimals: 0) == String(product))
      }
    }
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
  func brief(number: Double, text: String) { #expect(FixedPoint.brief(number) == text) }
}
