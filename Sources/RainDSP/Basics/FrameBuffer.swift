/// Memory for frames that a renderer owns: allocated once, zero at the start, never grown.
///
/// It cannot be copied, so that no write in the render loop can turn into an allocation.
@safe
struct FrameBuffer: ~Copyable, @unchecked Sendable {
  let count: Int
  private let base: UnsafeMutablePointer<Float>

  /// `count` frames of silence.
  init(count: Int) {
    precondition(count >= 0, "a buffer has 0 frames or more")
    self.count = count
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<Float>.stride, alignment: MemoryLayout<SIMD8<Float>>.alignment
    )
    unsafe base = memory.bindMemory(to: Float.self, capacity: count)
    unsafe base.initialize(repeating: 0, count: count)
  }

  deinit {
    unsafe UnsafeMutableRawPointer(base).deallocate()
  }

  subscript(frame: Int) -> Float {
    @inline(__always) get {
      precondition(UInt(bitPattern: frame) < UInt(bitPattern: count), "outside the buffer")
      return unsafe base[frame]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: frame) < UInt(bitPattern: count), "outside the buffer")
      unsafe base[frame] = newValue
    }
  }

  /// The frame `frame`, where the caller has made sure that it is there.
  @inline(__always)
  func unchecked(_ frame: Int) -> Float {
    assert(frame >= 0 && frame < count, "outside the buffer")
    return unsafe base[frame]
  }

  /// The eight frames from `frame` on, in the lanes of a vector.
  subscript(eightFrom frame: Int) -> SIMD8<Float> {
    @inline(__always) get {
      precondition(frame >= 0 && frame &+ 8 <= count, "outside the buffer")
      return unsafe UnsafeRawPointer(base + frame).loadUnaligned(as: SIMD8<Float>.self)
    }
    @inline(__always) set {
      precondition(frame >= 0 && frame &+ 8 <= count, "outside the buffer")
      unsafe UnsafeMutableRawPointer(base + frame).storeBytes(
        of: newValue, as: SIMD8<Float>.self)
    }
  }

  /// The `count` frames from `frame` on, eight or less, in the first lanes of a vector; the others
  /// are 0.
  subscript(from frame: Int, count count: Int) -> SIMD8<Float> {
    @inline(__always) get {
      if count == 8 { return self[eightFrom: frame] }
      var frames = SIMD8<Float>.zero
      for lane in 0..<count { frames[lane] = self[frame + lane] }
      return frames
    }
  }

  /// The eight frames from `frame` on, a multiple of 4, where the caller has made sure that they are
  /// there: in the innermost loop of all, asking costs as much as answering. Plain x86-64 adds
  /// straight from memory what lies on a multiple of four frames.
  @inline(__always)
  func eightUnchecked(fromFourth frame: Int) -> SIMD8<Float> {
    assert(frame >= 0 && frame &+ 8 <= count && frame & 3 == 0, "outside the buffer")
    let fours = unsafe UnsafeRawPointer(base + frame)
    return unsafe SIMD8(
      lowHalf: fours.load(as: SIMD4<Float>.self),
      highHalf: fours.load(fromByteOffset: 16, as: SIMD4<Float>.self))
  }

  /// The eight frames from `frame` on, where the caller has made sure that they are there.
  @inline(__always)
  func eightUnchecked(from frame: Int) -> SIMD8<Float> {
    assert(frame >= 0 && frame &+ 8 <= count, "outside the buffer")
    return unsafe UnsafeRawPointer(base + frame).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Adds to the eight frames from `frame` on, a multiple of 4, where the caller has made sure that
  /// they are there.
  @inline(__always)
  mutating func addUnchecked(_ lanes: SIMD8<Float>, fromFourth frame: Int) {
    let sum = eightUnchecked(fromFourth: frame) + lanes
    unsafe UnsafeMutableRawPointer(base + frame).storeBytes(of: sum, as: SIMD8<Float>.self)
  }

  /// Silences the frames of `range`.
  mutating func clear(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside the buffer")
    unsafe (base + range.lowerBound).initialize(repeating: 0, count: range.count)
  }

  /// Copies the frames of `range` to the beginning of the buffer.
  mutating func moveToFront(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside the buffer")
    unsafe UnsafeMutableRawPointer(base).copyMemory(
      from: base + range.lowerBound, byteCount: range.count * MemoryLayout<Float>.stride)
  }

  /// Lets `body` write to the frames from `start` on.
  @inline(__always)
  mutating func withMutableSpan(from start: Int = 0, _ body: (inout MutableSpan<Float>) -> Void) {
    precondition(start >= 0 && start <= count, "outside the buffer")
    var span = unsafe UnsafeMutableBufferPointer(start: base + start, count: count - start)
      .mutableSpan
    body(&span)
  }
}
