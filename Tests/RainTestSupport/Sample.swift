/// Numbers drawn from a distribution, and statistics of it.
package struct Sample {
  package let numbers: [Double]

  package init(_ numbers: [Double]) {
    precondition(numbers.count >= 2, "one number has no variance")
    self.numbers = numbers
  }

  package init(_ sound: [Float]) { self.init(sound.map(Double.init)) }

  package var mean: Double { numbers.reduce(0, +) / Double(numbers.count) }

  /// The mean of the squares.
  package var power: Double { numbers.reduce(0) { $0 + $1 * $1 } / Double(numbers.count) }

  /// The mean squared distance from the mean, without bias.
  package var variance: Double {
    let mean = mean
    return numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count - 1)
  }

  package var standardDeviation: Double { variance.squareRoot() }

  /// The standard error of the mean of independent numbers.
  package var standardError: Double { (variance / Double(numbers.count)).squareRoot() }

  /// Pearson's correlation with numbers that were drawn in pairs with these. Independent pairs
  /// give 0 with a standard error of 1/√count.
  package func correlation(with other: Sample) -> Double {
    precondition(numbers.count == other.numbers.count, "pairs have two numbers each")
    let a = mean
    let b = other.mean
    let product = zip(numbers, other.numbers).reduce(0) { $0 + ($1.0 - a) * ($1.1 - b) }
    let count = Double(numbers.count - 1)
    return product / (count * (variance * other.variance).squareRoot())
  }

  /// The correlation of each number with the one `lag` after it.
  package func autocorrelation(lag: Int) -> Double {
    Sample(Array(numbers.dropLast(lag))).correlation(with: Sample(Array(numbers.dropFirst(lag))))
  }

  /// The largest distance between the share of numbers below x and `distribution(x)`
  /// (Kolmogorov & Smirnov), times √count.
  package func kolmogorovSmirnov(_ distribution: (Double) -> Double) -> Double {
    let count = Double(numbers.count)
    var largest = 0.0
    for (rank, x) in numbers.sorted().enumerated() {
      let expected = distribution(x)
      largest = max(
        largest, expected - Double(rank) / count, Double(rank + 1) / count - expected)
    }
    return largest * count.squareRoot()
  }

  /// The value that ``kolmogorovSmirnov(_:)`` exceeds as rarely as a normal number exceeds five
  /// standard errors, 5.7e-7: there 2 e^(-2 x²) has fallen to it.
  package static let fiveStandardErrors = 2.745
}
