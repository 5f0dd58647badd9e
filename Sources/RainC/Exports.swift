// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import CRain
internal import RainPresets

// The functions of rain.h, which says what they promise.

/// Where a caller has room for a structure of rain.h, often a `rain_why`, or for bytes.
public typealias Memory = UnsafeMutableRawPointer

public typealias CText = UnsafePointer<CChar>

/// Runs a body in the floating-point state of the engine; where it throws, writes the sentence to a
/// `rain_why`, and returns nil.
private func attempt<Result>(_ why: Memory?, _ body: () throws(Flaw) -> Result) -> Result? {
  let host = rain_take_floating_point()
  defer { rain_give_back_floating_point(host) }
  do {
    return try body()
  } catch {
    unsafe tell(error.sentence, to: why)
    return nil
  }
}

/// Lets a body change the rain of a handle. Returns 1; where it throws, 0, and the sentence goes to a `rain_why`.
private func change(
  _ handle: UInt32, _ why: Memory?, _ body: (SoundingRain) throws(Flaw) -> Void
) -> UInt32 {
  unsafe attempt(why) { () throws(Flaw) in try body(rain(handle)) } == nil ? 0 : 1
}

/// Writes a sentence to a `rain_why`.
private func tell(_ sentence: String, to why: Memory?) {
  guard let why = unsafe why else { return }
  // Behind the size.
  let room = unsafe Int(why.load(as: UInt32.self)) - 4
  _ = unsafe sentence.copy(to: (why + 4).assumingMemoryBound(to: CChar.self), room: room)
}

private func rain(_ handle: UInt32) throws(Flaw) -> SoundingRain {
  guard let rain = Handles[handle] else { throw Flaw("no rain has the handle \(handle)") }
  return rain
}

private func setting(_ number: Int32) throws(Flaw) -> Setting {
  if let setting = UInt8(exactly: number).flatMap(Setting.init(rawValue:)) { return setting }
  throw Flaw("no setting has the number \(number)")
}

/// Writes a sentence about a rain to a `rain_why`. Returns 1; where there is no such sentence or rain, 0.
private func tell(
  _ handle: UInt32, _ why: Memory?, _ sentence: (SoundingRain) throws(Flaw) -> String?
) -> UInt32 {
  unsafe attempt(why) { () throws(Flaw) in
    guard let sentence = try sentence(rain(handle)) else { return 0 }
    unsafe tell(sentence, to: why)
    return 1
  } ?? 0
}

/// Writes a row of a table where the caller has room for it.
private func fill<Structure: BitwiseCopyable>(
  _ target: Memory?, _ number: UInt32, of table: () -> [Structure]?
) -> UInt32 {
  attempt(nil) {
    guard let target = unsafe target, let table = table(), Int(number) < table.count,
      unsafe target.load(as: UInt32.self) == UInt32(MemoryLayout<Structure>.size)
    else { return 0 }
    unsafe target.storeBytes(of: table[Int(number)], as: Structure.self)
    return 1
  } ?? 0
}

private func text(_ text: CText?, _ name: String) throws(Flaw) -> String {
  guard let text = unsafe text else { throw Flaw("\(name) is NULL") }
  return unsafe String(cString: text)
}

// MARK: Tables

@c(rain_abi) public func abi() -> UInt32 { 1 }

@c(rain_software) public func software() -> UnsafePointer<CChar> { unsafe Tables.software }

@c(rain_sound_revision) public func soundRevision() -> UInt32 { UInt32(Rain.soundRevision) }

@c(rain_preset_at) public func preset(_ number: UInt32, _ preset: Memory?) -> UInt32 {
  unsafe fill(preset, number) { unsafe Tables.presets }
}

@c(rain_preset_kind) public func presetKind(_ number: UInt32) -> Int32 {
  let names = Preset.shippedNames
  guard Int(number) < names.count else { return -1 }
  let kind = ShippedPresets.kind(of: names[Int(number)])
  return Int32(ShippedPresets.Kind.allCases.firstIndex { $0 == kind } ?? -1)
}

