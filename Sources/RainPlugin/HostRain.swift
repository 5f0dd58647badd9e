internal import Synchronization

/// Where a host wants the channels: a plane each, nil for one that it does not want.
typealias HostPlanes = UnsafePointer<UnsafeMutablePointer<Float>?>

/// A rain that a host plays: what CLAP and LV2 have in common.
///
///     main thread                                   audio thread
///     load ──── a preset ──▶ mailbox ──▶ before the next block
///     number(of:), state ◀── numbers ◀── set
///
/// The calls of the audio thread take no memory and no lock.
@safe final class HostRain {
  let layout: ChannelLayout

  // MARK: Of both threads

  /// The numbers of all parameters, as bits.
  private let numbers: UnsafeMutablePointer<Atomic<UInt64>>
  /// The bits of ``moving``.
  private let movingBits = Atomic<UInt64>(0)
  private let moreMovingBits = Atomic<UInt64>(0)
  private let wholeSeed = Atomic<UInt64>(1)
  private let mailbox = Mailbox<PluginPreset>()

  // MARK: Of the main thread

  private var latest: PluginPreset

  // MARK: Of the audio thread

  /// The letter with the preset that sounds.
  private var current: UnsafeMutablePointer<Mailbox<PluginPreset>.Letter>
  private var renderer: RainRenderer?
  /// Frames of a tile, all of one channel and then all of the next.
  private let block: UnsafeMutablePointer<Float>
  /// Of the host, in Hz.
  private(set) var sampleRate = 44_100.0
  private var rate: HostRate
  /// The settings as the host has set them, and those that follow curves.
  private var target: SettingMove
  private var seed: UInt64 = 1
  /// The frame of the song, or of the rain that runs freely, that comes next.
  private(set) var clock = 0
  /// Whether the song plays; nil: the host says nothing of a song.
  private var songPlays: Bool?
  private var keys: UInt128 = 0
  /// How far the rain has risen by notes, and by switches, 0 ... 1.
  private var gateLevel: Float = 0
  private var switchLevel: Float = 0
  private var mustRestart = true

  init(_ layout: ChannelLayout) {
    self.layout = layout
    rate = HostRate(sampleRate, channels: layout.channels)
    unsafe block = .allocate(capacity: layout.channels * Tile.frames)
    // A shipped preset is right: a test reads them all.
    guard let preset = try? Preset(named: Preset.standardName),
      let first = try? PluginPreset(preset)
    else { preconditionFailure("steady rain is valid") }
    mailbox.put(first)
    guard let letter = unsafe mailbox.take() else { preconditionFailure("it was put there") }
    latest = first
    unsafe current = unsafe letter
    target = first.target
    unsafe numbers = .allocate(capacity: ParameterLimits.count)
    for index in 0..<ParameterLimits.count {
      let standard = HostParameter.all[index].row.standard
      unsafe (numbers + index).initialize(to: Atomic(standard.bitPattern))
    }
    publish(target, seed: seed)
  }

  /// Makes the tables that ``set(_:to:)`` reads. Those of Swift are made at their first use, which must not be on the
  /// audio thread, nor on two threads at once.
  static func makeTables() {
    _ = (ParameterLimits[0], HostParameter.all.count, PluginPreset.place(of: 1))
  }

  deinit {
    unsafe mailbox.giveBack(current)
    mailbox.free()
    unsafe numbers.deallocate()
    unsafe block.deallocate()
  }

  // MARK: The main thread

  /// The number of a parameter, by its index.
  func number(of index: Int) -> Double {
    unsafe Double(bitPattern: numbers[index].load(ordering: .relaxed))
  }

  /// Lets the rain become that of a preset; it glides there if it sounds.
  func load(_ new: PluginPreset) {
    latest = new
    mailbox.takeBack()
    mailbox.put(new)
    // What the host asks for before the audio thread has taken it.
    publish(new.target, seed: new.seed ?? wholeSeed.load(ordering: .relaxed))
    for (control, number) in new.controls { publish(control.index, number) }
  }

  /// The state of the rain, as a preset; `shown` is what controls of a host show instead of the
  /// number of a setting.
  func state(_ shown: [(index: Int, number: Double)] = []) -> [UInt8] {
    let moving = SettingSet(
      bits: SIMD2(
        movingBits.load(ordering: .relaxed), moreMovingBits.load(ordering: .relaxed)))
    var preset = latest.preset
    var automation = preset.automation
    for setting in Setting.allCases where !moving.contains(setting) {
      automation.set(setting, to: number(of: Int(setting.rawValue)))
    }
    let index = Int(number(of: .place)) - 1
    automation.place = Place.names.indices.contains(index) ? Place.names[index] : nil
    preset.layer = RainLayer(automation)
    preset.revision = Rain.soundRevision
    preset.seed = wholeSeed.load(ordering: .relaxed)
    let own = HostParameter.Control.allCases.map { (index: $0.index, number: number(of: $0)) }
    return PluginPreset.state(preset, own + shown)
  }

