internal import RainDSP
internal import Wording

/// A moment from which on a rendering has another seed: the rain goes on as that of this seed.
public struct SeedKey: Sendable, Hashable {
  /// The moment; not negative.
  public var time: Duration
  /// The seed from then on.
  public var seed: UInt64

  /// A seed that holds from a moment on.
  public init(at time: Duration, _ seed: UInt64) {
    self.time = time
    self.seed = seed
  }
}

extension SeedKey {
  /// What the curve of seeds is called among the curves of settings.
  package static let curveName = "seed"

  /// The keys as JSON: `[[0,1],[12.5,77]]`.
  package static func json(_ keys: [SeedKey]) -> String {
    "[\(keys.map { "[\($0.time.secondsText),\($0.seed)]" }.joined(separator: ","))]"
  }

  /// The keys in a preset or in stored settings.
  static func keys(_ curve: PresetDocument.Curve) throws(CurveFlaw) -> [SeedKey] {
    var keys: [SeedKey] = []
    for written in curve.keys {
      guard written.elements.count == 2,
        case .fromStart(let time)? = WrittenCurve.Time(written.elements[0].scalar),
        case .number(_, let text) = written.elements[1].scalar, let seed = UInt64(text)
      else {
        throw CurveFlaw(
          sentence: "a key of the curve of seed is [time, seed], such as [\"10m\", 77]",
          position: written.position)
      }
      if let last = keys.last, time < last.time {
        throw CurveFlaw(
          sentence: "the key at \(time.secondsText) lies before the one at "
            + last.time.secondsText,
          position: written.position)
      }
      keys.append(SeedKey(at: time, seed))
    }
    if keys.isEmpty {
      throw CurveFlaw(sentence: "the curve of seed has no key", position: curve.namePosition)
    }
    return keys
  }
}
