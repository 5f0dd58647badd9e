/// A drop that falls, before it is drawn.
struct Arrival: Sendable, Hashable {
  /// The frame in which it strikes.
  let frame: Int
  /// The key of all random numbers of this drop.
  let key: RandomKey
  /// The key of the place that it drips from (``Eaves``); nil: it is a raindrop.
  var place: RandomKey?
}
