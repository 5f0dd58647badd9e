internal import CLAP

/// A plug-in that a host has made.
@safe final class CLAPInstance {
  let rain: HostRain
  let host: UnsafePointer<clap_host>?

  private init(_ layout: ChannelLayout, _ host: UnsafePointer<clap_host>?) {
    unsafe self.host = unsafe host
    rain = HostRain(layout)
  }

  /// `getExtension` finds the extensions, which are made of this.
  static func make(
    _ descriptor: UnsafePointer<clap_descriptor>, _ layout: ChannelLayout,
    _ host: UnsafePointer<clap_host>?,
    getExtension:
      @escaping @convention(c) (
        UnsafePointer<clap_plugin>?, UnsafePointer<CChar>?
      ) -> UnsafeRawPointer?
  ) -> UnsafePointer<clap_plugin> {
    let instance = unsafe CLAPInstance(layout, host)
    let plugin = unsafe clap_plugin(
      descriptor: descriptor,
      data: Unmanaged.passRetained(instance).toOpaque(),
      init: { unsafe $0 != nil },
      destroy: { plugin in
        guard let plugin = unsafe plugin else { return }
        unsafe Unmanaged<CLAPInstance>.fromOpaque(plugin.pointee.data).release()
        unsafe plugin.deallocate()
      },
      activate: { plugin, rate, _, _ in
        unsafe CLAPInstance.use(plugin) { $0.rain.activate(sampleRate: rate) } ?? false
      },
      deactivate: { unsafe CLAPInstance.use($0) { $0.rain.deactivate() } },
      start_processing: { unsafe $0 != nil },
      stop_processing: { _ in },
      reset: { unsafe CLAPInstance.use($0) { $0.rain.reset() } },
      process: { plugin, process in
        guard let process = unsafe process else { return Int32(CLAP_ERROR) }
        return unsafe CLAPInstance.use(plugin) { unsafe Int32($0.process(process.pointee)) }
          ?? Int32(CLAP_ERROR)
      },
      get_extension: getExtension,
      on_main_thread: { unsafe CLAPInstance.use($0) { $0.rescan() } })
    return unsafe lasting(plugin)
  }

  /// Lets a body have the instance of a plug-in, if there is one.
  @discardableResult
  static func use<Result>(
    _ plugin: UnsafePointer<clap_plugin>?, _ body: (CLAPInstance) -> Result
  ) -> Result? {
    guard let plugin = unsafe plugin else { return nil }
    return inOwnState {
      body(unsafe Unmanaged<CLAPInstance>.fromOpaque(plugin.pointee.data).takeUnretainedValue())
    }
  }

  // MARK: The host

  func extensionOfHost<Structure>(_ name: String, _: Structure.Type) -> UnsafePointer<Structure>? {
    guard let host = unsafe host else { return nil }
    let found = unsafe name.withCString { unsafe host.pointee.get_extension?(host, $0) }
    return unsafe found?.assumingMemoryBound(to: Structure.self)
  }

  /// Lets the host read all numbers again.
  func rescan() {
    let parameters = unsafe extensionOfHost("clap.params", clap_host_parameters.self)
    unsafe parameters?.pointee.rescan?(host, 1)  // the values
  }

  /// Tells the host, for its log.
  func log(_ severity: Int, _ sentence: String) {
    let log = unsafe extensionOfHost("clap.log", clap_host_log.self)
    unsafe sentence.withCString { unsafe log?.pointee.log?(host, Int32(severity), $0) }
  }

  /// Takes a state or a preset, and returns whether it is one. Other bytes are refused, and the
  /// sound stays.
  func load(_ bytes: [UInt8], file: String) -> Bool {
    do {
      let loaded = try PluginPreset(json: bytes, file: file)
      rain.load(loaded)
      if let revision = loaded.preset.revision, revision != Rain.soundRevision {
        log(
          CLAP_WARNING,
          "this was made for sound revision \(revision); this is \(Rain.soundRevision), which may sound different"
        )
      }
      rescan()
      return true
    } catch {
      log(CLAP_FAILURE, error.sentence)
      return false
    }
  }

