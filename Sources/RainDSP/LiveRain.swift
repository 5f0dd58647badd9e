/// Where a renderer finds messages of other threads.
package struct MoveSource: Sendable {
  let mailbox: Mailbox<SettingMove>
  /// The moves before; nil: there were none.
  package var played: RainAutomation?
  /// The object that frees the mailbox; nil: the one that frees the renderer before.
  var owner: (any AnyObject & Sendable)?

  package init(_ mailbox: Mailbox<SettingMove>) { self.mailbox = mailbox }
}

/// The settings of a rain that sounds, on the thread that renders: what was set last, and the curves that some settings
/// follow.
///
///     other threads     RainControls, rain.h ── letter ──▶ mailbox ─┐
///     this thread       RainRenderer.move(to:over:), a plug-in ─────┴─▶ the way of the next tile
///
/// It takes no lock and no memory while it sounds.
package struct LiveRain: ~Copyable {
  private var rain: Rain
  private var moving = SettingSet.none
  private var curves: AutomationTable
  /// The message that waits for the next tile.
  var next: SettingMove?
  // Not a MoveSource: to reach into one that has an owner, the compiler may count references.
  private let mailbox: Mailbox<SettingMove>?
  private let owner: (any AnyObject & Sendable)?
  private let limits = Rain.ends

  /// A rain without curves.
  init(_ rain: Rain, _ source: MoveSource?) {
    self.rain = rain
    (mailbox, owner) = (source?.mailbox, source?.owner)
    curves = AutomationTable(rain)
  }

  /// Whether each setting is in its range.
  func allows(_ rain: Rain) -> Bool { rain.lies(within: limits.low, limits.high) }

  /// Lets the settings move from the next tile on that is not begun; each is in its range. Of several moves before it the
  /// last counts, and the longest time.
  package mutating func move(to move: SettingMove) {
    let seconds = max(move.seconds, next?.seconds ?? 0)
    next = move
    next?.seconds = seconds
  }

  /// From the next tile on, settings follow the curves of an automation. It does not wait, and frees nothing where somebody
  /// else holds the automation before.
  package mutating func follow(_ automation: RainAutomation) {
    curves = AutomationTable(automation)
  }

  /// From now on, the settings are those of a move. Forgets the message that waits.
  mutating func hold(_ move: SettingMove) { (rain, moving, next) = (move.rain, move.moving, nil) }

  /// The settings at a moment in s.
  func rain(at seconds: Double) -> Rain {
    var rain = rain
    if !moving.isEmpty { rain.take(moving, from: curves.rain(at: seconds)) }
    return rain
  }

  /// Lets what sounds go the way of a tile, which ends at a moment in s, unless all settings stay as they are.
  mutating func move(_ automation: inout AutomationReader, tile: Int, endingAt seconds: Double) {
    let letter = unsafe mailbox?.take()
    if let letter = unsafe letter { next = unsafe letter.pointee.message }
    guard next != nil || !moving.isEmpty else { return }
    if let next { (rain, moving) = (next.rain, next.moving) }
    let played = automation.move(to: rain(at: seconds), over: next?.seconds ?? 0, tile: tile)
    next = nil
    guard let letter = unsafe letter else { return }
    unsafe letter.pointee.message?.played = played
    unsafe mailbox?.giveBack(letter)
  }
}
