/// The sources of random numbers: the children of a rendering's root key. Each source has random
/// numbers of its own, so that changing one leaves the others as they are, bit for bit.
///
/// The raw value is the number of the child: a new source takes a new number, and moves no other.
package enum Source: UInt64, Sendable {
  case drops = 1
  case patter = 2
  case gusts = 3
  case clusters = 4
  case white = 5
  case pink = 6
  case brown = 7
  case echo = 8
  case dither = 9

  /// The key of this source in a rendering with `seed`.
  package func key(seed: UInt64) -> RandomKey {
    RandomKey(seed: seed).child(rawValue)
  }
}
