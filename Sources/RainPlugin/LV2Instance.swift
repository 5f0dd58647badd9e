internal import CLAP

/// A plug-in that a host of LV2 has made.
///
///     ports    outputs, one a channel │ transport │ notes │ a control for each parameter
///
/// Transport and notes have a port each: Ardour leaves a port that takes notes unconnected on an audio track.
@safe final class LV2Instance {
  private let rain: HostRain
  private let ids: LV2IDs?
  private let ports: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var firstControl: Int { rain.layout.channels + 2 }
  private var portCount: Int { firstControl + ParameterLimits.count }
  /// The number that each control had when it was read last. A control is a change where it has another.
  private var read = HostParameter.all.map { Float($0.row.standard) }
  /// The number that each control had when the state was saved that has just been restored; NaN:
  /// that of the state.
  private var saved = [Float](repeating: .nan, count: ParameterLimits.count)
  /// Whether a state has just been restored: a control that has its number, or is as it was before,
  /// is no change.
  private var hasState = false
  /// The frame of the song at the beginning of the block, and its speed; nil: the host says nothing of it.
  private var song: (frame: Int, speed: Double)?
  /// The frame of the song that the host last named in this block, and in the one before; nil: none.
  private var songFrame: (now: Int?, before: Int?)

  private init?(_ layout: ChannelLayout, _ sampleRate: Double, _ ids: LV2IDs?) {
    guard sampleRate.isFinite else { return nil }
    self.ids = ids
    rain = HostRain(layout)
    let portCount = layout.channels + 2 + ParameterLimits.count
    unsafe ports = .allocate(capacity: portCount)
    unsafe ports.initialize(repeating: nil, count: portCount)
    guard rain.activate(sampleRate: sampleRate) else { return nil }
  }

  deinit { unsafe ports.deallocate() }

  nonisolated(unsafe) static let descriptors: [UnsafePointer<lv2_descriptor>] =
    unsafe ChannelLayout
    .ofPlugins.map { layout in
      unsafe lasting(
        lv2_descriptor(
          uri: lasting(layout.uri),
          instantiate: { descriptor, rate, _, features in
            guard
              let number = unsafe LV2Instance.descriptors.firstIndex(where: {
                unsafe $0 == descriptor
              }),
              let instance = inOwnState({
                unsafe LV2Instance(ChannelLayout.ofPlugins[number], rate, LV2IDs(features))
              })
            else { return nil }
            return unsafe Unmanaged.passRetained(instance).toOpaque()
          },
          connect_port: { unsafe LV2Instance.of($0)?.connect(Int($1), $2) },
          activate: { unsafe LV2Instance.of($0)?.rain.reset() },
          run: { instance, frames in
            inOwnState { unsafe LV2Instance.of(instance)?.run(Int(frames)) }
          },
          deactivate: { _ in },
          cleanup: { unsafe $0.map { unsafe Unmanaged<LV2Instance>.fromOpaque($0).release() } },
          extension_data: { uri in
            guard let uri = unsafe uri, unsafe String(cString: uri) == LV2IDs.stateInterface else {
              return nil
            }
            return unsafe UnsafeRawPointer(LV2Instance.state)
          }))
    }

  private static func of(_ instance: UnsafeRawPointer?) -> LV2Instance? {
    unsafe instance.map { unsafe Unmanaged<LV2Instance>.fromOpaque($0).takeUnretainedValue() }
  }

  private func connect(_ port: Int, _ data: UnsafeMutableRawPointer?) {
    if port < portCount { unsafe ports[port] = unsafe data }
  }

  nonisolated(unsafe) private static let state = unsafe lasting(
    lv2_state(
      save: { instance, store, handle, _, _ in
        guard let instance = unsafe LV2Instance.of(instance), let store = unsafe store,
          let ids = instance.ids
        else {
          return LV2_NO_FEATURE
        }
        return unsafe (inOwnState { instance.state } + [0]).withUnsafeBytes { bytes in
          unsafe store(
            handle, ids.state, bytes.baseAddress, bytes.count, ids.string,
            LV2_PLAIN_AND_PORTABLE)
        }
      },
      restore: { instance, retrieve, handle, _, _ in
        guard let instance = unsafe LV2Instance.of(instance), let retrieve = unsafe retrieve,
          let ids = instance.ids
        else {
          return LV2_NO_FEATURE
        }
        var (size, type, flags) = (0, UInt32(0), UInt32(0))
        guard let text = unsafe retrieve(handle, ids.state, &size, &type, &flags) else {
          return LV2_NO_PROPERTY
        }
        guard type == ids.string else { return LV2_BAD_TYPE }
        let bytes = unsafe Array(
          UnsafeRawBufferPointer(start: text, count: size).prefix { $0 != 0 })
        return inOwnState {
          guard let loaded = try? PluginPreset(json: bytes, file: "state") else {
            return LV2_UNKNOWN_ERROR
          }
          instance.rain.load(loaded)
          for index in instance.saved.indices { instance.saved[index] = .nan }
          for (index, number) in loaded.shown { instance.saved[index] = Float(number) }
          instance.hasState = true
          return LV2_SUCCESS
        }
      }))

