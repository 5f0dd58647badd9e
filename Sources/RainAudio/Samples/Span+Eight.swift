extension Span<Float> {
  /// The eight numbers from an index on.
  @inline(__always)
  func eight(from index: Int) -> SIMD8<Float> {
    // The span checks its bounds, and eight Floats may hold any bits.
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 4 * index, as: SIMD8<Float>.self)
  }
}
