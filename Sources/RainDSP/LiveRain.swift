/// Where a renderer finds messages of other threads.
package struct MoveSource: Sendable {
  let mailbox: Mailbox
  var reports: MoveReports?
  /// The object that frees both; nil: the one that frees the renderer before.
  var owner: (any AnyObject & Sendable)?

  /// A mailbox that outlives the renderer.
  package init(_ mailbox: Mailbox) { self.mailbox = mailbox }

  init(_ mailbox: Mailbox, _ reports: MoveReports, of owner: any AnyObject & Sendable) {
    (self.mailbox, self.reports, self.owner) = (mailbox, reports, owner)
  }
}

/// The settings of a rain that sounds, on the thread that renders: what was set last, and the curves that some settings
/// follow.
///
///     other threads     RainControls, rain.h ── message ─▶ mailbox ─┐
///     this thread       RainRenderer.move(to:over:), a plug-in ─────┴─▶ the way of the next tile
///
/// It takes no lock and no memory while it sounds.
struct LiveRain: ~Copyable {
  private var rain: Rain
  private var moving = SettingSet.none
  private var curves: AutomationTable
  /// The message that waits for the next tile.
  var next: SettingMove?
  // Not a MoveSource: to reach into one that has an owner, the compiler may count references.
  private let mailbox: Mailbox?
  private let reports: MoveReports?
  private let owner: (any AnyObject & Sendable)?
  private let limits = Rain.ends

  /// A rain without curves.
  init(_ rain: Rain, _ source: MoveSource?) {
    self.rain = rain
    (mailbox, reports, owner) = (source?.mailbox, source?.reports, source?.owner)
    curves = AutomationTable(rain)
  }

  /// Whether each setting is in its range.
  func allows(_ rain: Rain) -> Bool { rain.lies(within: limits.low, limits.high) }

  /// From the next tile on, settings follow the curves of an automation.
  mutating func follow(_ automation: RainAutomation) { curves = AutomationTable(automation) }

  /// From now on, some settings follow the curves, and the others are those of a rain. Forgets the message that waits.
  mutating func hold(_ rain: Rain, following moving: SettingSet) {
    (self.rain, self.moving, next) = (rain, moving, nil)
  }

  /// The settings at a moment in s.
  func rain(at seconds: Double) -> Rain {
    var rain = rain
    if !moving.isEmpty {
      let now = curves.rain(at: seconds)
      var settings = moving
      while let setting = settings.popFirst() { rain.take(setting, from: now) }
    }
    return rain
  }

  /// The way of the tile that ends at a moment in s; nil where all settings stay as they are.
  mutating func nextMove(endingAt seconds: Double) -> SettingMove? {
    if reports?.haveRoom != false, let message = mailbox?.take() { next = message }
    guard next != nil || !moving.isEmpty else { return nil }
    if let next { (rain, moving) = (next.rain, next.moving) }
    var move = SettingMove(to: rain(at: seconds), over: next?.seconds ?? 0)
    move.number = next?.number
    next = nil
    return move
  }

  /// Tells the sender of a message at which moments, in s, its way begins and ends.
  func report(_ move: SettingMove, start: Double, end: Double) {
    guard let number = move.number else { return }
    reports?.add(.init(number: number, start: start, end: end))
  }
}
