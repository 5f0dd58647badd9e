internal import RainDSP
internal import RainFiles
internal import Text

/// The plug-ins of the file, as CLAP lists them.
enum CLAPPlugins {

  nonisolated(unsafe) static let descriptors = unsafe ChannelLayout.ofPlugins.map { layout in
    let features = UnsafeMutablePointer<CLAPText?>.allocate(capacity: 4)
    unsafe features.initialize(repeating: nil, count: 4)
    unsafe features[0] = unsafe HostText.lasting("instrument")
    unsafe features[1] = unsafe HostText.lasting("synthesizer")
    unsafe features[2] = unsafe HostText.lasting(layout.portType)
    let empty = unsafe HostText.lasting("")
    return unsafe HostText.lasting(
      CLAPDescriptor(
        id: HostText.lasting(layout.clapID), name: HostText.lasting(layout.pluginTitle),
        vendor: HostText.software, url: empty, manualURL: empty, supportURL: empty,
        version: HostText.version, description: HostText.lasting(HostText.summary),
        features: UnsafePointer(features)))
  }

  nonisolated(unsafe) static let factory = unsafe HostText.lasting(
    CLAPFactory(
      count: { _ in unsafe UInt32(CLAPPlugins.descriptors.count) },
      descriptor: { _, number in
        unsafe number < CLAPPlugins.descriptors.count
          ? UnsafeRawPointer(CLAPPlugins.descriptors[Int(number)]) : nil
      },
      create: { _, host, id in
        guard let id = unsafe id else { return nil }
        let text = unsafe String(cString: id)
        guard
          let number = ChannelLayout.ofPlugins.firstIndex(where: {
            $0.clapID.utf8.elementsEqual(text.utf8)
          })
        else { return nil }
        return unsafe UnsafeRawPointer(
          CLAPInstance.make(descriptors[number], ChannelLayout.ofPlugins[number], host) { _, id in
            unsafe id.flatMap { unsafe CLAPExtensions.named(String(cString: $0)) }
          })
      }))
}