  /// The frames for which the rain sounds on after the song, or after the last note.
  var tailFrames: Int {
    let release = has(.gate) ? number(of: .release) : 0
    return fadeFrames + Int(release * sampleRate)
  }

  private func number(of control: HostParameter.Control) -> Double { number(of: control.index) }

  /// Takes the memory of the sound. Returns whether the sample rate can be rendered.
  func activate(sampleRate: Double) -> Bool {
    guard HostRate.range.contains(sampleRate) else { return false }
    takePreset()
    rate = HostRate(sampleRate, channels: layout.channels)
    var configuration = RainRenderer.Configuration(
      RainAutomation(Rain()), layout: layout, sampleRate: rate.engine, seed: seed, isLive: true)
    configuration.isEven = true
    renderer = try? RainRenderer(configuration)
    renderer?.live?.follow(latest.automation)
    self.sampleRate = sampleRate
    reset()
    return true
  }

  func deactivate() { renderer = nil }

  // MARK: The audio thread

  /// Forgets the notes, and where the rain was.
  func reset() { (keys, gateLevel, switchLevel, clock, mustRestart) = (0, 0, 0, 0, true) }

  private func publish(_ index: Int, _ number: Double) {
    unsafe numbers[index].store(number.bitPattern, ordering: .relaxed)
  }

  private func publish(_ moving: SettingSet) {
    movingBits.store(moving.bits[0], ordering: .relaxed)
    moreMovingBits.store(moving.bits[1], ordering: .relaxed)
  }

  private func publish(_ target: SettingMove, seed: UInt64) {
    for index in 0..<ParameterLimits.settings {
      if let setting = Setting(rawValue: UInt8(index)) { publish(index, target.rain[setting]) }
    }
    publish(target.moving)
    wholeSeed.store(seed, ordering: .relaxed)
    publish(HostParameter.Control.seed.index, min(Double(seed), HostParameter.mostSeed))
  }

  /// Takes the preset that waits, if there is one.
  func takePreset() {
    guard let letter = unsafe mailbox.take(), let new = unsafe letter.pointee.message else {
      return
    }
    // While the old one still holds its curves, so that nothing is freed here.
    renderer?.live?.follow(new.automation)
    if let seed = new.seed, seed != self.seed { (self.seed, mustRestart) = (seed, true) }
    for (control, number) in new.controls { publish(control.index, number) }
    target = new.target
    move(over: number(of: .glide))
    unsafe mailbox.giveBack(current)
    unsafe current = unsafe letter
    publish(target, seed: seed)
  }

  /// Lets the sound move to the target.
  private func move(over seconds: Double = 0) {
    target.seconds = seconds
    renderer?.live?.move(to: target)
  }

  /// Sets a parameter; what cannot be becomes the nearest number that can, and NaN nothing. Returns whether others have
  /// moved with it, which the host then has to read again.
  @discardableResult
  func set(_ index: Int, to number: Double) -> Bool {
    guard index >= 0, index < ParameterLimits.count,
      let number = ParameterLimits[index].nearest(number)
    else { return false }
    guard let setting = Setting(rawValue: UInt8(index)) else {
      if self.number(of: index) == number { return false }
      publish(index, number)
      return set(HostParameter.Control(rawValue: index - ParameterLimits.settings), to: number)
    }
    // A setting on its curve begins with this number, and is now to stay there.
    if target.rain[setting] == number && !target.moving.contains(setting) { return false }
    target.rain[setting] = number
    target.moving.remove(setting)
    move()
    if setting == .rainfall {
      // The numbers that follow it are others now.
      publish(target, seed: seed)
      return true
    }
    publish(index, number)
    publish(target.moving)
    return false
  }

  private func set(_ control: HostParameter.Control?, to number: Double) -> Bool {
    if control == .seed {
      (seed, mustRestart) = (UInt64(number), true)
      wholeSeed.store(seed, ordering: .relaxed)
    }
    // A shipped place is entered as by a door. Of the first choice the settings themselves are the place.
    guard control == .place, let place = PluginPreset.place(of: number) else { return false }
    target.rain.take(place.given, from: place.rain)
    target.moving = target.moving.subtracting(place.given)
    move(over: Place.passage)
    publish(target, seed: seed)
    return true
  }

  private func has(_ control: HostParameter.Control) -> Bool { number(of: control) >= 0.5 }

  func noteOn(_ key: Int) { keys |= 1 << UInt128(key & 127) }

