/// A tile that filters pass, whose coefficients may move. Where they do, the tile is filtered twice, from the same
/// state: by the filters of its start, which go on without a seam, and by those of its end. It fades from one to
/// the other.
struct CrossFade: ~Copyable {
  /// By the filters of its end.
  var tile = LaneTile()
  /// Where the coefficients move: by the filters of its start.
  var earlier = LaneTile()
  /// Whether the coefficients move.
  private(set) var isFading = false

  /// To be called before the tile is filtered.
  mutating func begin(isFading: Bool) {
    self.isFading = isFading
    if isFading { earlier.copy(tile) }
  }

  /// Leaves the result in ``tile``.
  mutating func end() {
    if isFading { tile.fadeIn(from: earlier) }
  }
}
