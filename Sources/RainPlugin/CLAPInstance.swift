internal import RainDSP
internal import RainFiles
internal import Text

/// A plug-in that a host has made.
@safe final class CLAPInstance {
  let rain: HostRain
  let host: UnsafePointer<CLAPHost>?
  private var sampleRate = 44_100.0

  private init(_ layout: ChannelLayout, _ host: UnsafePointer<CLAPHost>?) {
    unsafe self.host = unsafe host
    rain = HostRain(layout)
  }

  static func make(
    _ descriptor: UnsafePointer<CLAPDescriptor>, _ layout: ChannelLayout,
    _ host: UnsafeRawPointer?, getExtension: @escaping CLAPExtension
  ) -> UnsafePointer<CLAPPlugin> {
    let instance = unsafe CLAPInstance(layout, host?.assumingMemoryBound(to: CLAPHost.self))
    let plugin = unsafe CLAPPlugin(
      descriptor: descriptor,
      pluginData: Unmanaged.passRetained(instance).toOpaque(),
      initialize: { unsafe $0 != nil },
      destroy: { plugin in
        guard let plugin = unsafe plugin?.assumingMemoryBound(to: CLAPPlugin.self) else { return }
        unsafe Unmanaged<CLAPInstance>.fromOpaque(plugin.pointee.pluginData).release()
        unsafe UnsafeMutablePointer(mutating: plugin).deallocate()
      },
      activate: { plugin, rate, _, _ in
        guard let instance = unsafe CLAPInstance.of(plugin) else { return false }
        instance.sampleRate = rate
        return instance.rain.activate(sampleRate: rate)
      },
      deactivate: { unsafe CLAPInstance.of($0)?.rain.deactivate() },
      startProcessing: { unsafe $0 != nil },
      stopProcessing: { _ in },
      reset: { unsafe CLAPInstance.of($0)?.rain.reset() },
      process: { plugin, process in
        guard let process = unsafe process?.assumingMemoryBound(to: CLAPProcess.self) else {
          return CLAPStatus.error
        }
        return unsafe CLAPInstance.of(plugin)?.process(process.pointee) ?? CLAPStatus.error
      },
      getExtension: getExtension,
      onMainThread: { unsafe CLAPInstance.of($0)?.rescan() })
    return unsafe HostText.lasting(plugin)
  }

  static func of(_ plugin: UnsafeRawPointer?) -> CLAPInstance? {
    guard let plugin = unsafe plugin?.assumingMemoryBound(to: CLAPPlugin.self) else { return nil }
    return unsafe Unmanaged<CLAPInstance>.fromOpaque(plugin.pointee.pluginData)
      .takeUnretainedValue()
  }

  // MARK: The host

  func extensionOfHost(_ name: StaticString) -> UnsafeRawPointer? {
    name.withUTF8Buffer { name in
      guard let text = name.baseAddress, let host = unsafe host else { return nil }
      return unsafe text.withMemoryRebound(to: CChar.self, capacity: name.count) {
        unsafe host.pointee.getExtension?(host, $0)
      }
    }
  }

  /// Lets the host read all numbers again.
  func rescan() {
    let parameters = unsafe extensionOfHost("clap.params")?.assumingMemoryBound(
      to: CLAPHostParameters.self)
    unsafe parameters?.pointee.rescan?(host, CLAPHostParameters.values)
  }

  /// Tells the host, for its log.
  func log(_ severity: Int32, _ sentence: String) {
    let log = unsafe extensionOfHost("clap.log")?.assumingMemoryBound(to: CLAPHostLog.self)
    unsafe sentence.withCString { unsafe log?.pointee.log?(host, severity, $0) }
  }

  /// Takes a state or a preset. What is none is refused, and the sound stays.
  func load(_ bytes: [UInt8], file: String) throws(Flaw) {
    let program = try RainProgram(json: bytes, file: file)
    rain.load(program)
    if let revision = program.preset.revision, revision != Rain.soundRevision {
      log(
        CLAPHostLog.warning,
        "this was made for sound revision \(revision); this is \(Rain.soundRevision), which may sound different"
      )
    }
    rescan()
  }