  /// The state, with the controls that show another number than their setting has since the
  /// rainfall moved it.
  private var state: [UInt8] {
    rain.state(
      (0..<ParameterLimits.settings).compactMap {
        read[$0] == shown($0) ? nil : ($0, Double(read[$0]))
      })
  }

  /// The number that a control has to show: the nearest in its range.
  private func shown(_ index: Int) -> Float {
    let number = rain.number(of: index)
    return Float(of(index, ParameterLimits[index].nearest(number) ?? number))
  }

  /// A control of a number, or the number of a control: in LV2 a plug-in is enabled where in CLAP
  /// it is not bypassed.
  private func of(_ index: Int, _ number: Double) -> Double {
    index == HostParameter.Control.bypass.index ? 1 - number : number
  }

  // MARK: Sound

  private func run(_ frames: Int) {
    songFrame = (nil, songFrame.now)
    rain.takePreset()
    takeControls()
    if let song { rain.follow(frame: song.frame, plays: song.speed > 0) }
    let planes = unsafe UnsafeRawPointer(ports).assumingMemoryBound(
      to: UnsafeMutablePointer<Float>?.self)
    let room = unsafe rain.hasRoom(in: planes) ? planes : nil
    var frame = 0
    func render(to end: Int) {
      let end = min(max(end, frame), frames)
      _ = unsafe rain.render(end - frame, to: room, from: frame)
      frame = end
    }
    if let ids { takeEvents(ids, frames: frames) { render(to: $0) } }
    render(to: frames)
    if let song, song.speed > 0 { self.song?.frame += frames }
  }

  private func takeControls() {
    // First all of them: one that is set moves others.
    var changes: UInt128 = 0
    for index in 0..<ParameterLimits.count {
      guard
        let control = unsafe ports[firstControl + ParameterLimits[index].listIndex]?.load(
          as: Float.self), control.isFinite
      else { continue }
      if control != read[index],
        !hasState || control != shown(index) && control != saved[index]
      {
        changes |= 1 << UInt128(index)
      }
      read[index] = control
    }
    hasState = false
    while changes != 0 {
      let index = changes.trailingZeroBitCount
      changes &= changes - 1
      let number = of(index, Double(read[index]))
      // A Float that is the number already would round it.
      if Float(number) != Float(rain.number(of: index)) { rain.set(index, to: number) }
    }
  }

  /// Takes the events of a block in the order of time, after `render` has come to the frame of each. Either port may
  /// have any of them.
  private func takeEvents(_ ids: LV2IDs, frames: Int, _ render: (Int) -> Void) {
    var transport = unsafe LV2Events(ports[firstControl - 2], ids)
    var notes = unsafe LV2Events(ports[firstControl - 1], ids)
    while true {
      let isTransport = transport.frame.map { $0 <= notes.frame ?? .max } ?? false
      guard let (event, body) = unsafe isTransport ? transport.next() : notes.next() else { return }
      let frame = min(max(0, Int(clamping: event.frame)), frames)
      render(frame)
      if event.atom.type == ids.midi && event.atom.size >= 3 {
        let (status, first, second) = unsafe body.load(as: (UInt8, UInt8, UInt8).self)
        rain.midi(status, first, second)
      } else if event.atom.type == ids.object || event.atom.type == ids.blank {
        unsafe takePosition(body, Int(event.atom.size), ids, at: frame)
      }
    }
  }

  /// Takes an object that says where the song is.
  private func takePosition(
    _ start: UnsafeMutableRawPointer, _ size: Int, _ ids: LV2IDs, at frameOfBlock: Int
  ) {
    guard size >= MemoryLayout<lv2_object>.size,
      unsafe start.load(as: lv2_object.self).type == ids.position
    else { return }
    var offset = MemoryLayout<lv2_object>.size
    var (frame, speed) = (rain.clock, song?.speed ?? 0)
    while offset + MemoryLayout<lv2_property>.size <= size {
      let property = unsafe start.load(fromByteOffset: offset, as: lv2_property.self)
      let body = offset + MemoryLayout<lv2_property>.size
      guard body + Int(property.value.size) <= size else { break }
      if let number = unsafe ids.number(property.value, at: start + body) {
        if property.key == ids.frame { frame = Int(number) }
        if property.key == ids.speed { speed = number }
      }
      offset = (body + Int(property.value.size) + 7) & ~7
    }
    songFrame.now = frame
    // A host that plays, yet tells one frame block after block, does not know where its song is: Audacity tells 0.
    if let song, song.speed > 0, speed > 0, frame == songFrame.before { return }
    song = (speed > 0 ? frame - frameOfBlock : frame, speed)
    rain.follow(frame: frame, plays: speed > 0)
  }
}

