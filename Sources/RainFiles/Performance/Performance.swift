/// A rain that is played and changed by a person, and the score of it: the take.
///
/// It sounds in runs. A run goes from one start to the next stop; it ends with a tile in which the gain falls
/// to its least value, and the next one begins with a tile in which it rises again. A stop is recorded as a move
/// of the gain, so a take holds nothing but moves. A new seed begins a new take.
///
///     run 1            stop, start        run 2
///     ─────────────────╲│ │╱─────────────────────
///
/// For one thread; the renderer of a run may be on another.
package final class Performance {
  /// Rate, channels, format and seed.
  package private(set) var rendering: Rendering
  private var controls: RainControls
  /// The settings that were asked for last.
  package private(set) var rain: Rain
  /// The frame before which the last run has ended, and at which the next one begins.
  package var frame = 0

  /// How long it takes to glide into other settings, unless a time is given, in s.
  package static let glide = 2.0

  private let keepsTake: Bool

  /// A performance that begins with the rain, the seed and the options of a rendering; its curves and its end are
  /// left out. Without a take it may go on for months, in constant memory.
  package init(_ rendering: Rendering, keepsTake: Bool = true) {
    rain = rendering.job.writtenAutomation.beginning
    self.rendering = rendering.endless(rain, seed: rendering.seed)
    self.keepsTake = keepsTake
    controls = RainControls(continuing: RainAutomation(rain), keepsAutomation: keepsTake)
  }

  /// The next run, from ``frame`` on.
  package func makeRenderer() -> JobRenderer {
    controls = RainControls(continuing: controls.automation, keepsAutomation: keepsTake)
    if frame > 0 { move(to: rain, over: 0) }
    return JobRenderer(rendering, startingAt: frame, moves: controls.source)
  }

  /// Lets the settings move to those of a rain from the next tile on. Between two runs, the next one begins
  /// with them. It takes that many seconds; a tile at least.
  package func retune(to rain: Rain, over seconds: Double, isRunning: Bool) {
    self.rain = rain
    if isRunning || frame == 0 { move(to: rain, over: seconds) }
  }

  /// Lets the run fall to silence within its next tile.
  package func fall() {
    var silent = rain
    silent[.gain] = Setting.gain.row.range.lowerBound
    move(to: silent, over: 0)
  }

  private func move(to rain: Rain, over seconds: Double) {
    checked { () throws(InvalidSetting) in try controls.move(to: rain, over: seconds) }
  }

  /// Forgets what was played: the present settings begin at frame 0, with another seed if one is given.
  package func restart(seed: UInt64? = nil) {
    rendering = rendering.endless(rain, seed: seed ?? rendering.seed)
    frame = 0
    controls = RainControls(continuing: RainAutomation(rain), keepsAutomation: keepsTake)
  }

  /// The rain that has been played before a frame, as a preset: rendered without any flag, it gives the same samples.
  package func take(named name: String, before frame: Int) -> Preset {
    let automation = controls.automation
    var written = WrittenAutomation(automation.rain)
    for curve in automation.curves {
      checked { () throws(InvalidSetting) in try written.set(WrittenCurve(curve)) }
    }
    var take = Preset(name: name, automation: written, revision: Rain.soundRevision)
    if frame > 0 { take.duration = Duration(frame: frame, sampleRate: rendering.sampleRate) }
    take.setOptions(of: rendering.job)
    return take
  }
}

extension WrittenCurve {
  /// The curve of an automation, with its times to the millisecond.
  fileprivate init(_ curve: RainAutomation.Curve) {
    func time(_ seconds: Double) -> Time {
      .fromStart(.milliseconds(Int((seconds * 1000).rounded())))
    }
    self.init(
      curve.setting,
      curve.keys.map { key in
        Key(at: time(key.seconds), key.value, key.shape, from: key.start.map(time))
      })
  }
}