  /// Ends a note; without a key, all of them.
  func noteOff(_ key: Int?) { keys &= key.map { ~(1 << UInt128($0 & 127)) } ?? 0 }

  /// Takes three bytes of MIDI.
  func midi(_ status: UInt8, _ first: UInt8, _ second: UInt8) {
    switch status & 0xF0 {
    case 0x90 where second > 0: noteOn(Int(first))
    case 0x80, 0x90: noteOff(Int(first))
    // All sound off, all notes off.
    case 0xB0 where first == 120 || first == 123: noteOff(nil)
    default: break
    }
  }

  /// Frames by which two statements of one position may differ: hosts round times.
  private static let slack = 2

  /// Takes the frame of the song that comes next, and whether the song plays; nil: the host says nothing of it.
  func follow(frame: Int?, plays: Bool) {
    guard let frame else {
      songPlays = nil
      return
    }
    let begins = songPlays != true && plays
    songPlays = plays
    guard has(.songPosition), plays else { return }
    if begins || frame - clock > Self.slack || clock - frame > Self.slack { clock = frame }
  }

  /// Whether time goes on: it stands still where the rain follows a song that does not play.
  private var runs: Bool { !has(.songPosition) || songPlays != false }

  /// Whether notes or switches silence the rain, so that nothing sounds until one of them changes.
  var sleeps: Bool {
    (has(.bypass) && switchLevel == 0) || (has(.gate) && keys == 0 && gateLevel == 0)
  }

  /// A fade so short that it is not heard as one, yet does not click: 10 ms.
  private var fadeFrames: Int { Int(sampleRate / 100) }

  /// Whether the host has a plane for each channel.
  func hasRoom(in planes: HostPlanes) -> Bool {
    for channel in 0..<layout.channels where unsafe planes[channel] == nil { return false }
    return true
  }

  /// Renders the next frames to the planes, from one of their frames on; without room for them, the time goes on.
  /// Returns whether they are silent.
  func render(_ count: Int, to planes: HostPlanes?, from first: Int) -> Bool {
    guard let planes = unsafe planes else {
      if runs { clock += count }
      return true
    }
    var isSilent = true
    var done = 0
    while done < count {
      let isOn = !has(.bypass) && runs
      let rains = !has(.gate) || keys != 0
      if isOn { switchLevel = 1 }
      // Before its beginning a song has no rain.
      let before = clock < 0 ? -clock : 0
      let isHeard = before == 0 && (isOn || switchLevel > 0) && (rains || gateLevel > 0)
      let run = min(isHeard ? Tile.frames : before > 0 ? before : count, count - done)
      if isHeard && renderer != nil {
        isSilent = false
        renderRun(run)
        if !isOn || has(.gate) || gateLevel < 1 { fade(run, isOn: isOn, rains: rains) }
        for channel in 0..<layout.channels {
          unsafe planes[channel]?.advanced(by: first + done).update(
            from: block + channel * run, count: run)
        }
      } else {
        for channel in 0..<layout.channels {
          unsafe planes[channel]?.advanced(by: first + done).update(repeating: 0, count: run)
        }
      }
      if runs || isHeard { clock += run }
      done += run
    }
    return isSilent
  }

  /// Lets notes and switches raise and lower the frames. Without a gate, the rain is there at once.
  private func fade(_ count: Int, isOn: Bool, rains: Bool) {
    if !has(.gate) { gateLevel = 1 }
    func step(_ seconds: Double) -> Float { Float(1 / max(1, seconds * sampleRate)) }
    let fall = isOn ? 0 : step(0.01)
    let rise = rains ? step(number(of: .attack)) : -step(number(of: .release))
    var frame = 0
    while frame < count {
      switchLevel = max(0, switchLevel - fall)
      gateLevel = min(1, max(0, gateLevel + rise))
      let level = switchLevel * gateLevel * gateLevel
      for channel in 0..<layout.channels { unsafe block[channel * count + frame] *= level }
      frame += 1
    }
  }

  /// Renders frames at the clock into the block.
  private func renderRun(_ count: Int) {
    if rate.isOfEngine {
      begin(at: clock)
      var frames = unsafe MutableSpan(_unsafeStart: block, count: layout.channels * count)
      renderer?.render(planar: &frames)
      return
    }
    unsafe rate.render(count, at: clock, into: block, isNew: mustRestart) { first, frames in
      begin(at: first)
      renderer?.render(into: &frames)
    }
  }

  /// Lets the engine go on at a frame, or begin anew there.
  private func begin(at frame: Int) {
    if !mustRestart && renderer?.frame == frame { return }
    renderer?.restart(target, seed: seed, at: frame)
    mustRestart = false
  }
}
