internal import RainDSP
internal import RainFiles
internal import Text

/// A rain that a caller configures, then starts, then renders.
///
///     control thread                         audio thread
///     set ──── the latest settings ─▶ letter ──▶ at the next tile
final class SoundingRain: Sendable {
  /// What belongs to the control thread; before the start, and in calls that are for one thread, everything does.
  private struct Control {
    var preset: Preset
    var job: RenderJob { didSet { automation = nil } }
    /// The automation of the job, once somebody has asked for it.
    var automation: RainAutomation?
    var isStarted = false
    var isLive = false
  }

  /// What belongs to the thread that renders.
  fileprivate struct Sound: ~Copyable {
    var rendering: Rendering
    var renderer: JobRenderer
    var frame: Int
    let end: Int
    let channels: Int
    let bytesPerFrame: Int
    /// The bytes of a tile.
    var bytes: [UInt8] = []
    // A live rain alone:
    /// What was asked for last.
    var letter: Letter
    var curves: AutomationTable
    var isLive = false
    /// Whether the settings of the first tile were sent to the renderer.
    var hasSettings = false
  }

  /// Settings on their way to the audio thread.
  fileprivate struct Letter {
    var rain: Rain
    /// The settings that follow curves.
    var moving: SettingSet
    var seconds: Double
  }

  nonisolated(unsafe) private var control: Control
  nonisolated(unsafe) private var sound: Sound?
  private let letters: Mailbox<Letter>

  init(_ preset: Preset) {
    let job = RenderJob(preset, duration: preset.duration)
    unsafe control = Control(preset: preset, job: job)
    letters = Mailbox(Letter(rain: job.rain, moving: [], seconds: 0))
  }

  deinit { letters.free() }

  // MARK: Settings

  /// Sets an option to the text of its value.
  func set(option name: String, to text: String) throws(Flaw) {
    guard unsafe !control.isStarted else { throw Flaw("options are set before the start") }
    guard let option = RenderJob.option(name) else {
      throw Flaw("no option is called '\(name)'")
    }
    let value: JSONNode =
      switch text {
      case "true", "false": .bool(text == "true")
      default: Double(text) == nil ? .string(text) : .number(text)
      }
    var job = unsafe control.job
    try option.set(&job, to: value)
    // No preset can hold it.
    if job.extent.duration == .zero { throw Flaw("duration takes a time above 0") }
    unsafe control.job = job
  }

  func set(_ setting: Setting, to number: Double, over seconds: Double) throws(Flaw) {
    guard unsafe !control.isStarted || control.isLive else {
      throw Flaw("the settings of this rain are fixed, as it was started and is not live")
    }
    try Self.checkGlide(seconds)
    var automation = unsafe control.job.writtenAutomation
    let row = setting.row
    guard row.range.contains(number), !row.isChoice || number == number.rounded(.down) else {
      // It throws the sentence of a preset.
      _ = try setting.number(.number("\(number)"))
      throw Flaw("\(row.name) takes the numbers of its words")
    }
    automation.set(setting, to: number)
    do {
      try automation.rain.validate()
    } catch {
      throw Flaw(error.sentence { $0 })
    }
    if let crossing = automation.crossing(setting) {
      let number = NumberText.shortest(crossing)
      throw Flaw("\(row.name) contradicts its other end, whose curve comes to \(number)")
    }
    unsafe control.job.writtenAutomation = automation
    if unsafe control.isStarted { send(over: seconds) }
  }

  private static func checkGlide(_ seconds: Double) throws(Flaw) {
    guard 0...86_400 ~= seconds else { throw Flaw("a glide takes 0 .. 86400 s") }
  }

  /// Takes all but seed and format of another rain, and glides there.
  func glide(to other: SoundingRain, over seconds: Double) throws(Flaw) {
    guard unsafe control.isLive else { throw Flaw("a rain glides once it is live") }
    try Self.checkGlide(seconds)
    var job = unsafe control.job
    let theirs = unsafe other.control
    (job.writtenAutomation, job.presetName) = (theirs.job.writtenAutomation, theirs.job.presetName)
    job.extent.duration = theirs.job.extent.duration
    let automation = try Self.rendering(job).automation
    unsafe control.job = job
    unsafe control.preset = theirs.preset
    unsafe sound?.curves = AutomationTable(automation)
    send(over: seconds)
  }

