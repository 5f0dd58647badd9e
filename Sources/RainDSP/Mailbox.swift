internal import Synchronization

/// A message to a rain that sounds: its new settings.
package struct SettingMove: BitwiseCopyable {
  /// The number of the message, if its sender wants a report.
  var number: Int?
  /// The settings. The far end of a pair may lie below the near one, and is then raised to it.
  package var rain: Rain
  /// The settings that follow curves instead.
  package var moving = SettingSet.none
  /// How long the way takes, in s; a tile at least.
  package var seconds: Double

  package init(to rain: Rain, following moving: SettingSet = .none, over seconds: Double) {
    (self.rain, self.moving, self.seconds) = (rain, moving, seconds)
  }

  /// The longest way.
  static let seconds = 0...86_400.0
}

/// One message about the settings, passed without a lock from threads that hold a lock of their own to the audio thread.
///
/// It points to memory that its maker frees. It is no class, because the audio thread would count references to it.
/// Sendable: an atomic state says which thread may touch the message, and no two may at once.
@safe
package struct Mailbox: BitwiseCopyable, @unchecked Sendable {
  private struct Contents: ~Copyable {
    let state: Atomic<Int>
    var message: SettingMove
  }

  // Who may touch the message.
  private static var empty: Int { 0 }
  private static var written: Int { 1 }
  private static var full: Int { 2 }
  private static var read: Int { 3 }

  private let contents: UnsafeMutablePointer<Contents>

  /// An empty mailbox; `message` is any, to have memory for those to come.
  package init(_ message: SettingMove) {
    unsafe contents = .allocate(capacity: 1)
    unsafe contents.initialize(to: Contents(state: Atomic(Self.empty), message: message))
  }

  /// To be called by the owner, once.
  package func free() {
    unsafe contents.deinitialize(count: 1)
    unsafe contents.deallocate()
  }

  private func changes(from state: Int, to next: Int) -> Bool {
    unsafe contents.pointee.state.compareExchange(
      expected: state, desired: next, ordering: .acquiring
    ).exchanged
  }

  /// Replaces the message that waits. The thread spins while the audio thread copies one, a microsecond.
  package func put(_ message: SettingMove) {
    while !changes(from: Self.empty, to: Self.written)
      && !changes(from: Self.full, to: Self.written)
    {}
    unsafe contents.pointee.message = message
    unsafe contents.pointee.state.store(Self.full, ordering: .releasing)
  }

  /// The message that waits, for the audio thread; nil if there is none, or one is being written.
  package func take() -> SettingMove? {
    guard changes(from: Self.full, to: Self.read) else { return nil }
    let message = unsafe contents.pointee.message
    unsafe contents.pointee.state.store(Self.empty, ordering: .releasing)
    return message
  }
}

/// A ring of reports from the audio thread: when each move of the settings took effect.
///
/// Like a ``Mailbox``, it points to memory that its maker frees. Sendable: two atomic counters say which slots the audio
/// thread may write and which ones the others may read, and no slot is both.
@safe
struct MoveReports: BitwiseCopyable, @unchecked Sendable {
  /// The number of a message, and when it took effect, in s.
  struct Report: BitwiseCopyable {
    var number = 0
    var start = 0.0
    var end = 0.0
  }

  private struct Contents: ~Copyable {
    /// The audio thread writes where `reported` stands, the others read from `settled` on.
    var ring = InlineArray<1024, Report>(repeating: Report())
    let reported = Atomic(0)
    let settled = Atomic(0)
  }

  private static var capacity: Int { 1024 }

  private let contents: UnsafeMutablePointer<Contents>

  init() {
    unsafe contents = .allocate(capacity: 1)
    unsafe contents.initialize(to: Contents())
  }

  /// To be called by the owner, once.
  func free() {
    unsafe contents.deinitialize(count: 1)
    unsafe contents.deallocate()
  }

  /// Whether there is room for another report: the ring is full until a control thread reads it.
  var haveRoom: Bool {
    let reported = unsafe contents.pointee.reported.load(ordering: .relaxed)
    return unsafe reported - contents.pointee.settled.load(ordering: .acquiring) < Self.capacity
  }

  /// Tells the control threads when a message took effect. For the audio thread, where they ``haveRoom``.
  func add(_ report: Report) {
    let count = unsafe contents.pointee.reported.load(ordering: .relaxed)
    unsafe contents.pointee.ring[count % Self.capacity] = report
    unsafe contents.pointee.reported.store(count + 1, ordering: .releasing)
  }

  /// The reports since the last call.
  func takeAll() -> [Report] {
    let end = unsafe contents.pointee.reported.load(ordering: .acquiring)
    let start = unsafe contents.pointee.settled.load(ordering: .relaxed)
    let reports = (start..<end).map { unsafe contents.pointee.ring[$0 % Self.capacity] }
    unsafe contents.pointee.settled.store(end, ordering: .releasing)
    return reports
  }
}
