internal import Platform
internal import Synchronization

extension Rendering {
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
    try await Delivery(rendering: self, parts: [nil], threads: threads).run {
      (bytes) async throws(Refusal) in try await sink(bytes[0])
    }
  }

  /// Hands the bytes of each part of some frames, a stem, or nil for the mix, to `sink`, in order.
  /// There is one part at least.
  nonisolated(nonsending) func deliver<Refusal: Error>(
    _ parts: [RainStem?], threads: Int,
    to sink: nonisolated(nonsending) (_ bytes: [[UInt8]]) async throws(Refusal) -> Void
  ) async throws(Refusal) -> Int {
    try await Delivery(rendering: self, parts: parts, threads: threads).run(to: sink)
  }

  /// Whether it is so short that one thread renders it, however many there are.
  package var isWithinBlock: Bool {
    let block = Delivery.framesPerBlock
    return frames.isEmpty || frames.lowerBound / block == (frames.upperBound - 1) / block
  }
}

/// Renders with several threads and delivers the bytes in order.
///
/// The frames are cut into chunks, and the renderers take one after the other. The caller renders chunk 0
/// in small blocks, so that a listener hears it at once; it then writes what the others have rendered.
/// With two threads:
///
///     caller      |0 0 0 0 0|write 1|       |write 2|write 3| ...
///     renderer 1  |  chunk 1  |           |  chunk 4  | ...
///     renderer 2            |  chunk 2  |
///     renderer 0              |  chunk 3  | ...
///
/// While one chunk is being written, each thread renders another. So `threads` + 1 renderers with their buffers are
/// enough.
private struct Delivery {
  /// The smallest piece that is handed out: a third of a second at 44.1 kHz.
  static let framesPerBlock = 16_384

  /// The largest chunk. Two threads need memory for three chunks.
  private static let mostBytesPerChunk = 12 << 20
  /// It is no larger than this if it lasts for 5 s.
  private static let usualBytesPerChunk = 3 << 20

  let rendering: Rendering
  let parts: [RainStem?]
  /// The threads that render, 1 or more. Their number does not change a byte.
  let threads: Int

  /// Hands all bytes to `sink`, in order; returns how many samples were limited. After an error of the sink, the
  /// threads still finish the chunks that they have begun, which nobody reads.
  nonisolated(nonsending) func run<Refusal: Error>(
    to sink: nonisolated(nonsending) ([[UInt8]]) async throws(Refusal) -> Void
  ) async throws(Refusal) -> Int {
    precondition(threads >= 1, "at least one thread has to render")
    var remaining = rendering.frames
    let first = nextChunk(of: &remaining)
    guard threads > 1, !remaining.isEmpty else {
      return try await renderHere(rendering.frames, to: sink)
    }

    var tasks: [(renderer: ChunkRenderer, limited: Task<Int, Never>)] = []
    var idle: [ChunkRenderer] = []
    /// Lets the next chunk be rendered, if something is left to render.
    func begin() {
      let chunk = nextChunk(of: &remaining)
      if chunk.isEmpty { return }
      let renderer = idle.popLast() ?? ChunkRenderer(rendering, parts)
      // Concurrently, because the thread of the caller renders the first chunk or writes.
      tasks.append((renderer, Task { @concurrent in renderer.render(chunk) }))
    }
    for _ in 1..<threads { begin() }
    var limitedSamples = try await renderHere(first, to: sink)
    begin()
    while !tasks.isEmpty {
      let (renderer, limited) = tasks.removeFirst()
      limitedSamples += await limited.value
      begin()
      try await sink(renderer.bytes)
      idle.append(renderer)
    }
    return limitedSamples
  }

