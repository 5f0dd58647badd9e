internal import Synchronization

/// A message to a rain that sounds: its new settings.
package struct SettingMove: BitwiseCopyable {
  /// The settings. The far end of a pair may lie below the near one, and is then raised to it.
  package var rain: Rain
  /// The settings that follow curves instead.
  package var moving = SettingSet.none
  /// How long the way takes, in s; a tile at least.
  package var seconds: Double
  /// The moments in s at which the way began and ended, once it was played.
  var played = (start: 0.0, end: 0.0)

  package init(to rain: Rain, following moving: SettingSet = .none, over seconds: Double) {
    (self.rain, self.moving, self.seconds) = (rain, moving, seconds)
  }

  /// The longest way.
  static let seconds = 0...86_400.0
}

/// Letters to the audio thread, which takes them without a lock, and frees none: it gives each back.
///
///     control threads, one at a time             audio thread
///     put ───────── letter ──▶ waiting ──▶ take
///     takeBack ◀────────────── read ◀───── giveBack
///
/// It points to memory that its maker frees. A struct: a class would be reference-counted on the audio thread. Sendable,
/// since each letter belongs to one thread at a time.
@safe
package struct Mailbox<Message>: BitwiseCopyable, @unchecked Sendable {
  /// A message on its way, or a letter that waits for one.
  @safe package struct Letter {
    package var message: Message?
    /// The letter that was given back before, or the spare one behind it.
    fileprivate var next: UnsafeMutablePointer<Letter>?
  }

  @safe private struct Slots: ~Copyable {
    let waiting = unsafe Atomic<UnsafeMutablePointer<Letter>?>(nil)
    let read = unsafe Atomic<UnsafeMutablePointer<Letter>?>(nil)
    /// Letters for the next messages, of the control threads.
    var spare: UnsafeMutablePointer<Letter>?
  }

  private let slots: UnsafeMutablePointer<Slots>

  /// An empty mailbox. Its three letters are enough where all that were read are taken back before each is put: one waits,
  /// one is read, and one comes back.
  package init() {
    unsafe slots = .allocate(capacity: 1)
    unsafe slots.initialize(to: Slots())
    for _ in 0..<3 { addLetter() }
  }

  private func addLetter() {
    let letter = UnsafeMutablePointer<Letter>.allocate(capacity: 1)
    unsafe letter.initialize(to: Letter())
    unsafe spare(letter)
  }

  /// To be called by the owner, once.
  package func free() {
    if let letter = unsafe take() { unsafe giveBack(letter) }
    takeBack()
    while let letter = unsafe slots.pointee.spare {
      unsafe slots.pointee.spare = unsafe letter.move().next
      unsafe letter.deallocate()
    }
    unsafe slots.deinitialize(count: 1)
    unsafe slots.deallocate()
  }

  /// Replaces the letter that waits. It takes memory only where no letter is spare.
  package func put(_ message: Message) {
    if unsafe slots.pointee.spare == nil { addLetter() }
    guard let letter = unsafe slots.pointee.spare else { return }
    unsafe slots.pointee.spare = unsafe letter.pointee.next
    unsafe letter.pointee = Letter(message: message, next: nil)
    let replaced = unsafe slots.pointee.waiting.exchange(letter, ordering: .acquiringAndReleasing)
    if let replaced = unsafe replaced { unsafe spare(replaced) }
  }

  /// Gives the messages that were given back since the last call to `body`, in that order.
  package func takeBack(_ body: (Message) -> Void = { _ in }) {
    var last = unsafe slots.pointee.read.exchange(nil, ordering: .acquiring)
    var first: UnsafeMutablePointer<Letter>?
    while let letter = unsafe last {
      unsafe last = unsafe letter.pointee.next
      unsafe letter.pointee.next = unsafe first
      unsafe first = unsafe letter
    }
    while let letter = unsafe first {
      unsafe first = unsafe letter.pointee.next
      if let message = unsafe letter.pointee.message { body(message) }
      unsafe spare(letter)
    }
  }

  private func spare(_ letter: UnsafeMutablePointer<Letter>) {
    unsafe letter.pointee = unsafe Letter(message: nil, next: slots.pointee.spare)
    unsafe slots.pointee.spare = unsafe letter
  }

  /// The letter that waits, for the audio thread; nil: there is none.
  package func take() -> UnsafeMutablePointer<Letter>? {
    unsafe slots.pointee.waiting.exchange(nil, ordering: .acquiring)
  }

  /// Returns a letter that was taken, from the audio thread.
  package func giveBack(_ letter: UnsafeMutablePointer<Letter>) {
    var last = unsafe slots.pointee.read.load(ordering: .relaxed)
    var isGiven = false
    while !isGiven {
      unsafe letter.pointee.next = unsafe last
      unsafe (isGiven, last) = unsafe slots.pointee.read.weakCompareExchange(
        expected: last, desired: letter, ordering: .releasing)
    }
  }
}
