internal import Synchronization

/// The thread that renders a run of sound and writes it, tile by tile, at the pace of the reader.
///
/// Nothing that it does waits for the screen: it takes no lock, and allocates nothing once it runs. It is Sendable
/// since what other threads touch is constant or atomic, and its own thread alone touches the rest.
final class SoundThread: @unchecked Sendable {
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
  private var start = SuspendingClock.now

  // Shared.
  /// The frames of the fade that shall end the run, 0 for the next tile; -1 while none is wanted, the least number where
  /// nothing more is to be written.
  private let wantedFade = Atomic(-1)
  /// -1 while it runs.
  private let ended = Atomic<Int32>(-1)
  private let frameReached: Atomic<Int>
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
  func abandon() { wantedFade.store(.min, ordering: .releasing) }

  /// The errno that has ended it, EPIPE where nobody reads: 0 if all was written; nil while it runs.
  var end: Int32? {
    let end = ended.load(ordering: .acquiring)
    return end < 0 ? nil : end
  }

  /// The frame before which everything has been written, in whole tiles.
  var frame: Int { frameReached.load(ordering: .acquiring) }

  /// The greatest magnitudes since the last call, left and right.
  func takePeaks() -> [Float] {
    [leftPeak.exchange(0, ordering: .relaxed), rightPeak.exchange(0, ordering: .relaxed)]
      .map(Float.init(bitPattern:))
  }

  /// The share of the time that rendering took, over a second of sound or of work; nil before.
  func takeLoad() -> Double? {
    let frames = renderedFrames.load(ordering: .relaxed)
    let nanoseconds = renderNanoseconds.load(ordering: .relaxed)
    let seconds = Double(nanoseconds) * 1e-9
    guard frames > 0, frames >= sampleRate || seconds >= 1 else { return nil }
    renderedFrames.subtract(frames, ordering: .relaxed)
    renderNanoseconds.subtract(nanoseconds, ordering: .relaxed)
    return seconds * Double(sampleRate) / Double(frames)
  }

  // MARK: For its own thread

  private func run() {
    start = .now
    let first = frames.lowerBound
    var isEnding = false
    var end: Int32?
    while end == nil, !frames.isEmpty {
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
      // Count a tile that was written in part: its beginning was heard.
      if done > 0 { frames = tile.upperBound..<frames.upperBound }
      frameReached.store(frames.lowerBound, ordering: .releasing)
      if end == nil, isPaced { pace(written: frames.lowerBound - first) }
    }
    if end == nil, !isEnding { end = put(trailer).end }
    ended.store(end ?? 0, ordering: .releasing)
  }

  /// The frames up to the end of the tile.
  private var nextTile: Range<Int> {
    let end = frames.lowerBound + Tile.frames - frames.lowerBound % Tile.frames
    return frames.clamped(to: frames.lowerBound..<end)
  }

  /// Writes the bytes; returns how many were written, and the errno if no more are to be, 0 where the run is abandoned.
  private func put(_ bytes: [UInt8]) -> (done: Int, end: Int32?) {
    var done = 0
    while done < bytes.count {
      if wantedFade.load(ordering: .acquiring) == .min { return (done, 0) }
      var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&request, 1, 100) > 0 else { continue }
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(
          output, buffer.baseAddress.map { unsafe $0 + done },
          min(Self.writeBytes, buffer.count - done))
      }
      if count >= 0 {
        done += count
      } else if errno != EAGAIN && errno != EINTR {
        return (done, errno)
      }
    }
    return (done, nil)
  }

  /// Waits where the sound is far ahead of the clock.
  private func pace(written: Int) {
    let lead = Double(written) / Double(sampleRate) - (.now - start) / .seconds(1)
    if lead < -Self.longestLead {
      // Both were stopped for a while.
      start += .seconds(-lead)
    } else if lead > Self.longestLead {
      var milliseconds = Int32((lead - Self.longestLead) * 1000)
      while milliseconds > 0, wantedFade.load(ordering: .relaxed) == -1 {
        _ = poll(nil, 0, min(milliseconds, 20))
        milliseconds -= 20
      }
    }
  }
}