/// The events of a port, which a host has put in the order of time.
@safe private struct LV2Events {
  private let start: UnsafeMutableRawPointer?
  private let end: Int
  private var offset = MemoryLayout<lv2_sequence>.size

  /// No event where the port is not connected, or holds something else.
  init(_ port: UnsafeMutableRawPointer?, _ ids: LV2IDs) {
    unsafe start = unsafe port
    let atom = unsafe port?.load(as: lv2_sequence.self).atom
    end = atom?.type == ids.sequence ? MemoryLayout<lv2_atom>.size + Int(atom?.size ?? 0) : 0
  }

  private var event: lv2_event? {
    guard let start = unsafe start, offset + MemoryLayout<lv2_event>.size <= end else { return nil }
    let event = unsafe start.load(fromByteOffset: offset, as: lv2_event.self)
    return offset + MemoryLayout<lv2_event>.size + Int(event.atom.size) <= end ? event : nil
  }

  /// The frame of the block at which the next event lies; nil: there is none.
  var frame: Int64? { event?.frame }

  /// The next event, and where its body begins.
  mutating func next() -> (lv2_event, body: UnsafeMutableRawPointer)? {
    guard let start = unsafe start, let event else { return nil }
    let body = offset + MemoryLayout<lv2_event>.size
    offset = (body + Int(event.atom.size) + 7) & ~7
    return unsafe (event, start + body)
  }
}

/// The numbers that a host has given to URIs.
struct LV2IDs {
  static let stateInterface = "http://lv2plug.in/ns/ext/state#interface"
  static let stateKey = "urn:rainsynth:state"

  let sequence, object, blank, string, int, long, float, double: UInt32
  let midi, position, frame, speed, state: UInt32

  /// nil where the host has no numbers for URIs.
  init?(_ features: UnsafeRawPointer?) {
    guard
      var feature = unsafe features?.assumingMemoryBound(to: UnsafePointer<lv2_feature>?.self)
    else { return nil }
    var found: UnsafePointer<lv2_map>?
    while let next = unsafe feature.pointee {
      if let uri = unsafe next.pointee.uri,
        unsafe String(cString: uri) == "http://lv2plug.in/ns/ext/urid#map"
      {
        unsafe found = unsafe next.pointee.data?.assumingMemoryBound(to: lv2_map.self)
      }
      unsafe feature += 1
    }
    guard let found = unsafe found, let map = unsafe found.pointee.map else { return nil }
    func id(_ uri: String) -> UInt32 {
      unsafe uri.withCString { unsafe map(found.pointee.handle, $0) }
    }
    func atom(_ name: String) -> UInt32 { id("http://lv2plug.in/ns/ext/atom#" + name) }
    func time(_ name: String) -> UInt32 { id("http://lv2plug.in/ns/ext/time#" + name) }
    (sequence, object, blank) = (atom("Sequence"), atom("Object"), atom("Blank"))
    (string, int, long) = (atom("String"), atom("Int"), atom("Long"))
    (float, double) = (atom("Float"), atom("Double"))
    midi = id("http://lv2plug.in/ns/ext/midi#MidiEvent")
    (position, frame, speed) = (time("Position"), time("frame"), time("speed"))
    state = id(Self.stateKey)
  }

  /// The number in an atom whose bytes begin at `start`; nil if it is not one, or too large.
  func number(_ atom: lv2_atom, at start: UnsafeMutableRawPointer) -> Double? {
    var number: Double?
    switch (atom.type, atom.size) {
    case (int, 4): number = unsafe Double(start.load(as: Int32.self))
    case (long, 8): number = unsafe Double(start.load(as: Int64.self))
    case (float, 4): number = unsafe Double(start.load(as: Float.self))
    case (double, 8): number = unsafe start.load(as: Double.self)
    default: break
    }
    return number.flatMap { $0.magnitude < 0x1p53 ? $0 : nil }
  }
}

/// The entry of LV2: the plug-in of a number; NULL behind the last one.
@c(lv2_descriptor) public func lv2Descriptor(_ number: UInt32) -> UnsafeRawPointer? {
  unsafe inOwnState {
    HostRain.makeTables()
    return unsafe number < LV2Instance.descriptors.count
      ? UnsafeRawPointer(LV2Instance.descriptors[Int(number)]) : nil
  }
}
