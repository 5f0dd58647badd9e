/// A low-pass of the first order over everything: rain heard from indoors.
struct Muffle: ~Copyable {
  /// The setting from which on nothing is muffled, in Hz.
  static let open = 20_000.0
  /// How many tiles back the output depends on the input: even at 200 Hz and 192 kHz the filter
  /// forgets in 3,200 frames.
  static let memoryTiles = 1

  private var left: FirstOrderFilter
  private var right: FirstOrderFilter
  private var tile = StretchedTile()
  private let channels: Int

  init(frequency: Double, sampleRate: Int, channels: Int) {
    self.channels = channels
    left = FirstOrderFilter(lowPass: frequency, sampleRate: sampleRate)
    right = FirstOrderFilter(lowPass: frequency, sampleRate: sampleRate)
    precondition(left.memoryTiles <= Self.memoryTiles, "200 Hz is the lowest setting")
  }

  /// Forgets what was heard.
  mutating func clear() {
    left.clear()
    right.clear()
  }

  /// Filters the next tile in place.
  mutating func filter(left leftFrames: inout FrameBuffer, right rightFrames: inout FrameBuffer) {
    tile.gather(leftFrames, from: 0)
    left.filter(&tile)
    tile.scatter(into: &leftFrames, from: 0)
    if channels == 2 {
      tile.gather(rightFrames, from: 0)
      right.filter(&tile)
      tile.scatter(into: &rightFrames, from: 0)
    }
  }
}
