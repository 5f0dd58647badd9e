/// The stretches of a recording in which there is rain, and those that are left out.
struct RecordedStretches {
  /// In frames.
  private(set) var kept: [Range<Int>] = []
  private(set) var leftOut: [(frames: Range<Int>, reason: String)] = []

  /// The levels of a block by band in dB: the means of logarithms, which a single drop hardly
  /// moves.
  private typealias Levels = [Double]
  private static let bands = [(88.0, 250.0), (250, 700), (700, 2000), (2000, 5600), (5600, 15_000)]
  /// The likeliest causes of a sound that is loudest in each band.
  private static let causes = [
    "thunder, wind or a car", "a voice or a car", "a voice", "birds", "birds",
  ]
  /// A stretch at an end that lies so far below the rest fades, in dB.
  private static let leastFade = 6.0
  /// A sound that is so much louder than the rest, for half a second, and so many times the spread
  /// of all blocks, is no rain, in dB.
  private static let (leastExcess, leastSpreads) = (8.0, 5.0)

  init(_ channels: [[Float]], sampleRate: Int) {
    let size = 8 * ShortTimeSpectrum.size(sampleRate)
    let highest = 0.45 * Double(sampleRate)
    let spectrum = ShortTimeSpectrum(
      count: size, step: size / 2, sampleRate: sampleRate,
      bands: Self.bands.filter { $0.0 < highest }.map { (low: $0.0, high: min($0.1, highest)) })
    let (frames, length) = (channels[0].count, max(2 * size, sampleRate / 4 / size * size))
    let starts = Array(stride(from: 0, through: frames - length, by: length))
    let blocks: [Levels] = starts.map { start in
      let powers = channels.map { spectrum.powers(of: $0[start..<start + length]) }
      return powers[0].indices.map { band in
        let count = powers[0][band].count
        return (0..<count).reduce(0.0) { sum, n in
          let power = powers.reduce(1e-12) { $0 + $1[band][n] }
          return sum + Elementary.decibels(amplitude: power) / 2 / Double(count)
        }
      }
    }
    let isSilent = starts.map { start in
      channels.allSatisfy { $0[start..<start + length].allSatisfy { $0.magnitude < 1e-4 } }
    }
    let sounding = starts.indices.filter { !isSilent[$0] }
    guard !sounding.isEmpty else { return }
    func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
    let middle = blocks[0].indices.map { band in median(sounding.map { blocks[$0][band] }) }
    let spread = blocks[0].indices.map { band in
      1.48 * median(sounding.map { (blocks[$0][band] - middle[band]).magnitude })
    }
    var reasons = isSilent.map { $0 ? "silence" : nil }
    // From each end inwards.
    for ends in [Array(starts.indices), starts.indices.reversed()] {
      for block in ends {
        let level = zip(blocks[block], middle).reduce(0) { $0 + $1.0 - $1.1 } / Double(middle.count)
        if reasons[block] == nil, level > -Self.leastFade { break }
        reasons[block] = reasons[block] ?? "it fades"
      }
    }
    /// The band in which a block is too loud.
    func outlier(_ block: Int) -> Int? {
      middle.indices.filter {
        blocks[block][$0] - middle[$0] > max(Self.leastExcess, Self.leastSpreads * spread[$0])
      }.max { blocks[block][$0] - middle[$0] < blocks[block][$1] - middle[$1] }
    }
    let outliers = starts.indices.map { outlier($0) }
    for block in starts.indices.dropLast() {
      guard let band = outliers[block], outliers[block + 1] != nil else { continue }
      // With what rises before and falls after it.
      for near in max(0, block - 1)...min(block + 2, starts.count - 1) where reasons[near] == nil {
        reasons[near] = "something as \(Self.causes[band])"
      }
    }
    // What lasts for most of the time is what there is.
    let count = reasons.count { $0?.hasPrefix("something") == true }
    for block in starts.indices {
      let range = starts[block]..<(block == starts.count - 1 ? frames : starts[block + 1])
      let reason = reasons[block].flatMap {
        3 * count > sounding.count && $0.hasPrefix("something") ? nil : $0
      }
      if let reason {
        if let last = leftOut.last, last.frames.upperBound == range.lowerBound {
          // Of silence and a block that ends in it, silence is said.
          leftOut[leftOut.count - 1] = (
            last.frames.lowerBound..<range.upperBound, reason == "silence" ? reason : last.reason
          )
        } else {
          leftOut.append((range, reason))
        }
      } else if let last = kept.last, last.upperBound == range.lowerBound {
        kept[kept.count - 1] = last.lowerBound..<range.upperBound
      } else {
        kept.append(range)
      }
    }
  }
}
