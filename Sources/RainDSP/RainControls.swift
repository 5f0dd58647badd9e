#if !hasFeature(Embedded)
internal import Synchronization

/// The controls of a rain that plays: any thread moves its settings while a ``RainRenderer`` renders on
/// another.
///
/// ```swift
/// let controls = try RainControls(Rain())
/// var renderer = try RainRenderer(controls, sampleRate: 44_100)
/// // In the callback of an audio engine: renderer.render(into: &span)
/// try controls.retune(to: heavier, over: 2)
/// ```
///
/// The renderer looks for a message once a tile, 93 ms at 44.1 kHz, and neither waits nor allocates for it.
/// Of several messages within a tile it takes the last. What was played is a ``RainCourse``, with moments in
/// whole ms: rendered with the same seed, sample rate and channels, it gives the same samples.
///
///     control thread                       audio thread
///     retune ── message ──▶ mailbox ──▶ at the next tile
///     course ◀────────── its moment ◀──────┘
public final class RainControls: Sendable {
  /// The rain at the beginning.
  public var rain: Rain { start.rain }
  /// What was played before.
  let start: RainCourse

  /// A message: its number, from 0 on, and where the settings go.
  struct Message: BitwiseCopyable {
    var number: Int
    var rain: Rain
    var seconds: Double
  }

  /// What the control threads share.
  private struct Log {
    /// The messages that the renderer may not have taken yet.
    var pending: [Message] = []
    var nextNumber = 0
    /// The keys that were played, of each setting that a rain holds.
    var keys: [[RainCourse.Key]]
  }

  private let keepsCourse: Bool

  private let log: Mutex<Log>
  let mailbox: Mailbox

  /// Controls that begin with a rain.
  ///
  /// - Parameters:
  ///   - rain: the settings.
  ///   - keepsCourse: whether ``course`` is all that was played, which takes 40 bytes for each move of a
  ///     setting. Otherwise it has the last moves of each setting alone, in constant memory, for rain that
  ///     plays for months.
  /// - Throws: ``InvalidSetting`` for the first setting that lies outside its range.
  public convenience init(_ rain: Rain, keepsCourse: Bool = true) throws(InvalidSetting) {
    try rain.validate()
    self.init(continuing: RainCourse(rain), keepsCourse: keepsCourse)
  }

  /// Controls that go on after what other controls have played: their ``course``. A renderer may begin at
  /// any frame of it; of a course that was not kept, at the frame that the other renderer has reached.
  public init(continuing course: RainCourse, keepsCourse: Bool = true) {
    start = course
    self.keepsCourse = keepsCourse
    mailbox = Mailbox(Message(number: 0, rain: course.rain, seconds: 0))
    log = Mutex(
      Log(
        keys: Setting.stored.map { setting in
          course.curves.first { $0.setting == setting }?.keys
            ?? [.init(at: 0, course.rain[setting])]
        }))
  }

  deinit { mailbox.free() }

  /// Lets the settings move to those of a rain, from the next tile on.
  ///
  /// Not for the audio thread: it allocates.
  ///
  /// - Parameters:
  ///   - rain: the settings.
  ///   - seconds: how long that takes, 0 ... 86,400; a tile at least.
  /// - Throws: ``InvalidSetting`` for the first setting or argument that lies outside its range.
  public func retune(to rain: Rain, over seconds: Double = 0) throws(InvalidSetting) {
    try rain.validate()
    guard (0...86_400).contains(seconds) else {
      throw InvalidSetting(name: "over", flaw: .outOfRange(seconds, 0...86_400))
    }
    log.withLock { log in
      settle(&log)
      let message = Message(number: log.nextNumber, rain: rain, seconds: seconds)
      log.pending.append(message)
      log.nextNumber += 1
      mailbox.put(message)
    }
  }

  /// What was played so far; where it is not kept, the last moves.
  public var course: RainCourse {
    let keys = log.withLock { log in
      settle(&log)
      return log.keys
    }
    let curves = zip(Setting.stored, keys).compactMap { setting, keys in
      keys.count > 1 ? RainCourse.Curve(setting, keys) : nil
    }
    return RainCourse(unchecked: rain, curves: curves)
  }

