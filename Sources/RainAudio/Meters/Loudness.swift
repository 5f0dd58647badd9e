package import RainDSP

/// How loud a programme is as a whole: the integrated loudness of ITU-R BS.1770-5 and EBU R 128.
///
///     -0.691 + 10 log10(Σ weight · mean square of a channel), K-weighted, in LUFS
///
/// The weights are those of BS.1770-5: 1.41 for speakers at the height of the ears between 60° and 120°, 0 for low
/// frequencies, 1 for all others. Of ambisonics the first channel counts alone: the pressure at the listener.
///
/// The mean is taken over blocks of 400 ms; every 100 ms a block begins. Blocks below -70 LUFS do not
/// count, nor do those 10 LU below the mean of the rest. The blocks are kept as a histogram, so that a
/// programme of any length takes the same memory.
package struct Loudness: Sendable {
  /// The lowest sample rate that is measured, in Hz: the K-weighting filter has its poles in the
  /// audible range.
  package static let lowestSampleRate = 8000

  private static let absoluteGate = -70.0  // LUFS
  private static let relativeGate = -10.0  // LU
  private static let binsPerUnit = 100.0
  private static let stepsPerBlock = 4

  /// Up to 30 LUFS; louder blocks are in the last bin.
  private var bins = [Bin](repeating: Bin(), count: 10_000)
  private var pairs: [Pair]
  private let powerScale: Double
  private let sampleRate: Int
  private let channels: Int
  /// Frames since the beginning of the step of 100 ms, and its length: it ends on the last frame
  /// before a multiple of 100 ms.
  private var stepFrames = 0
  private var stepLength: Int
  private var stepCount = 0
  /// The last steps, the oldest first.
  private var steps: [(energy: Double, frames: Int)] = []

  /// The blocks whose loudness falls into one bin of the histogram.
  private struct Bin {
    var count = 0
    /// The sum of their mean squares.
    var power = 0.0
  }

  /// Two channels that are filtered at once.
  private struct Pair {
    let channels: SIMD2<Int>
    /// 0 for a channel that is heard elsewhere already.
    let weights: SIMD2<Double>
    var weighting: KWeighting
    /// The sums of squares of the step.
    var energy = SIMD2<Double>.zero
  }

  /// - Parameters:
  ///   - sampleRate: In Hz, from ``lowestSampleRate``.
  ///   - layout: of the channels.
  package init(sampleRate: Int, layout: ChannelLayout) {
    precondition(sampleRate >= Loudness.lowestSampleRate, "the loudness needs a rate of sound")
    self.sampleRate = sampleRate
    channels = layout.channels
    let weighting = KWeighting(sampleRate: sampleRate)
    powerScale = weighting.powerScale
    let heard = (0..<layout.channels).filter { layout.loudnessWeight(of: $0) > 0 }
    pairs = stride(from: 0, to: heard.count, by: 2).map { index in
      let (first, second) = (heard[index], heard[min(index + 1, heard.count - 1)])
      return Pair(
        channels: [first, second],
        weights: [
          layout.loudnessWeight(of: first),
          second == first ? 0 : layout.loudnessWeight(of: second),
        ], weighting: weighting)
    }
    stepLength = sampleRate / 10
  }

  /// Measures the next interleaved samples: whole frames of finite numbers.
  package mutating func update(_ samples: Span<Float>) {
    precondition(samples.count.isMultiple(of: channels), "samples come in whole frames")
    var done = 0
    while done < samples.count {
      let frames = min(stepLength - stepFrames, (samples.count - done) / channels)
      let end = done + frames * channels
      for index in pairs.indices {
        var (weighting, energy) = (pairs[index].weighting, pairs[index].energy)
        let (first, second) = (pairs[index].channels[0], pairs[index].channels[1])
        // Checks of bounds and of the stride would take a third of the time; whole frames were asked for.
        var start = done
        while start < end {
          let frame = unsafe SIMD2(
            Double(samples[unchecked: start &+ first]), Double(samples[unchecked: start &+ second]))
          let y = weighting.filtered(frame)
          energy += y * y
          start &+= channels
        }
        (pairs[index].weighting, pairs[index].energy) = (weighting, energy)
      }
      done = end
      stepFrames += frames
      if stepFrames == stepLength { endStep() }
    }
  }

  /// The loudness of all samples so far, in LUFS; nil if no block of 400 ms reaches -70 LUFS.
  package var integrated: Double? {
    guard let ungated = Loudness.mean(bins[...]) else { return nil }
    let threshold = ungated * Elementary.power(10, Loudness.relativeGate / 10)
    return Loudness.mean(bins.drop { $0.power <= threshold * Double($0.count) }).map(Loudness.level)
  }

  private mutating func endStep() {
    var energy = 0.0
    for index in pairs.indices {
      pairs[index].weighting.settle()
      let weighted = pairs[index].energy * pairs[index].weights
      energy += weighted[0] + weighted[1]
      pairs[index].energy = .zero
    }
    if steps.count == Loudness.stepsPerBlock { steps.removeFirst() }
    steps.append((energy, stepFrames))
    if steps.count == Loudness.stepsPerBlock { endBlock() }
    stepCount += 1
    stepFrames = 0
    stepLength =
      Loudness.frame(ofStep: stepCount + 1, sampleRate)
      - Loudness.frame(ofStep: stepCount, sampleRate)
  }

  private mutating func endBlock() {
    let energy = steps.reduce(0) { $0 + $1.energy }
    let frames = steps.reduce(0) { $0 + $1.frames }
    let power = energy * powerScale / Double(frames)
    // The logarithm needs a number above 0.
    guard power > 1e-30 else { return }
    let level = Loudness.level(power)
    guard level > Loudness.absoluteGate else { return }
    let bin = min((level - Loudness.absoluteGate) * Loudness.binsPerUnit, Double(bins.count - 1))
    bins[Int(bin)].count += 1
    bins[Int(bin)].power += power
  }

  /// The frame at which a step begins.
  private static func frame(ofStep step: Int, _ sampleRate: Int) -> Int {
    let (seconds, tenths) = step.quotientAndRemainder(dividingBy: 10)
    return seconds * sampleRate + tenths * sampleRate / 10
  }

  private static func mean(_ bins: ArraySlice<Bin>) -> Double? {
    let count = bins.reduce(0) { $0 + $1.count }
    return count == 0 ? nil : bins.reduce(0) { $0 + $1.power } / Double(count)
  }

  private static func level(_ power: Double) -> Double {
    -0.691 + 10 * Elementary.log2(power) / Elementary.log2(10)
  }
}

extension ChannelLayout {
  /// The factor of the power of a channel in the loudness.
  fileprivate func loudnessWeight(of channel: Int) -> Double {
    if ambisonicOrder != nil { return channel == 0 ? 1 : 0 }
    switch (self, channel) {
    case (.surround5, 3), (.surround7, 3), (.surround7Height, 3): return 0
    case (.surround5, 4...5), (.surround7, 6...7), (.surround7Height, 6...7): return 1.41
    default: return 1
    }
  }
}
