/// Elements that a renderer owns: as many as at the start, for ever.
///
/// Unlike an array, it cannot be copied, so that reading it in the render loop counts no reference,
/// and writing to it allocates nothing.
@safe
struct Row<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  let count: Int
  private let base: UnsafeMutablePointer<Element>

  init(_ elements: [Element]) {
    count = elements.count
    unsafe base = .allocate(capacity: count)
    for index in 0..<count { unsafe (base + index).initialize(to: elements[index]) }
  }

  deinit {
    unsafe base.deallocate()
  }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
      return unsafe base[index]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
      unsafe base[index] = newValue
    }
  }

  /// The element at `index`, where the caller has made sure that it is there.
  @inline(__always)
  func unchecked(_ index: Int) -> Element {
    assert(index >= 0 && index < count, "outside the row")
    return unsafe base[index]
  }
}
