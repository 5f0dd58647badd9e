/// A low-pass (`muffle`) and a high-pass (`lowCut`) of the first order over the whole mix, as for rain
/// heard indoors or by a microphone with a low cut.
struct Tone: ~Copyable {
  /// The ends of the ranges of `muffle` and `lowCut`, in Hz, where no filter is needed.
  private static let highestLowPass = 20_000.0
  private static let lowestHighPass = 20.0

  /// Whether a rain needs either filter.
  static func isNeeded(in rain: Rain) -> Bool {
    isNeeded(within: RainBounds(rain))
  }

  /// Whether a course needs either filter.
  static func isNeeded(within bounds: RainBounds) -> Bool {
    bounds.low.muffle < highestLowPass || bounds.high.lowCut > lowestHighPass
  }

  private let coefficients: Coefficients
  private let moves: Bool
  private let sampleRate: Int
  private let channels: Int
  private var left: Side
  private var right: Side
  private var tile = LaneTile()
  private var earlier = LaneTile()

  /// The filters of a channel.
  private struct Side: ~Copyable {
    private(set) var lowPass: FirstOrderFilter
    private(set) var highPass: FirstOrderFilter

    init(_ coefficients: Coefficients, slowest: Coefficients?) {
      lowPass = FirstOrderFilter(coefficients.lowPass, slowest: slowest?.lowPass)
      highPass = FirstOrderFilter(coefficients.highPass, slowest: slowest?.highPass)
    }

    mutating func clear() {
      lowPass.clear()
      highPass.clear()
    }

    mutating func filter(
      _ tile: inout LaneTile, by coefficients: Coefficients, isKept: Bool = true
    ) {
      if coefficients.isLowPassed {
        lowPass.filter(&tile, by: coefficients.lowPass, isKept: isKept)
      } else if isKept {
        lowPass.skip()
      }
      if coefficients.isHighPassed {
        highPass.filter(&tile, by: coefficients.highPass, isKept: isKept)
      } else if isKept {
        highPass.skip()
      }
    }

    /// Filters a tile of frames; overwrites `tile` and `earlier`.
    mutating func filter(
      _ frames: inout FixedArray<Float>, by coefficients: Coefficients, after before: Coefficients?,
      in tile: inout LaneTile, _ earlier: inout LaneTile
    ) {
      tile.gather(frames)
      if let before {
        earlier.copy(tile)
        filter(&earlier, by: before, isKept: false)
      }
      filter(&tile, by: coefficients)
      if before != nil { tile.fadeIn(from: earlier) }
      tile.scatter(into: &frames)
    }
  }

  /// What the filters of a rain are made of.
  private struct Coefficients {
    let isLowPassed: Bool
    let isHighPassed: Bool
    let lowPass: FirstOrderFilter.Coefficients
    let highPass: FirstOrderFilter.Coefficients

    init(_ rain: Rain, sampleRate: Int) {
      isLowPassed = rain.muffle < highestLowPass
      isHighPassed = rain.lowCut > lowestHighPass
      lowPass = .init(lowPass: rain.muffle, sampleRate: sampleRate)
      highPass = .init(shelf: rain.lowCut, sampleRate: sampleRate)
    }
  }

  init(_ rain: Rain, sampleRate: Int, channels: Int) {
    self.init(
      rain, within: RainBounds(rain), moves: false, sampleRate: sampleRate, channels: channels)
  }

  /// - Parameters:
  ///   - rain: the settings at the beginning.
  ///   - bounds: those of the course.
  ///   - moves: whether the settings move.
  ///   - sampleRate: in Hz.
  ///   - channels: 1 or 2.
  init(_ rain: Rain, within bounds: RainBounds, moves: Bool, sampleRate: Int, channels: Int) {
    self.channels = channels
    self.sampleRate = sampleRate
    self.moves = moves
    coefficients = Coefficients(rain, sampleRate: sampleRate)
    let slowest = moves ? Coefficients(bounds.low, sampleRate: sampleRate) : nil
    left = Side(coefficients, slowest: slowest)
    right = Side(coefficients, slowest: slowest)
  }

  /// How many tiles back the output depends on the input, at most.
  var memoryTiles: Int {
    (moves || coefficients.isLowPassed ? left.lowPass.memoryTiles : 0)
      + (moves || coefficients.isHighPassed ? left.highPass.memoryTiles : 0)
  }

  /// Forgets all input.
  mutating func clear() {
    left.clear()
    right.clear()
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
    filter(left: &leftFrames, right: &rightFrames, coefficients, nil)
  }

  /// Filters the next tile of a course in place.
  ///
  /// Where the settings move, the tile is filtered twice, from the same state: by the filters of its start,
  /// which go on without a seam, and by those of its end. It fades from one to the other.
  mutating func filter(
    left leftFrames: inout FixedArray<Float>, right rightFrames: inout FixedArray<Float>,
    from start: Rain, to end: Rain
  ) {
    let moves = start.muffle != end.muffle || start.lowCut != end.lowCut
    filter(
      left: &leftFrames, right: &rightFrames, Coefficients(end, sampleRate: sampleRate),
      moves ? Coefficients(start, sampleRate: sampleRate) : nil)
  }

  private mutating func filter(
    left leftFrames: inout FixedArray<Float>, right rightFrames: inout FixedArray<Float>,
    _ coefficients: Coefficients, _ before: Coefficients?
  ) {
    left.filter(&leftFrames, by: coefficients, after: before, in: &tile, &earlier)
    if channels == 2 {
      right.filter(&rightFrames, by: coefficients, after: before, in: &tile, &earlier)
    }
  }
}
