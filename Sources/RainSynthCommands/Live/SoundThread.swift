internal import Platform
internal import RainDSP
internal import RainFiles
internal import Synchronization

/// The thread that renders a run of a performance and writes it, tile by tile, at the pace of the reader.
///
/// Nothing that it does waits for the screen: it takes no lock, allocates nothing once it runs, and shares
/// atomic numbers alone.
final class SoundThread: @unchecked Sendable {
  /// Why a run ended by itself.
  enum End: Int, AtomicRepresentable { case none, asked, readerGone, failed }

  /// How far ahead of the clock a reader that takes everything at once may be, in s. A player takes less.
  private static let longestLead = 2.0
  /// So much is written at once. POSIX promises that a pipe with room takes it whole.
  private static let writeBytes = 4096

  private let output: Int32
  private let sampleRate: Int
  // Only the thread has these once it runs.
  private var renderer: JobRenderer?
  private var bytes: [UInt8] = []
  /// How many bytes of the tile were written.
  private var done = 0
  private var written = 0
  private var start = SuspendingClock.now

  // Shared. A tile that begins after `isLast` was set is the last one.
  private let isLast = Atomic(false)
  private let isAbandoned = Atomic(false)
  private let ended = Atomic(End.none)
  private let frameReached: Atomic<Int>
  private let errorNumber = Atomic<Int32>(0)
  private let leftPeak = Atomic<UInt32>(0)
  private let rightPeak = Atomic<UInt32>(0)
  private let renderedFrames = Atomic(0)
  private let renderNanoseconds = Atomic(0)

  private let firstFrame: Int

  /// Starts the thread, which renders from `frame` on, where a tile begins, and writes to the descriptor
  /// `output`. A reader that takes everything at once is held back to real time.
  init(
    _ renderer: consuming JobRenderer, from frame: Int, _ job: RenderJob, output: Int32
  ) throws(Failure) {
    self.renderer = consume renderer
    self.output = output
    sampleRate = job.sampleRate
    firstFrame = frame
    frameReached = Atomic(frame)
    bytes.reserveCapacity(Tile.frames * job.bytesPerFrame)
    let own = unsafe Unmanaged.passRetained(self)
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    // Signals go to the main thread.
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    let error = unsafe pthread_create(&thread, nil, runSound, own.toOpaque())
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    guard error == 0 else {
      unsafe own.release()
      throw Failure(.couldNot, "the system lets no thread for the sound be started")
    }
    #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
    #else
    pthread_detach(thread)
    #endif
  }

  // MARK: For other threads

  /// Lets the tile that is rendered next be the last one.
  func endAfterNextTile() { isLast.store(true, ordering: .releasing) }

  /// Ends the run before it writes anything more.
  func abandon() { isAbandoned.store(true, ordering: .releasing) }

  /// Why it has ended; `none` while it runs.
  var end: End { ended.load(ordering: .acquiring) }

  /// The frame before which everything has been written, in whole tiles.
  var frame: Int { frameReached.load(ordering: .acquiring) }

  /// The errno of a write that failed.
  var errno: Int32 { errorNumber.load(ordering: .relaxed) }

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

  fileprivate func run() {
    start = .now
    var frame = firstFrame
    while true {
      let isLast = isLast.load(ordering: .acquiring)
      bytes.removeAll(keepingCapacity: true)
      let began = SuspendingClock.now
      renderer?.encode(frame..<frame + Tile.frames, into: &bytes)
      let seconds = (.now - began) / .seconds(1)
      if let peaks = renderer?.peaks { note(peaks) }
      // The first tile of a run also takes what still sounds from before: that is no speed.
      if frame > firstFrame {
        renderedFrames.add(Tile.frames, ordering: .relaxed)
        renderNanoseconds.add(Int(seconds * 1e9), ordering: .relaxed)
      }
      let end = write()
      // The take includes a tile that was written in part: what was heard is its beginning.
      if done > 0 { frame += Tile.frames }
      frameReached.store(frame, ordering: .releasing)
      if end != .none || isLast {
        ended.store(end == .none ? .asked : end, ordering: .releasing)
        return
      }
    }
  }

  private func note(_ peaks: (left: Float, right: Float)) {
    let left = Float(bitPattern: leftPeak.load(ordering: .relaxed))
    let right = Float(bitPattern: rightPeak.load(ordering: .relaxed))
    leftPeak.store(max(left, peaks.left).bitPattern, ordering: .relaxed)
    rightPeak.store(max(right, peaks.right).bitPattern, ordering: .relaxed)
  }

  /// Writes the tile.
  private func write() -> End {
    written += Tile.frames
    done = 0
    while done < bytes.count {
      if isAbandoned.load(ordering: .acquiring) { return .asked }
      var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&request, 1, 100) > 0 else { continue }
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(
          output, buffer.baseAddress.map { unsafe $0 + done },
          min(Self.writeBytes, buffer.count - done))
      }
      if count >= 0 {
        done += count
      } else if systemErrno == EPIPE {
        return .readerGone
      } else if systemErrno != EAGAIN && systemErrno != EINTR {
        errorNumber.store(systemErrno, ordering: .relaxed)
        return .failed
      }
    }
    pace()
    return .none
  }

  /// Waits where the sound is far ahead of the clock.
  private func pace() {
    let lead = Double(written) / Double(sampleRate) - (.now - start) / .seconds(1)
    if lead < -Self.longestLead {
      // Both were stopped for a while.
      start += .seconds(-lead)
    } else if lead > Self.longestLead {
      var rest = Int32((lead - Self.longestLead) * 1000)
      while rest > 0, !isLast.load(ordering: .relaxed), !isAbandoned.load(ordering: .relaxed) {
        _ = poll(nil, 0, min(rest, 20))
        rest -= 20
      }
    }
  }
}

private let runSound: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
  argument in
  if let argument = unsafe argument {
    unsafe Unmanaged<SoundThread>.fromOpaque(argument).takeRetainedValue().run()
  }
  return nil
}

// Inside of `SoundThread`, its members hide these of the system.
private let systemWrite = unsafe write(_:_:_:)
private var systemErrno: Int32 { errno }
