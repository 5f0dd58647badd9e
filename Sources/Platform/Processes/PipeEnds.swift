/// The two ends of a new pipe, which programs that are started do not inherit.
struct PipeEnds {
  let reading: Int32
  let writing: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  func close() {
    for end in [reading, writing] { _ = systemClose(end) }
  }

  static func makeNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }
}

// Inside of `PipeEnds`, its method hides the function of the system.
private let systemClose = close(_:)
