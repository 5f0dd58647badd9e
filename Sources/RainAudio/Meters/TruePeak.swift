/// The highest amplitude of the sound, which may lie between two samples (ITU-R BS.1770-5, annex 2). It
/// is measured on four times as many samples, and near the highest ones on eight times as many.
///
/// An interpolator of 48 taps, a sinc under a Kaiser window, makes the samples in between. It is flat
/// to 0.02 dB up to 0.45 of the sample rate, where converters and this program end.
package struct TruePeak: Sendable {
  private static let framesPerRun = 1024
  private static let framesPerChunk = 64

  /// Its taps take as long as the measurement of a second.
  private static let interpolator = Interpolator()

  private let channels: Int
  /// Interleaved samples: the last ones of the run before, which the interpolator needs, and the next
  /// ones.
  private var samples: [Float]
  private var sampleCount: Int
  private var peak: Float = 0

  package init(channels: Int) {
    self.channels = channels
    // The sound starts after silence. A chunk behind the end is read, but changes nothing.
    let frames = TruePeak.framesPerRun + TruePeak.framesPerChunk
    samples = [Float](repeating: 0, count: frames * channels)
    sampleCount = (Interpolator.taps - 1) * channels
  }

  /// Measures the next interleaved samples: whole frames of finite numbers. `loudest` is the
  /// highest amplitude of a sample of all of them, where that is known: what is lower is left out
  /// from the beginning.
  package mutating func update(_ samples: Span<Float>, loudest: Float = 0) {
    precondition(samples.count.isMultiple(of: channels), "samples come in whole frames")
    peak = max(peak, loudest)
    let capacity = (TruePeak.framesPerRun + Interpolator.taps - 1) * channels
    var done = 0
    while done < samples.count {
      let first = sampleCount
      let count = min(samples.count - done, capacity - first)
      var kept = self.samples.mutableSpan
      let whole = count & -8
      // The spans check their bounds, and eight Floats may hold any bits.
      var bytes = unsafe kept.mutableBytes
      var index = 0
      while index < whole {
        bytes.storeBytes(
          of: samples.eight(from: done &+ index), toByteOffset: 4 &* (first &+ index),
          as: SIMD8<Float>.self)
        index &+= 8
      }
      for index in whole..<count { kept[first + index] = samples[done + index] }
      done += count
      sampleCount += count
      if sampleCount == capacity { run() }
    }
  }

  package consuming func finalize() -> Float {
    let silence = [Float](
      repeating: 0, count: (Interpolator.taps - 1 + TruePeak.framesPerRun) * channels)
    update(silence.span)
    return peak
  }

  private mutating func run() {
    let samplesPerChunk = TruePeak.framesPerChunk * channels
    let samplesPerRun = TruePeak.framesPerRun * channels
    let interpolator = TruePeak.interpolator
    var peak = peak
    var next = TruePeak.highest(samples.span, from: 0, samplesPerChunk)
    for start in stride(from: 0, to: samplesPerRun, by: samplesPerChunk) {
      let end = start + samplesPerChunk
      let here = next
      next = TruePeak.highest(samples.span, from: end, samplesPerChunk)
      peak = interpolator.highest(
        samples.span, start..<end, channels: channels, loudest: max(here, next), max(peak, here))
    }
    self.peak = peak
    sampleCount -= samplesPerRun
    for index in 0..<sampleCount { samples[index] = samples[samplesPerRun + index] }
  }

  /// The highest amplitude of `count` samples, a multiple of eight.
  private static func highest(_ samples: Span<Float>, from start: Int, _ count: Int) -> Float {
    var highest = SIMD8<Float>.zero
    var index = start
    while index < start + count {
      Interpolator.raise(&highest, to: Interpolator.magnitude(samples.eight(from: index)))
      index &+= 8
    }
    return highest.max()
  }
}