  /// Renders the frames while the caller waits, but on no actor: others of it run meanwhile, and
  /// may cancel it.
  private nonisolated(nonsending) func renderHere<Refusal: Error>(
    _ frames: Range<Int>,
    to sink: nonisolated(nonsending) ([[UInt8]]) async throws(Refusal) -> Void
  ) async throws(Refusal) -> Int {
    var renderer = JobRenderer(rendering, startingAt: frames.lowerBound, parts: parts)
    var bytes = parts.map { _ in [UInt8]() }
    // A tile of all stems fills the nearer caches: written at once, it is still there.
    let block = parts.count == 1 ? Self.framesPerBlock : Tile.frames
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      let end = min(frame + block - frame % block, frames.upperBound)
      for part in bytes.indices { bytes[part].removeAll(keepingCapacity: true) }
      await Self.encode(frame..<end, by: &renderer, into: &bytes)
      try await sink(bytes)
      frame = end
    }
    return renderer.limitedSamples
  }

  @concurrent private static func encode(
    _ frames: Range<Int>, by renderer: inout JobRenderer, into bytes: inout [[UInt8]]
  ) async {
    renderer.encode(frames, into: &bytes)
  }

  /// Takes the frames of a chunk from the frames that remain. A chunk ends where a block ends.
  private func nextChunk(of remaining: inout Range<Int>) -> Range<Int> {
    let length = framesPerChunk(of: remaining.count) - remaining.lowerBound % Self.framesPerBlock
    let end = remaining.lowerBound + min(length, remaining.count)
    let chunk = remaining.lowerBound..<end
    remaining = end..<remaining.upperBound
    return chunk
  }

  /// The frames of the next chunk, in whole blocks.
  ///
  /// At least 5 s, which is several times what a renderer that starts in the middle first renders
  /// of before. Longer, up to 3 MiB, if each thread still has four chunks to do, so that all end at
  /// about the same time. Memory bounds both.
  private func framesPerChunk(of remaining: Int) -> Int {
    let bytesPerFrame = parts.count * rendering.job.bytesPerFrame
    let usual = Self.usualBytesPerChunk / bytesPerFrame
    let frames = max(5 * rendering.sampleRate, min(usual, remaining / (4 * threads)))
    let blocks = (frames + Self.framesPerBlock - 1) / Self.framesPerBlock
    let most = Self.mostBytesPerChunk / (Self.framesPerBlock * bytesPerFrame)
    return max(1, min(most, blocks)) * Self.framesPerBlock
  }
}

/// Renders one chunk after the other, on any thread, and keeps the bytes of the last one, those of each part.
///
/// One buffer serves many chunks: allocating fresh pages for each took a twentieth of the time.
private final class ChunkRenderer: Sendable {
  private struct State: ~Copyable {
    var renderer: JobRenderer
    var bytes: [[UInt8]]
  }

  private let state: Mutex<State>
  private let bytesPerFrame: Int

  init(_ rendering: Rendering, _ parts: [RainStem?]) {
    bytesPerFrame = rendering.job.bytesPerFrame
    state = Mutex(
      State(
        renderer: JobRenderer(rendering, startingAt: rendering.frames.lowerBound, parts: parts),
        bytes: parts.map { _ in [] }))
  }

  /// The bytes. A caller that keeps them makes the next chunk allocate memory of its own.
  var bytes: [[UInt8]] { state.withLock { $0.bytes } }

  /// Renders frames instead of those before; returns how many samples were limited.
  func render(_ frames: Range<Int>) -> Int {
    state.withLock { state in
      let limitedBefore = state.renderer.limitedSamples
      for part in state.bytes.indices {
        state.bytes[part].removeAll(keepingCapacity: true)
        state.bytes[part].reserveCapacity(frames.count * bytesPerFrame)
      }
      state.renderer.encode(frames, into: &state.bytes)
      return state.renderer.limitedSamples - limitedBefore
    }
  }
}

/// The processors of this machine.
public enum Processors {
  /// The processors that this process may use: the number of threads that render fastest. `taskset` and containers may
  /// leave fewer than the machine has.
  public static let count = UsableProcessors.count
}
