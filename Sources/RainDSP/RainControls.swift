// Embedded Swift has no mutex.
#if !hasFeature(Embedded)
internal import Synchronization

/// The controls of a rain that plays: any thread moves its settings while a ``RainRenderer`` renders on
/// another.
///
/// ```swift
/// let controls = try RainControls(Rain())
/// var renderer = try RainRenderer(.init(controls, sampleRate: 44_100))
/// // In the callback of an audio engine: renderer.render(into: &span)
/// try controls.move(to: heavier, over: 2)
/// ```
///
/// The renderer looks for a message once a tile, 93 ms at 44.1 kHz, and neither waits nor allocates for it.
/// It takes the last of several messages within a tile. What was played is a ``RainAutomation``, with moments in
/// whole ms: rendered with the same seed, sample rate and channels, it gives the same samples.
///
///     control thread                       audio thread
///     move ──── message ─▶ mailbox ──▶ at the next tile
///     automation ◀────────── its moment ◀──────┘
public final class RainControls: Sendable {
  /// The rain at the beginning.
  public var rain: Rain { start.rain }
  /// The automation that was played before.
  let start: RainAutomation

  private let keepsAutomation: Bool
  /// The keys that were played, of each setting that a rain holds.
  private let keys: Mutex<[[RainAutomation.Key]]>
  let mailbox = Mailbox<SettingMove>()

  /// Controls that begin with a rain.
  ///
  /// - Parameters:
  ///   - rain: the settings.
  ///   - keepsAutomation: whether ``automation`` is all that was played, which takes 40 bytes for each move of a
  ///     setting. Otherwise it has the last moves of each setting alone, in constant memory, for rain that
  ///     plays for months.
  /// - Throws: ``InvalidSetting`` for the first setting that lies outside its range.
  public convenience init(_ rain: Rain, keepsAutomation: Bool = true) throws(InvalidSetting) {
    try rain.validate()
    self.init(continuing: RainAutomation(rain), keepsAutomation: keepsAutomation)
  }

  /// Controls that go on after what other controls have played: their ``automation``. A renderer may begin at
  /// any frame of it; of an automation that was not kept, at the frame that the other renderer has reached.
  public init(continuing automation: RainAutomation, keepsAutomation: Bool = true) {
    start = automation
    self.keepsAutomation = keepsAutomation
    keys = Mutex(
      Setting.allCases.map { setting in
        automation.curves.first { $0.setting == setting }.map { Array($0.keys) }
          ?? [.init(at: 0, automation.rain.kept(setting))]
      })
  }

  deinit { mailbox.free() }

  /// Where a renderer finds the moves.
  package var source: MoveSource {
    var source = MoveSource(mailbox)
    (source.played, source.owner) = (start, self)
    return source
  }

  /// Lets the settings move to those of a rain, from the next tile on.
  ///
  /// Not for the audio thread: it allocates.
  ///
  /// - Parameters:
  ///   - rain: the settings.
  ///   - seconds: how long that takes, 0 ... 86,400; a tile at least.
  /// - Throws: ``InvalidSetting`` for the first setting or argument that lies outside its range.
  public func move(to rain: Rain, over seconds: Double = 0) throws(InvalidSetting) {
    try rain.validate()
    guard SettingMove.seconds.contains(seconds) else {
      throw InvalidSetting(name: "over", .outOfRange(seconds, SettingMove.seconds))
    }
    keys.withLock { keys in
      settle(&keys)
      mailbox.put(SettingMove(to: rain, over: seconds))
    }
  }

  /// The automation that was played so far; where it is not kept, the last moves.
  public var automation: RainAutomation {
    let keys = keys.withLock { keys in
      settle(&keys)
      return keys
    }
    let curves = zip(Setting.allCases, keys).compactMap { setting, keys in
      keys.count > 1 ? RainAutomation.Curve(setting, keys) : nil
    }
    return RainAutomation(unchecked: rain, curves: curves)
  }

  /// Turns the messages that the renderer has played into keys.
  private func settle(_ keys: inout [[RainAutomation.Key]]) {
    mailbox.takeBack { move in
      for (row, setting) in Setting.allCases.enumerated() {
        // As the renderer does where it has gone back.
        while keys[row].count > 1, let start = keys[row].last?.start, start > move.played.start {
          keys[row].removeLast()
        }
        let number = move.rain.kept(setting)
        if number == keys[row].last?.value { continue }
        keys[row].append(.init(at: move.played.end, number, .line, from: move.played.start))
        if !keepsAutomation { keys[row] = RainAutomation.Curve(setting, keys[row]).liveKeys }
      }
    }
  }
}

extension RainRenderer.Configuration {
  /// A live rain whose settings other threads move by controls, which are of this renderer alone.
  public init(
    _ controls: RainControls, layout: ChannelLayout = .stereo, sampleRate: Int = 44_100,
    seed: UInt64 = 1, startingAt start: Int = 0
  ) {
    self.init(
      controls.start, layout: layout, sampleRate: sampleRate, seed: seed, startingAt: start,
      isLive: true)
    moves = controls.source
  }
}
#endif
