internal import RainAudio
internal import RainDSP

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
  public func draw(
    _ setting: String, ofClip number: Int, _ distribution: Distribution
  ) -> Double {
    distribution.draw(key.child(number).child(Self.seed(named: setting)))
  }
}