@c(rain_setting_at) public func setting(_ number: UInt32, _ setting: Memory?) -> UInt32 {
  unsafe fill(setting, number) { unsafe Tables.settings }
}

@c(rain_hand_at) public func hand(_ number: UInt32, _ hand: Memory?) -> UInt32 {
  unsafe fill(hand, number) { unsafe Tables.hands }
}

@c(rain_setting_named) public func setting(named name: CText?) -> Int32 {
  attempt(nil) {
    unsafe name.flatMap { unsafe Setting(named: String(cString: $0)) }.map { Int32($0.rawValue) }
  }?.flatMap { $0 } ?? -1
}

@c(rain_setting_owner) public func owner(_ number: Int32) -> Int32 {
  attempt(nil) { () throws(Flaw) in
    let owner = try setting(number).owner
    return Int32(Setting.Owner.allCases.firstIndex { $0 == owner } ?? -1)
  } ?? -1
}

@c(rain_word_at) public func word(_ setting: Int32, _ number: UInt32, _ word: Memory?) -> UInt32 {
  unsafe fill(word, number) {
    unsafe Tables.words.indices.contains(Int(setting)) ? Tables.words[Int(setting)] : nil
  }
}

// MARK: Rains

private func add(
  _ why: Memory?, isNamed: Bool = true, _ read: () throws(PresetError) -> Preset
) -> UInt32 {
  unsafe attempt(why) { () throws(Flaw) in
    if let handle = Handles.add(SoundingRain(try asFlaw(read), isNamed: isNamed)) { return handle }
    throw Flaw("1024 rains are there already")
  } ?? 0
}

@c(rain_new) public func new(_ preset: CText?, _ why: Memory?) -> UInt32 {
  let name = unsafe preset.map { unsafe String(cString: $0) } ?? Preset.standardName
  return unsafe add(why, isNamed: preset != nil) { () throws(PresetError) in
    try Preset(named: name)
  }
}

@c(rain_read) public func read(
  _ json: CText?, _ bytes: UInt32, _ file: CText?, _ why: Memory?
) -> UInt32 {
  let name = unsafe file.map { unsafe String(cString: $0) } ?? "preset"
  let text = unsafe UnsafeRawBufferPointer(start: json, count: json == nil ? 0 : Int(bytes))
  return unsafe add(why) { () throws(PresetError) in
    try Preset(json: unsafe Array(text), file: name)
  }
}

@c(rain_free) public func free(_ handle: UInt32) -> UInt32 { Handles.remove(handle) ? 1 : 0 }

@c(rain_option) public func option(
  _ handle: UInt32, _ name: CText?, _ value: CText?, _ why: Memory?
) -> UInt32 {
  unsafe change(handle, why) { rain throws(Flaw) in
    try rain.set(option: unsafe text(name, "name"), to: unsafe text(value, "value"))
  }
}

@c(rain_say) public func say(
  _ handle: UInt32, _ name: CText?, _ words: CText?, _ why: Memory?
) -> UInt32 {
  unsafe change(handle, why) { rain throws(Flaw) in
    try rain.say(unsafe text(name, "name"), unsafe text(words, "text"))
  }
}

@c(rain_form_of) public func form(_ handle: UInt32, _ form: Memory?) -> UInt32 {
  unsafe fill(form, 0) { Handles[handle].map { [$0.form] } }
}

@c(rain_start) public func start(_ handle: UInt32, _ live: UInt32, _ why: Memory?) -> UInt32 {
  unsafe change(handle, why) { rain throws(Flaw) in try rain.start(isLive: live != 0) }
}

@c(rain_set) public func set(
  _ handle: UInt32, _ number: Int32, _ value: Double, _ seconds: Double, _ why: Memory?
) -> UInt32 {
  unsafe change(handle, why) { rain throws(Flaw) in
    try rain.set(setting(number), to: value, over: seconds)
  }
}

@c(rain_set_place) public func setPlace(
  _ handle: UInt32, _ name: CText?, _ seconds: Double, _ why: Memory?
) -> UInt32 {
  unsafe change(handle, why) { rain throws(Flaw) in
    try rain.setPlace(unsafe text(name, "place"), over: seconds)
  }
}

