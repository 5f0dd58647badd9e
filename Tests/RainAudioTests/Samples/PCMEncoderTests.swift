import RainAudio
import RainDSP
import Testing

@Suite("PCM encoder")
struct PCMEncoderTests {
  /// Little-endian signed integers of `width` bytes.
  private func integers(_ bytes: [UInt8], width: Int) -> [Int] {
    stride(from: 0, to: bytes.count, by: width).map { start in
      var word = 0
      for byte in 0..<width { word |= Int(bytes[start + byte]) << (8 * byte) }
      let sign = 1 << (8 * width - 1)
      return (word ^ sign) - sign
    }
  }

  private func encoded(
    _ samples: [Float], _ format: SampleFormat, channels: Int = 1, dither: RandomKey? = nil,
    firstFrame: Int = 0
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    encode(
      samples, PCMEncoder(format: format, channels: channels, dither: dither),
      firstFrame: firstFrame, into: &bytes)
    return bytes
  }

  /// Appends interleaved samples.
  private func encode(
    _ samples: [Float], _ encoder: PCMEncoder, firstFrame: Int, into bytes: inout [UInt8]
  ) {
    let planes = (0..<encoder.channels).flatMap { channel in
      stride(from: channel, to: samples.count, by: encoder.channels).map { samples[$0] }
    }
    encoder.encode(planar: planes.span, firstFrame: firstFrame, into: &bytes)
  }

