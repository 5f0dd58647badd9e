@testable import RainDSP

/// A filter whose coefficients never change.
struct ConstantFirstOrder: ~Copyable {
  private var filter: FirstOrderFilter
  private let coefficients: FirstOrderFilter.Coefficients

  init(_ coefficients: FirstOrderFilter.Coefficients) {
    filter = FirstOrderFilter(slowest: coefficients)
    self.coefficients = coefficients
  }

  var memoryTiles: Int { filter.memoryTiles }

  mutating func filter(_ tile: inout LaneTile) { filter.filter(&tile, by: coefficients) }
}

/// A filter whose coefficients never change.
struct ConstantHighPass: ~Copyable {
  private var filter: HighPass
  private let coefficients: HighPass.Coefficients

  init(_ coefficients: HighPass.Coefficients) {
    filter = HighPass(slowest: coefficients)
    self.coefficients = coefficients
  }

  var memoryTiles: Int { filter.memoryTiles }

  mutating func filter(_ tile: inout LaneTile) { filter.filter(&tile, by: coefficients) }
}
