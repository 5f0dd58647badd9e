internal import Synchronization

/// The bytes of a turn on their way from the thread that renders to the one that writes, turn after
/// turn in the same memory: fresh pages took a twentieth of the time.
final class ChunkBuffer: Sendable {
  private let held = Mutex<[UInt8]>([])

  /// As long as somebody keeps them, the next turn needs memory of its own.
  var bytes: [UInt8] { held.withLock { $0 } }

  /// Replaces the bytes by `byteCount` others, which `body` appends.
  func fill(byteCount: Int, _ body: (inout [UInt8]) -> Void) {
    held.withLock { bytes in
      bytes.removeAll(keepingCapacity: true)
      bytes.reserveCapacity(byteCount)
      body(&bytes)
    }
  }
}