  // MARK: Sound

  private func process(_ process: clap_process) -> Int {
    rain.takePreset()
    unsafe follow(
      process.transport.map { unsafe UnsafeRawPointer($0).loadUnaligned(as: clap_transport.self) })
    let frames = unsafe Int(process.frames)
    let planes = unsafe planes(of: process)
    var (frame, isSilent) = (0, true)
    func render(to end: Int) {
      if end <= frame { return }
      isSilent = unsafe rain.render(end - frame, to: planes, from: frame) && isSilent
      frame = end
    }
    // An event behind the block is taken at once.
    unsafe take(process.in) { if $0 < frames { render(to: $0) } }
    render(to: frames)
    if let outputs = unsafe process.outputs, unsafe process.output_count > 0 {
      unsafe outputs.pointee.constant_mask = isSilent ? (1 << UInt64(rain.layout.channels)) - 1 : 0
    }
    if unsafe planes == nil && frames > 0 { return CLAP_ERROR }
    return rain.sleeps ? CLAP_SLEEP : CLAP_CONTINUE
  }

  /// Where the channels go; nil where the host has no room for them. Channels that nobody asked for are silent.
  private func planes(of process: clap_process) -> HostPlanes? {
    guard unsafe process.output_count > 0, let port = unsafe process.outputs?.pointee,
      let data = unsafe port.data32, unsafe Int(port.channels) >= rain.layout.channels,
      unsafe rain.hasRoom(in: data)
    else { return nil }
    for channel in unsafe rain.layout.channels..<Int(port.channels) {
      unsafe data[channel]?.initialize(repeating: 0, count: Int(process.frames))
    }
    return unsafe HostPlanes(data)
  }

  private func follow(_ transport: clap_transport?) {
    guard let transport, Int(transport.flags) & CLAP_HAS_SECONDS != 0 else {
      rain.follow(frame: nil, plays: false)
      return
    }
    // In units of 2⁻³¹ s.
    let frame = Double(transport.seconds) / 0x1p31 * rain.sampleRate
    rain.follow(
      frame: Int((frame + 0.5).rounded(.down)),
      plays: Int(transport.flags) & CLAP_PLAYS != 0)
  }

  /// Takes the events of a list, each after `arrive` was told its frame.
  func take(_ events: UnsafePointer<clap_in>?, _ arrive: (Int) -> Void = { _ in }) {
    guard let events = unsafe events else { return }
    for number in 0..<(unsafe events.pointee.size?(events) ?? 0) {
      guard let event = unsafe events.pointee.get?(events, number) else { continue }
      arrive(unsafe Int(event.pointee.time))
      unsafe take(event)
    }
  }

  /// Takes an event, unless it is shorter than its type demands.
  private func take(_ event: UnsafePointer<clap_event>) {
    let header = unsafe event.pointee
    func read<Event>(_: Event.Type) -> Event? {
      unsafe header.size < MemoryLayout<Event>.size
        ? nil : UnsafeRawPointer(event).loadUnaligned(as: Event.self)
    }
    guard header.space == 0 else { return }
    switch Int(header.type) {
    case CLAP_VALUE:
      guard let event = unsafe read(clap_value.self),
        let index = unsafe ParameterLimits.index(of: event.parameter)
      else { return }
      if unsafe rain.set(index, to: event.value) {
        unsafe host.map { unsafe $0.pointee.request_callback?($0) }
      }
    case CLAP_NOTE_ON:
      if let note = read(clap_note.self), note.key >= 0 { rain.noteOn(Int(note.key)) }
    case CLAP_NOTE_OFF, CLAP_NOTE_CHOKE:
      if let note = read(clap_note.self) { rain.noteOff(note.key < 0 ? nil : Int(note.key)) }
    case CLAP_MIDI:
      if let midi = read(clap_midi.self) { rain.midi(midi.bytes.0, midi.bytes.1, midi.bytes.2) }
    case CLAP_TRANSPORT:
      if let transport = read(clap_transport.self) { follow(transport) }
    default: break
    }
  }
}
