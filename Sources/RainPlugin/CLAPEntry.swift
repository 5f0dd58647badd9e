// What a host finds in the file: `clap_entry`, the name that the build gives to `clapEntry`. It must be there before any
// function has run, so the compiler writes it into its section.

internal import RainDSP

#if os(macOS)
@section("__DATA,__const")
#else
@section(".data.rel.ro")
#endif
@used let clapEntry:
  (
    UInt32, UInt32, UInt32, @convention(c) (CLAPText?) -> Bool, @convention(c) () -> Void,
    @convention(c) (CLAPText?) -> UnsafeRawPointer?
  ) = (1, 2, 0, { _ in clapStart() }, {}, { unsafe clapFactory($0) })

/// Makes the tables of Swift before there is a second thread.
private func clapStart() -> Bool {
  HostRain.makeTables()
  return unsafe ParameterLimits.count == HostParameter.all.count
    && CLAPPlugins.descriptors.count > 0
    && HostRain(.mono).activate(sampleRate: 44_100)
}

private func clapFactory(_ id: CLAPText?) -> UnsafeRawPointer? {
  switch unsafe id.map({ unsafe String(cString: $0) }) {
  case "clap.plugin-factory": unsafe UnsafeRawPointer(CLAPPlugins.factory)
  case "clap.preset-discovery-factory/2", "clap.preset-discovery-factory/draft-2":
    unsafe UnsafeRawPointer(CLAPPresets.factory)
  default: nil
  }
}