  /// Turns the messages that the renderer has taken into keys.
  private func settle(_ log: inout Log) {
    for (number, moment) in mailbox.takenMoments() {
      // Those before it were replaced.
      log.pending.removeAll { $0.number < number }
      let rain = log.pending.removeFirst().rain
      for (row, setting) in Setting.stored.enumerated()
      where rain[setting] != log.keys[row].last?.value {
        log.keys[row].append(.init(at: moment.end, rain[setting], .line, from: moment.start))
        if !keepsCourse {
          log.keys[row] = RainCourse.Curve(setting, log.keys[row]).liveKeys
        }
      }
    }
  }
}

/// One message, passed without a lock from threads that hold a lock of their own to the audio thread.
///
/// A view of memory that ``RainControls`` owns: to reach a class, the audio thread would count references.
@safe
struct Mailbox: BitwiseCopyable, @unchecked Sendable {
  private struct Report: BitwiseCopyable {
    var number = 0
    var start = 0.0
    var end = 0.0
  }

  private struct Contents: ~Copyable {
    let state = Atomic(empty)
    var message: RainControls.Message
    /// A ring of reports: the number of a message, and its moments. The audio thread writes where
    /// `reported` stands, the others read from `settled` on.
    var reports = InlineArray<1024, Report>(repeating: Report())
    let reported = Atomic(0)
    let settled = Atomic(0)
  }

  // Who may touch the message.
  private static var empty: Int { 0 }
  private static var written: Int { 1 }
  private static var full: Int { 2 }
  private static var read: Int { 3 }
  private static var capacity: Int { 1024 }

  private let contents: UnsafeMutablePointer<Contents>

  init(_ message: RainControls.Message) {
    unsafe contents = .allocate(capacity: 1)
    unsafe contents.initialize(to: Contents(message: message))
  }

  /// To be called by the owner, once.
  func free() {
    unsafe contents.deinitialize(count: 1)
    unsafe contents.deallocate()
  }

  private func changes(from state: Int, to next: Int) -> Bool {
    unsafe contents.pointee.state.compareExchange(
      expected: state, desired: next, ordering: .acquiring
    ).exchanged
  }

  /// Replaces the message that waits. The thread spins while the audio thread copies one, a microsecond.
  func put(_ message: RainControls.Message) {
    while !changes(from: Self.empty, to: Self.written)
      && !changes(from: Self.full, to: Self.written)
    {}
    unsafe contents.pointee.message = message
    unsafe contents.pointee.state.store(Self.full, ordering: .releasing)
  }

  /// The message that waits, for the audio thread; nil if there is none, or one is being written. It stays
  /// where no report could be written, since nobody has read the last thousand.
  func take() -> RainControls.Message? {
    let reported = unsafe contents.pointee.reported.load(ordering: .relaxed)
    let settled = unsafe contents.pointee.settled.load(ordering: .acquiring)
    guard reported - settled < Self.capacity, changes(from: Self.full, to: Self.read) else {
      return nil
    }
    let message = unsafe contents.pointee.message
    unsafe contents.pointee.state.store(Self.empty, ordering: .releasing)
    return message
  }

  /// Tells the control threads when a message took effect. For the audio thread.
  func report(_ message: RainControls.Message, start: Double, end: Double) {
    let place = unsafe contents.pointee.reported.load(ordering: .relaxed)
    unsafe contents.pointee.reports[place % Self.capacity] = Report(
      number: message.number, start: start, end: end)
    unsafe contents.pointee.reported.store(place + 1, ordering: .releasing)
  }

  /// The reports since the last call.
  func takenMoments() -> [(number: Int, moment: (start: Double, end: Double))] {
    let end = unsafe contents.pointee.reported.load(ordering: .acquiring)
    let start = unsafe contents.pointee.settled.load(ordering: .relaxed)
    let moments = (start..<end).map { place in
      let report = unsafe contents.pointee.reports[place % Self.capacity]
      return (report.number, (report.start, report.end))
    }
    unsafe contents.pointee.settled.store(end, ordering: .releasing)
    return moments
  }
}
#endif
