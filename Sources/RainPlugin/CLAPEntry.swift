internal import CLAP

// What a host finds in the file: `clap_entry`, the name that the build gives to `clapEntry`. It must be there before any
// function has run, so the compiler writes it into its section.

#if os(macOS)
@section("__DATA,__const")
#else
@section(".data.rel.ro")
#endif
@used let clapEntry:
  (
    UInt32, UInt32, UInt32, @convention(c) (UnsafePointer<CChar>?) -> Bool,
    @convention(c) () -> Void,
    @convention(c) (UnsafePointer<CChar>?) -> UnsafeRawPointer?
  ) = (1, 2, 0, { _ in clapStart() }, {}, { unsafe clapFactory($0) })

/// Makes the tables of Swift before there is a second thread.
private func clapStart() -> Bool {
  inOwnState {
    HostRain.makeTables()
    return unsafe CLAPPlugins.descriptors.count > 0 && HostRain(.mono).activate(sampleRate: 44_100)
  }
}

private func clapFactory(_ id: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
  unsafe inOwnState {
    switch unsafe id.map({ unsafe String(cString: $0) }) {
    case "clap.plugin-factory": unsafe UnsafeRawPointer(CLAPPlugins.factory)
    case "clap.preset-discovery-factory/2", "clap.preset-discovery-factory/draft-2":
      unsafe UnsafeRawPointer(CLAPPresets.factory)
    default: nil
    }
  }
}

/// The plug-ins of the file, as CLAP lists them.
enum CLAPPlugins {

  nonisolated(unsafe) static let descriptors = unsafe ChannelLayout.ofPlugins.map { layout in
    let features = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: 4)
    unsafe features.initialize(repeating: nil, count: 4)
    unsafe features[0] = unsafe lasting("instrument")
    unsafe features[1] = unsafe lasting("synthesizer")
    unsafe features[2] = unsafe lasting(layout.portType)
    let empty = unsafe lasting("")
    return unsafe lasting(
      clap_descriptor(
        version: HostText.clapVersion, id: lasting(layout.clapID),
        name: lasting(layout.pluginTitle), vendor: HostText.software, url: empty,
        manual_url: empty, support_url: empty, software: lasting(Software.version),
        description: lasting(HostText.summary), features: UnsafePointer(features)))
  }

  nonisolated(unsafe) static let factory = unsafe lasting(
    clap_factory(
      count: { _ in unsafe UInt32(CLAPPlugins.descriptors.count) },
      descriptor: { _, number in
        unsafe number < CLAPPlugins.descriptors.count ? CLAPPlugins.descriptors[Int(number)] : nil
      },
      create: { _, host, id in
        guard let id = unsafe id else { return nil }
        let text = unsafe String(cString: id)
        guard
          let number = ChannelLayout.ofPlugins.firstIndex(where: {
            $0.clapID.utf8.elementsEqual(text.utf8)
          })
        else { return nil }
        return unsafe inOwnState {
          unsafe CLAPInstance.make(descriptors[number], ChannelLayout.ofPlugins[number], host) {
            _, id in
            unsafe inOwnState {
              unsafe id.flatMap { unsafe CLAPExtensions.named(String(cString: $0)) }
            }
          }
        }
      }))
}
