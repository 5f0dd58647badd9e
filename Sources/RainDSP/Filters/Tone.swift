/// A low-pass (`muffle`) and a high-pass (`lowCut`) of the first order over the whole mix, as for rain
/// heard indoors or by a microphone with a low cut.
struct Tone: ~Copyable {
  /// The ends of the ranges of `muffle` and `lowCut`, in Hz, where no filter is needed.
  private static let highestLowPass = 20_000.0
  private static let lowestHighPass = 20.0

  /// Whether a rain needs either filter.
  static func isNeeded(in rain: Rain) -> Bool {
    rain.muffle < highestLowPass || rain.lowCut > lowestHighPass
  }

  private let isLowPassed: Bool
  private let isHighPassed: Bool
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
    isLowPassed = rain.muffle < Self.highestLowPass
    isHighPassed = rain.lowCut > Self.lowestHighPass
    lowPass = Sides(
      left: FirstOrderFilter(lowPass: rain.muffle, sampleRate: sampleRate),
      right: FirstOrderFilter(lowPass: rain.muffle, sampleRate: sampleRate))
    highPass = Sides(
      left: FirstOrderFilter(shelf: rain.lowCut, sampleRate: sampleRate),
      right: FirstOrderFilter(shelf: rain.lowCut, sampleRate: sampleRate))
  }

  /// How many tiles back the output depends on the input.
  var memoryTiles: Int {
    (isLowPassed ? lowPass.left.memoryTiles : 0) + (isHighPassed ? highPass.left.memoryTiles : 0)
  }

  /// Forgets all input.
  mutating func clear() {
    lowPass.left.clear()
    lowPass.right.clear()
    highPass.left.clear()
    highPass.right.clear()
  }

  /// Frames in which the filters of a rain fall by 80 dB, one after the other.
  static func ringFrames(of rain: Rain, sampleRate: Int) -> Int {
    func frames(_ corner: Double) -> Int {
      Int(Decay.timeConstants / (2 * .pi * corner) * Double(sampleRate)) + 1
    }
    return (rain.muffle < highestLowPass ? frames(rain.muffle) : 0)
      + (rain.lowCut > lowestHighPass ? frames(rain.lowCut) : 0)
  }

  /// Filters interleaved `samples` that begin with a frame of a rendering and have silence before them,
  /// tile by tile as the rendering does.
  mutating func filter(_ samples: inout [Float], startingAt start: Int) {
    let frames = samples.count / channels
    var left = FixedArray<Float>(repeating: 0, count: Tile.frames)
    var right = FixedArray<Float>(repeating: 0, count: Tile.frames)
    clear()
    var tileStart = start / Tile.frames * Tile.frames
    while tileStart < start + frames {
      let run = max(tileStart, start)..<min(tileStart + Tile.frames, start + frames)
      left.fill(0..<Tile.frames, with: 0)
      right.fill(0..<Tile.frames, with: 0)
      for frame in run {
        left[frame - tileStart] = samples[(frame - start) * channels]
        if channels == 2 { right[frame - tileStart] = samples[(frame - start) * 2 + 1] }
      }
      filter(left: &left, right: &right)
      for frame in run {
        samples[(frame - start) * channels] = left[frame - tileStart]
        if channels == 2 { samples[(frame - start) * 2 + 1] = right[frame - tileStart] }
      }
      tileStart += Tile.frames
    }
  }

  /// Filters the next tile in place.
  mutating func filter(
    left leftFrames: inout FixedArray<Float>, right rightFrames: inout FixedArray<Float>
  ) {
    tile.gather(leftFrames)
    if isLowPassed { lowPass.left.filter(&tile) }
    if isHighPassed { highPass.left.filter(&tile) }
    tile.scatter(into: &leftFrames)
    if channels == 2 {
      tile.gather(rightFrames)
      if isLowPassed { lowPass.right.filter(&tile) }
      if isHighPassed { highPass.right.filter(&tile) }
      tile.scatter(into: &rightFrames)
    }
  }
}
