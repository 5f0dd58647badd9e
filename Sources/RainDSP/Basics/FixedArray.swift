/// Memory that a renderer owns: a fixed number of elements, allocated once and never grown.
///
/// Unlike an array it cannot be copied. So reading it in the render loop counts no references, and
/// writing to it never allocates. It is Sendable since nothing else points to its memory, but for arrays that share it and
/// are read alone.
@safe
struct FixedArray<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  let count: Int
  private let memory: OwnedMemory

  init(repeating element: Element, count: Int) {
    precondition(count >= 0, "an array has 0 elements or more")
    self.count = count
    memory = OwnedMemory(of: Element.self, count: count)
    unsafe base.initialize(repeating: element, count: count)
  }

  init(_ elements: [Element]) {
    count = elements.count
    memory = OwnedMemory(of: Element.self, count: count)
    for index in 0..<count { unsafe (base + index).initialize(to: elements[index]) }
  }

  /// The elements of another array, which belongs to `owner`. They may be read alone.
  init(sharing other: borrowing FixedArray, of owner: AnyObject) {
    count = other.count
    memory = OwnedMemory(sharing: other.memory, of: owner)
  }

  @inline(__always)
  private var base: UnsafeMutablePointer<Element> {
    unsafe memory.start.assumingMemoryBound(to: Element.self)
  }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the array")
      return unsafe base[index]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the array")
      unsafe base[index] = newValue
    }
  }

  /// The element at `index`, changed where it lies: large elements are not copied out and in.
  subscript(inPlace index: Int) -> Element {
    @inline(__always) get { self[index] }
    @inline(__always) _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the array")
      yield unsafe &base[index]
    }
  }

  /// The element at `index`, where the caller has made sure that it is there.
  subscript(unchecked index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count, "outside the array")
      return unsafe base[index]
    }
    @inline(__always) set {
      assert(index >= 0 && index < count, "outside the array")
      unsafe base[index] = newValue
    }
  }

  mutating func fill(_ range: Range<Int>, with element: Element) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside the array")
    unsafe (base + range.lowerBound).initialize(repeating: element, count: range.count)
  }

  /// Copies the elements of `range` to the indices from `start` on, which may overlap them.
  mutating func move(_ range: Range<Int>, to start: Int) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count && start >= 0
        && start + range.count <= count, "outside the array")
    unsafe UnsafeMutableRawPointer(base + start).copyMemory(
      from: base + range.lowerBound, byteCount: range.count * MemoryLayout<Element>.stride)
  }

  /// Copies an array of the same size.
  mutating func copy(_ other: borrowing FixedArray) {
    precondition(count == other.count, "arrays of one size")
    unsafe UnsafeMutableRawPointer(base).copyMemory(
      from: other.base, byteCount: count * MemoryLayout<Element>.stride)
  }

  /// Lets `body` write to the elements from `start` on.
  @inline(__always)
  mutating func withMutableSpan(from start: Int = 0, _ body: (inout MutableSpan<Element>) -> Void) {
    precondition(start >= 0 && start <= count, "outside the array")
    var span = unsafe UnsafeMutableBufferPointer(start: base + start, count: count - start)
      .mutableSpan
    body(&span)
  }
}

/// Frames of one channel, read and written eight at a time.
extension FixedArray where Element == Float {
  /// The eight frames from `frame` on, in the lanes of a vector.
  subscript(eightFrom frame: Int) -> SIMD8<Float> {
    @inline(__always) get {
      precondition(frame >= 0 && frame &+ 8 <= count, "outside the array")
      return eightUnchecked(from: frame)
    }
    @inline(__always) set {
      precondition(frame >= 0 && frame &+ 8 <= count, "outside the array")
      setUnchecked(newValue, from: frame)
    }
  }

  /// The `count` frames from `frame` on, eight or fewer, in the first lanes of a vector; the other
  /// lanes are 0.
  subscript(from frame: Int, count count: Int) -> SIMD8<Float> {
    @inline(__always) get {
      if count == 8 { return self[eightFrom: frame] }
      var frames = SIMD8<Float>.zero
      for lane in 0..<count { frames[lane] = self[frame + lane] }
      return frames
    }
  }

