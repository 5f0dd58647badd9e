internal import RainDSP

/// A log of drops as a standard MIDI file of format 0: a note for each drop.
///
/// Drops with a bubble are on channel 1, all others on channel 2. The note is the pitch, the velocity the
/// level at the louder ear, by the curve of General MIDI: 40 log10(velocity / 127) dB.
///
/// The header holds the length of the track, so the drops are drawn twice: once to count the bytes.
struct DropLogMIDI: Sendable {
  /// What is struck: ticks from the beginning, and the numbers of MIDI.
  private struct Strike {
    let tick: Int
    let channel: UInt8
    let note: UInt8
    let velocity: UInt8
  }

  /// How long a note lasts, in s, or until the same note is struck again.
  private static let noteLength = 0.05
  /// The tempo in µs a quarter note: 120 a minute.
  private static let tempo = 500_000

  private let log: DropLog
  /// Ticks a quarter note, at most 32,767.
  private let division: Int

  init(_ log: DropLog) {
    self.log = log
    // A tick is a frame where the rate is even and not too high.
    let rate = log.job.sampleRate
    division = rate % 2 == 0 && rate / 2 <= 32_767 ? rate / 2 : 30_000
  }

  /// The bytes of the track. The header has room for 32 bits of it.
  nonisolated(nonsending) func trackLength(threads: Int) async -> Int {
    var length = 0
    await forEachPiece(threads: threads) { length += $0.count }
    return length
  }

  /// Hands the bytes of the file to `sink`; `length` is that of the track.
  nonisolated(nonsending) func write<Failure: Error>(
    trackLength length: Int, threads: Int, to sink: ([UInt8]) throws(Failure) -> Void
  ) async throws(Failure) {
    let header =
      Array("MThd".utf8) + bigEndian(6, 4) + bigEndian(0, 2) + bigEndian(1, 2)
      + bigEndian(division, 2)
    try sink(header + Array("MTrk".utf8) + bigEndian(length, 4))
    try await forEachPiece(threads: threads, sink)
  }

  private func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Hands the bytes of the track to `body`, piece by piece.
  private nonisolated(nonsending) func forEachPiece<Failure: Error>(
    threads: Int, _ body: ([UInt8]) throws(Failure) -> Void
  ) async throws(Failure) {
    var track = Track()
    track.setTempo(Self.tempo)
    let length = ticks(Int(Self.noteLength * Double(log.job.sampleRate)))
    try await DropLogPieces(of: log.job, strikes).forEach(threads: threads) {
      (strikes: [Strike]) throws(Failure) in
      for strike in strikes {
        track.strike(
          Int(strike.note), velocity: strike.velocity, channel: Int(strike.channel),
          at: strike.tick, length: length)
      }
      try body(track.bytes)
      track.bytes.removeAll(keepingCapacity: true)
    }
    track.end(at: ticks(log.job.frames.count))
    try body(track.bytes)
  }

  private func strikes(in frames: Range<Int>, expectedDrops: Int) -> [Strike] {
    var strikes: [Strike] = []
    strikes.reserveCapacity(expectedDrops)
    let first = log.job.frames.lowerBound
    log.forEach(in: frames) { drop in
      strikes.append(
        Strike(
          tick: ticks(drop.frame - first), channel: drop.bubblePitch == nil ? 1 : 0,
          note: note(drop), velocity: velocity(drop)))
    }
    return strikes
  }

  private func ticks(_ frames: Int) -> Int {
    (frames * 2 * division + log.job.sampleRate / 2) / log.job.sampleRate
  }

  private func note(_ drop: LoggedDrop) -> UInt8 {
    guard let pitch = drop.pitch else { return 60 }
    let note = 69 + 12 * Elementary.log2(pitch / 440)
    return UInt8(max(0, min(127, Elementary.floor(note + 0.5))))
  }

  private func velocity(_ drop: LoggedDrop) -> UInt8 {
    UInt8(max(1, min(127, 127 * drop.loudest.squareRoot() + 0.5)))
  }
}

/// The events of a track, in the order of time.
private struct Track {
  private static let longestPause = 0xFFF_FFFF

  var bytes: [UInt8] = []
  /// The tick of the last event.
  private var tick = 0
  /// When each note of each channel ends; 0 for one that does not sound.
  private var ends = [Int](repeating: 0, count: 2 * 128)
  /// The notes that sound, and those that were struck again meanwhile, in the order of their ends.
  private var sounding: [(note: Int, end: Int)] = []
  private var firstSounding = 0

  mutating func setTempo(_ microseconds: Int) {
    bytes += [0, 0xFF, 0x51, 3]
    bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) }
  }

  mutating func strike(_ note: Int, velocity: UInt8, channel: Int, at tick: Int, length: Int) {
    endNotes(until: tick)
    let place = channel * 128 + note
    if ends[place] > 0 { end(place, at: tick) }
    put([0x90 | UInt8(channel), UInt8(note), velocity], at: tick)
    ends[place] = tick + length
    sounding.append((note: place, end: tick + length))
  }

  /// Ends the notes that sound, and the track.
  mutating func end(at tick: Int) {
    endNotes(until: .max)
    put([0xFF, 0x2F, 0], at: max(tick, self.tick))
  }

  private mutating func endNotes(until tick: Int) {
    while firstSounding < sounding.count, sounding[firstSounding].end <= tick {
      let (note, end) = sounding[firstSounding]
      if ends[note] == end { self.end(note, at: end) }
      firstSounding += 1
    }
    if firstSounding > 4096 {
      sounding.removeFirst(firstSounding)
      firstSounding = 0
    }
  }

  private mutating func end(_ place: Int, at tick: Int) {
    put([0x80 | UInt8(place / 128), UInt8(place % 128), 0], at: tick)
    ends[place] = 0
  }

  /// Appends the ticks since the last event, in groups of seven bits, and an event.
  private mutating func put(_ event: [UInt8], at tick: Int) {
    // A pause of more than 28 bits, an hour and a half, takes empty texts.
    while tick - self.tick > Self.longestPause {
      put([0xFF, 1, 0], at: self.tick + Self.longestPause)
    }
    let delta = tick - self.tick
    self.tick = tick
    var shift = 21
    while shift > 0 {
      if delta >> shift > 0 { bytes.append(0x80 | UInt8(delta >> shift & 0x7F)) }
      shift -= 7
    }
    bytes.append(UInt8(delta & 0x7F))
    bytes += event
  }
}
