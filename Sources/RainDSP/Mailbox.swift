internal import Synchronization

/// Where the settings of a rain that plays go.
struct SettingMove: BitwiseCopyable {
  /// The number of the message, from 0 on.
  var number = 0
  var rain: Rain
  /// How long the way takes, in s.
  var seconds: Double

  /// The longest way.
  static let seconds = 0...86_400.0
}

/// One message, passed without a lock from threads that hold a lock of their own to the audio thread.
///
/// A view of memory that ``RainControls`` owns: to reach a class, the audio thread would count references.
@safe
struct Mailbox: BitwiseCopyable, @unchecked Sendable {
  private struct Report: BitwiseCopyable {
    var number = 0
    var start = 0.0
    var end = 0.0
  }

  private struct Contents: ~Copyable {
    let state = Atomic(empty)
    var message: SettingMove
    /// A ring of reports: the number of a message, and its moments. The audio thread writes where
    /// `reported` stands, the others read from `settled` on.
    var reports = InlineArray<1024, Report>(repeating: Report())
    let reported = Atomic(0)
    let settled = Atomic(0)
  }

  // Who may touch the message.
  private static var empty: Int { 0 }
  private static var written: Int { 1 }
  private static var full: Int { 2 }
  private static var read: Int { 3 }
  private static var capacity: Int { 1024 }

  private let contents: UnsafeMutablePointer<Contents>

  init(_ message: SettingMove) {
    unsafe contents = .allocate(capacity: 1)
    unsafe contents.initialize(to: Contents(message: message))
  }

  /// To be called by the owner, once.
  func free() {
    unsafe contents.deinitialize(count: 1)
    unsafe contents.deallocate()
  }

  private func changes(from state: Int, to next: Int) -> Bool {
    unsafe contents.pointee.state.compareExchange(
      expected: state, desired: next, ordering: .acquiring
    ).exchanged
  }

  /// Replaces the message that waits. The thread spins while the audio thread copies one, a microsecond.
  func put(_ message: SettingMove) {
    while !changes(from: Self.empty, to: Self.written)
      && !changes(from: Self.full, to: Self.written)
    {}
    unsafe contents.pointee.message = message
    unsafe contents.pointee.state.store(Self.full, ordering: .releasing)
  }

  /// The message that waits, for the audio thread; nil if there is none, or one is being written. It stays
  /// where no report could be written, since nobody has read the last thousand.
  func take() -> SettingMove? {
    let reported = unsafe contents.pointee.reported.load(ordering: .relaxed)
    let settled = unsafe contents.pointee.settled.load(ordering: .acquiring)
    guard reported - settled < Self.capacity, changes(from: Self.full, to: Self.read) else {
      return nil
    }
    let message = unsafe contents.pointee.message
    unsafe contents.pointee.state.store(Self.empty, ordering: .releasing)
    return message
  }

  /// Tells the control threads when a message took effect. For the audio thread.
  func report(_ message: SettingMove, start: Double, end: Double) {
    let place = unsafe contents.pointee.reported.load(ordering: .relaxed)
    unsafe contents.pointee.reports[place % Self.capacity] = Report(
      number: message.number, start: start, end: end)
    unsafe contents.pointee.reported.store(place + 1, ordering: .releasing)
  }

  /// The reports since the last call.
  func takenMoments() -> [(number: Int, moment: (start: Double, end: Double))] {
    let end = unsafe contents.pointee.reported.load(ordering: .acquiring)
    let start = unsafe contents.pointee.settled.load(ordering: .relaxed)
    let moments = (start..<end).map { place in
      let report = unsafe contents.pointee.reports[place % Self.capacity]
      return (report.number, (report.start, report.end))
    }
    unsafe contents.pointee.settled.store(end, ordering: .releasing)
    return moments
  }
}
