internal import RainDSP
internal import Text

/// The seed of a rendering, or several that follow one another: the rain goes on as that of the next seed.
public struct SeedTrack: Sendable, Hashable {
  /// A moment from which on another seed holds.
  public struct Change: Sendable, Hashable {
    /// The moment; not negative.
    public let time: Duration
    /// The seed from then on.
    public let seed: UInt64
  }

  /// The seed at the beginning.
  public let first: UInt64
  /// The later seeds, in the order of time.
  public private(set) var changes: [Change] = []

  /// One seed.
  public init(_ seed: UInt64) { first = seed }

  /// The seed in the end.
  public var last: UInt64 { changes.last?.seed ?? first }

  /// Lets another seed hold from a moment on, which lies at or after the last change. At the same moment, the
  /// new seed replaces the other.
  ///
  /// - Precondition: The moment is not negative, and does not lie before the last change.
  public mutating func change(to seed: UInt64, at time: Duration) {
    let lastTime = changes.last?.time ?? .zero
    precondition(time >= lastTime, "seeds change in the order of time")
    if time == .zero {
      self = SeedTrack(seed)
    } else {
      if time == lastTime { changes.removeLast() }
      changes.append(Change(time: time, seed: seed))
    }
  }
}

extension SeedTrack {
  /// What the seeds are called among the curves of settings.
  package static let curveName = "seed"

  /// The track in times and seeds: the first holds from the beginning, whatever its time. nil without one.
  package init?(_ keys: [(time: Duration, seed: UInt64)]) {
    guard let first = keys.first else { return nil }
    self.init(first.seed)
    for key in keys.dropFirst() { changes.append(Change(time: key.time, seed: key.seed)) }
  }

  /// All seeds with the times from which on they hold.
  private var keys: [Change] { [Change(time: .zero, seed: first)] + changes }

  /// All seeds with their times in s, as JSON: `[[0,1],[12.5,77]]`; nil if the seed never changes.
  var json: String? {
    changes.isEmpty
      ? nil : "[\(keys.map { "[\($0.time.secondsText),\($0.seed)]" }.joined(separator: ","))]"
  }

  /// All seeds with their times in s, as the flag of a curve: `seed=0=1;12.5=77`; nil if the seed never changes.
  package var curveText: String? {
    changes.isEmpty
      ? nil
      : "\(Self.curveName)="
        + keys.map { "\($0.time.secondsText)=\($0.seed)" }.joined(separator: ";")
  }

  /// All seeds with their first frames, in order.
  func frames(sampleRate: Int) -> [(frame: Int, seed: UInt64)] {
    keys.map { ($0.time.frames(sampleRate: sampleRate), $0.seed) }
  }
}
