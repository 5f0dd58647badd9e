package import RainDSP

/// The distribution from which a setting of a clip is drawn. Choices are given by their numbers.
package enum Distribution: Sendable, Equatable {
  /// Every number of the range is equally likely.
  case even(ClosedRange<Double>)
  /// Every ratio is: the logarithm is even.
  case log(ClosedRange<Double>)
  /// The normal distribution. A number outside the range of the setting is drawn again. The mean lies within
  /// that range, and the deviation is at most its length.
  case normal(mean: Double, deviation: Double, within: ClosedRange<Double>)
  /// One of a list, in proportion to its weight.
  case list([(value: Double, weight: Double)])

  package static func == (a: Distribution, b: Distribution) -> Bool {
    switch (a, b) {
    case (.even(let a), .even(let b)), (.log(let a), .log(let b)): a == b
    case (.normal(let a, let b, let c), .normal(let d, let e, let f)): (a, b, c) == (d, e, f)
    case (.list(let a), .list(let b)): a.elementsEqual(b, by: ==)
    default: false
    }
  }

  /// The number of a key.
  package func draw(_ key: RandomKey) -> Double {
    switch self {
    case .even(let range):
      return Self.rounded(
        range.lowerBound + key.uniform * (range.upperBound - range.lowerBound), within: range)
    case .log(let range):
      let octaves = Elementary.log2(range.upperBound / range.lowerBound)
      return Self.rounded(
        range.lowerBound * Elementary.exp2(key.uniform * octaves), within: range)
    case .normal(let mean, let deviation, let range):
      var attempt = 0
      while true {
        let number = mean + deviation * key.child(attempt).normal
        // The mean lies within the range and the deviation is at most its length, so a third of the draws do.
        if range.contains(number) { return Self.rounded(number, within: range) }
        attempt += 1
      }
    case .list(let values):
      var rest = key.uniform * values.reduce(0) { $0 + $1.weight }
      for (value, weight) in values {
        rest -= weight
        if rest < 0 { return value }
      }
      return values[values.count - 1].value
    }
  }

  /// The number to six significant digits, so that a person can write it.
  private static func rounded(_ number: Double, within range: ClosedRange<Double>) -> Double {
    guard number != 0 else { return 0 }
    var scale = 1.0
    while number.magnitude * scale < 1e5, scale < 1e15 { scale *= 10 }
    return max(range.lowerBound, min(range.upperBound, (number * scale).rounded() / scale))
  }
}
