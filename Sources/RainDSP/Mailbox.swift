internal import Synchronization

/// One message, passed without a lock from threads that hold a lock of their own to the audio thread.
///
/// A view of memory that its maker frees: to reach a class, the audio thread would count references.
@safe
package struct Mailbox<Message: BitwiseCopyable>: BitwiseCopyable, @unchecked Sendable {
  private struct Contents: ~Copyable {
    let state: Atomic<Int>
    var message: Message
  }

  // Who may touch the message.
  private static var empty: Int { 0 }
  private static var written: Int { 1 }
  private static var full: Int { 2 }
  private static var read: Int { 3 }

  private let contents: UnsafeMutablePointer<Contents>

  /// An empty mailbox; `message` is any, to have memory for those to come.
  package init(_ message: Message) {
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
  package func put(_ message: Message) {
    while !changes(from: Self.empty, to: Self.written)
      && !changes(from: Self.full, to: Self.written)
    {}
    unsafe contents.pointee.message = message
    unsafe contents.pointee.state.store(Self.full, ordering: .releasing)
  }

  /// The message that waits, for the audio thread; nil if there is none, or one is being written.
  package func take() -> Message? {
    guard changes(from: Self.full, to: Self.read) else { return nil }
    let message = unsafe contents.pointee.message
    unsafe contents.pointee.state.store(Self.empty, ordering: .releasing)
    return message
  }
}
