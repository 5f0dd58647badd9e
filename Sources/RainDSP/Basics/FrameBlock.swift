/// 32 frames of one channel, as many as the registers of any processor hold: eight vectors of four on plain x86-64. Not
/// SIMD32, which Swift 6.3 computes number by number.
struct FrameBlock {
  static let frames = 32

  var a = SIMD8<Float>.zero
  var b = SIMD8<Float>.zero
  var c = SIMD8<Float>.zero
  var d = SIMD8<Float>.zero

  @inline(__always)
  static func + (x: Self, y: Self) -> Self {
    Self(a: x.a + y.a, b: x.b + y.b, c: x.c + y.c, d: x.d + y.d)
  }

  @inline(__always)
  static func += (x: inout Self, y: Self) { x = x + y }

  @inline(__always)
  static func - (x: Self, y: Self) -> Self {
    Self(a: x.a - y.a, b: x.b - y.b, c: x.c - y.c, d: x.d - y.d)
  }

  @inline(__always)
  static func * (x: Self, y: Self) -> Self {
    Self(a: x.a * y.a, b: x.b * y.b, c: x.c * y.c, d: x.d * y.d)
  }

  @inline(__always)
  static func * (x: Self, gain: Float) -> Self {
    Self(a: x.a * gain, b: x.b * gain, c: x.c * gain, d: x.d * gain)
  }

  /// Adds the difference of two blocks of a sound times a gain; eight frames after the other, which needs the fewest
  /// registers.
  @inline(__always)
  mutating func addDifference(
    of sound: borrowing FixedArray<Float>, from added: Int, _ subtracted: Int, by gain: Float
  ) {
    @inline(__always)
    func difference(_ offset: Int) -> SIMD8<Float> {
      sound.eightUnchecked(from: added &+ offset) - sound.eightUnchecked(from: subtracted &+ offset)
    }
    a += difference(0) * gain
    b += difference(8) * gain
    c += difference(16) * gain
    d += difference(24) * gain
  }
}

extension FixedArray where Element == Float {
  /// The block from `frame` on, where the caller has made sure that it is there.
  @inline(__always)
  func blockUnchecked(from frame: Int) -> FrameBlock {
    FrameBlock(
      a: eightUnchecked(from: frame), b: eightUnchecked(from: frame &+ 8),
      c: eightUnchecked(from: frame &+ 16), d: eightUnchecked(from: frame &+ 24))
  }

  /// Replaces the block from `frame` on, where the caller has made sure that it is there.
  @inline(__always)
  mutating func setUnchecked(_ block: FrameBlock, from frame: Int) {
    setUnchecked(block.a, from: frame)
    setUnchecked(block.b, from: frame &+ 8)
    setUnchecked(block.c, from: frame &+ 16)
    setUnchecked(block.d, from: frame &+ 24)
  }
}
