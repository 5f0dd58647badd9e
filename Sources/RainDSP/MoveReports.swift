internal import Synchronization

/// A ring of reports from the audio thread: when each move of the settings took effect.
///
/// A view of memory that its maker frees, like a ``Mailbox``.
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

  /// Whether another can be written: not where nobody has read the last thousand.
  var haveRoom: Bool {
    let reported = unsafe contents.pointee.reported.load(ordering: .relaxed)
    return unsafe reported - contents.pointee.settled.load(ordering: .acquiring) < Self.capacity
  }

  /// Tells the control threads when a message took effect. For the audio thread, where they ``haveRoom``.
  func add(_ report: Report) {
    let place = unsafe contents.pointee.reported.load(ordering: .relaxed)
    unsafe contents.pointee.ring[place % Self.capacity] = report
    unsafe contents.pointee.reported.store(place + 1, ordering: .releasing)
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
