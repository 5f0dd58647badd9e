/// How loud a programme is as a whole: the integrated loudness of ITU-R BS.1770-5 and EBU R 128.
///
///     -0.691 + 10 log10(Σ weight · mean square of a channel), K-weighted, in LUFS
///
/// The weights are those of BS.1770-5: 1.41 for speakers at the height of the ears between 60° and 120°, 0 for low
/// frequencies, 1 for all others. Of ambisonics the first channel counts alone: the pressure at the listener.
///
/// The mean is taken over blocks of 400 ms; every 100 ms a block begins. Blocks below -70 LUFS do not
/// count, nor do those 10 LU below the mean of the rest. The blocks are kept as a histogram, so that a
/// programme of any length takes the same memory. Another one has the windows of 3 s of EBU Tech 3341 and 3342.
package struct Loudness: Sendable {
  /// The lowest sample rate that is measured, in Hz: the K-weighting filter has its poles in the
  /// audible range.
  package static let lowestSampleRate = 8000

  private static let absoluteGate = -70.0  // LUFS
  private static let binsPerUnit = 100.0
  private static let (stepsPerBlock, stepsPerWindow) = (4, 30)

  private var blocks = Histogram()
  private var windows = Histogram()
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

  /// Mean squares by their level.
  private struct Histogram {
    /// How many there are of each hundredth of a unit, and their sum, up to 30 LUFS; what is louder is in the last bin.
    /// There from the first of them on.
    private var bins: [(count: Int, power: Double)] = []
    private static let binCount = 10_000
    private(set) var most = 0.0

    /// Adds a mean square; one that is not whole is for the highest alone.
    mutating func add(_ power: Double, isWhole: Bool) {
      most = max(most, power)
      guard isWhole, let level = Loudness.level(power), level > Loudness.absoluteGate else {
        return
      }
      if bins.isEmpty { bins = .init(repeating: (0, 0), count: Self.binCount) }
      let bin = min((level - Loudness.absoluteGate) * Loudness.binsPerUnit, Double(bins.count - 1))
      bins[Int(bin)].count += 1
      bins[Int(bin)].power += power
    }

    /// The bins above a gate, in LU relative to the mean of all.
    func gated(_ gate: Double) -> ArraySlice<(count: Int, power: Double)> {
      let threshold = Self.mean(bins[...]) * Elementary.power(10, gate / 10)
      return bins.drop { $0.power <= threshold * Double($0.count) }
    }

    /// 0 without any.
    static func mean(_ bins: ArraySlice<(count: Int, power: Double)>) -> Double {
      bins.reduce(0) { $0 + $1.power } / max(1, bins.reduce(0) { $0 + Double($1.count) })
    }
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

  /// The loudness at a sample rate in Hz, from ``lowestSampleRate``.
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
  package var integrated: Double? { Self.level(Histogram.mean(blocks.gated(-10))) }

  /// The loudness range of EBU Tech 3342, in LU: from the 10th to the 95th percentile of windows above the gate.
  package var range: Double {
    let bins = windows.gated(-20)
    let count = bins.reduce(0) { $0 + $1.count }
    func bin(_ share: Double) -> Int {
      var left = Int(share * Double(count - 1) + 0.5)
      return bins.indices.first {
        left -= bins[$0].count
        return left < 0
      } ?? 0
    }
    return Double(bin(0.95) - bin(0.1)) / Self.binsPerUnit
  }

  /// The highest loudness of 400 ms, in LUFS; nil in silence.
  package var momentary: Double? { Self.level(blocks.most) }

  /// The highest loudness of 3 s, in LUFS, with the silence before the sound; nil in silence.
  package var shortTerm: Double? { Self.level(windows.most) }

  private mutating func endStep() {
    var energy = 0.0
    for index in pairs.indices {
      pairs[index].weighting.settle()
      let weighted = pairs[index].energy * pairs[index].weights
      energy += weighted[0] + weighted[1]
      pairs[index].energy = .zero
    }
    if steps.count == Loudness.stepsPerWindow { steps.removeFirst() }
    steps.append((energy, stepFrames))
    if steps.count >= Loudness.stepsPerBlock {
      blocks.add(meanSquare(of: steps.suffix(Loudness.stepsPerBlock)), isWhole: true)
    }
    windows.add(
      meanSquare(of: steps[...], frames: 3 * sampleRate),
      isWhole: steps.count == Loudness.stepsPerWindow)
    stepCount += 1
    stepFrames = 0
    stepLength = (stepCount + 1) * sampleRate / 10 - stepCount * sampleRate / 10
  }

  /// The weighted mean square of steps, over so many frames at least.
  private func meanSquare(
    of steps: ArraySlice<(energy: Double, frames: Int)>, frames: Int = 0
  ) -> Double {
    let energy = steps.reduce(0) { $0 + $1.energy }
    return energy * powerScale / Double(max(frames, steps.reduce(0) { $0 + $1.frames }))
  }

  /// In LUFS; nil in silence.
  private static func level(_ power: Double) -> Double? {
    // The logarithm needs a number above 0.
    power > 1e-30 ? -0.691 + 10 * Elementary.log2(power) / Elementary.log2(10) : nil
  }
}

extension ChannelLayout {
  /// The factor of the power of a channel in the loudness.
  fileprivate func loudnessWeight(of channel: Int) -> Double {
    if isAmbisonic { return channel == 0 ? 1 : 0 }
    return channel == lowFrequencyChannel ? 0 : isAside(channel) ? 1.41 : 1
  }
}
