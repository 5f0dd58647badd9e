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
  public init(seed: UInt64) { bits = seed }

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
  public func child(_ index: Int) -> RandomKey { child(UInt64(bitPattern: Int64(index))) }

  @usableFromInline
  init(bits: UInt64) { self.bits = bits }

  /// A uniformly distributed number of 0 ..< 1, in steps of 2⁻⁵³.
  @inlinable
  public var uniform: Double { Double(bits >> 11) * 0x1p-53 }

  /// A number of the standard normal distribution, within ±8.3.
  public var normal: Double { Elementary.normalQuantile(openUniform) }

  /// The largest standard normal number that drops use, in either direction: 1.2 % of them are clamped. It
  /// bounds the length of a drop.
  static let mostNormal = 2.5

  /// The ``normal``, clamped to ±``mostNormal``.
  var clampedNormal: Double { max(-Self.mostNormal, min(Self.mostNormal, normal)) }

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

/// The sources of random numbers: the children of a rendering's root key. Each source has random
/// numbers of its own, so that changing one leaves the others as they are, bit for bit.
///
/// The raw value is the number of the child: a new source takes a new number, and moves no other.
package enum Source: UInt64, Sendable {
  case drops = 1
  case patter = 2
  case gusts = 3
  case clusters = 4
  // 5, 6 and 7 belong to NoiseColor.
  case echo = 8
  case dither = 9
  case eaves = 10
  case gutter = 11
  case ground = 12
  case spot = 13
  case wind = 14
  case thunder = 15

  /// The root of all random numbers of a rendering: a hash of its seed, as child 0. Without it, the sources
  /// of two seeds that differ by the step of the counter would be each other's neighbours.
  package static func root(seed: UInt64) -> RandomKey { RandomKey(seed: seed).child(0) }

  /// The key of this source in a rendering with the key `root`.
  package func key(below root: RandomKey) -> RandomKey { root.child(rawValue) }
}

/// Eight streams of random bits, one a lane, from four xorshift64 generators (Marsaglia 2003,
/// "Xorshift RNGs"). Each generator fills two neighbouring lanes.
///
/// The generators shift and exclusive-or only: a 32-bit multiplication costs several instructions on
/// plain x86-64. The state of each comes from a ``RandomKey``. A tile uses 512 of 2⁶⁴ - 1 states at most,
/// so that two streams never meet in practice.
public struct RandomLanes: Sendable {
  @usableFromInline
  var state: SIMD4<UInt64>

  /// - Parameter key: its own for every use; equal keys give equal bits.
  public init(_ key: RandomKey) {
    // One bit is always set: from the state 0 a generator would never leave.
    state = SIMD4(
      key.child(0).bits | 1, key.child(1).bits | 1, key.child(2).bits | 1, key.child(3).bits | 1)
  }

  /// The next 32 bits of each lane. Inlined into other modules, which dither with them.
  @inlinable @inline(__always)
  public mutating func next() -> SIMD8<UInt32> {
    state ^= state &<< 13
    state ^= state &>> 7
    state ^= state &<< 17
    return unsafe unsafeBitCast(state, to: SIMD8<UInt32>.self)
  }

  /// The upper 23 bits of two draws as numbers of -1/2 .. 1/2: the bits are the fraction of a number of
  /// 1 .. 2, from which 1.5 is subtracted.
  @inline(__always)
  static func upper(_ bits: SIMD16<UInt32>) -> SIMD16<Float> {
    unsafe unsafeBitCast((bits &>> 9) | 0x3F80_0000, to: SIMD16<Float>.self) - 1.5
  }

  /// The lower 16 bits of two draws as numbers of -1/2 .. 1/2. Each is in the middle of its step, so that
  /// their mean is 0. Seven of these bits are also the last of ``upper(_:)``: a correlation of 2⁻¹⁶.
  @inline(__always)
  static func lower(_ bits: SIMD16<UInt32>) -> SIMD16<Float> {
    let fraction = ((bits &<< 7) & 0x7F_FF80) | 0x40
    return unsafe unsafeBitCast(fraction | 0x3F80_0000, to: SIMD16<Float>.self) - 1.5
  }
}
