/// The children of a rendering's root key: each source has random numbers of its own, so that
/// changing one leaves the others as they are, bit for bit.
package enum Source: UInt64, Sendable {
  case drops = 1
  case patter, gusts, clusters, white, pink, brown, echo, dither

  /// The key of this source in a rendering with `seed`.
  package func key(seed: UInt64) -> RandomKey {
    RandomKey(seed: seed).child(rawValue)
  }
}
