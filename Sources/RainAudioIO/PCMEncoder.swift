package import RainDSP

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

  /// - Parameters:
  ///   - format: How the samples are written.
  ///   - channels: 1 or 2.
  ///   - dither: The key of the dither of s16 and s24, which have none without it. s32 and f32
  ///     never have any.
  package init(format: SampleFormat, channels: Int, dither: RandomKey?) {
    precondition(1...2 ~= channels, "channels are 1 or 2")
    self.format = format
    self.channels = channels
    self.dither = format == .s16 || format == .s24 ? dither : nil
  }

  /// Appends the bytes of interleaved `samples`, the first of which belongs to `firstFrame`
  /// (0 or more). Nothing is allocated where `bytes` has the capacity. Whole tiles of 4,096 frames
  /// are fastest: from the middle of one, the dither is drawn from its beginning.
  package func encode(_ samples: Span<Float>, firstFrame: Int, into bytes: inout [UInt8]) {
    precondition(firstFrame >= 0, "frames are counted from 0")
    precondition(samples.count.isMultiple(of: channels), "samples come in whole frames")
    let bytesPerSample = format.bytesPerSample
    var position = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: samples.count * bytesPerSample))
    var elements = bytes.mutableSpan
    var output = unsafe elements.mutableBytes
    let samplesPerTile = DitherBits.framesPerTile * channels
    let samplesPerBlock = DitherBits.samplesPerBlock
    var done = 0
    while done < samples.count {
      let (tile, offset) = (firstFrame * channels + done)
        .quotientAndRemainder(dividingBy: samplesPerTile)
      let end = min(samples.count, done + samplesPerTile - offset)
      var bits = DitherBits(
        dither, channels: channels, tile: tile, block: offset / samplesPerBlock)
      var lane = offset % samplesPerBlock
      while done < end {
        let count = min(samplesPerBlock - lane, end - done)
        if count == samplesPerBlock {
          // The span checks its bounds, and sixteen Floats may hold any bits.
          let x = unsafe samples.bytes.unsafeLoadUnaligned(
            fromByteOffset: done * MemoryLayout<Float>.size, as: SIMD16<Float>.self)
          store(x, dither: bits.next(), in: &output, at: position)
        } else {
          var x = SIMD16<Float>.zero
          for i in 0..<count { x[lane + i] = samples[done + i] }
          storePart(
            x, lanes: lane..<(lane + count), dither: bits.next(), in: &output, at: position)
          lane = 0
        }
        done += count
        position += count * bytesPerSample
      }
    }
  }

  /// Stores sixteen samples. Every processor that Swift supports is little-endian.
  @inline(__always)
  private func store(
    _ x: SIMD16<Float>, dither bits: SIMD16<UInt32>, in output: inout MutableRawSpan,
    at position: Int
  ) {
    switch format {
    case .s16:
      output.storeBytes(
        of: Quantiser.s16(x, dither: bits), toByteOffset: position, as: SIMD16<UInt16>.self)
    case .s24:
      // Pairs of 48 bits, four of which fill three words.
      let wide = unsafe unsafeBitCast(Quantiser.s24(x, dither: bits), to: SIMD8<UInt64>.self)
      let pairs = (wide & 0xFF_FFFF) | ((wide &>> 8) & 0xFFFF_FF00_0000)
      for i in 0..<2 {
        let (p, q, r, s) = (pairs[4 * i], pairs[4 * i + 1], pairs[4 * i + 2], pairs[4 * i + 3])
        let offset = position + 24 * i
        output.storeBytes(of: p | q << 48, toByteOffset: offset, as: UInt64.self)
        output.storeBytes(of: q >> 16 | r << 32, toByteOffset: offset + 8, as: UInt64.self)
        output.storeBytes(of: r >> 32 | s << 16, toByteOffset: offset + 16, as: UInt64.self)
      }
    case .s32:
      output.storeBytes(of: Quantiser.s32(x), toByteOffset: position, as: SIMD16<UInt32>.self)
    case .f32:
      output.storeBytes(of: x, toByteOffset: position, as: SIMD16<Float>.self)
    }
  }

  /// Stores some of sixteen samples, where a call begins or ends within a block.
  @inline(never)
  private func storePart(
    _ x: SIMD16<Float>, lanes: Range<Int>, dither bits: SIMD16<UInt32>,
    in output: inout MutableRawSpan, at position: Int
  ) {
    var block = InlineArray<64, UInt8>(repeating: 0)
    var elements = block.mutableSpan
    var whole = unsafe elements.mutableBytes
    store(x, dither: bits, in: &whole, at: 0)
    let first = lanes.lowerBound * format.bytesPerSample
    for i in 0..<(lanes.count * format.bytesPerSample) {
      output.storeBytes(of: block[first + i], toByteOffset: position + i, as: UInt8.self)
    }
  }
}
