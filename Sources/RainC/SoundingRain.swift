internal import CRain
internal import RainPresets

/// A rain that a caller configures, then starts, then renders.
///
///     control thread                         audio thread
///     set ──── the latest settings ─▶ mailbox ──▶ at the next tile
final class SoundingRain: Sendable {
  /// The state that the control thread reads and changes while another renders. Other calls are for one thread, which may reach all.
  private struct Control {
    /// Name, description and options of the preset.
    var preset: Preset
    /// All that was said of the rain.
    var wish: RainWish
    var job: RenderJob { didSet { isLatest = false } }
    /// The automation of the job as somebody has last asked for it, and whether the job is still
    /// the same.
    var automation: RainAutomation?
    var isLatest = false
    /// nil before the start.
    var isLive: Bool?

    mutating func resolve() { job.writtenAutomation = wish.resolved() }
  }

  /// The sound, of the thread that renders.
  fileprivate struct Sound: ~Copyable {
    var renderer: JobRenderer
    /// The bytes of a tile.
    var bytes: [UInt8] = []
  }

  /// The next frame of the sound, how many there are, and what they are. By itself: Swift 6.3 copies the sound, 42 KB, for each
  /// look into it.
  struct Output {
    fileprivate(set) var frame: Int
    let end: Int
    let isEndless: Bool
    let channels: Int
    let bytesPerFrame: Int
  }

  nonisolated(unsafe) private var control: Control
  nonisolated(unsafe) private var sound: Sound?
  /// nil before the start.
  nonisolated(unsafe) private(set) var output: Output?
  private let mailbox = Mailbox<SettingMove>()

  /// A rain of a preset; `isNamed`: it says so in its files, as the command does where one is
  /// named.
  init(_ preset: Preset, isNamed: Bool) {
    var job = RenderJob(preset, duration: preset.duration)
    if !isNamed { job.presetName = nil }
    unsafe control = Control(preset: preset, wish: RainWish(weather: preset.layer), job: job)
    // So the job has curves of its own, and a setting leaves its curve without memory.
    unsafe control.resolve()
  }

  deinit { mailbox.free() }

  // MARK: Settings

