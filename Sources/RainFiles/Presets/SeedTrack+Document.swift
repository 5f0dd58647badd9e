package import Text

extension SeedTrack {
  /// The seeds in a preset or in stored settings.
  package init(_ curve: PresetDocument.Curve) throws(Flaw) {
    var keys: [(time: Duration, seed: UInt64)] = []
    try curve.forEachKey { (written) throws(Flaw) in
      guard written.elements.count == 2,
        case .fromStart(let time)? = WrittenCurve.Time(written.elements[0].scalar),
        case .number(let text) = written.elements[1].scalar, let seed = UInt64(text)
      else {
        throw Flaw(
          "a key of the curve of seed is [time, seed], such as [\"10m\", 77]", at: written.position)
      }
      if let last = keys.last, time < last.time {
        throw Flaw(
          "the key at \(time.secondsText) lies before the one at "
            + last.time.secondsText, at: written.position)
      }
      keys.append((time, seed))
    }
    guard let seeds = SeedTrack(keys) else {
      throw Flaw("the curve of seed has no key")
    }
    self = seeds
  }
}