  @Test(
    "of several channels, each has the bytes of its own, and two at a time share a dither",
    arguments: SampleFormat.allCases)
  func severalChannels(format: SampleFormat) {
    let (frames, firstFrame, size) = (50, 4096 - 21, format.bytesPerSample)
    let signal = roughSignal(5 * frames)
    let planes = (0..<5).map { Array(signal[$0 * frames..<($0 + 1) * frames]) }
    func encoded(_ planes: [[Float]], dither: RandomKey? = nil) -> [UInt8] {
      let joined = planes.flatMap(\.self)
      var bytes: [UInt8] = []
      PCMEncoder(format: format, channels: planes.count, dither: dither)
        .encode(planar: joined.span, firstFrame: firstFrame, into: &bytes)
      return bytes
    }
    /// The bytes of one channel among several.
    func channel(_ number: Int, of bytes: [UInt8], _ channels: Int) -> [UInt8] {
      (0..<frames).flatMap { frame in
        let start = (frame * channels + number) * size
        return bytes[start..<start + size]
      }
    }
    let all = encoded(planes)
    for number in 0..<5 { #expect(channel(number, of: all, 5) == encoded([planes[number]])) }
    // The first two are dithered as a stereo rendering.
    let key = RandomKey(seed: 9)
    let dithered = encoded(planes, dither: key)
    let stereo = encoded([planes[0], planes[1]], dither: key)
    for number in 0..<2 {
      #expect(channel(number, of: dithered, 5) == channel(number, of: stereo, 2))
    }
    let isDithered = format == .s16 || format == .s24
    let same = encoded([planes[0], planes[0], planes[0]], dither: key)
    #expect((channel(0, of: same, 3) != channel(2, of: same, 3)) == isDithered)
  }

  /// A rough signal between -1.2 and 1.2, with the ends and the neighbourhood of zero in it.
  private func roughSignal(_ count: Int) -> [Float] {
    let edges: [Float] = [
      0, -0.0, 1, -1, 1.5, -1.5, .infinity, -.infinity, .leastNonzeroMagnitude,
      Float(1).nextDown, Float(-1).nextUp, 0x1p-16, -0x1p-16, 0x3p-16, 0x1p-24, 0x1p-32, -0x3p-32,
    ]
    let key = RandomKey(seed: 99)
    return (0..<count).map { i in
      i < edges.count ? edges[i] : Float(2.4 * key.child(i).uniform - 1.2)
    }
  }

  @Test("the bytes are little-endian two's complement or the bits of the Float")
  func layout() {
    let samples: [Float] = [0.5, -0.5, 0x1.81p-7]
    #expect(encoded(samples, .s16) == [0x00, 0x40, 0x00, 0xC0, 0x81, 0x01])
    #expect(
      encoded(samples, .s24) == [0x00, 0x00, 0x40, 0x00, 0x00, 0xC0, 0x00, 0x81, 0x01])
    #expect(
      encoded(samples, .s32)
        == [0x00, 0x00, 0x00, 0x40, 0x00, 0x00, 0x00, 0xC0, 0x00, 0x00, 0x81, 0x01])
    #expect(
      encoded(samples, .f32)
        == [0x00, 0x00, 0x00, 0x3F, 0x00, 0x00, 0x00, 0xBF, 0x00, 0x80, 0x40, 0x3C])
  }

  @Test("without dither, integers are the nearest to x times full scale, ties to even, saturated")
  func rounding() {
    let rough = roughSignal(1001)
    // Whole blocks of s16 take another way when nothing in them lies beyond full scale: halves and
    // the last integers within, too.
    var within: [Float] = [-32_768, 32_767, -32_767.5, 32_766.5]
    for number in 0..<500 {
      within.append(Float(number * 130 - 32_500) + 0.5)
      within.append(Float(number - 250) + 0.5)
    }
    for samples in [rough, within.map { $0 * 0x1p-15 }] {
      for (format, scale) in [(SampleFormat.s16, 0x1p15), (.s24, 0x1p23), (.s32, 0x1p31)] {
        let expected = samples.map { x in
          Int(min(max((Double(x) * scale).rounded(.toNearestOrEven), -scale), scale - 1))
        }
        for channels in [1, samples.count % 2 == 0 ? 2 : 1] {
          let bytes = encoded(samples, format, channels: channels)
          #expect(integers(bytes, width: format.bytesPerSample) == expected)
        }
      }
    }
  }

  @Test("f32 keeps every bit, without saturation")
  func floats() {
    let samples = roughSignal(77)
    let bytes = encoded(samples, .f32, dither: RandomKey(seed: 1))
    #expect(
      integers(bytes, width: 4).map { UInt32(truncatingIfNeeded: $0) } == samples.map(\.bitPattern))
  }

  @Test("a full scale with dither does not wrap around")
  func saturation() {
    let samples = [Float](repeating: 1, count: 500) + [Float](repeating: -1, count: 500)
    for format in [SampleFormat.s16, .s24] {
      let out = integers(
        encoded(samples, format, dither: RandomKey(seed: 3)), width: format.bytesPerSample)
      let limit = 1 << (format.bitsPerSample - 1)
      #expect(out[..<500].allSatisfy { limit - 2...limit - 1 ~= $0 })
      #expect(out[500...].allSatisfy { -limit ... -limit + 1 ~= $0 })
    }
  }

  /// Made by a program of its own, in Python: SplitMix64 children, the scalar xorshift64, and
  /// `round(x * scale + dither)` of x = ((37 i) mod 101 - 50) / 64 + 3 / 2¹⁸ for the interleaved
  /// samples i of the frames 4089 ..< 4101, seed 2026. The tile of 4,096 frames ends within.
  @Test("the dithered bytes are those of an independent program, across the edge of a tile")
  func golden() {
    for (format, channels, expected) in [
      (
        SampleFormat.s16, 1,
        [
          -25599, -6656, 12288, -20479, -1535, 17408, -15360, 3584,
          22528, -10239, 8705, -24064,
        ]
      ),
      (
        .s16, 2,
        [
          -25599, -6656, 12288, -20480, -1536, 17408, -15359, 3585,
          22529, -10240, 8704, -24063, -5120, 13825, -18944, 0,
          18944, -13824, 5121, 24064, -8703, 10240, -22528, -3584,
        ]
      ),
      (
        .s24, 1,
        [
          -6553503, -1703841, 3145824, -5242784, -393120, 4456544, -3932064, 917600,
          5767264, -2621343, 2228320, -6160289,
        ]
      ),
      (
        .s24, 2,
        [
          -6553503, -1703840, 3145823, -5242784, -393120, 4456544, -3932064, 917600,
          5767264, -2621345, 2228320, -6160287, -1310624, 3539041, -4849568, 96,
          4849760, -3538848, 1310817, 6160480, -2228128, 2621535, -5767073, -917408,
        ]
      ),
    ] as [(SampleFormat, Int, [Int])] {
      let samples = (0..<12 * channels).map { i in
        let level: Int = (i * 37) % 101 - 50
        return Float(level) / 64 + 0x3p-18
      }
      let bytes = encoded(
        samples, format, channels: channels, dither: RandomKey(seed: 2026), firstFrame: 4089)
      #expect(integers(bytes, width: format.bytesPerSample) == expected)
    }
  }

  @Test("any cut of the frames gives the same bytes", arguments: SampleFormat.allCases)
  func cuts(format: SampleFormat) {
    // Whole blocks of s16 take another way when nothing in them lies beyond full scale.
    for (channels, factor) in [(1, 1), (2, 1), (1, 0.7), (2, 0.7)] as [(Int, Float)] {
      let firstFrame = 4096 * 5 - 100
      let samples = roughSignal(300 * channels).map { $0.isFinite ? $0 * factor : $0 }
        .map { factor < 1 ? min(max($0, -0.9), 0.9) : $0 }
      let encoder = PCMEncoder(format: format, channels: channels, dither: RandomKey(seed: 5))
      var whole: [UInt8] = []
      encode(samples, encoder, firstFrame: firstFrame, into: &whole)
      var joined: [UInt8] = []
      var frame = 0
      for length in [1, 7, 8, 16, 31, 36, 1, 1, 2, 0, 15, 17, 9, 100, 56] {
        let part = Array(samples[frame * channels..<(frame + length) * channels])
        encode(part, encoder, firstFrame: firstFrame + frame, into: &joined)
        frame += length
      }
      #expect(frame == 300)
      #expect(joined == whole)
    }
  }

  @Test("half a frame, and a frame before the first, are a caller's mistake")
  func mistakes() async {
    await #expect(processExitsWith: .failure) {
      var bytes: [UInt8] = []
      PCMEncoder(format: .s16, channels: 2, dither: nil)
        .encode(planar: [0, 0, 0].span, firstFrame: 0, into: &bytes)
    }
    await #expect(processExitsWith: .failure) {
      var bytes: [UInt8] = []
      PCMEncoder(format: .s16, channels: 1, dither: nil)
        .encode(planar: [0].span, firstFrame: -1, into: &bytes)
    }
  }

  @Test("the dither is triangular: the error's mean is 0 and its power 1/4 at any level")
  func errorPower() {
    let frames = 16_384
    for (seed, level) in [(11, 0.0), (12, 0.25), (13, 0.5), (14, 100.3)] {
      // The mean of n errors of the variance 1/4 has the standard error sqrt(1/4 / n). Their
      // square is at most 9/4, and so is its standard deviation: five of each.
      let samples = [Float](repeating: Float(level / 0x1p15), count: frames)
      let bytes = encoded(samples, .s16, dither: RandomKey(seed: UInt64(seed)))
      let errors = integers(bytes, width: 2).map { Double($0) - level }
      let mean = errors.reduce(0, +) / Double(frames)
      let power = errors.reduce(0) { $0 + $1 * $1 } / Double(frames)
      #expect(abs(mean) < 5 * (0.25 / Double(frames)).squareRoot())
      #expect(abs(power - 0.25) < 5 * 0.5 / Double(frames).squareRoot())
      #expect(errors.allSatisfy { abs($0) <= 1.5 })
    }
  }

  @Test("a silence becomes -1, 0, 1 in the ratio 1 : 6 : 1, differently in both channels")
  func silence() {
    let frames = 16_384
    let bytes = encoded(
      [Float](repeating: 0, count: 2 * frames), .s16, channels: 2, dither: RandomKey(seed: 8))
    let out = integers(bytes, width: 2)
    let left = stride(from: 0, to: out.count, by: 2).map { out[$0] }
    let right = stride(from: 1, to: out.count, by: 2).map { out[$0] }
    for channel in [left, right] {
      for (step, share) in [(-1, 0.125), (0, 0.75), (1, 0.125)] {
        let count = channel.count { $0 == step }
        let error = (share * (1 - share) * Double(frames)).squareRoot()
        #expect(abs(Double(count) - share * Double(frames)) < 5 * error)
      }
      // The products of neighbours have the variance 1/16.
      let successive = zip(channel, channel.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
      #expect(abs(Double(successive)) < 5 * (Double(frames) / 16).squareRoot())
      let acrossTiles = zip(channel, channel.dropFirst(4096)).reduce(0) { $0 + $1.0 * $1.1 }
      #expect(abs(Double(acrossTiles)) < 5 * (Double(frames) / 16).squareRoot())
    }
    let across = zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
    #expect(abs(Double(across)) < 5 * (Double(frames) / 16).squareRoot())
  }
}