  /// A setting at a moment in s; nil if its curve has no value there.
  func number(of setting: Setting, at second: Double) -> Double? {
    let automation = unsafe control.job.writtenAutomation
    if !automation.moves(setting) { return automation.rain[setting] }
    if unsafe control.automation == nil {
      let rendering = try? Self.rendering(unsafe control.job)
      unsafe control.automation = rendering?.automation
    }
    return second.isFinite ? unsafe control.automation?.rain(at: second)[setting] : nil
  }

  func moves(_ setting: Setting) -> Bool { unsafe control.job.writtenAutomation.moves(setting) }

  /// Why no value of a setting changes a sample; nil if one does.
  func lack(of setting: Setting) throws(Flaw) -> String? {
    let rendering = try Self.rendering(unsafe control.job)
    return rendering.use().sentences([setting]) { $0.title }.first
  }

  /// The rain as the JSON of a preset.
  var json: String {
    let job = unsafe control.job
    var preset = unsafe control.preset
    let seed = preset.seed
    preset.automation = job.writtenAutomation
    preset.duration = job.extent.duration
    preset.setOptions(of: job)
    if seed == nil && job.seed == 1 { preset.seed = nil }
    return preset.json
  }

  /// The bytes of the WAV before or after its samples.
  func wave(isEnd: Bool) throws(Flaw) -> [UInt8] {
    let rendering = try Self.rendering(unsafe control.job)
    guard !rendering.isEndless else { throw Flaw("a file needs an end; set duration") }
    do {
      let wave = try WaveWriter().wave(of: rendering)
      return isEnd ? wave.trailer : wave.header
    } catch {
      throw Flaw("\(error)")
    }
  }

  /// The near drops that strike within some frames.
  func forEachDrop(
    in frames: Range<Int>, _ body: (LoggedDrop) -> Void
  ) throws(Flaw) {
    let rendering = try Self.rendering(unsafe control.job)
    let (rate, layout) = (rendering.job.sampleRate, rendering.job.layout)
    let rendered = frames.clamped(to: Self.frames(of: rendering))
    rendering.drops(in: rendered).forEachDrop { frame, drop, gain in
      body(
        LoggedDrop(
          drop, at: frame, sampleRate: rate, layout: layout,
          gain: Elementary.amplitude(decibels: gain), hasEnd: true))
    }
  }

  /// The drop that shows what the settings do.
  func typicalDrop() -> DropRecording? {
    let job = unsafe control.job
    return DropRecording(typicalOf: job.rain, sampleRate: 44_100, seed: job.seed)
  }

  private static func rendering(_ job: RenderJob) throws(Flaw) -> Rendering {
    do {
      return try Rendering(job)
    } catch {
      throw Flaw(error.sentence { $0 })
    }
  }

  // MARK: Letters

  /// Sends the settings to the audio thread.
  private func send(over seconds: Double) {
    let automation = unsafe control.job.writtenAutomation
    letters.put(
      Letter(rain: automation.rain, moving: Self.moving(automation), seconds: seconds))
  }

  private static func moving(_ automation: WrittenAutomation) -> SettingSet {
    SettingSet(Setting.stored.filter { automation.moves($0) })
  }

  // MARK: Sound

  /// Takes the memory of the sound, which begins at the frame `from` of the job.
  func start(isLive: Bool) throws(Flaw) {
    guard unsafe !control.isStarted else { throw Flaw("the rain is started already") }
    let rendering = try Self.rendering(unsafe control.job)
    unsafe sound = try Self.sound(rendering, isLive: isLive, from: rendering.frames.lowerBound)
    unsafe (control.isStarted, control.isLive) = (true, isLive)
  }

  private static func sound(
    _ rendering: Rendering, isLive: Bool, from frame: Int
  ) throws(Flaw) -> Sound {
    let (job, automation) = (rendering.job, rendering.automation)
    let rain = automation.rain(at: Double(frame) / Double(job.sampleRate))
    let played = isLive ? rendering.endless(rain, seed: job.seed) : rendering
    var sound = Sound(
      rendering: played, renderer: try renderer(of: played, isLive ? rain : nil, from: frame),
      frame: frame,
      end: Self.frames(of: played).upperBound, channels: job.channels,
      bytesPerFrame: job.bytesPerFrame,
      letter: Letter(rain: job.rain, moving: moving(job.writtenAutomation), seconds: 0),
      curves: AutomationTable(automation), isLive: isLive)
    sound.bytes.reserveCapacity(Tile.frames * job.bytesPerFrame)
    return sound
  }

