internal import Synchronization

/// The bytes of a chunk, passed from the thread that renders to the one that writes.
///
/// One buffer serves many chunks: allocating fresh pages for each took a twentieth of the time.
final class ChunkBuffer: Sendable {
  private let held = Mutex<[UInt8]>([])

  /// The bytes. A caller that keeps them makes the next chunk allocate memory of its own.
  var bytes: [UInt8] { held.withLock { $0 } }

  /// Replaces the bytes by `byteCount` new ones, which `body` appends.
  func fill(byteCount: Int, _ body: (inout [UInt8]) -> Void) {
    held.withLock { bytes in
      bytes.removeAll(keepingCapacity: true)
      bytes.reserveCapacity(byteCount)
      body(&bytes)
    }
  }
}
