#if REALTIME_CHECKS
// The square root is an instruction of the processor, but the standard library calls it through a
// function of C, which the compiler cannot see into. Under the check, these stand before it.

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
#endif
