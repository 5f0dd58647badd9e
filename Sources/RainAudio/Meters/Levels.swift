/// How high and how loud the samples of a sound file are.
package struct Levels: Sendable {
  private static let one = Int32(bitPattern: Float(1).bitPattern)
  private static let loudest = Int32(bitPattern: WaveFormat.loudest.bitPattern)
  /// The lowest bits of a Float that is infinite or NaN.
  private static let nan = Int32(bitPattern: Float.infinity.bitPattern) + 1

  private let format: WaveFormat
  /// The samples of the last update; the rest of the array is unused.
  private var samples: [Float] = []
  private var truePeakMeter: TruePeak
  private var loudnessMeter: Loudness?
  private var sampleCount = 0
  /// The sums of the squares of every eighth sample: they do not depend on how the bytes are cut.
  private var squares = SIMD8<Double>.zero

  /// The highest amplitude of a sample; 1 is full scale.
  package private(set) var peak: Float = 0

  /// How many samples lie at an end of the range of integers, or, for Floats, at ±1 or beyond. Most of
  /// them were clipped.
  package private(set) var fullScaleSamples = 0

  /// How many samples are NaN, infinite or far beyond full scale, which only a file of Floats can have.
  /// They are measured as 0.
  package private(set) var brokenSamples = 0

  package init(_ format: WaveFormat) {
    self.format = format
    truePeakMeter = TruePeak(channels: format.channels)
    // BS.1770 weights each channel by its position, which a file of more than two channels may not say.
    loudnessMeter = format.layout.flatMap {
      format.sampleRate < Loudness.lowestSampleRate
        ? nil : Loudness(sampleRate: format.sampleRate, layout: $0)
    }
  }

  /// Measures the next bytes, which are whole frames.
  package mutating func update(_ bytes: Span<UInt8>) {
    precondition(bytes.count.isMultiple(of: format.bytesPerFrame), "samples come in whole frames")
    // A span of a property would give exclusive access to all of `self`.
    var samples: [Float] = []
    swap(&samples, &self.samples)
    let count = decode(bytes, into: &samples)
    truePeakMeter.update(samples.span.extracting(0..<count), loudest: peak)
    loudnessMeter?.update(samples.span.extracting(0..<count))
    swap(&samples, &self.samples)
  }

  /// Decodes the bytes into the first samples, integers to ±1, and measures each sample by itself.
  /// Returns the number of samples.
  private mutating func decode(_ bytes: Span<UInt8>, into samples: inout [Float]) -> Int {
    let count = bytes.count / format.bytesPerSample
    let highestWord = format.highestWord
    let missing = (count + 7) / 8 * 8 - samples.count
    if missing > 0 { samples.append(contentsOf: repeatElement(0, count: missing)) }
    var span = samples.mutableSpan
    var decoded = unsafe span.mutableBytes
    var highest = SIMD8<Float>(repeating: peak)
    let phase = sampleCount % 8
    var squares = SIMD8<Double>.zero
    for lane in 0..<8 { squares[lane] = self.squares[(lane + phase) % 8] }
    var fullScale = SIMD8<Int32>.zero
    var broken = SIMD8<Int32>.zero
    var first = 0
    while first < count {
      let words = format.words(bytes, first)
      let x: SIMD8<Float>
      if format.isFloat {
        // Magnitudes have the order of their bits, and NaN is above infinity.
        let bits = words & .max
        let isSound = Levels.below(Levels.loudest, bits)
        x = unsafe unsafeBitCast(words & isSound, to: SIMD8<Float>.self)
        broken &+= 1 &+ isSound
        fullScale &+= Levels.below(Levels.one, bits) &- Levels.below(Levels.nan, bits)
      } else {
        x = SIMD8<Float>(words) * 0x1p-31
        fullScale &+= 1 &+ Levels.below(highestWord, words ^ (words &>> 31))
      }
      decoded.storeBytes(of: x, toByteOffset: 4 * first, as: SIMD8<Float>.self)
      Interpolator.raise(&highest, to: Interpolator.magnitude(x))
      // The conversion of the library is a call.
      var wide = SIMD8<Double>.zero
      for lane in 0..<8 { wide[lane] = Double(x[lane]) }
      squares += wide * wide
      first &+= 8
    }
    fullScaleSamples += Int(fullScale.wrappedSum())
    brokenSamples += Int(broken.wrappedSum())
    peak = highest.max()
    for lane in 0..<8 { self.squares[(lane + phase) % 8] = squares[lane] }
    sampleCount += count
    return count
  }

  /// The root of the mean square; a square wave at full scale has 1.
  package var rms: Double {
    let four = squares.lowHalf + squares.highHalf
    let two = four.lowHalf + four.highHalf
    return sampleCount == 0 ? 0 : ((two[0] + two[1]) / Double(sampleCount)).squareRoot()
  }

  /// The highest amplitude of the sound, between the samples too.
  package var truePeak: Float { truePeakMeter.finalize() }

  /// In LUFS; nil if the sound is too quiet or too short, the sample rate is too low, or the
  /// positions of more than two channels are not known.
  package var loudness: Double? { loudnessMeter?.integrated }

  /// The levels of `bext` (EBU Tech 3285, version 2), in hundredths of LU and dB: loudness, range, true peak, and the
  /// highest of 400 ms and of 3 s; none where there is no loudness.
  package var broadcastLevels: [UInt8] {
    guard let meter = loudnessMeter, let loudness else { return [] }
    let truePeak = Elementary.decibels(amplitude: Double(truePeak))
    return [loudness, meter.range, truePeak, meter.momentary ?? 0, meter.shortTerm ?? 0].flatMap {
      [UInt8](Int((100 * $0).rounded(.toNearestOrAwayFromZero)), bytes: 2)
    }
  }

  /// -1 where the magnitude, which is 0 or more, is below the limit, otherwise 0. The compiler would
  /// split a mask of the library into its lanes.
  @inline(__always)
  private static func below(_ limit: Int32, _ magnitudes: SIMD8<Int32>) -> SIMD8<Int32> {
    (magnitudes &- limit) &>> 31
  }
}
