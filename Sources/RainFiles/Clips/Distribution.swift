internal import RainAudio

/// The distribution from which a setting of a clip is drawn. Choices are given by their numbers.
public enum Distribution: Sendable {
  /// Every number of the range is equally likely.
  case even(ClosedRange<Double>)
  /// Every ratio is equally likely: the logarithm is even. Both ends lie above 0.
  case log(ClosedRange<Double>)
  /// The normal distribution. A number outside the range of the setting is drawn again. The mean lies within
  /// that range, and the deviation is at most its length.
  case normal(mean: Double, deviation: Double, within: ClosedRange<Double>)
  /// One of a list, in proportion to its weight.
  case list([(value: Double, weight: Double)])

  /// The number of a key, rounded to six significant digits, so that a person can write it.
  public func draw(_ key: RandomKey) -> Double {
    switch self {
    case .even(let range):
      return Self.rounded(
        range.lowerBound + key.uniform * (range.upperBound - range.lowerBound), within: range)
    case .log(let range):
      return Self.rounded(Self.ratio(key.uniform, range), within: range)
    case .normal(let mean, let deviation, let range):
      var attempt = 0
      while true {
        let number = mean + deviation * key.child(attempt).normal
        // The mean lies within the range and the deviation is at most its length, so a third of the draws do.
        if range.contains(number) { return Self.rounded(number, within: range) }
        attempt += 1
      }
    case .list(let values):
      var remaining = key.uniform * values.reduce(0) { $0 + $1.weight }
      for (value, weight) in values {
        remaining -= weight
        if remaining < 0 { return value }
      }
      return values[values.count - 1].value
    }
  }

  /// The number that lies at a share of the range on the scale of ratios.
  private static func ratio(_ share: Double, _ range: ClosedRange<Double>) -> Double {
    let ratio = range.upperBound / range.lowerBound
    guard ratio > 0x1p1022 else {
      return range.lowerBound * Elementary.exp2(share * Elementary.log2(ratio))
    }
    // The ratio of two numbers may be too large for a number. The ratios to the number in their middle are not.
    let middle = range.lowerBound.squareRoot() * range.upperBound.squareRoot()
    return share < 0.5
      ? Self.ratio(2 * share, range.lowerBound...middle)
      : Self.ratio(2 * share - 1, middle...range.upperBound)
  }

  /// The number to six significant digits.
  private static func rounded(_ number: Double, within range: ClosedRange<Double>) -> Double {
    guard number != 0 else { return 0 }
    // Powers of ten up to 10²² are Doubles, so nothing but the last division is rounded. Numbers below 10⁻¹⁰ take a
    // second power, as far as there is one.
    var (scale, more) = (1.0, 1.0)
    while number.magnitude * scale < 1e5, scale < 1e15 { scale *= 10 }
    while number.magnitude * scale * more < 1e5, more < 1e300 { more *= 10 }
    let digits = number * scale * more
    let rounded = digits.magnitude < 1e5 ? number : digits.rounded() / scale / more
    return max(range.lowerBound, min(range.upperBound, rounded))
  }
}

/// The draws of a run of clips: those of a clip depend on the seed of the run and the number of the clip alone.
public struct ClipDraws: Sendable {
  private let key: RandomKey

  /// The draws of a run with that seed.
  public init(seed: UInt64) {
    // Apart from the keys of a rendering with that seed.
    key = RandomKey(seed: seed).child(Self.seed(named: "vary"))
  }

  /// A seed from a name: the first 13 hexadecimal digits of its SHA-256, 52 bits, which survive a JSON reader that
  /// stores numbers as Doubles.
  public static func seed(named name: String) -> UInt64 {
    var hash = SHA256()
    hash.update(Array(name.utf8).span)
    return hash.finalize().prefix(8).reduce(0) { $0 << 8 | UInt64($1) } >> 12
  }

  /// The seed of a clip. No two clips of a run have the same: each step maps numbers of 52 bits one to one.
  /// A JSON reader that stores numbers as Doubles keeps so many bits.
  public func seed(ofClip number: Int) -> UInt64 {
    let mask: UInt64 = 1 << 52 - 1
    var bits = (key.bits &+ UInt64(number)) & mask
    // The finaliser of SplitMix64, within 52 bits.
    bits = ((bits ^ bits >> 26) &* 0xBF58_476D_1CE4_E5B9) & mask
    bits = ((bits ^ bits >> 23) &* 0x94D0_49BB_1331_11EB) & mask
    return bits ^ bits >> 27
  }

  /// The number of a setting of a clip. Each setting has draws of its own, so another one changes none of them.
  public func draw(_ setting: String, ofClip number: Int, _ distribution: Distribution) -> Double {
    distribution.draw(key.child(number).child(Self.seed(named: setting)))
  }
}
