internal import Text

extension DropLog {
  /// Hands the log to `sink`, piece by piece.
  ///
  /// - Parameters:
  ///   - format: Its form.
  ///   - ground: In m²: what falls on so much ground instead, by the law of sizes.
  ///   - hasHeader: Whether a CSV begins with the names of its columns; nil: if it begins with the rain.
  ///   - threads: The threads that draw drops, 1 or more. Their number does not change a byte.
  ///   - sink: Takes the bytes. An error that it throws ends the log.
  /// - Throws: The error of the sink.
  public nonisolated(nonsending) func write<Refusal: Error>(
    as format: DropLogFormat, ground: Double? = nil, hasHeader: Bool? = nil, threads: Int,
    to sink: ([UInt8]) throws(Refusal) -> Void
  ) async throws(Refusal) {
    // An excerpt without a frame has no header, or the lists that follow it would have a second one.
    let isBeginning = job.frames.lowerBound == 0 && (!job.frames.isEmpty || job.totalFrames == 0)
    if hasHeader ?? isBeginning {
      try sink(ground == nil ? format.header(job.layout) : format.groundHeader)
    }
    try await writePieces(as: format, ground, threads: threads, to: sink)
  }

  /// Drops of a piece, about, and its longest time in s.
  private static let dropsPerPiece = 8000.0
  private static let mostSeconds = 64.0

  /// Hands the rows to `sink`, piece by piece in order, which several threads make in constant memory.
  ///
  /// The frames are cut into pieces, a second at first, so that a reader has the first drops at once, then
  /// longer: each begins with a seek.
  private nonisolated(nonsending) func writePieces<Refusal: Error>(
    as format: DropLogFormat, _ ground: Double?, threads: Int,
    to sink: ([UInt8]) throws(Refusal) -> Void
  ) async throws(Refusal) {
    let perSecond = ground.map { groundDrops($0).perSecond } ?? mostPerSecond
    let most = min(Self.mostSeconds, Self.dropsPerPiece / max(1, perSecond))
    var remaining = job.frames
    var seconds = 1
    /// Takes the next piece from the frames that are left.
    func next() -> Range<Int>? {
      guard !remaining.isEmpty else { return nil }
      let count = min(remaining.count, seconds * job.sampleRate)
      let piece = remaining.lowerBound..<remaining.lowerBound + count
      remaining = piece.upperBound..<remaining.upperBound
      seconds = max(1, min(2 * seconds, Int(most)))
      return piece
    }
    guard threads > 1 else {
      while let piece = next() { try sink(rows(of: piece, as: format, ground)) }
      return
    }
    guard let first = next() else { return }
    var tasks: [Task<[UInt8], Never>] = []
    func begin() {
      guard let piece = next() else { return }
      tasks.append(Task { @concurrent [self] in rows(of: piece, as: format, ground) })
    }
    // One more than there are threads, so that none waits while the caller writes.
    for _ in 0..<threads { begin() }
    try sink(rows(of: first, as: format, ground))
    begin()
    while !tasks.isEmpty {
      let piece = await tasks.removeFirst().value
      begin()
      try sink(piece)
    }
  }

  /// The mean rate in drops/s; where it moves, the highest.
  private var mostPerSecond: Double { job.automation.mostDrops / 60 }

  private func groundDrops(_ squareMeters: Double) -> GroundDrops {
    GroundDrops(
      job.automation, squareMeters: squareMeters, sampleRate: job.sampleRate, seed: job.seed,
      loop: job.loop)
  }

  private func rows(
    of frames: Range<Int>, as format: DropLogFormat, _ ground: Double?
  ) -> [UInt8] {
    if let ground {
      var (drops, rows) = (groundDrops(ground), [UInt8]())
      drops.forEach(in: frames) { frame, diameter, speed in
        let seconds = Double(frame) / Double(job.sampleRate)
        rows += format.groundRow(frame, seconds, diameter: diameter, speed: speed).utf8
      }
      return rows
    }
    // A tenth more than expected, since to grow an array means to copy it.
    let drops = Int(1.1 * mostPerSecond * Double(frames.count) / Double(job.sampleRate))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(drops * format.usualBytes + DropLogFormat.mostBytes)
    forEach(in: frames, hasEnds: format.hasEnds) { format.append($0, to: &bytes) }
    return bytes
  }
}

extension DropLogFormat {
  fileprivate var groundHeader: [UInt8] {
    self == .csv ? Array("frame,seconds,diameter_mm,speed_m_s\n".utf8) : []
  }

  fileprivate func groundRow(
    _ frame: Int, _ seconds: Double, diameter: Double, speed: Double
  ) -> String {
    let seconds = FixedPoint.text(seconds, decimals: 6)
    let (size, speed) = (
      FixedPoint.text(diameter, decimals: 3), FixedPoint.text(speed, decimals: 2)
    )
    return switch self {
    case .csv: "\(frame),\(seconds),\(size),\(speed)\n"
    case .jsonl:
      #"{"frame":\#(frame),"seconds":\#(seconds),"diameter_mm":\#(size),"speed_m_s":\#(speed)}"#
        + "\n"
    case .labels: "\(seconds)\t\(seconds)\t\(size) mm\n"
    }
  }
}