  /// The frames that can be rendered: within the longest time, and a tile before the end of what an Int counts.
  private static func frames(of rendering: Rendering) -> Range<Int> {
    let longest = Extent.longest.frames(sampleRate: rendering.job.sampleRate)
    return rendering.frames.clamped(to: 0..<min(longest, .max - (1 << 16)))
  }

  /// The renderer of a rendering, or of a rain whose settings move while it plays.
  private static func renderer(
    of rendering: Rendering, _ live: Rain?, from frame: Int
  ) throws(Flaw) -> JobRenderer {
    guard let live else { return JobRenderer(rendering, startingAt: frame) }
    let job = rendering.job
    do {
      return JobRenderer(
        try RainRenderer(
          live: RainAutomation(live), layout: job.layout, sampleRate: job.sampleRate,
          seed: job.seed, startingAt: frame), of: rendering)
    } catch {
      throw Flaw(error.sentence { $0 })
    }
  }

  /// Lets the next call render from a frame on.
  func seek(to frame: Int64) throws(Flaw) {
    guard unsafe control.isStarted else { throw Flaw("the rain is not started") }
    guard let frame = Int(exactly: frame), frame >= 0, unsafe frame <= sound?.end ?? 0 else {
      throw Flaw("the rain has no frame \(frame)")
    }
    if unsafe control.isLive {
      let rendering = try Self.rendering(unsafe control.job)
      unsafe sound = try Self.sound(rendering, isLive: true, from: frame)
    } else {
      unsafe sound?.frame = frame
    }
  }

  /// The next frame; nil before the start.
  var frame: Int? { unsafe sound?.frame }

  /// How many frames are left; nil before the start and without an end.
  var framesLeft: Int? {
    guard let end = unsafe sound?.end, let frame, unsafe sound?.rendering.isEndless == false else {
      return nil
    }
    return end - frame
  }

  /// The size of a frame of the format, and the channels; nil before the start.
  var bytesPerFrame: Int? { unsafe sound?.bytesPerFrame }
  var channels: Int? { unsafe sound?.channels }

  // Not inlined: the optimiser of Swift 6.3.1 would end with an error of its own.
  /// Renders some frames. For each run within a tile, `body` gets the samples, all of one channel and then all of the
  /// next, or the bytes, and their place. Returns how many frames there were; nil before the start.
  @inline(never)
  func render(
    frames: Int, asBytes: Bool,
    _ body: (_ samples: Span<Float>, _ bytes: Span<UInt8>, _ frame: Int) -> Void
  ) -> Int? {
    var done = 0
    while done < frames {
      if unsafe sound?.beginsLiveTile == true {
        unsafe sound?.steer(letters.take())
      }
      guard
        let count = unsafe sound?.renderRun(
          atMost: frames - done, asBytes: asBytes, { body($0, $1, done) })
      else { return nil }
      if count == 0 { break }
      done += count
    }
    return done
  }
}

extension SoundingRain.Sound {
  /// Whether the next frame begins a tile of a live rain, whose settings have to be sent to the renderer.
  fileprivate var beginsLiveTile: Bool {
    isLive && (frame % Tile.frames == 0 || !hasSettings)
  }

  /// Renders frames up to the end of the tile; returns how many.
  fileprivate mutating func renderRun(
    atMost count: Int, asBytes: Bool, _ body: (_ samples: Span<Float>, _ bytes: Span<UInt8>) -> Void
  ) -> Int {
    let end = frame + min(count, min(Tile.frames - frame % Tile.frames, self.end - frame))
    guard end > frame else { return 0 }
    let first = frame
    if asBytes {
      bytes.removeAll(keepingCapacity: true)
      renderer.encode(frame..<end, into: &bytes)
      body(Span(), bytes.span)
      frame = end
    } else {
      frame += renderer.renderRun(frame..<end)
      body(renderer.samples.span, Span())
    }
    return frame - first
  }

  /// Lets the renderer move to the settings that hold at the end of the tile that begins.
  fileprivate mutating func steer(_ new: SoundingRain.Letter?) {
    hasSettings = true
    if let new { letter = new }
    guard new != nil || !letter.moving.isEmpty else { return }
    let end = (Tile.index(of: frame) + 1) * Tile.frames
    let rain = letter.rain.following(
      curves, for: letter.moving, at: Double(end) / Double(rendering.job.sampleRate))
    renderer.move(to: rain, over: new?.seconds ?? 0)
  }
}
