internal import Synchronization

/// Signals as the bytes of a pipe, so that a loop waits for them as for any other input.
///
/// A handler may run between any two instructions, so it does one thing that POSIX allows in one: it writes
/// the number of the signal into the pipe.
package struct SignalInbox: Sendable {
  /// The writing end of the pipe, for handlers; -1 before the pipe is made.
  private static let writingEnd = Atomic<Int32>(-1)

  private static let note: @convention(c) (Int32) -> Void = { number in
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(writingEnd.load(ordering: .relaxed), &byte, 1)
    errno = error
  }

  /// The end to wait for.
  package let descriptor: Int32

  /// From now on, these signals arrive here. One that was ignored from the start, as nohup arranges it, stays
  /// ignored. nil if the system has no pipe left.
  package init?(_ numbers: [Int32]) {
    guard let ends = PipeEnds() else { return nil }
    descriptor = ends.reading
    PipeEnds.makeNonblocking(ends.reading)
    PipeEnds.makeNonblocking(ends.writing)
    Self.writingEnd.store(ends.writing, ordering: .relaxed)
    for number in numbers where !Self.isIgnored(number) { Self.listen(to: number) }
  }

  /// Lets the signal arrive here again, after it had its default action for a while.
  package static func listen(to number: Int32) { _ = signal(number, note) }

  /// The signals that arrived since the last call, in order.
  package func take() -> [Int32] {
    (Descriptor(number: descriptor).readNow(64) ?? []).map(Int32.init)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    let action = signal(number, SIG_IGN)
    _ = signal(number, action)
    return unsafe unsafeBitCast(action, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
  }
}
