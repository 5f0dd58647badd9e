internal import Platform
internal import RainFiles
internal import Synchronization

/// The thread that renders a run of sound and writes it, tile by tile, at the pace of the reader.
///
/// Nothing that it does waits for the screen: it takes no lock, and allocates nothing once it runs. It is Sendable
/// since what other threads touch is constant or atomic, and its own thread alone touches the rest.
final class SoundThread: @unchecked Sendable {
  /// How a run has ended; `finished` if all of it was written.
  enum End: Int, AtomicRepresentable { case none, finished, readerGone, failed }

  /// How far ahead of the clock a reader that takes everything at once may be, in s. A player takes less.
  private static let longestLead = 2.0
  /// So much is written at once. POSIX promises that a pipe with room takes it whole.
  private static let writeBytes = 4096

  private let output: Int32
  private let sampleRate: Int
  /// Whether a reader that takes everything at once is held back to real time.
  private let isPaced: Bool
  /// The bytes behind the last sample, unless the run is ended sooner.
  private let trailer: [UInt8]
  // Only the thread has these once it runs.
  private var renderer: JobRenderer?
  private var bytes: [UInt8] = []
  /// The frames that are still to be rendered.
  private var frames: Range<Int>
  private var written = 0
  private var start = SuspendingClock.now

  // Shared.
  /// The frames of the fade that shall end the run, 0 for the next tile; -1 while none is wanted.
  private let wantedFade = Atomic(-1)
  private let isAbandoned = Atomic(false)
  private let ended = Atomic(End.none)
  private let frameReached: Atomic<Int>
  private let writeErrno = Atomic<Int32>(0)
  private let leftPeak = Atomic<UInt32>(0)
  private let rightPeak = Atomic<UInt32>(0)
  private let renderedFrames = Atomic(0)
  private let renderNanoseconds = Atomic(0)

  /// Starts the thread, which renders the frames and writes them, and then the trailer, to the descriptor `output`.
  init(
    _ renderer: consuming JobRenderer, _ frames: Range<Int>, _ job: Rendering, output: Int32,
    trailer: [UInt8], isPaced: Bool
  ) throws {
    self.renderer = consume renderer
    self.frames = frames
    self.output = output
    self.trailer = trailer
    self.isPaced = isPaced
    sampleRate = job.sampleRate
    frameReached = Atomic(frames.lowerBound)
    bytes.reserveCapacity(Tile.frames * job.bytesPerFrame)
    guard SystemThread.start({ self.run() }) else {
      throw Failure(.couldNot, "the system lets no thread for the sound be started")
    }
  }

  // MARK: For other threads

  /// Lets the sound fade to silence over so many frames, and ends the run there. With 0 frames, the tile that is
  /// rendered next is the last one, as it is.
  func end(over frames: Int) { wantedFade.store(frames, ordering: .releasing) }

  /// Ends the run before it writes anything more.
  func abandon() { isAbandoned.store(true, ordering: .releasing) }

  /// How it has ended; `none` while it runs.
  var end: End { ended.load(ordering: .acquiring) }

  /// The frame before which everything has been written, in whole tiles.
  var frame: Int { frameReached.load(ordering: .acquiring) }

  /// The errno of a write that failed.
  var errorNumber: Int32 { writeErrno.load(ordering: .relaxed) }

  /// The greatest magnitudes since the last call.
  func takePeaks() -> (left: Float, right: Float) {
    (
      Float(bitPattern: leftPeak.exchange(0, ordering: .relaxed)),
      Float(bitPattern: rightPeak.exchange(0, ordering: .relaxed))
    )
  }

  /// The frames rendered since the last call, and how many s that took.
  func takeWork() -> (frames: Int, seconds: Double) {
    (
      renderedFrames.exchange(0, ordering: .relaxed),
      Double(renderNanoseconds.exchange(0, ordering: .relaxed)) * 1e-9
    )
  }

  // MARK: For its own thread

  private func run() {
    start = .now
    let first = frames.lowerBound
    var isEnding = false
    var end = End.none
    while end == .none, !frames.isEmpty {
      let fade = wantedFade.load(ordering: .acquiring)
      if fade >= 0, !isEnding {
        isEnding = true
        let last =
          fade == 0
          ? nextTile.upperBound
          : renderer?.fadeOut(from: frames.lowerBound, frames: fade) ?? frames.lowerBound
        frames = frames.clamped(to: frames.lowerBound..<max(frames.lowerBound, last))
      }
      let tile = nextTile
      bytes.removeAll(keepingCapacity: true)
      let began = SuspendingClock.now
      renderer?.encode(tile, into: &bytes)
      let seconds = (.now - began) / .seconds(1)
      if let peaks = renderer?.peaks {
        // The bits of magnitudes have the order of these.
        leftPeak.max(peaks.left.bitPattern, ordering: .relaxed)
        rightPeak.max(peaks.right.bitPattern, ordering: .relaxed)
      }
      // The first tile of a run also takes what still sounds from before: that is no speed.
      if tile.lowerBound > first {
        renderedFrames.add(tile.count, ordering: .relaxed)
        renderNanoseconds.add(Int(seconds * 1e9), ordering: .relaxed)
      }
      let done: Int
      (done, end) = put(bytes)
      written += tile.count
      // Count a tile that was written in part: its beginning was heard.
      if done > 0 { frames = tile.upperBound..<frames.upperBound }
      frameReached.store(frames.lowerBound, ordering: .releasing)
      if end == .none, isPaced { pace() }
    }
    if end == .none, !isEnding { end = put(trailer).end }
    ended.store(end == .none ? .finished : end, ordering: .releasing)
  }

  /// The frames up to the end of the tile.
  private var nextTile: Range<Int> {
    let end = frames.lowerBound + Tile.frames - frames.lowerBound % Tile.frames
    return frames.clamped(to: frames.lowerBound..<end)
  }

  /// Writes the bytes; returns how many were written, and why no more.
  private func put(_ bytes: [UInt8]) -> (done: Int, end: End) {
    var done = 0
    while done < bytes.count {
      if isAbandoned.load(ordering: .acquiring) { return (done, .finished) }
      var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&request, 1, 100) > 0 else { continue }
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(
          output, buffer.baseAddress.map { unsafe $0 + done },
          min(Self.writeBytes, buffer.count - done))
      }
      if count >= 0 {
        done += count
      } else if errno == EPIPE {
        return (done, .readerGone)
      } else if errno != EAGAIN && errno != EINTR {
        writeErrno.store(errno, ordering: .relaxed)
        return (done, .failed)
      }
    }
    return (done, .none)
  }

  /// Waits where the sound is far ahead of the clock.
  private func pace() {
    let lead = Double(written) / Double(sampleRate) - (.now - start) / .seconds(1)
    if lead < -Self.longestLead {
      // Both were stopped for a while.
      start += .seconds(-lead)
    } else if lead > Self.longestLead {
      var milliseconds = Int32((lead - Self.longestLead) * 1000)
      while milliseconds > 0, wantedFade.load(ordering: .relaxed) < 0,
        !isAbandoned.load(ordering: .relaxed)
      {
        _ = poll(nil, 0, min(milliseconds, 20))
        milliseconds -= 20
      }
    }
  }
}
