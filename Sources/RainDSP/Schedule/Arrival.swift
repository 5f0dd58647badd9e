/// A drop that falls, before it is drawn.
struct Arrival: Sendable, Hashable {
  /// The frame in which it strikes.
  let frame: Int
  /// The key of all random numbers of this drop.
  let key: RandomKey
}
