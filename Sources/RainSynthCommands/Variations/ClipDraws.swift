internal import RainDSP

/// The draws of a run: those of a clip depend on the seed of the run and the number of the clip alone.
package struct ClipDraws: Sendable {
  private let key: RandomKey

  package init(seed: UInt64) {
    // Apart from the keys of a rendering with that seed.
    key = RandomKey(seed: seed).child(nameSeed("vary"))
  }

  /// The seed of a clip. No two clips of a run have the same: each step maps numbers of 52 bits one to one.
  /// A JSON reader that stores numbers as Doubles keeps so many bits.
  package func seed(ofClip number: Int) -> UInt64 {
    let mask: UInt64 = 1 << 52 - 1
    var bits = (key.bits &+ UInt64(number)) & mask
    // The finaliser of SplitMix64, within 52 bits.
    bits = ((bits ^ bits >> 26) &* 0xBF58_476D_1CE4_E5B9) & mask
    bits = ((bits ^ bits >> 23) &* 0x94D0_49BB_1331_11EB) & mask
    return bits ^ bits >> 27
  }

  /// The number of a setting of a clip. Each setting has draws of its own, so another one changes none of them.
  package func draw(
    _ setting: String, ofClip number: Int, _ distribution: Distribution
  ) -> Double {
    distribution.draw(key.child(number).child(nameSeed(setting)))
  }
}
