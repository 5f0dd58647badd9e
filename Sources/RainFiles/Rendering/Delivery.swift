internal import Platform
internal import RainDSP
internal import Synchronization

/// Renders a job with several threads and delivers its bytes in order.
///
/// The frames are cut into chunks, and the workers take one after the other. The caller renders chunk 0
/// in small blocks, so that a listener hears it at once; it then writes what the workers have rendered.
/// With two threads:
///
///     caller    |0 0 0 0 0|write 1|       |write 2|write 3| ...
///     worker 1     |  chunk 1  |  chunk 3  |  chunk 5  | ...
///     worker 0            |  chunk 2  |  chunk 4  | ...
///
/// Each worker needs a buffer for the chunk that it renders, and one more chunk is being written. So
/// `threads` + 1 buffers are enough.
struct Delivery {
  /// The smallest piece that is handed out: a third of a second at 44.1 kHz.
  fileprivate static let framesPerBlock = 16_384

  /// The largest chunk. Two threads need memory for three chunks.
  private static let mostBytesPerChunk = 3 << 20

  private let rendering: Rendering
  private let threads: Int
  private let parts: RenderedParts

  /// `threads` render, 1 or more. Their number does not change a byte.
  init(_ rendering: Rendering, threads: Int, _ parts: RenderedParts = RenderedParts()) {
    precondition(threads >= 1, "at least one thread has to render")
    self.parts = parts
    self.rendering = rendering
    self.threads = threads
  }

  /// Hands all bytes to `sink`, in order; returns how many samples were limited. After an error of the sink, the
  /// workers still finish the chunks that they have begun, which nobody reads.
  nonisolated(nonsending) func run<Refusal: Error>(
    to sink: nonisolated(nonsending) ([UInt8]) async throws(Refusal) -> Void
  ) async throws(Refusal) -> Int {
    var remaining = rendering.frames
    let first = nextChunk(of: &remaining)
    guard threads > 1, !remaining.isEmpty else {
      return try await renderHere(rendering.frames, to: sink)
    }

    let perChunk = framesPerChunk(of: remaining.count)
    let count = min(threads, 1 + (remaining.count + perChunk - 1) / perChunk)
    let workers = (0..<count).map { _ in RenderWorker(rendering, parts) }
    let buffers = (0...count).map { _ in ChunkBuffer() }
    var tasks = [Task<Int, Never>?](repeating: nil, count: count)
    func begin(_ chunk: Int) {
      tasks[chunk % count] = start(
        workers[chunk % count], &remaining, into: buffers[chunk % buffers.count])
    }
    for chunk in 1..<count { begin(chunk) }
    var limitedSamples = try await renderHere(first, to: sink)
    begin(count)

    var chunk = 1
    while let task = tasks[chunk % count] {
      limitedSamples += await task.value
      let bytes = buffers[chunk % buffers.count].bytes
      begin(chunk + count)
      try await sink(bytes)
      chunk += 1
    }
    return limitedSamples
  }

  /// Renders the frames on the thread of the caller.
  private nonisolated(nonsending) func renderHere<Refusal: Error>(
    _ frames: Range<Int>,
    to sink: nonisolated(nonsending) ([UInt8]) async throws(Refusal) -> Void
  ) async throws(Refusal) -> Int {
    var renderer = JobRenderer(rendering, startingAt: frames.lowerBound, parts)
    var bytes: [UInt8] = []
    // A tile of all stems fills the nearer caches: written at once, it is still there.
    let block = !parts.hasStems ? Self.framesPerBlock : Tile.frames
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      let left = block - frame % block
      let end = frame + min(left, frames.upperBound - frame)
      bytes.removeAll(keepingCapacity: true)
      renderer.encode(frame..<end, into: &bytes)
      try await sink(bytes)
      frame = end
    }
    return renderer.limitedSamples
  }

  /// Gives the next chunk to a worker; nil if nothing is left to render.
  private func start(
    _ worker: RenderWorker, _ remaining: inout Range<Int>, into buffer: ChunkBuffer
  ) -> Task<Int, Never>? {
    let chunk = nextChunk(of: &remaining)
    guard !chunk.isEmpty else { return nil }
    // Concurrently, because the thread of the caller renders the first chunk or writes.
    return Task { @concurrent in await worker.render(chunk, into: buffer) }
  }

  /// Takes the frames of a chunk from the frames that remain. A chunk ends where a block ends.
  private func nextChunk(of remaining: inout Range<Int>) -> Range<Int> {
    let length =
      framesPerChunk(of: remaining.count) - remaining.lowerBound % Self.framesPerBlock
    let end = remaining.lowerBound + min(length, remaining.count)
    let chunk = remaining.lowerBound..<end
    remaining = end..<remaining.upperBound
    return chunk
  }

  /// The frames of the next chunk, in whole blocks.
  ///
  /// At least 5 s: a renderer that starts in the middle first renders what still sounds from before, which has to
  /// stay a small part of its work. Longer if each thread still has four chunks to do, so that all end at about
  /// the same time. At most `mostBytesPerChunk`.
  private func framesPerChunk(of remaining: Int) -> Int {
    let most = Self.mostBytesPerChunk / parts.allBytesPerFrame(of: rendering)
    let frames = min(most, max(5 * rendering.sampleRate, remaining / (4 * threads)))
    return max(1, frames / Self.framesPerBlock) * Self.framesPerBlock
  }
}