  /// The eight frames from `frame` on, a multiple of 4, where the caller has made sure that they are
  /// there: in the innermost loop a check costs as much as the load. From a multiple of four frames
  /// plain x86-64 adds straight from memory.
  @inline(__always)
  func eightUnchecked(fromFourth frame: Int) -> SIMD8<Float> {
    assert(frame >= 0 && frame &+ 8 <= count && frame & 3 == 0, "outside the array")
    let fours = unsafe UnsafeRawPointer(base + frame)
    return unsafe SIMD8(
      lowHalf: fours.load(as: SIMD4<Float>.self),
      highHalf: fours.load(fromByteOffset: 16, as: SIMD4<Float>.self))
  }

  /// The eight frames from `frame` on, where the caller has made sure that they are there.
  @inline(__always)
  func eightUnchecked(from frame: Int) -> SIMD8<Float> {
    assert(frame >= 0 && frame &+ 8 <= count, "outside the array")
    return unsafe UnsafeRawPointer(base + frame).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Replaces the eight frames from `frame` on, where the caller has made sure that they are there.
  @inline(__always)
  mutating func setUnchecked(_ lanes: SIMD8<Float>, from frame: Int) {
    assert(frame >= 0 && frame &+ 8 <= count, "outside the array")
    unsafe UnsafeMutableRawPointer(base + frame).storeBytes(of: lanes, as: SIMD8<Float>.self)
  }

  /// Adds to the eight frames from `frame` on, where the caller has made sure that they are there.
  @inline(__always)
  mutating func addUnchecked(_ lanes: SIMD8<Float>, from frame: Int) {
    setUnchecked(eightUnchecked(from: frame) + lanes, from: frame)
  }

  /// Adds to the eight frames from `frame` on, a multiple of 4, where the caller has made sure that
  /// they are there.
  @inline(__always)
  mutating func addUnchecked(_ lanes: SIMD8<Float>, fromFourth frame: Int) {
    setUnchecked(eightUnchecked(fromFourth: frame) + lanes, from: frame)
  }
}

/// Rows of sixteen lanes (``LaneTile``). Either half of a row can be read and written by itself.
extension FixedArray where Element == SIMD16<Float> {
  /// The lanes 0 to 7 (`half` 0) or 8 to 15 (`half` 1) of a row, where the caller has made sure that
  /// it is there.
  subscript(unchecked row: Int, half half: Int) -> SIMD8<Float> {
    @inline(__always) get {
      assert(row >= 0 && row < count && half & 1 == half, "outside the array")
      return unsafe UnsafeRawPointer(base).load(
        fromByteOffset: row &* 64 &+ half &* 32, as: SIMD8<Float>.self)
    }
    @inline(__always) set {
      assert(row >= 0 && row < count && half & 1 == half, "outside the array")
      unsafe UnsafeMutableRawPointer(base).storeBytes(
        of: newValue, toByteOffset: row &* 64 &+ half &* 32, as: SIMD8<Float>.self)
    }
  }
}

/// Memory that is freed with its owner. Not a part of `FixedArray`, because Embedded Swift 6.3 crashes on
/// the deinit of a generic type that an optional holds. Not private, because tests that specialise
/// `FixedArray` in their own module link to it.
@safe
struct OwnedMemory: ~Copyable {
  let start: UnsafeMutableRawPointer
  /// The owner of the memory; nil if it is freed here.
  private let owner: AnyObject?

  /// Memory for `count` elements, aligned for a vector of eight floats, which is how frames are read.
  init<Element>(of type: Element.Type, count: Int) {
    unsafe start = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<Element>.stride,
      alignment: max(MemoryLayout<Element>.alignment, MemoryLayout<SIMD8<Float>>.alignment))
    owner = nil
  }

  /// The memory of another, which `owner` owns and this one keeps alive.
  init(sharing other: borrowing OwnedMemory, of owner: AnyObject) {
    unsafe start = other.start
    self.owner = owner
  }

  deinit {
    if owner == nil { unsafe start.deallocate() }
  }
}
