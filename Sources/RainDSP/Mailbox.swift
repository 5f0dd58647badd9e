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
  /// A message on its way.
  @safe package struct Letter {
    package var message: Message
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

  /// An empty mailbox.
  package init() {
    unsafe slots = .allocate(capacity: 1)
    unsafe slots.initialize(to: Slots())
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

  /// Replaces the letter that waits.
  package func put(_ message: Message) {
    let letter = UnsafeMutablePointer<Letter>.allocate(capacity: 1)
    unsafe letter.initialize(to: Letter(message: message, next: nil))
    let replaced = unsafe slots.pointee.waiting.exchange(letter, ordering: .acquiringAndReleasing)
    unsafe replaced?.deinitialize(count: 1)
    unsafe replaced?.deallocate()
  }

  /// The messages that were given back since the last call, in that order.
  @discardableResult
  package func takeBack() -> [Message] {
    var messages: [Message] = []
    var next = unsafe slots.pointee.read.exchange(nil, ordering: .acquiring)
    while let letter = unsafe next {
      let read = unsafe letter.move()
      messages.append(read.message)
      unsafe next = unsafe read.next
      unsafe letter.deallocate()
    }
    return messages.reversed()
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

extension Mailbox where Message: BitwiseCopyable {
  /// Takes the memory that ``send(_:)`` needs: for a letter that waits, one that is read, and one that comes back.
  package func reserve(_ message: Message) {
    for _ in 0..<3 {
      let letter = UnsafeMutablePointer<Letter>.allocate(capacity: 1)
      unsafe letter.initialize(to: Letter(message: message, next: nil))
      unsafe spare(letter)
    }
  }

  /// Replaces the letter that waits, and takes no memory. The messages that were given back are lost.
  package func send(_ message: Message) {
    var read = unsafe slots.pointee.read.exchange(nil, ordering: .acquiring)
    while let letter = unsafe read {
      unsafe read = unsafe letter.pointee.next
      unsafe spare(letter)
    }
    guard let letter = unsafe slots.pointee.spare else { return put(message) }
    unsafe slots.pointee.spare = unsafe letter.pointee.next
    unsafe letter.pointee = Letter(message: message, next: nil)
    let replaced = unsafe slots.pointee.waiting.exchange(letter, ordering: .acquiringAndReleasing)
    if let replaced = unsafe replaced { unsafe spare(replaced) }
  }

  private func spare(_ letter: UnsafeMutablePointer<Letter>) {
    unsafe letter.pointee.next = unsafe slots.pointee.spare
    unsafe slots.pointee.spare = unsafe letter
  }
}
