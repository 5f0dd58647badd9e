/// The sources of random numbers: the children of a rendering's root key. Each source has random
/// numbers of its own, so that changing one leaves the others as they are, bit for bit.
///
/// The raw value is the number of the child: a new source takes a new number, and moves no other.
package enum Source: UInt64, Sendable {
  case drops = 1
  case patter = 2
  case gusts = 3
  case clusters = 4
  // 5, 6 and 7 belong to NoiseColor.
  case echo = 8
  case dither = 9
  case eaves = 10
  case gutter = 11

  /// The root of all random numbers of a rendering: a hash of its seed, as child 0. Without it, the sources
  /// of two seeds that differ by the step of the counter would be each other's neighbours.
  package static func root(seed: UInt64) -> RandomKey {
    RandomKey(seed: seed).child(0)
  }

  /// The key of this source in a rendering with the key `root`.
  package func key(below root: RandomKey) -> RandomKey {
    root.child(rawValue)
  }

  /// The key of this source in a rendering with `seed`.
  package func key(seed: UInt64) -> RandomKey {
    key(below: Self.root(seed: seed))
  }
}
