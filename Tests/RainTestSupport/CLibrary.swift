internal import Platform

/// The functions of the C library, to compare with: the engine itself has its own.
package enum CLibrary {
  package static func sine(_ radians: Double) -> Double { sin(radians) }
  package static func cosine(_ radians: Double) -> Double { cos(radians) }
  package static func arccosine(_ x: Double) -> Double { acos(x) }
  package static func exponential(_ x: Double) -> Double { exp(x) }
  package static func exponential2(_ x: Double) -> Double { exp2(x) }
  package static func logarithm(_ x: Double) -> Double { log(x) }
  package static func logarithm2(_ x: Double) -> Double { log2(x) }
  package static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// The probability that a standard normal variable stays below `x`; exact in the lower tail.
  package static func normalDistribution(_ x: Double) -> Double { erfc(-x / 2.squareRoot()) / 2 }

  /// A ratio of powers in dB.
  package static func decibels(_ power: Double) -> Double { 10 * log10(power) }
}
