package import RainAudio
package import RainDSP

/// A rendering from the first decision to the last: it settles every byte of the result.
package struct RenderJob: Sendable {
  package var rain: Rain
  package var seed: UInt64
  package var sampleRate: Int
  package var channels: Int
  package var format: SampleFormat
  package var isDithered: Bool
  /// The frames to deliver, counted from the beginning of the rain; those of an endless rendering
  /// go on to Int.max.
  package var frames: Range<Int>
  /// The frames of the whole, which `frames` are all or a part of; Int.max without an end.
  package var totalFrames: Int
  /// Whether the end of the whole leads on to its beginning; it lasts a second or more then.
  package var isLoop: Bool
  package var fades: Fades
  /// The threads that render at once; they never change a byte.
  package var jobs: Int

  package init(
    rain: Rain, seed: UInt64 = 1, sampleRate: Int = 44_100, channels: Int = 2,
    format: SampleFormat = .s16, isDithered: Bool = true, frames: Range<Int>,
    totalFrames: Int, isLoop: Bool = false, fades: Fades = .none, jobs: Int = 1
  ) {
    precondition(jobs >= 1, "something has to do the work")
    self.rain = rain
    self.seed = seed
    self.sampleRate = sampleRate
    self.channels = channels
    self.format = format
    self.isDithered = isDithered
    self.frames = frames
    self.totalFrames = totalFrames
    self.isLoop = isLoop
    self.fades = fades
    self.jobs = jobs
  }

  package var isEndless: Bool { frames.upperBound == Int.max }

  package var bytesPerFrame: Int { channels * format.bytesPerSample }

  /// Rain of which nothing sounds is digital silence: there is nothing that dither could help.
  var encoder: PCMEncoder {
    PCMEncoder(
      format: format, channels: channels,
      dither: isDithered && !rain.isSilent ? Source.dither.key(seed: seed) : nil)
  }

  /// The frames of a block, the least that is handed out while one thread renders: a third of a
  /// second at 44.1 kHz.
  private static let framesPerBlock = 16_384

  /// The most bytes of a turn: with two threads, three turns are in memory.
  private static let mostBytesPerTurn = 4 << 20

  /// The frames of a turn, of those that remain. To begin in the middle, a renderer first makes what
  /// still sounds from before, half a second: a turn is ten times as long, and longer where everybody
  /// still has four, so that all end at one time, but never more than memory holds. Whole blocks.
  private func framesPerTurn(of remaining: Int) -> Int {
    let most = RenderJob.mostBytesPerTurn / bytesPerFrame
    let frames = min(most, max(5 * sampleRate, remaining / (4 * jobs)))
    return max(1, frames / RenderJob.framesPerBlock) * RenderJob.framesPerBlock
  }

  /// Hands all bytes to `sink`, in order; returns how many samples were clipped.
  ///
  /// The frames are cut into turns. The first is rendered here, in blocks, so that a listener
  /// hears it at once, while workers are at those that follow; then `jobs` workers take turns. No
  /// more than `jobs` turns are in memory at any time, and one more that is being written.
  package nonisolated(nonsending) func deliver<Refusal: Error>(
    to sink: nonisolated(nonsending) ([UInt8]) async throws(Refusal) -> Void
  ) async throws(Refusal) -> Int {
    var remaining = frames
    let first = nextTurn(of: &remaining)
    // With one thread, or one turn, everything is the first.
    guard jobs > 1, !remaining.isEmpty else { return try await deliverHere(frames, to: sink) }

    let perTurn = framesPerTurn(of: remaining.count)
    let count = min(jobs, 1 + (remaining.count + perTurn - 1) / perTurn)
    let workers = (0..<count).map { _ in RenderWorker(self) }
    let buffers = (0...count).map { _ in ChunkBuffer() }
    var turns = [Task<Int, Never>?](repeating: nil, count: count)
    func begin(_ turn: Int) {
      turns[turn % count] = start(
        workers[turn % count], &remaining, into: buffers[turn % buffers.count])
    }
    for turn in 0..<count - 1 { begin(turn) }
    var clippedSamples = try await deliverHere(first, to: sink)
    begin(count - 1)

    var turn = 0
    while let task = turns[turn % count] {
      clippedSamples += await task.value
      let bytes = buffers[turn % buffers.count].bytes
      begin(turn + count)
      try await sink(bytes)
      turn += 1
    }
    return clippedSamples
  }

  /// Renders the frames on the thread that calls.
  private nonisolated(nonsending) func deliverHere<Refusal: Error>(
    _ frames: Range<Int>,
    to sink: nonisolated(nonsending) ([UInt8]) async throws(Refusal) -> Void
  ) async throws(Refusal) -> Int {
    var renderer = JobRenderer(self, startingAt: frames.lowerBound)
    var bytes: [UInt8] = []
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      let rest = RenderJob.framesPerBlock - frame % RenderJob.framesPerBlock
      let end = frame + min(rest, frames.upperBound - frame)
      bytes.removeAll(keepingCapacity: true)
      renderer.encode(frame..<end, into: &bytes)
      try await sink(bytes)
      frame = end
    }
    return renderer.clippedSamples
  }

  /// Sets a worker to the next turn; nil if nothing is left to render.
  private func start(
    _ worker: RenderWorker, _ remaining: inout Range<Int>, into buffer: ChunkBuffer
  ) -> Task<Int, Never>? {
    let turn = nextTurn(of: &remaining)
    guard !turn.isEmpty else { return nil }
    // Not on the thread that calls: it is busy with the first turn, or writes.
    return Task { @concurrent in await worker.render(turn, into: buffer) }
  }

  /// Takes the frames of a turn from those that remain; it ends with a block.
  private func nextTurn(of remaining: inout Range<Int>) -> Range<Int> {
    let length =
      framesPerTurn(of: remaining.count) - remaining.lowerBound % RenderJob.framesPerBlock
    let end = remaining.lowerBound + min(length, remaining.count)
    let turn = remaining.lowerBound..<end
    remaining = end..<remaining.upperBound
    return turn
  }
}
