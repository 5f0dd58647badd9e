// The square root is one instruction, but the standard library calls it through a function of C, which
// the compiler cannot see into. In its proof, these functions replace it.

extension Double {
  @_semantics("no_performance_analysis")
  func squareRoot() -> Double {
    var root = self
    root.formSquareRoot()
    return root
  }
}

extension Float {
  @_semantics("no_performance_analysis")
  func squareRoot() -> Float {
    var root = self
    root.formSquareRoot()
    return root
  }
}

extension SIMD8<Float> {
  @_semantics("no_performance_analysis")
  func squareRoot() -> Self {
    var root = self
    root.formSquareRoot()
    return root
  }
}
