/// Memory that is freed with its owner. Not a part of `FixedArray`, because Embedded Swift 6.3 crashes on
/// the deinit of a generic type that an optional holds. Not private, because tests that specialise
/// `FixedArray` in their own module link to it.
@safe
struct OwnedMemory: ~Copyable {
  let start: UnsafeMutableRawPointer
  /// Whose memory it is; nil if it is freed here.
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