extension Rendering {
  /// Whether it is so short that one thread renders it, however many there are.
  package var isWithinBlock: Bool {
    let block = Delivery.framesPerBlock
    return frames.isEmpty || frames.lowerBound / block == (frames.upperBound - 1) / block
  }

  /// Renders the mix with its stems, and hands all bytes to `sink`, in order.
  ///
  /// - Parameters:
  ///   - hasMix: Whether the mix is delivered as well.
  ///   - threads: As in ``deliver(threads:to:)``.
  ///   - sink: Takes the bytes of some frames, and where in them little-endian samples of the mix are, first, and
  ///     of each stem, as Floats; left before right.
  /// - Returns: How many samples the limiter has bent by more than 1 dB.
  /// - Throws: The error of the sink.
  package nonisolated(nonsending) func deliver<Refusal: Error>(
    stemsWithMix hasMix: Bool, threads: Int,
    to sink:
      nonisolated(nonsending) (_ bytes: [UInt8], _ parts: [Range<Int>], _ frames: Int)
      async throws(Refusal) -> Void
  ) async throws(Refusal) -> Int {
    var frame = frames.lowerBound
    let parts = RenderedParts(hasMix: hasMix, hasStems: true)
    let perFrame = parts.bytesPerFrame(of: self)
    let all = parts.allBytesPerFrame(of: self)
    return try await Delivery(self, threads: threads, parts).run {
      (bytes) throws(Refusal) in
      var place = 0
      while place < bytes.count {
        // As they are encoded: run by run within tiles.
        let run = Swift.min((bytes.count - place) / all, Tile.frames - frame % Tile.frames)
        var parts: [Range<Int>] = []
        for bytes in perFrame {
          parts.append(place..<place + run * bytes)
          place += run * bytes
        }
        frame += run
        try await sink(bytes, parts, run)
      }
    }
  }

  /// Hands all bytes to `sink`, in order.
  ///
  /// - Parameters:
  ///   - threads: The threads that render, 1 or more. Their number does not change a byte.
  ///   - sink: Takes little-endian samples, left before right. An error that it throws ends the
  ///     rendering.
  ///     It sees how far the rendering is, and ends it with `try Task.checkCancellation()` where the task is
  ///     cancelled.
  /// - Returns: How many samples the limiter has bent by more than 1 dB.
  /// - Throws: The error of the sink.
  public nonisolated(nonsending) func deliver<Refusal: Error>(
    threads: Int, to sink: nonisolated(nonsending) ([UInt8]) async throws(Refusal) -> Void
  ) async throws(Refusal) -> Int {
    try await Delivery(self, threads: threads).run(to: sink)
  }
}

/// A renderer that renders one chunk of a rendering after the other, on a thread of its own.
actor RenderWorker {
  private let bytesPerFrame: Int
  private var renderer: JobRenderer

  init(_ rendering: Rendering, _ parts: RenderedParts) {
    bytesPerFrame = parts.allBytesPerFrame(of: rendering)
    renderer = JobRenderer(rendering, startingAt: rendering.frames.lowerBound, parts)
  }

  /// Replaces the contents of the buffer by the bytes of the frames; returns how many samples were
  /// limited.
  func render(_ frames: Range<Int>, into buffer: ChunkBuffer) -> Int {
    let limitedBefore = renderer.limitedSamples
    buffer.fill(byteCount: frames.count * bytesPerFrame) { bytes in
      renderer.encode(frames, into: &bytes)
    }
    return renderer.limitedSamples - limitedBefore
  }
}

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

/// The processors of this machine.
public enum Processors {
  /// The processors that this process may use: the number of threads that render fastest. `taskset` and containers may
  /// leave fewer than the machine has.
  public static let count = UsableProcessors.count
}
