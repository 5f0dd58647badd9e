/// How high and how loud the samples of a sound file are.
package struct Levels: Sendable {
  private let format: WaveFormat
  private var samples: [Float] = []
  private var truePeakMeter: TruePeak
  private var loudnessMeter: Loudness?
  private var sampleCount = 0
  private var squares = 0.0

  /// The highest amplitude of a sample; 1 is full scale.
  package private(set) var peak: Float = 0

  /// The samples at either end of the range of integers, or from ±1 on: most of them were cut off.
  package private(set) var fullScaleSamples = 0

  /// The samples that are no number, or one of no sound, which only a file of Float can have; they
  /// are taken for 0.
  package private(set) var brokenSamples = 0

  package init(_ format: WaveFormat) {
    self.format = format
    truePeakMeter = TruePeak(channels: format.channels)
    loudnessMeter =
      format.sampleRate < Loudness.lowestSampleRate
      ? nil : Loudness(sampleRate: format.sampleRate, channels: format.channels)
  }

  /// Goes on with the bytes of whole frames.
  package mutating func update(_ bytes: Span<UInt8>) {
    precondition(bytes.count.isMultiple(of: format.bytesPerFrame), "samples come in whole frames")
    // A span of a property would keep all of `self` for itself.
    var samples: [Float] = []
    swap(&samples, &self.samples)
    samples.removeAll(keepingCapacity: true)
    decode(bytes, into: &samples)
    for x in samples {
      peak = max(peak, x.magnitude)
      squares += Double(x) * Double(x)
    }
    sampleCount += samples.count
    truePeakMeter.update(samples.span)
    loudnessMeter?.update(samples.span)
    swap(&samples, &self.samples)
  }

  /// The root of the mean square; a square wave at full scale has 1.
  package var rms: Double {
    sampleCount == 0 ? 0 : (squares / Double(sampleCount)).squareRoot()
  }

  /// The highest amplitude of the sound, between the samples too.
  package var truePeak: Float { truePeakMeter.finalize() }

  /// In LUFS; nil where nothing is loud or long enough to tell, or the rate too low.
  package var loudness: Double? { loudnessMeter?.integrated }

  /// Appends the samples of the bytes, within ±1 if they are integers.
  private mutating func decode(_ bytes: Span<UInt8>, into samples: inout [Float]) {
    let count = bytes.count / format.bytesPerSample
    samples.reserveCapacity(count)
    switch (format.isFloat, format.bytesPerSample) {
    case (true, _):
      for index in 0..<count {
        let x = Float(bitPattern: Levels.word(bytes, 4 * index))
        if x.magnitude >= 1 { fullScaleSamples += 1 }
        // 240 dB above full scale; the sums and squares to come still fit a Float.
        let isSound = x.magnitude < 0x1p40
        if !isSound { brokenSamples += 1 }
        samples.append(isSound ? x : 0)
      }
    case (_, 1):
      for index in 0..<count {
        if bytes[index] == 0 || bytes[index] == 255 { fullScaleSamples += 1 }
        samples.append((Float(bytes[index]) - 128) * 0x1p-7)
      }
    case (_, 2):
      for index in 0..<count {
        let x = Int16(
          bitPattern: UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) &<< 8)
        if x == .min || x == .max { fullScaleSamples += 1 }
        samples.append(Float(x) * 0x1p-15)
      }
    case (_, 3):
      for index in 0..<count {
        let low = UInt32(bytes[3 * index]) | UInt32(bytes[3 * index + 1]) &<< 8
        let x = Int32(bitPattern: (low | UInt32(bytes[3 * index + 2]) &<< 16) &<< 8)
        if x == .min || x == .max - 255 { fullScaleSamples += 1 }
        samples.append(Float(x) * 0x1p-31)
      }
    default:
      for index in 0..<count {
        let x = Int32(bitPattern: Levels.word(bytes, 4 * index))
        if x == .min || x == .max { fullScaleSamples += 1 }
        samples.append(Float(x) * 0x1p-31)
      }
    }
  }

  /// The little-endian word at a place of the bytes.
  @inline(__always)
  private static func word(_ bytes: Span<UInt8>, _ place: Int) -> UInt32 {
    // Four bytes may hold any bits, and the span checks its bounds.
    unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self).littleEndian
  }
}