  // MARK: Sound

  private func process(_ process: CLAPProcess) -> Int32 {
    rain.takeProgram()
    unsafe follow(process.transport?.loadUnaligned(as: CLAPTransport.self))
    let frames = Int(process.frames)
    let events = unsafe process.inEvents?.assumingMemoryBound(to: CLAPInputEvents.self)
    let count = unsafe events.flatMap { unsafe $0.pointee.size?($0) } ?? 0
    let planes = unsafe planes(of: process)
    var next: UInt32 = 0
    var frame = 0
    var isSilent = true
    repeat {
      var end = frames
      while next < count {
        if let event = unsafe events.flatMap({ unsafe $0.pointee.get?($0, next) }) {
          let time = unsafe Int(event.load(as: CLAPEvent.self).time)
          if time > frame && time < frames {
            end = time
            break
          }
          unsafe take(event)
        }
        next += 1
      }
      if end == frame { break }
      if let planes = unsafe planes {
        isSilent = unsafe rain.render(end - frame, to: planes, from: frame) && isSilent
      } else {
        rain.skip(end - frame)
      }
      frame = end
    } while frame < frames
    if let outputs = unsafe process.outputs, process.outputCount > 0 {
      unsafe outputs.pointee.constantMask = isSilent ? (1 << UInt64(rain.layout.channels)) - 1 : 0
    }
    if rain.hasMovedOthers {
      rain.hasMovedOthers = false
      unsafe host.map { unsafe $0.pointee.requestCallback?($0) }
    }
    if unsafe planes == nil && frames > 0 { return CLAPStatus.error }
    return rain.sleeps ? CLAPStatus.sleep : CLAPStatus.continue
  }

  /// Where the channels go; nil where the host has no room for them. Channels that nobody asked for are silent.
  private func planes(of process: CLAPProcess) -> HostPlanes? {
    guard process.outputCount > 0, let port = unsafe process.outputs?.pointee,
      let data = unsafe port.data32, Int(port.channelCount) >= rain.layout.channels,
      unsafe rain.hasRoom(in: data)
    else { return nil }
    for channel in rain.layout.channels..<Int(port.channelCount) {
      unsafe data[channel]?.initialize(repeating: 0, count: Int(process.frames))
    }
    return unsafe data
  }

  private func follow(_ transport: CLAPTransport?) {
    guard let transport, transport.flags & CLAPTransport.hasSeconds != 0 else {
      rain.follow(frame: nil, plays: false)
      return
    }
    let frame = Double(transport.seconds) / CLAPTransport.second * sampleRate
    rain.follow(
      frame: Int((frame + 0.5).rounded(.down)),
      plays: transport.flags & CLAPTransport.isPlaying != 0)
  }

  /// Takes an event, unless it is shorter than its type demands.
  func take(_ event: UnsafeRawPointer) {
    let header = unsafe event.load(as: CLAPEvent.self)
    func read<Event: BitwiseCopyable>(_: Event.Type) -> Event? {
      unsafe header.size < MemoryLayout<Event>.size ? nil : event.loadUnaligned(as: Event.self)
    }
    guard header.space == 0 else { return }
    switch header.type {
    case CLAPEvent.parameterValue:
      guard let event = read(CLAPParameterValue.self),
        let index = ParameterLimits.index(of: event.parameter)
      else { return }
      rain.set(index, to: event.value)
    case CLAPEvent.noteOn:
      if let note = read(CLAPNote.self), note.key >= 0 { rain.noteOn(Int(note.key)) }
    case CLAPEvent.noteOff, CLAPEvent.noteChoke:
      if let note = read(CLAPNote.self) { rain.noteOff(note.key < 0 ? nil : Int(note.key)) }
    case CLAPEvent.midi:
      if let midi = read(CLAPMIDI.self) { rain.midi(midi.bytes[0], midi.bytes[1], midi.bytes[2]) }
    case CLAPEvent.transport:
      if let transport = read(CLAPTransport.self) { follow(transport) }
    default: break
    }
  }
}
