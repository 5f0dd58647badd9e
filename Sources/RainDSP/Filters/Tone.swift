/// A low-pass (`muffle`) and a high-pass (`lowCut`) of the first order over the whole mix, as for rain
/// heard indoors or by a microphone with a low cut.
struct Tone: ~Copyable {
  /// The ends of the ranges of `muffle` and `lowCut`, in Hz, where no filter is needed.
  private static let highestLowPass = 20_000.0
  private static let lowestHighPass = 20.0

  /// Whether any rain within the bounds needs either filter.
  static func isNeeded(within bounds: RainBounds) -> Bool {
    bounds.low.muffle < highestLowPass || bounds.high.lowCut > lowestHighPass
  }

  private let sampleRate: Int
  private let channels: Int
  private var coefficients: GlidingValue<Settings, Coefficients>
  private var left: Side
  private var right: Side
  private var tile = LaneTile()
  private var earlier = LaneTile()

  /// The settings on which the filters depend.
  private struct Settings: GlidingSettings {
    let muffle: Double
    let lowCut: Double

    init(_ moment: CourseMoment) {
      (muffle, lowCut) = (moment.rain.muffle, moment.rain.lowCut)
    }
  }

  /// The coefficients of both filters; nil for one that is not needed.
  private struct Coefficients {
    let lowPass: FirstOrderFilter.Coefficients?
    let highPass: FirstOrderFilter.Coefficients?

    /// - Parameters:
    ///   - rain: the lowest settings of all to come.
    ///   - most: the highest.
    ///   - sampleRate: in Hz.
    init(_ rain: Rain, to most: Rain, sampleRate: Int) {
      lowPass =
        rain.muffle < highestLowPass ? .init(lowPass: rain.muffle, sampleRate: sampleRate) : nil
      highPass =
        most.lowCut > lowestHighPass ? .init(shelf: rain.lowCut, sampleRate: sampleRate) : nil
    }
  }

  /// The filters of a channel.
  private struct Side: ~Copyable {
    private(set) var lowPass: FirstOrderFilter
    private(set) var highPass: FirstOrderFilter

    init(slowest: Coefficients) {
      lowPass = FirstOrderFilter(slowest: slowest.lowPass)
      highPass = FirstOrderFilter(slowest: slowest.highPass)
    }

    mutating func clear() {
      lowPass.clear()
      highPass.clear()
    }

    mutating func filter(
      _ tile: inout LaneTile, by coefficients: Coefficients, isKept: Bool = true
    ) {
      lowPass.filter(&tile, by: coefficients.lowPass, isKept: isKept)
      highPass.filter(&tile, by: coefficients.highPass, isKept: isKept)
    }

    /// Filters a tile of frames; overwrites `tile` and `earlier`.
    mutating func filter(
      _ frames: inout FixedArray<Float>, by coefficients: GlidingValue<Settings, Coefficients>,
      in tile: inout LaneTile, _ earlier: inout LaneTile
    ) {
      tile.gather(frames)
      if coefficients.moves {
        earlier.copy(tile)
        filter(&earlier, by: coefficients.start, isKept: false)
      }
      filter(&tile, by: coefficients.end)
      if coefficients.moves { tile.fadeIn(from: earlier) }
      tile.scatter(into: &frames)
    }
  }

  /// - Parameters:
  ///   - course: the settings at the beginning, and those that come.
  ///   - sampleRate: in Hz.
  ///   - channels: 1 or 2.
  init(_ course: CourseSizes, sampleRate: Int, channels: Int) {
    self.channels = channels
    self.sampleRate = sampleRate
    coefficients = GlidingValue(course.start) {
      Coefficients($0.rain, to: $0.rain, sampleRate: sampleRate)
    }
    let slowest = Coefficients(course.bounds.low, to: course.bounds.high, sampleRate: sampleRate)
    left = Side(slowest: slowest)
    right = Side(slowest: slowest)
  }

  /// How many tiles back the output depends on the input, at most.
  var memoryTiles: Int { left.lowPass.memoryTiles + left.highPass.memoryTiles }

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

  /// Filters interleaved `samples` of a constant rain that begin with a frame of a rendering and have
  /// silence before them, tile by tile as the rendering does.
  mutating func filter(_ samples: inout [Float], of rain: Rain, startingAt start: Int) {
    let course = CourseReader(
      CourseTable(rain), timeline: Timeline(sampleRate: sampleRate, frames: nil))
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
      filter(left: &left, right: &right, of: course)
      for frame in run {
        samples[(frame - start) * channels] = left[frame - tileStart]
        if channels == 2 { samples[(frame - start) * 2 + 1] = right[frame - tileStart] }
      }
      tileStart += Tile.frames
    }
  }

  /// Filters the next tile, which the course has read, in place.
  ///
  /// Where the settings move, the tile is filtered twice, from the same state: by the filters of its start, which
  /// go on without a seam, and by those of its end. It fades from one to the other.
  mutating func filter(
    left leftFrames: inout FixedArray<Float>, right rightFrames: inout FixedArray<Float>,
    of course: borrowing CourseReader
  ) {
    // A closure that took `self` along would retain it.
    let rate = sampleRate
    coefficients.move(with: course) { Coefficients($0.rain, to: $0.rain, sampleRate: rate) }
    left.filter(&leftFrames, by: coefficients, in: &tile, &earlier)
    if channels == 2 { right.filter(&rightFrames, by: coefficients, in: &tile, &earlier) }
  }
}
