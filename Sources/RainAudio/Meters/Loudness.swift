internal import RainDSP

/// How loud a programme is as a whole: the integrated loudness of ITU-R BS.1770-4 and EBU R 128.
///
///     -0.691 + 10 log10(mean square of left + mean square of right), K-weighted, in LUFS
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
  private var weighting: KWeighting
  private let sampleRate: Int
  private let channels: Int
  /// Frames since the beginning of the step of 100 ms, and its length: it ends on the last frame
  /// before a multiple of 100 ms.
  private var stepFrames = 0
  private var stepLength: Int
  private var stepCount = 0
  private var stepEnergy = SIMD2<Double>.zero
  /// The last steps, the oldest first.
  private var steps: [(energy: Double, frames: Int)] = []

  /// The blocks whose loudness falls into one bin of the histogram.
  private struct Bin {
    var count = 0
    /// The sum of their mean squares.
    var power = 0.0
  }

  /// - Parameters:
  ///   - sampleRate: In Hz, from ``lowestSampleRate``.
  ///   - channels: 1 or 2.
  package init(sampleRate: Int, channels: Int) {
    precondition(sampleRate >= Loudness.lowestSampleRate, "the loudness needs a rate of sound")
    precondition(1...2 ~= channels, "channels are 1 or 2")
    self.sampleRate = sampleRate
    self.channels = channels
    weighting = KWeighting(sampleRate: sampleRate)
    stepLength = sampleRate / 10
  }

  /// Measures the next interleaved samples: whole frames of finite numbers.
  package mutating func update(_ samples: Span<Float>) {
    precondition(samples.count.isMultiple(of: channels), "samples come in whole frames")
    var done = 0
    while done < samples.count {
      let frames = min(stepLength - stepFrames, (samples.count - done) / channels)
      let end = done + frames * channels
      var weighting = weighting
      var energy = stepEnergy
      if channels == 2 {
        while done < end {
          let y = weighting.filtered(SIMD2(Double(samples[done]), Double(samples[done + 1])))
          energy += y * y
          done += 2
        }
      } else {
        while done < end {
          let y = weighting.filtered(SIMD2(Double(samples[done]), 0))
          energy += y * y
          done += 1
        }
      }
      self.weighting = weighting
      stepEnergy = energy
      stepFrames += frames
      if stepFrames == stepLength { endStep() }
    }
  }

  /// The loudness of all samples so far, in LUFS; nil if no block of 400 ms reaches -70 LUFS.
  package var integrated: Double? {
    guard let ungated = Loudness.mean(bins[...]) else { return nil }
    let threshold = ungated * Elementary.power(10, Loudness.relativeGate / 10)
    return Loudness.mean(
      bins.drop { $0.power <= threshold * Double($0.count) }
    ).map(Loudness.level)
  }

  private mutating func endStep() {
    weighting.settle()
    if steps.count == Loudness.stepsPerBlock { steps.removeFirst() }
    steps.append((stepEnergy[0] + stepEnergy[1], stepFrames))
    if steps.count == Loudness.stepsPerBlock { endBlock() }
    stepCount += 1
    stepEnergy = .zero
    stepFrames = 0
    stepLength =
      Loudness.frame(ofStep: stepCount + 1, sampleRate)
      - Loudness.frame(ofStep: stepCount, sampleRate)
  }

  private mutating func endBlock() {
    let energy = steps.reduce(0) { $0 + $1.energy }
    let frames = steps.reduce(0) { $0 + $1.frames }
    let power = energy * weighting.powerScale / Double(frames)
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
