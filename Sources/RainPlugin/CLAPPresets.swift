internal import CLAP

/// The presets for the lists of hosts: the shipped ones, and those of a folder of the user.
enum CLAPPresets {
  nonisolated(unsafe) private static let descriptor = unsafe lasting(
    clap_provider_descriptor(
      version: HostText.clapVersion, id: lasting("rainsynth.presets"),
      name: lasting("rainsynth presets"),
      vendor: HostText.software))

  nonisolated(unsafe) static let factory = unsafe lasting(
    clap_provider_factory(
      count: { _ in 1 },
      descriptor: { _, number in unsafe number == 0 ? CLAPPresets.descriptor : nil },
      create: { _, indexer, id in
        guard let id = unsafe id, unsafe String(cString: id) == "rainsynth.presets" else {
          return nil
        }
        return unsafe lasting(
          clap_provider(
            descriptor: descriptor, data: UnsafeMutableRawPointer(mutating: indexer),
            init: { provider in inOwnState { unsafe CLAPPresets.declare(provider) } },
            destroy: { unsafe $0?.deallocate() },
            get_metadata: { _, kind, location, receiver in
              guard let receiver = unsafe receiver else { return false }
              return inOwnState { unsafe CLAPPresets.describe(kind, location, to: receiver) }
            },
            get_extension: { _, _ in nil }))
      }))

  private static func declare(_ provider: UnsafePointer<clap_provider>?) -> Bool {
    guard
      let indexer = unsafe provider?.pointee.data?.assumingMemoryBound(to: clap_indexer.self)
    else { return false }
    let type = unsafe lasting(
      clap_filetype(
        name: lasting("rainsynth preset"), description: lasting("rain as JSON"),
        ending: lasting("json")))
    let shipped = unsafe lasting(
      clap_location(
        flags: UInt32(CLAP_IS_SHIPPED), name: HostText.software, kind: UInt32(CLAP_IN_PLUGIN),
        location: nil))
    var declares =
      unsafe (indexer.pointee.declare_filetype?(indexer, type) ?? false)
      && (indexer.pointee.declare_location?(indexer, shipped) ?? false)
    if let path = HostText.folderOfUser(".local/share/rainsynth") {
      let userPresets = unsafe lasting(
        clap_location(
          flags: UInt32(CLAP_IS_OF_USER), name: lasting("rainsynth, own presets"),
          kind: UInt32(CLAP_IN_FILE), location: lasting(path)))
      declares =
        unsafe declares && (indexer.pointee.declare_location?(indexer, userPresets) ?? false)
    }
    return declares
  }

  /// The JSON of a preset, and its name in messages.
  static func bytes(
    _ kind: UInt32, _ location: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?
  ) -> (json: [UInt8]?, file: String) {
    if kind == CLAP_IN_PLUGIN {
      let name = unsafe key.map { unsafe String(cString: $0) } ?? ""
      // With the name of its place, which the file leaves open.
      return ((try? Preset(named: name)).map { Array($0.json.utf8) }, name)
    }
    guard kind == CLAP_IN_FILE, let location = unsafe location else { return (nil, "") }
    return unsafe (HostText.file(location), String(cString: location))
  }

  private static func describe(
    _ kind: UInt32, _ location: UnsafePointer<CChar>?, to receiver: UnsafePointer<clap_receiver>
  ) -> Bool {
    for name in kind == CLAP_IN_PLUGIN ? Preset.shippedNames : [""] {
      let isGoingOn = unsafe name.withCString { key in
        let (json, file) = unsafe bytes(kind, location, key)
        guard let json, let preset = try? Preset(json: json, file: file) else {
          unsafe "this is no preset of rain".withCString {
            unsafe receiver.pointee.on_error?(receiver, 0, $0)
          }
          return false
        }
        return unsafe tell(preset, key: name.isEmpty ? nil : key, to: receiver)
      }
      if !isGoingOn { return false }
    }
    return true
  }

  private static func tell(
    _ preset: Preset, key: UnsafePointer<CChar>?, to receiver: UnsafePointer<clap_receiver>
  ) -> Bool {
    let begins = unsafe preset.name.withCString {
      unsafe receiver.pointee.begin_preset?(receiver, $0, key) ?? false
    }
    if !begins { return false }
    for layout in ChannelLayout.ofPlugins {
      unsafe layout.clapID.withCString { id in
        unsafe withUnsafePointer(to: clap_plugin_id(abi: HostText.clap, id: id)) {
          unsafe receiver.pointee.add_plugin_id?(receiver, $0)
        }
      }
    }
    unsafe preset.summary.withCString { unsafe receiver.pointee.set_description?(receiver, $0) }
    return true
  }
}
