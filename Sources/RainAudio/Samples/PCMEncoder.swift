/// Samples as the bytes of a WAV file or of a raw stream: scaled, dithered, rounded, saturated,
/// little-endian.
///
///     s16: x · 2¹⁵ + dither    s24: x · 2²³ + dither    s32: x · 2³¹    f32: the bits of x
///
/// Integers are rounded to the nearest, ties to the even one, and saturate at the ends of their
/// range. The bytes of a sample depend on its value, channel and frame alone: frames may be cut
/// into calls anywhere.
///
/// A NaN does not occur in a rendering; here it would become some integer, without a trap.
package struct PCMEncoder: Sendable {
  package let format: SampleFormat
  package let channels: Int
  private let dither: RandomKey?

  /// s16 and s24 have dither of that key; s32 and f32 never have any.
  package init(format: SampleFormat, channels: Int, dither: RandomKey?) {
    precondition(channels > 0, "there is a channel")
    self.format = format
    self.channels = channels
    self.dither = format == .s16 || format == .s24 ? dither : nil
  }

  /// Appends the bytes of frames, interleaved, whose `samples` are all of one channel and then all of the next;
  /// the first of them is frame number `firstFrame` (0 or more). Nothing is allocated where `bytes` has the
  /// capacity. Whole tiles of 4,096 frames are fastest: from the middle of one, the dither is drawn
  /// from its beginning.
  package func encode(planar samples: Span<Float>, firstFrame: Int, into bytes: inout [UInt8]) {
    precondition(firstFrame >= 0, "frames are counted from 0")
    precondition(samples.count % channels == 0, "samples come in whole frames")
    let frames = samples.count / channels
    let byteCount = samples.count * format.bytesPerSample
    // Without filling it with zeros first, which would be a tenth of the work.
    bytes.append(addingCapacity: byteCount) { appended in
      unsafe appended.withUnsafeMutableBufferPointer { buffer, count in
        var output = unsafe UnsafeMutableRawBufferPointer(buffer).mutableBytes
        // Two channels at a time, as they share their dither; the last one may be alone.
        for first in stride(from: 0, to: channels, by: 2) {
          let left = samples.extracting(first * frames..<(first + 1) * frames)
          let end = min(first + 2, channels) * frames
          let right = samples.extracting((first + 1) * frames..<end)
          encode(left, right, first, firstFrame, in: &output)
        }
        count = byteCount
      }
    }
  }

  /// Encodes the channels number `channel`, `left`, and the next one, `right`, which is empty if there is none.
  private func encode(
    _ left: Span<Float>, _ right: Span<Float>, _ channel: Int, _ firstFrame: Int,
    in output: inout MutableRawSpan
  ) {
    let framesPerBlock = Dither.framesPerBlock
    let bytesPerFrame = format.bytesPerSample * channels
    let isPair = !right.isEmpty
    let start = channel * format.bytesPerSample
    var done = 0
    while done < left.count {
      let (tile, offset) = (firstFrame + done)
        .quotientAndRemainder(dividingBy: Tile.frames)
      let end = min(left.count, done + Tile.frames - offset)
      var dither = Dither(dither, pair: channel / 2, tile: tile, block: offset / framesPerBlock)
      var lane = offset % framesPerBlock
      while done < end {
        let count = min(framesPerBlock - lane, end - done)
        // Of one or two channels, neighbouring frames are neighbours in the output, too.
        if count == framesPerBlock && channels <= 2 {
          let whole = done..<done + ((end - done) & -framesPerBlock)
          encodeWhole(left, right, whole, &dither, in: &output, at: done * bytesPerFrame)
          done = whole.upperBound
        } else {
          var x = SIMD8<Float>.zero
          var y = SIMD8<Float>.zero
          if count == framesPerBlock {
            x = left.eight(from: done)
            if isPair { y = right.eight(from: done) }
          } else {
            for i in 0..<count {
              x[lane + i] = left[done + i]
              if isPair { y[lane + i] = right[done + i] }
            }
          }
          storePart(
            x, y, isPair: isPair, lanes: lane..<(lane + count), dither: dither.next(), in: &output,
            at: start + done * bytesPerFrame)
          lane = 0
          done += count
        }
      }
    }
  }

  /// Encodes whole blocks of eight frames.
  @inline(__always)
  private func encodeWhole(
    _ left: Span<Float>, _ right: Span<Float>, _ frames: Range<Int>, _ dither: inout Dither,
    in output: inout MutableRawSpan, at start: Int
  ) {
    let isPair = !right.isEmpty
    if format == .s16 {
      let before = dither
      if encodeS16(left, right, frames, &dither, in: &output, at: start) { return }
      dither = before
    }
    var position = start
    for frame in stride(from: frames.lowerBound, to: frames.upperBound, by: Dither.framesPerBlock) {
      let x = left.eight(from: frame)
      let y = isPair ? right.eight(from: frame) : .zero
      store(x, y, isPair: isPair, dither: dither.next(), in: &output, at: position)
      position += Dither.framesPerBlock * format.bytesPerSample * channels
    }
  }

  /// Encodes whole blocks of s16; false when a sample lies beyond full scale, and then the bytes are
  /// wrong. The loop calls no function, so that its variables stay in registers.
  @inline(__always)
  private func encodeS16(
    _ left: Span<Float>, _ right: Span<Float>, _ frames: Range<Int>, _ dither: inout Dither,
    in output: inout MutableRawSpan, at start: Int
  ) -> Bool {
    let isPair = !right.isEmpty
    var excess = SIMD16<UInt32>.zero
    var steps = dither
    var position = start
    for frame in stride(from: frames.lowerBound, to: frames.upperBound, by: Dither.framesPerBlock) {
      // Both channels in one vector: with two vectors, the compiler computes lane by lane.
      let x = left.eight(from: frame)
      let y = isPair ? right.eight(from: frame) : .zero
      let noise = steps.next()
      let raised = Quantiser.s16Raised(
        SIMD16(lowHalf: x, highHalf: y), dither: SIMD16(lowHalf: noise.left, highHalf: noise.right))
      excess |= raised
      if isPair {
        let frames = (raised.lowHalf | (raised.highHalf &<< 16)) ^ 0x8000_8000
        output.storeBytes(of: frames, toByteOffset: position, as: SIMD8<UInt32>.self)
        position &+= 32
      } else {
        let frames = SIMD8<UInt16>(truncatingIfNeeded: raised.lowHalf) ^ 0x8000
        output.storeBytes(of: frames, toByteOffset: position, as: SIMD8<UInt16>.self)
        position &+= 16
      }
    }
    dither = steps
    return excess &>> 16 == .zero
  }

  /// Stores eight frames. Every processor that Swift supports is little-endian.
  @inline(__always)
  private func store(
    _ x: SIMD8<Float>, _ y: SIMD8<Float>, isPair: Bool,
    dither: (left: SIMD8<Float>, right: SIMD8<Float>), in output: inout MutableRawSpan,
    at position: Int
  ) {
    switch format {
    case .s16:
      let left = Quantiser.s16Saturated(x, dither: dither.left)
      if isPair {
        let frames = (left & 0xFFFF) | (Quantiser.s16Saturated(y, dither: dither.right) &<< 16)
        output.storeBytes(of: frames, toByteOffset: position, as: SIMD8<UInt32>.self)
      } else {
        output.storeBytes(
          of: SIMD8<UInt16>(truncatingIfNeeded: left), toByteOffset: position,
          as: SIMD8<UInt16>.self)
      }
    case .s24:
      let left = Quantiser.s24(x, dither: dither.left)
      if isPair {
        let both = interleaved(left, Quantiser.s24(y, dither: dither.right))
        let pairs = unsafe unsafeBitCast(both, to: SIMD8<UInt64>.self)
        store24(pairs.lowHalf, in: &output, at: position)
        store24(pairs.highHalf, in: &output, at: position + 24)
      } else {
        store24(unsafe unsafeBitCast(left, to: SIMD4<UInt64>.self), in: &output, at: position)
      }
    case .s32:
      store32(Quantiser.s32(x), Quantiser.s32(y), isPair: isPair, in: &output, at: position)
    case .f32:
      store32(
        unsafe unsafeBitCast(x, to: SIMD8<UInt32>.self),
        unsafe unsafeBitCast(y, to: SIMD8<UInt32>.self), isPair: isPair, in: &output, at: position)
    }
  }

  /// Stores the low 24 bits of eight samples, two in each lane: four pairs of 48 bits fill three
  /// words.
  @inline(__always)
  private func store24(_ wide: SIMD4<UInt64>, in output: inout MutableRawSpan, at position: Int) {
    let pairs = (wide & 0xFF_FFFF) | ((wide &>> 8) & 0xFFFF_FF00_0000)
    let (p, q, r, s) = (pairs[0], pairs[1], pairs[2], pairs[3])
    output.storeBytes(of: p | q << 48, toByteOffset: position, as: UInt64.self)
    output.storeBytes(of: q >> 16 | r << 32, toByteOffset: position + 8, as: UInt64.self)
    output.storeBytes(of: r >> 32 | s << 16, toByteOffset: position + 16, as: UInt64.self)
  }

  @inline(__always)
  private func store32(
    _ left: SIMD8<UInt32>, _ right: SIMD8<UInt32>, isPair: Bool, in output: inout MutableRawSpan,
    at position: Int
  ) {
    if isPair {
      output.storeBytes(
        of: interleaved(left, right), toByteOffset: position, as: SIMD16<UInt32>.self)
    } else {
      output.storeBytes(of: left, toByteOffset: position, as: SIMD8<UInt32>.self)
    }
  }

  @inline(__always)
  private func interleaved(_ left: SIMD8<UInt32>, _ right: SIMD8<UInt32>) -> SIMD16<UInt32> {
    var both = SIMD16<UInt32>()
    both.evenHalf = left
    both.oddHalf = right
    return both
  }

  /// Stores some of eight frames one by one: where a call begins or ends within a block, or between other
  /// channels. Not inlined: the loop for two channels would lose registers.
  @inline(never)
  private func storePart(
    _ x: SIMD8<Float>, _ y: SIMD8<Float>, isPair: Bool, lanes: Range<Int>,
    dither: (left: SIMD8<Float>, right: SIMD8<Float>), in output: inout MutableRawSpan,
    at position: Int
  ) {
    var block = InlineArray<64, UInt8>(repeating: 0)
    var elements = block.mutableSpan
    var whole = unsafe elements.mutableBytes
    store(x, y, isPair: isPair, dither: dither, in: &whole, at: 0)
    let bytesPerFrame = format.bytesPerSample * channels
    let length = format.bytesPerSample * (isPair ? 2 : 1)
    for (frame, lane) in lanes.enumerated() {
      let (start, target) = (lane * length, position + frame * bytesPerFrame)
      // Two bytes may hold any bits, and the span checks its bounds.
      for byte in stride(from: 0, to: length - 1, by: 2) {
        let two = unsafe block.span.bytes.unsafeLoadUnaligned(
          fromByteOffset: start + byte, as: UInt16.self)
        output.storeBytes(of: two, toByteOffset: target + byte, as: UInt16.self)
      }
      if length % 2 == 1 {
        output.storeBytes(
          of: block[start + length - 1], toByteOffset: target + length - 1, as: UInt8.self)
      }
    }
  }
}
