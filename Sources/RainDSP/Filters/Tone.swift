/// A low-pass (`muffle`) and a high-pass (`lowCut`) of the first order over everything: rain heard
/// from indoors, through a wall, or by a microphone that leaves out what is low.
struct Tone: ~Copyable {
  /// The settings from which on nothing is taken away, in Hz.
  private static let allHighs = 20_000.0
  private static let allLows = 20.0

  /// Whether a rain's tone is changed at all.
  static func isNeeded(in rain: Rain) -> Bool {
    rain.muffle < allHighs || rain.lowCut > allLows
  }

  private let muffles: Bool
  private let cutsLows: Bool
  private var lowPass: Sides
  private var highPass: Sides
  private var tile = LaneTile()
  private let channels: Int

  /// The filters of the two channels.
  private struct Sides: ~Copyable {
    var left: FirstOrderFilter
    var right: FirstOrderFilter
  }

  init(_ rain: Rain, sampleRate: Int, channels: Int) {
    self.channels = channels
    muffles = rain.muffle < Self.allHighs
    cutsLows = rain.lowCut > Self.allLows
    lowPass = Sides(
      left: FirstOrderFilter(lowPass: rain.muffle, sampleRate: sampleRate),
      right: FirstOrderFilter(lowPass: rain.muffle, sampleRate: sampleRate))
    highPass = Sides(
      left: FirstOrderFilter(shelf: rain.lowCut, sampleRate: sampleRate),
      right: FirstOrderFilter(shelf: rain.lowCut, sampleRate: sampleRate))
  }

  /// How many tiles back the output depends on the input.
  var memoryTiles: Int {
    (muffles ? lowPass.left.memoryTiles : 0) + (cutsLows ? highPass.left.memoryTiles : 0)
  }

  /// Forgets what was heard.
  mutating func clear() {
    lowPass.left.clear()
    lowPass.right.clear()
    highPass.left.clear()
    highPass.right.clear()
  }

  /// Filters the next tile in place.
  mutating func filter(
    left leftFrames: inout FixedArray<Float>, right rightFrames: inout FixedArray<Float>
  ) {
    tile.gather(leftFrames)
    if muffles { lowPass.left.filter(&tile) }
    if cutsLows { highPass.left.filter(&tile) }
    tile.scatter(into: &leftFrames)
    if channels == 2 {
      tile.gather(rightFrames)
      if muffles { lowPass.right.filter(&tile) }
      if cutsLows { highPass.right.filter(&tile) }
      tile.scatter(into: &rightFrames)
    }
  }
}
