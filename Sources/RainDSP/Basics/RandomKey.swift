/// A node in a tree of random numbers. Every random number of a rendering belongs to a key; none comes
/// from a shared generator.
///
///     seed ─┬─ drops ─┬─ layer 0 ─┬─ second 0 ─┬─ drop 0 ─┬─ size
///           ├─ patter │           │            │          ├─ distance
///           ├─ gusts  │           │            │          └─ ...
///           └─ ...    └─ layer 1  └─ second 1  └─ drop 1
///
/// A key is 64 bits. Its children are the outputs of the SplitMix64 generator that starts at it
/// (Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators"). So a path such as
/// `seed › source › layer › second › drop › quantity` names one number. It does not depend on what else
/// is drawn, in which order, or on which thread.
public struct RandomKey: Sendable, Hashable, BitwiseCopyable {
  /// The 64 bits of the key. The bits of a child are uniformly distributed.
  public let bits: UInt64

  /// The root key of a rendering.
  public init(seed: UInt64) {
    bits = seed
  }

  /// The child number `index`.
  @inlinable
  public func child(_ index: UInt64) -> RandomKey {
    // SplitMix64: the golden ratio as the step of the counter, then the finaliser "mix13" of
    // Stafford.
    var z = bits &+ (index &+ 1) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return RandomKey(bits: z ^ (z >> 31))
  }

  /// The child number `index`. Negative numbers belong to times before frame 0.
  @inlinable
  public func child(_ index: Int) -> RandomKey {
    child(UInt64(bitPattern: Int64(index)))
  }

  @usableFromInline
  init(bits: UInt64) {
    self.bits = bits
  }

  /// A uniformly distributed number of 0 ..< 1, in steps of 2⁻⁵³.
  @inlinable
  public var uniform: Double {
    Double(bits >> 11) * 0x1p-53
  }

  /// A number of the standard normal distribution, within ±8.3.
  public var normal: Double {
    Elementary.normalQuantile(openUniform)
  }

  /// The largest standard normal number that drops use, in either direction: 1.2 % of them are clamped. It
  /// bounds the length of a drop.
  static let mostNormal = 2.5

  /// The ``normal`` of eight keys. All at once take a third of the time.
  static func normals(_ keys: InlineArray<8, RandomKey>) -> SIMD8<Double> {
    var numbers = SIMD8<Double>.zero
    for lane in 0..<8 { numbers[lane] = keys[lane].openUniform }
    return Elementary.normalQuantile(numbers)
  }

  /// The ``normal`` of eight keys, clamped to ±``mostNormal``.
  static func clampedNormals(_ keys: InlineArray<8, RandomKey>) -> SIMD8<Double> {
    let normals = normals(keys)
    let most = SIMD8(repeating: mostNormal)
    // pointwiseMin and pointwiseMax would go lane by lane.
    return normals.replacing(with: most, where: normals .> most)
      .replacing(with: -most, where: normals .< -most)
  }

  /// The children from number `first` on.
  func eight(from first: UInt64) -> InlineArray<8, RandomKey> {
    InlineArray { child(first + UInt64($0)) }
  }

  /// A uniform number in the middle of its step of 2⁻⁵², so never 0 or 1.
  private var openUniform: Double { Double(bits >> 12) * 0x1p-52 + 0x1p-53 }
}
