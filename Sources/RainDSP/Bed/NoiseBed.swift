/// The bed: all the drops too far away to be heard one by one, as coloured noise whose level follows
/// the gust curve.
///
///     white ── BedChannel "middle" ─┐           ┌─ × gust ─ left
///                                   ├─ + and - ─┤
///     white ── BedChannel "side" ───┘           └─ × gust ─ right
///
/// Below the correlation frequency c, in Hz, the two channels of a stereo rain are similar. They are
/// the sum and the difference of two independent noises, a middle and a side:
///
///     left = (middle + side)/√2,   right = (middle - side)/√2
///     |middle(f)|² = 1 + r(f),   |side(f)|² = 1 - r(f),   r(f) = 0.72/(1 + (f/c)²)
///
/// r is the correlation: 0.72 well below c, as measured in recordings of rain, and 0 well above. Each
/// channel has exactly the power 1 at every frequency. Without correlation, left and right are two
/// independent noises; in mono there is one.
struct NoiseBed: ~Copyable {
  /// The correlation of low frequencies, measured in recordings.
  private static let correlation = 0.72

  /// Middle and side; or left and right, where they are independent; or the one channel of mono.
  private var first: BedChannel
  private var second: BedChannel
  private var noise: LoopedNoise
  /// The gusts of the bed above ``BedChannel/middle``, and those below it.
  private var gusts: GustCurve
  private var lowGusts: GustCurve
  private var gain = GainRamp()
  private var lowGain = GainRamp()
  private let channels: Int
  /// Whether there is no bed.
  let isSilent: Bool
  /// The tile that the filters are ready for.
  private var ready = Int.min

  init(_ course: CourseSizes, timeline: Timeline, channels: Int, root: RandomKey) {
    func channel(_ number: Int, correlation: Double) -> BedChannel {
      BedChannel(
        course, timeline: timeline, number: number, isStereo: channels == 2,
        low: (1 + correlation).squareRoot(), root: root)
    }
    first = channel(0, correlation: Self.correlation)
    second = channel(1, correlation: -Self.correlation)
    noise = LoopedNoise(timeline: timeline)
    gusts = GustCurve(.bed, in: course, timeline, root)
    lowGusts = GustCurve(.lowBed, in: course, timeline, root)
    self.channels = channels
    isSilent = !course.bounds.high.hasBed
  }

  /// Writes tile number `index` to `leftFrames`, and in stereo to `rightFrames`, which mono leaves
  /// empty. The course has then read that tile.
  mutating func render(
    tile index: Int, of course: inout CourseReader, left leftFrames: inout FixedArray<Float>,
    right rightFrames: inout FixedArray<Float>
  ) {
    if isSilent {
      leftFrames.clear(0..<leftFrames.count)
      rightFrames.clear(0..<rightFrames.count)
      return
    }
    if index != ready {
      // The filters need the tiles that they remember. Noise has no beginning, so those before
      // frame 0 are noise, too.
      for past in index - first.memoryTiles..<index {
        filter(tile: past, of: &course)
        first.passUnheard()
        if channels == 2 { second.passUnheard() }
      }
    }
    filter(tile: index, of: &course)
    ready = index + 1
    applyGusts(tile: index, of: course)
    let isCorrelated = first.isCorrelated
    if isCorrelated.end { first.sum.mix(with: &second.sum) }
    if first.isFading {
      if isCorrelated.start { first.earlier.mix(with: &second.earlier) }
      first.sum.fadeIn(from: first.earlier)
      if channels == 2 { second.sum.fadeIn(from: second.earlier) }
    }
    first.sum.scatter(into: &leftFrames)
    if channels == 2 { second.sum.scatter(into: &rightFrames) }
  }

  private mutating func filter(tile index: Int, of course: inout CourseReader) {
    course.read(tile: index)
    first.render(tile: index, of: course, in: &noise)
    if channels == 2 { second.render(tile: index, of: course, in: &noise) }
  }

  /// Lets the levels of a tile, and of its low end, follow the gusts.
  private mutating func applyGusts(tile index: Int, of course: borrowing CourseReader) {
    if gusts.isFlat { return }
    gusts.apply(course)
    lowGusts.apply(course)
    gain.follow(&gusts, tile: index)
    lowGain.follow(&lowGusts, tile: index)
    first.applyGusts(gain, low: lowGain)
    if channels == 2 { second.applyGusts(gain, low: lowGain) }
  }
}