  /// Sets an option to the text of its value.
  func set(option name: String, to text: String) throws(Flaw) {
    guard unsafe control.isLive == nil else { throw Flaw("options are set before the start") }
    guard let option = RenderJob.option(name) else { throw Flaw("no option is called '\(name)'") }
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

  /// Says a setting, an option, the place or a curve, as the command takes it.
  func say(_ name: String, _ text: String) throws(Flaw) {
    guard unsafe control.isLive == nil else { throw Flaw("a rain is described before the start") }
    let bare = name.hasPrefix("--") ? String(name.dropFirst(2)) : name
    let setting = Setting(written: bare)
    let flag = setting?.flagName ?? Setting.flagName(of: bare)
    var (job, layer) = unsafe (control.job, control.wish.own)
    if let option = RenderJob.options.first(where: { $0.flagName == flag }) {
      try option.set(&job, toText: text)
      if job.extent.duration == .zero { throw Flaw("--duration takes a time above 0, not 0") }
      return unsafe control.job = job
    } else if let setting {
      layer.set(setting, to: try setting.number(text, for: "--\(setting.flagName)"))
    } else if flag == Place.key {
      layer.place = try asFlaw { () throws(PresetError) in try Place(named: text) }
    } else if flag == CurveFlag.name {
      try CurveFlag.read(text, into: &layer)
    } else {
      let names = RenderJob.options.map { $0.flagName } + Setting.allCases.map { $0.flagName }
      throw Flaw(
        "there is no --\(PlainText.line(flag))"
          + Suggestion.hint(for: flag, in: names + [Place.key, CurveFlag.name, "preset"]) {
            "--\($0)"
          })
    }
    unsafe control.wish.own = layer
    unsafe control.resolve()
  }

  func set(_ setting: Setting, to number: Double, over seconds: Double) throws(Flaw) {
    try change("settings of this rain are", over: seconds) { control throws(Flaw) in
      let row = setting.row
      guard row.range.contains(number), !row.isChoice || number == number.rounded(.down) else {
        throw setting.flaw(of: .number("\(number)"))
      }
      if control.wish.own.moves(setting) { control.wish.own.forget(curve: setting) }
      control.wish.own.set(setting, to: number, at: control.job.rain[.rainfall])
      control.wish.own.say(setting, in: &control.job.writtenAutomation)
    }
  }

  /// Lets the rain be heard in a place.
  func setPlace(_ name: String, over seconds: Double) throws(Flaw) {
    try change("place of this rain is", over: seconds) { control throws(Flaw) in
      // It has no curves, so those that the renderer has are enough, and another thread may render meanwhile.
      control.wish.enter(try asFlaw { () throws(PresetError) in try Place(named: name) })
      control.resolve()
    }
  }

  /// Lets more be said, and the rain go there if it sounds.
  private func change(
    _ what: String, over seconds: Double, _ body: (inout Control) throws(Flaw) -> Void
  ) throws(Flaw) {
    guard unsafe control.isLive != false else {
      throw Flaw("the \(what) fixed, as it was started and is not live")
    }
    guard 0...86_400 ~= seconds else { throw Flaw("a glide takes 0 .. 86400 s") }
    unsafe try body(&control)
    if unsafe control.isLive == nil { return }
    mailbox.takeBack()
    mailbox.put(unsafe control.job.writtenAutomation.move(over: seconds))
  }

  /// Takes all but seed and format of another rain, and glides there.
  func glide(to other: SoundingRain, over seconds: Double) throws(Flaw) {
    guard unsafe control.isLive == true else { throw Flaw("a rain glides once it is live") }
    let target = unsafe other.control
    try change("settings of this rain are", over: seconds) { control throws(Flaw) in
      var job = control.job
      (job.writtenAutomation, job.presetName) = (
        target.job.writtenAutomation, target.job.presetName
      )
      job.extent.duration = target.job.extent.duration
      let automation = try Self.rendering(job).automation
      (control.preset, control.job, control.wish) = (target.preset, job, target.wish)
      control.resolve()
      // rain.h lets nobody render meanwhile.
      unsafe sound?.renderer.renderer.live?.follow(automation)
    }
  }

  /// A setting at a moment in s; nil if its curve has no value there.
  func number(of setting: Setting, at second: Double) -> Double? {
    let automation = unsafe control.job.writtenAutomation
    if !automation.moves(setting) { return automation.rain[setting] }
    if unsafe !control.isLatest {
      let rendering = try? Self.rendering(unsafe control.job)
      unsafe (control.automation, control.isLatest) = (rendering?.automation, true)
    }
    return second.isFinite ? unsafe control.automation?.rain(at: second)[setting] : nil
  }

  /// The sentence that its volume makes it loud; nil: it does not.
  var loudSentence: String? { unsafe control.job.rain.loudSentence }

  func moves(_ setting: Setting) -> Bool { unsafe control.job.writtenAutomation.moves(setting) }

  /// Why no value of a setting changes a sample; nil if one does.
  func lack(of setting: Setting) throws(Flaw) -> String? {
    let rendering = try Self.rendering(unsafe control.job)
    return rendering.use().sentences([setting]) { $0.row.title }.first
  }

  var layout: ChannelLayout { unsafe control.job.layout }

  /// The rate, channels and length for who renders it.
  var form: rain_form {
    let job = unsafe control.job
    let frames = job.extent.duration?.wideFrames(sampleRate: job.sampleRate)
    return unsafe rain_form(
      size: UInt32(MemoryLayout<rain_form>.size), rate: UInt32(job.sampleRate),
      channels: UInt32(job.channels), frame_bytes: UInt32(job.bytesPerFrame),
      has_seed: control.preset.seed == nil ? 0 : 1, frames: frames ?? -1)
  }

  /// The rain as the JSON of a preset.
  var json: String {
    let job = unsafe control.job
    var preset = unsafe control.preset
    let seed = preset.seed
    preset.layer = RainLayer(job.writtenAutomation)
    preset.duration = job.extent.duration
    preset.setOptions(of: job)
    if seed == nil && job.seed == 1 { preset.seed = nil }
    return preset.json
  }

  /// The place and the settings that were said beside the preset, as they are now, as JSON.
  var said: String {
    let (own, written) = unsafe (control.wish.own, control.job.writtenAutomation)
    var members = own.place.map { [(key: Place.key, json: JSONText.string($0.name))] } ?? []
    members += written.restingMembers { setting, _, _ in own.numbers.contains(setting) }
    return JSONText.line(members)
  }

  /// The bytes of the WAV before or after its samples.
  func wave(isEnd: Bool) throws(Flaw) -> [UInt8] {
    let rendering = try Self.rendering(unsafe control.job)
    guard !rendering.isEndless else { throw Flaw("a file needs an end; set duration") }
    let wave = WaveFile(rendering)
    return isEnd ? wave.trailer : wave.header
  }

  /// The near drops that strike within some frames.
  func forEachDrop(in frames: Range<Int>, _ body: (LoggedDrop) -> Void) throws(Flaw) {
    let rendering = try Self.rendering(unsafe control.job)
    let rendered = frames.clamped(to: Self.frames(of: rendering))
    DropLog(rendering).forEach(in: rendered, hasEnds: true, body)
  }

  /// The rows of the near drops that strike within some frames, after the names of the columns at
  /// frame 0.
  func dropRows(in frames: Range<Int>) throws(Flaw) -> [UInt8] {
    var rows = frames.lowerBound > 0 ? [] : DropLogFormat.csv.header(layout)
    try forEachDrop(in: frames) { DropLogFormat.csv.append($0, to: &rows) }
    return rows
  }

  /// The rows of the flashes that light within some frames, after the names of the columns at frame
  /// 0.
  func flashRows(in frames: Range<Int>) throws(Flaw) -> [UInt8] {
    let rendering = try Self.rendering(unsafe control.job)
    var rows = frames.lowerBound > 0 ? [] : FlashLog.header
    let log = FlashLog(rendering)
    log.forEach(in: frames.clamped(to: Self.frames(of: rendering))) {
      log.append($0, as: .csv, to: &rows)
    }
    return rows
  }

  /// The drop that shows what the settings do.
  func typicalDrop() -> DropRecording? {
    let job = unsafe control.job
    return DropRecording(
      typicalOf: job.writtenAutomation.beginning, sampleRate: 44_100, seed: job.seed)
  }

  private static func rendering(_ job: RenderJob) throws(Flaw) -> Rendering {
    try asFlaw { () throws(InvalidJob) in try Rendering(job) }
  }

  // MARK: Sound

  /// Takes the memory of the sound, which begins at the frame `from` of the job.
  func start(isLive: Bool) throws(Flaw) {
    guard unsafe control.isLive == nil else { throw Flaw("the rain is started already") }
    let rendering = try Self.rendering(unsafe control.job)
    begin(rendering, isLive: isLive, from: rendering.frames.lowerBound)
    unsafe control.isLive = isLive
  }

  private func begin(_ rendering: Rendering, isLive: Bool, from frame: Int) {
    let job = rendering.job
    var played = rendering
    if isLive {
      let rain = rendering.automation.rain(at: Double(frame) / Double(job.sampleRate))
      played = rendering.endless(rain, seed: job.seed)
    }
    var renderer = JobRenderer(
      played, startingAt: frame, moves: isLive ? MoveSource(mailbox) : nil, isEven: isLive)
    if isLive {
      renderer.renderer.live?.follow(rendering.automation)
      renderer.renderer.live?.move(to: job.writtenAutomation.move(over: 0))
    }
    var sound = Sound(renderer: renderer)
    sound.bytes.reserveCapacity(Tile.frames * job.bytesPerFrame)
    unsafe self.sound = consume sound
    unsafe output = Output(
      frame: frame, end: Self.frames(of: played).upperBound, isEndless: played.isEndless,
      channels: job.channels, bytesPerFrame: job.bytesPerFrame)
  }

  /// The frames that can be rendered: within the longest time, and a tile before the end of what an Int counts.
  private static func frames(of rendering: Rendering) -> Range<Int> {
    let rate = rendering.job.sampleRate
    return rendering.frames.clamped(
      to: 0..<Extent.longest(sampleRate: rate).frames(sampleRate: rate))
  }

  /// Lets the next call render from a frame on.
  func seek(to frame: Int64) throws(Flaw) {
    guard let isLive = unsafe control.isLive else { throw Flaw("the rain is not started") }
    guard let frame = Int(exactly: frame), frame >= 0, unsafe frame <= output?.end ?? 0 else {
      throw Flaw("the rain has no frame \(frame)")
    }
    if isLive {
      let rendering = try Self.rendering(unsafe control.job)
      begin(rendering, isLive: true, from: frame)
    } else {
      unsafe output?.frame = frame
    }
  }

  /// How many frames are left; nil before the start and without an end.
  var framesLeft: Int? {
    guard let output = unsafe output, !output.isEndless else { return nil }
    return output.end - output.frame
  }

  // Not inlined: the optimiser of Swift 6.3.1 would end with an error of its own.
  /// Renders some frames. For each run within a tile, `body` gets the samples, all of one channel and then all of the
  /// next, their bytes if they are wanted, and their first frame. Returns how many frames there
  /// were; -1 before the start.
  @inline(never)
  func render(
    frames: Int, asBytes: Bool,
    _ body: (_ samples: Span<Float>, _ bytes: Span<UInt8>, _ frame: Int) -> Void
  ) -> Int64 {
    guard let output = unsafe output else { return -1 }
    let end = output.frame + min(frames, output.end - output.frame)
    unsafe sound?.render(output.frame..<end, asBytes: asBytes, body)
    unsafe self.output?.frame = end
    return Int64(end - output.frame)
  }
}

extension SoundingRain.Sound {
  fileprivate mutating func render(
    _ frames: Range<Int>, asBytes: Bool,
    _ body: (_ samples: Span<Float>, _ bytes: Span<UInt8>, _ frame: Int) -> Void
  ) {
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      // Up to the end of the tile.
      let run = frame..<min(frames.upperBound, frame + Tile.frames - frame % Tile.frames)
      bytes.removeAll(keepingCapacity: true)
      if asBytes { renderer.encode(run, into: &bytes) } else { _ = renderer.renderRun(run) }
      body(renderer.samples.span, bytes.span, frame - frames.lowerBound)
      frame = run.upperBound
    }
  }
}
