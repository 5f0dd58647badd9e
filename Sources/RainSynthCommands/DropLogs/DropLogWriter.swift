internal import RainFiles

/// Writes a log of drops as text with several threads, in order and in constant memory.
///
/// The frames are cut into pieces, a second at first, so that a reader has the first rows at once, then
/// longer: each begins with a seek.
struct DropLogWriter {
  /// Drops of a piece, about, and its longest time in s.
  private static let dropsPerPiece = 8000.0
  private static let mostSeconds = 64

  private let log: DropLog
  private let text: DropLogText

  init(_ log: DropLog, as text: DropLogText) {
    self.log = log
    self.text = text
  }

  /// Hands the bytes of the rows to `sink`, in order.
  nonisolated(nonsending) func write<Failure: Error>(
    threads: Int, to sink: ([UInt8]) throws(Failure) -> Void
  ) async throws(Failure) {
    var rest = log.job.frames
    var seconds = 1
    /// Takes the next piece from the frames that are left.
    func next() -> Range<Int>? {
      guard !rest.isEmpty else { return nil }
      let count = min(rest.count, seconds * log.job.sampleRate)
      let piece = rest.lowerBound..<rest.lowerBound + count
      rest = piece.upperBound..<rest.upperBound
      seconds = min(2 * seconds, mostSeconds)
      return piece
    }
    guard threads > 1 else {
      while let piece = next() { try sink(rows(in: piece)) }
      return
    }
    guard let first = next() else { return }
    var tasks: [Task<[UInt8], Never>] = []
    func begin() {
      guard let piece = next() else { return }
      tasks.append(Task { @concurrent [self] in rows(in: piece) })
    }
    for _ in 1..<threads { begin() }
    try sink(rows(in: first))
    begin()
    while !tasks.isEmpty {
      let bytes = await tasks.removeFirst().value
      begin()
      try sink(bytes)
    }
  }

  /// The longest piece in s.
  private var mostSeconds: Int {
    let perSecond = max(1, log.mostPerMinute / 60)
    return max(1, min(Self.mostSeconds, Int(Self.dropsPerPiece / perSecond)))
  }

  private func rows(in frames: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    // Growing by doubling would copy all of it again and again.
    let drops = log.mostPerMinute / 60 * Double(frames.count) / Double(log.job.sampleRate)
    bytes.reserveCapacity(Int(1.1 * drops) * text.usualBytes + DropLogText.mostBytes)
    log.forEach(in: frames, hasEnds: text == .labels) { text.append($0, to: &bytes) }
    return bytes
  }
}
