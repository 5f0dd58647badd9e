/// The build that the tests run in.
package enum Build {
  /// Whether the optimiser is on. Tests that only measure statistics of many seconds of sound are for
  /// optimised builds: unoptimised, they would take minutes and check the same arithmetic as others.
  package static let isOptimised: Bool = {
    #if DEBUG
    false
    #else
    true
    #endif
  }()
}