@c(rain_glide) public func glide(
  _ handle: UInt32, _ other: UInt32, _ seconds: Double, _ why: Memory?
) -> UInt32 {
  unsafe change(handle, why) { here throws(Flaw) in
    try here.glide(to: rain(other), over: seconds)
  }
}

@c(rain_get) public func get(_ handle: UInt32, _ number: Int32, _ second: Double) -> Double {
  attempt(nil) { () throws(Flaw) in
    try rain(handle).number(of: setting(number), at: second)
  }?.flatMap { $0 } ?? .nan
}

@c(rain_moves) public func moves(_ handle: UInt32, _ number: Int32) -> UInt32 {
  attempt(nil) { () throws(Flaw) in
    try rain(handle).moves(setting(number)) ? 1 : 0
  } ?? 0
}

@c(rain_unused) public func unused(_ handle: UInt32, _ number: Int32, _ why: Memory?) -> UInt32 {
  unsafe tell(handle, why) { rain throws(Flaw) in try rain.lack(of: setting(number)) }
}

@c(rain_loud) public func loud(_ handle: UInt32, _ why: Memory?) -> UInt32 {
  unsafe tell(handle, why) { $0.loudSentence }
}

@c(rain_json) public func json(_ handle: UInt32, _ text: Memory?, _ room: UInt32) -> UInt32 {
  unsafe write(handle, text, room) { $0.json }
}

@c(rain_said) public func said(_ handle: UInt32, _ text: Memory?, _ room: UInt32) -> UInt32 {
  unsafe write(handle, text, room) { $0.said }
}

/// Copies a text of a rain and a NUL where there is room for both, and returns the bytes of the
/// text.
private func write(
  _ handle: UInt32, _ target: Memory?, _ room: UInt32, _ text: (SoundingRain) -> String
) -> UInt32 {
  let bytes = unsafe copy(target, room, nil) { () throws(Flaw) in
    Array(text(try rain(handle)).utf8) + [0]
  }
  return UInt32(max(1, bytes) - 1)
}

/// Copies bytes where there is room for all of them.
private func copy(_ bytes: Span<UInt8>, to target: Memory?, _ room: UInt32) {
  guard let target = unsafe target, bytes.count <= Int(room) else { return }
  unsafe bytes.withUnsafeBytes {
    guard let start = $0.baseAddress else { return }
    unsafe target.copyMemory(from: start, byteCount: $0.count)
  }
}

/// Copies bytes where there is room for all of them, and returns how many they are; -1 where they
/// cannot be made.
private func copy(
  _ target: Memory?, _ room: UInt32, _ why: Memory?, _ made: () throws(Flaw) -> [UInt8]
) -> Int64 {
  unsafe attempt(why) { () throws(Flaw) in
    let bytes = try made()
    unsafe copy(bytes.span, to: target, room)
    return Int64(bytes.count)
  } ?? -1
}

// MARK: Sound

@c(rain_seek) public func seek(_ handle: UInt32, _ frame: Int64, _ why: Memory?) -> UInt32 {
  unsafe change(handle, why) { rain throws(Flaw) in try rain.seek(to: frame) }
}

@c(rain_frame) public func frame(_ handle: UInt32) -> Int64 {
  unsafe Handles[handle]?.output.map { Int64($0.frame) } ?? -1
}

@c(rain_frames_left) public func framesLeft(_ handle: UInt32) -> Int64 {
  Handles[handle]?.framesLeft.map { Int64($0) } ?? -1
}

@c(rain_render_planes) public func renderPlanes(
  _ handle: UInt32, _ left: UnsafeMutablePointer<Float>?, _ right: UnsafeMutablePointer<Float>?,
  _ frames: UInt32
) -> Int64 {
  guard let rain = Handles[handle], let channels = unsafe rain.output?.channels,
    let left = unsafe left,
    unsafe channels == 1 || channels == 2 && right != nil
  else { return -1 }
  return attempt(nil) {
    rain.render(frames: Int(clamping: frames), asBytes: false) { samples, _, frame in
      let count = samples.count / channels
      for channel in 0..<channels {
        let plane = unsafe (channel == 0 ? left : right ?? left) + frame
        for index in 0..<count { unsafe plane[index] = samples[channel * count + index] }
      }
    }
  } ?? -1
}

