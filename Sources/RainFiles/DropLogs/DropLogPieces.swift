/// A log of drops that several threads make piece by piece, in constant memory.
///
/// The frames are cut into pieces, a second at first, so that a reader has the first drops at once, then
/// longer: each begins with a seek.
struct DropLogPieces<Piece: Sendable>: Sendable {
  private let job: Rendering
  private let make: @Sendable (_ frames: Range<Int>, _ expectedDrops: Int) -> Piece
  /// The mean rate in drops/s; where it moves, the highest.
  private let mostPerSecond: Double

  /// `make` makes a piece of some frames, in which about so many drops strike.
  init(
    of job: Rendering, _ make: @escaping @Sendable (Range<Int>, _ expectedDrops: Int) -> Piece
  ) {
    self.job = job
    self.make = make
    mostPerSecond = job.automation.mostDrops / 60
  }

  /// Drops of a piece, about, and its longest time in s.
  private static var dropsPerPiece: Double { 8000 }
  private static var mostSeconds: Double { 64 }

  /// Hands the pieces to `sink`, in order.
  nonisolated(nonsending) func forEach<Failure: Error>(
    threads: Int, _ sink: (Piece) throws(Failure) -> Void
  ) async throws(Failure) {
    var rest = job.frames
    var seconds = 1
    /// Takes the next piece from the frames that are left.
    func next() -> Range<Int>? {
      guard !rest.isEmpty else { return nil }
      let count = min(rest.count, seconds * job.sampleRate)
      let piece = rest.lowerBound..<rest.lowerBound + count
      rest = piece.upperBound..<rest.upperBound
      let most = min(Self.mostSeconds, Self.dropsPerPiece / max(1, mostPerSecond))
      seconds = max(1, min(2 * seconds, Int(most)))
      return piece
    }
    guard threads > 1 else {
      while let piece = next() { try sink(made(piece)) }
      return
    }
    guard let first = next() else { return }
    var tasks: [Task<Piece, Never>] = []
    func begin() {
      guard let piece = next() else { return }
      tasks.append(Task { @concurrent [self] in made(piece) })
    }
    // One more than there are threads, so that none waits while the caller writes.
    for _ in 0..<threads { begin() }
    try sink(made(first))
    begin()
    while !tasks.isEmpty {
      let piece = await tasks.removeFirst().value
      begin()
      try sink(piece)
    }
  }

  private func made(_ frames: Range<Int>) -> Piece {
    // A tenth more, since to grow an array means to copy it.
    make(frames, Int(1.1 * mostPerSecond * Double(frames.count) / Double(job.sampleRate)))
  }
}

extension DropLogPieces<[UInt8]> {
  /// The rows of a log.
  init(_ log: DropLog, as format: DropLogFormat) {
    self.init(of: log.job) { frames, expectedDrops in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(expectedDrops * format.usualBytes + DropLogFormat.mostBytes)
      log.forEach(in: frames, hasEnds: format.hasEnds) { format.append($0, to: &bytes) }
      return bytes
    }
  }
}
