internal import RainDSP
internal import Text

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
}