@c(rain_render) public func render(_ handle: UInt32, _ bytes: Memory?, _ frames: UInt32) -> Int64 {
  guard let rain = Handles[handle], let size = unsafe rain.output?.bytesPerFrame,
    let bytes = unsafe bytes
  else {
    return -1
  }
  return attempt(nil) {
    rain.render(frames: Int(clamping: frames), asBytes: true) { _, run, frame in
      unsafe copy(run, to: bytes + frame * size, UInt32(run.count))
    }
  } ?? -1
}

@c(rain_wave) public func wave(
  _ handle: UInt32, _ part: UInt32, _ bytes: Memory?, _ room: UInt32, _ why: Memory?
) -> Int64 {
  unsafe copy(bytes, room, why) { () throws(Flaw) in try rain(handle).wave(isEnd: part != 0) }
}

// MARK: Drops

private func frames(_ first: Int64, _ end: Int64) throws(Flaw) -> Range<Int> {
  guard let first = Int(exactly: first), let end = Int(exactly: end), 0 <= first, first <= end
  else {
    throw Flaw("drops lie from a frame 0 or later to one behind it")
  }
  return first..<end
}

@c(rain_drop_rows) public func dropRows(
  _ handle: UInt32, _ first: Int64, _ end: Int64, _ text: Memory?, _ room: UInt32, _ why: Memory?
) -> Int64 {
  unsafe copy(text, room, why) { () throws(Flaw) in
    try rain(handle).dropRows(in: frames(first, end))
  }
}

@c(rain_flash_rows) public func flashRows(
  _ handle: UInt32, _ first: Int64, _ end: Int64, _ text: Memory?, _ room: UInt32, _ why: Memory?
) -> Int64 {
  unsafe copy(text, room, why) { () throws(Flaw) in
    try rain(handle).flashRows(in: frames(first, end))
  }
}

@c(rain_drops) public func drops(
  _ handle: UInt32, _ first: Int64, _ end: Int64, _ drops: Memory?, _ room: UInt32, _ why: Memory?
) -> Int64 {
  unsafe attempt(why) { () throws(Flaw) in
    let frames = try frames(first, end)
    var size = MemoryLayout<rain_drop>.size
    if let drops = unsafe drops, room > 0 {
      let room = unsafe Int(drops.load(as: UInt32.self))
      // A caller that was built before the last four members came.
      guard [size, size - 4 * 8].contains(room) else { throw Flaw("a rain_drop has \(size) bytes") }
      size = room
    }
    var count = 0
    try rain(handle).forEachDrop(in: frames) { drop in
      if let drops = unsafe drops, count < Int(clamping: room) {
        unsafe withUnsafeBytes(of: rain_drop(drop, size: size)) {
          guard let start = $0.baseAddress else { return }
          unsafe (drops + count * size).copyMemory(from: start, byteCount: size)
        }
      }
      count += 1
    }
    return Int64(count)
  } ?? -1
}

@c(rain_typical_drop) public func typicalDrop(
  _ handle: UInt32, _ samples: UnsafeMutablePointer<Float>?, _ room: UInt32,
  _ parts: Memory?, _ why: Memory?
) -> Int64 {
  unsafe attempt(why) { () throws(Flaw) in
    guard let drop = try rain(handle).typicalDrop() else { throw Flaw("no drop falls") }
    if let samples = unsafe samples {
      for index in 0..<min(Int(clamping: room), drop.samples.count) {
        unsafe samples[index] = drop.samples[index]
      }
    }
    _ = unsafe fill(parts, 0) { [rain_parts(drop.timing)] }
    return Int64(drop.samples.count)
  } ?? -1
}
