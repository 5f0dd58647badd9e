// The compiler's real-time check assumes that the end of a span may free memory. It skips these
// functions, which read and write in place.
extension MutableSpan where Element == Float {
  /// The eight frames from `frame` on.
  @inline(__always)
  @_semantics("no_performance_analysis")
  func lanes(at frame: Int) -> SIMD8<Float> {
    precondition(frame >= 0 && frame &+ 8 <= count, "a voice needs room for all its frames")
    return lanesUnchecked(at: frame)
  }

  /// The eight frames from `frame` on, where the caller has made sure that they are there.
  @inline(__always)
  @_semantics("no_performance_analysis")
  func lanesUnchecked(at frame: Int) -> SIMD8<Float> {
    assert(frame >= 0 && frame &+ 8 <= count, "outside the span")
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: frame &* 4, as: SIMD8<Float>.self)
  }

  /// Replaces the eight frames from `frame` on, where the caller has made sure that they are there.
  @inline(__always)
  @_semantics("no_performance_analysis")
  mutating func setLanesUnchecked(_ lanes: SIMD8<Float>, at frame: Int) {
    assert(frame >= 0 && frame &+ 8 <= count, "outside the span")
    var target = unsafe mutableBytes
    unsafe target.storeBytes(of: lanes, toUncheckedByteOffset: frame &* 4, as: SIMD8<Float>.self)
  }

  /// Traps unless the span has all frames of a voice: then its loop need not check each group.
  func requireRoom(_ frames: Range<Int>) {
    precondition(
      frames.lowerBound >= 0 && frames.upperBound <= count, "a voice needs room for all its frames")
  }

  /// Adds to the eight frames from `frame` on, where the caller has made sure that they are there.
  @inline(__always)
  mutating func addUnchecked(_ lanes: SIMD8<Float>, at frame: Int) {
    setLanesUnchecked(lanesUnchecked(at: frame) + lanes, at: frame)
  }

  /// Replaces `count` frames from `frame` on, eight or less, of one channel of interleaved frames by the first of
  /// `lanes`.
  @inline(__always)
  mutating func put(_ lanes: SIMD8<Float>, count: Int, at frame: Int, every channels: Int) {
    if channels == 1 {
      put(lanes, count: count, at: frame)
    } else {
      for lane in 0..<count { self[frame + lane * channels] = lanes[lane] }
    }
  }

  /// Replaces `count` frames from `frame` on, eight or less, of two neighbouring channels of interleaved frames.
  @inline(__always)
  mutating func put(
    _ x: SIMD8<Float>, _ y: SIMD8<Float>, count: Int, at frame: Int, every channels: Int
  ) {
    if channels > 2 {
      put(x, count: count, at: frame, every: channels)
      put(y, count: count, at: frame + 1, every: channels)
      return
    }
    put(SIMD8(x[0], y[0], x[1], y[1], x[2], y[2], x[3], y[3]), count: min(8, 2 * count), at: frame)
    if count > 4 {
      put(
        SIMD8(x[4], y[4], x[5], y[5], x[6], y[6], x[7], y[7]), count: 2 * count - 8,
        at: frame + 8)
    }
  }

  /// Replaces `count` frames from `frame` on, eight or less, by the first of `lanes`.
  @inline(__always)
  mutating func put(_ lanes: SIMD8<Float>, count: Int, at frame: Int) {
    if count == 8 {
      requireRoom(frame..<frame + 8)
      setLanesUnchecked(lanes, at: frame)
    } else {
      for lane in 0..<count { self[frame + lane] = lanes[lane] }
    }
  }
}
