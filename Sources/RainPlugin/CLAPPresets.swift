internal import RainDSP
internal import RainFiles

/// The presets for the lists of hosts: the shipped ones, and those of a folder of the user.
enum CLAPPresets {
  /// Below the home of the user.
  static let folder = ".local/share/rainsynth"

  nonisolated(unsafe) private static let descriptor = unsafe HostText.lasting(
    CLAPPresetProviderDescriptor(
      id: HostText.lasting("rainsynth.presets"), name: HostText.lasting("rainsynth presets"),
      vendor: HostText.software))

  nonisolated(unsafe) static let factory = unsafe HostText.lasting(
    CLAPFactory(
      count: { _ in 1 },
      descriptor: { _, number in unsafe number == 0 ? UnsafeRawPointer(CLAPPresets.descriptor) : nil
      },
      create: { _, indexer, id in
        guard let id = unsafe id, unsafe String(cString: id) == "rainsynth.presets" else {
          return nil
        }
        return unsafe UnsafeRawPointer(CLAPPresets.provider(indexer))
      }))

  private static func provider(_ indexer: UnsafeRawPointer?) -> UnsafePointer<CLAPPresetProvider> {
    unsafe HostText.lasting(
      CLAPPresetProvider(
        descriptor: descriptor, indexer: indexer,
        initialize: { unsafe CLAPPresets.declare($0) },
        destroy: { provider in
          guard let provider = unsafe provider?.assumingMemoryBound(to: CLAPPresetProvider.self)
          else {
            return
          }
          unsafe UnsafeMutablePointer(mutating: provider).deallocate()
        },
        getMetadata: { _, kind, location, receiver in
          guard let receiver = unsafe receiver?.assumingMemoryBound(to: CLAPPresetReceiver.self)
          else {
            return false
          }
          return unsafe CLAPPresets.describe(kind, location, to: receiver)
        },
        getExtension: { _, _ in nil }))
  }

  private static func declare(_ provider: UnsafeRawPointer?) -> Bool {
    guard let provider = unsafe provider?.assumingMemoryBound(to: CLAPPresetProvider.self),
      let indexer = unsafe provider.pointee.indexer?.assumingMemoryBound(to: CLAPPresetIndexer.self)
    else { return false }
    let type = unsafe HostText.lasting(
      CLAPPresetFileType(
        name: HostText.lasting("rainsynth preset"), description: HostText.lasting("rain as JSON"),
        fileExtension: HostText.lasting("json")))
    let shipped = unsafe HostText.lasting(
      CLAPPresetLocation(
        flags: CLAPPresetLocation.isShipped, name: HostText.software,
        kind: CLAPPresetLocation.plugin, location: nil))
    var declares =
      unsafe (indexer.pointee.declareFileType?(indexer, type) ?? false)
      && (indexer.pointee.declareLocation?(indexer, shipped) ?? false)
    if let path = HostText.folderOfUser(folder) {
      let userPresets = unsafe HostText.lasting(
        CLAPPresetLocation(
          flags: CLAPPresetLocation.isOfUser, name: HostText.lasting("rainsynth, own presets"),
          kind: CLAPPresetLocation.file, location: HostText.lasting(path)))
      declares =
        unsafe declares && (indexer.pointee.declareLocation?(indexer, userPresets) ?? false)
    }
    return declares
  }

  /// The JSON of a preset, and its name in messages.
  static func bytes(
    _ kind: UInt32, _ location: CLAPText?, _ key: CLAPText?
  ) -> (json: [UInt8]?, file: String) {
    if kind == CLAPPresetLocation.plugin {
      let name = unsafe key.map { unsafe String(cString: $0) } ?? ""
      return (ShippedPresets.bytes(of: name), name)
    }
    guard kind == CLAPPresetLocation.file, let location = unsafe location else { return (nil, "") }
    return unsafe (HostText.file(location), String(cString: location))
  }

  private static func describe(
    _ kind: UInt32, _ location: CLAPText?, to receiver: UnsafePointer<CLAPPresetReceiver>
  ) -> Bool {
    let names = kind == CLAPPresetLocation.plugin ? Preset.shippedNames : [""]
    for name in names {
      let isGoingOn = unsafe name.withCString { key in
        let (json, file) = unsafe bytes(kind, location, key)
        guard let json, let preset = try? Preset(json: json, file: file) else {
          unsafe "this is no preset of rain".withCString {
            unsafe receiver.pointee.onError?(receiver, 0, $0)
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
    _ preset: Preset, key: CLAPText?, to receiver: UnsafePointer<CLAPPresetReceiver>
  ) -> Bool {
    let begins = unsafe preset.name.withCString {
      unsafe receiver.pointee.beginPreset?(receiver, $0, key) ?? false
    }
    if !begins { return false }
    for layout in ChannelLayout.ofPlugins {
      unsafe layout.clapID.withCString { id in
        unsafe withUnsafePointer(to: CLAPPluginID(abi: HostText.clap, id: id)) {
          unsafe receiver.pointee.addPluginID?(receiver, $0)
        }
      }
    }
    unsafe preset.summary.withCString { unsafe receiver.pointee.setDescription?(receiver, $0) }
    return true
  }
}
