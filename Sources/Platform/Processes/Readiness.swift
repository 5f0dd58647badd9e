/// Waits for several descriptors at a time.
package enum Readiness {
  /// What to wait for.
  package enum Direction: Sendable { case reading, writing }

  /// Waits until one of the descriptors is ready, or has ended, or the time is over. A signal may end the
  /// wait, too.
  ///
  /// - Parameters:
  ///   - interests: The descriptors; one below 0 is never ready.
  ///   - milliseconds: The longest wait; -1 for any time.
  /// - Returns: For each descriptor, whether it is ready or has ended.
  package static func wait(
    _ interests: [(descriptor: Int32, direction: Direction)], milliseconds: Int
  ) -> [Bool] {
    var requests = interests.map {
      pollfd(
        fd: $0.descriptor, events: Int16($0.direction == .reading ? POLLIN : POLLOUT), revents: 0)
    }
    let count = unsafe poll(
      &requests, nfds_t(requests.count), Int32(clamping: milliseconds))
    return requests.map { count > 0 && $0.revents != 0 }
  }
}
