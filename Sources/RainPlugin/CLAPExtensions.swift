internal import RainDSP
internal import RainFiles
internal import Text

/// What hosts ask of a plug-in beside its sound.
enum CLAPExtensions {
  static func named(_ id: String) -> UnsafeRawPointer? {
    switch id {
    case "clap.audio-ports": unsafe UnsafeRawPointer(audioPorts)
    case "clap.surround/4", "clap.surround.draft/4": unsafe UnsafeRawPointer(surround)
    case "clap.ambisonic/3", "clap.ambisonic.draft/3": unsafe UnsafeRawPointer(ambisonic)
    case "clap.note-ports": unsafe UnsafeRawPointer(notePorts)
    case "clap.params": unsafe UnsafeRawPointer(parameters)
    case "clap.state": unsafe UnsafeRawPointer(state)
    case "clap.tail": unsafe UnsafeRawPointer(tail)
    case "clap.latency": unsafe UnsafeRawPointer(latency)
    case "clap.preset-load/2", "clap.preset-load.draft/2": unsafe UnsafeRawPointer(presetLoad)
    default: nil
    }
  }

  nonisolated(unsafe) private static let audioPorts = unsafe HostText.lasting(
    CLAPPorts(
      count: { _, isInput in isInput ? 0 : 1 },
      get: { plugin, number, isInput, target in
        guard let instance = unsafe CLAPInstance.of(plugin), number == 0, !isInput,
          let target = unsafe target
        else {
          return false
        }
        let layout = instance.rain.layout
        var port = unsafe CLAPAudioPort(
          channelCount: UInt32(layout.channels), type: HostText.lasting(layout.portType))
        HostText.fill("rain", &port.name)
        unsafe target.storeBytes(of: port, as: CLAPAudioPort.self)
        return true
      }))

  nonisolated(unsafe) private static let surround = unsafe HostText.lasting(
    CLAPSurround(
      supports: { plugin, mask in
        guard let layout = unsafe CLAPInstance.of(plugin)?.rain.layout else { return false }
        return !layout.isAmbisonic && mask == UInt64(layout.speakerMask)
      },
      getMap: { plugin, isInput, number, map, room in
        let speakers = unsafe CLAPInstance.of(plugin)?.rain.layout.speakerNumbers ?? []
        guard let map = unsafe map, number == 0, !isInput, speakers.count <= Int(room) else {
          return 0
        }
        for (channel, speaker) in speakers.enumerated() { unsafe map[channel] = speaker }
        return UInt32(speakers.count)
      }))

  nonisolated(unsafe) private static let ambisonic = unsafe HostText.lasting(
    CLAPAmbisonic(
      supports: { plugin, format in
        guard let format = unsafe format?.load(as: CLAPAmbisonicFormat.self) else { return false }
        return unsafe CLAPInstance.of(plugin)?.rain.layout.isAmbisonic == true && format == .ambiX
      },
      getFormat: { plugin, isInput, number, target in
        guard let target = unsafe target, number == 0, !isInput,
          unsafe CLAPInstance.of(plugin)?.rain.layout.isAmbisonic == true
        else { return false }
        unsafe target.storeBytes(of: .ambiX, as: CLAPAmbisonicFormat.self)
        return true
      }))

  nonisolated(unsafe) private static let notePorts = unsafe HostText.lasting(
    CLAPPorts(
      count: { _, isInput in isInput ? 1 : 0 },
      get: { _, number, isInput, target in
        guard number == 0, isInput, let target = unsafe target else { return false }
        var port = CLAPNotePort()
        HostText.fill("notes", &port.name)
        unsafe target.storeBytes(of: port, as: CLAPNotePort.self)
        return true
      }))

  nonisolated(unsafe) private static let tail = unsafe HostText.lasting(
    CLAPFrames(get: { unsafe UInt32(CLAPInstance.of($0)?.rain.tailFrames ?? 0) }))

  nonisolated(unsafe) private static let latency = unsafe HostText.lasting(
    CLAPFrames(get: { _ in 0 }))

  // MARK: Parameters

  nonisolated(unsafe) private static let parameters = unsafe HostText.lasting(
    CLAPParameters(
      count: { _ in UInt32(ParameterLimits.count) },
      getInfo: { _, number, target in
        guard number < ParameterLimits.count, let target = unsafe target else { return false }
        unsafe target.storeBytes(
          of: CLAPExtensions.info(HostParameter.all[HostParameter.order[Int(number)]]),
          as: CLAPParameterInfo.self)
        return true
      },
      getValue: { plugin, id, target in
        guard let instance = unsafe CLAPInstance.of(plugin),
          let index = ParameterLimits.index(of: id),
          let target = unsafe target
        else { return false }
        // A preset may have more than hands reach.
        let number = instance.rain.number(of: index)
        unsafe target.pointee = ParameterLimits[index].nearest(number) ?? number
        return true
      },
      valueToText: { _, id, number, target, room in
        guard let index = ParameterLimits.index(of: id),
          let number = ParameterLimits[index].nearest(number)
        else { return false }
        return unsafe HostText.copy(
          HostParameter.all[index].text(number), to: target, room: Int(room))
      },
      textToValue: { _, id, text, target in
        guard let index = ParameterLimits.index(of: id), let text = unsafe text,
          let target = unsafe target,
          let number = unsafe HostParameter.all[index].number(String(cString: text))
        else { return false }
        unsafe target.pointee = number
        return true
      },
      flush: { plugin, events, _ in
        guard let instance = unsafe CLAPInstance.of(plugin),
          let events = unsafe events?.assumingMemoryBound(to: CLAPInputEvents.self)
        else { return }
        instance.rain.takeProgram()
        let count = unsafe events.pointee.size?(events) ?? 0
        for number in 0..<count {
          if let event = unsafe events.pointee.get?(events, number) { unsafe instance.take(event) }
        }
      }))

  private static func info(_ parameter: HostParameter) -> CLAPParameterInfo {
    var info = unsafe CLAPParameterInfo(
      id: parameter.id, flags: 0, cookie: nil, least: parameter.range.lowerBound,
      most: parameter.range.upperBound, standard: parameter.standard)
    HostText.fill(parameter.name, &info.name)
    HostText.fill(parameter.group, &info.module)
    if parameter.isAutomatable { info.flags |= CLAPParameterInfo.isAutomatable }
    if parameter.isWhole { info.flags |= CLAPParameterInfo.isStepped }
    if parameter.isChoice { info.flags |= CLAPParameterInfo.isChoice }
    if parameter.id == HostParameter.of(.bypass).id { info.flags |= CLAPParameterInfo.isBypass }
    return info
  }

  // MARK: State

  nonisolated(unsafe) private static let state = unsafe HostText.lasting(
    CLAPState(
      save: { plugin, stream in
        guard let instance = unsafe CLAPInstance.of(plugin),
          let stream = unsafe stream?.assumingMemoryBound(to: CLAPOutputStream.self)
        else { return false }
        return unsafe instance.rain.state.withUnsafeBytes { bytes in
          var done = 0
          while done < bytes.count, let start = bytes.baseAddress {
            let count =
              unsafe stream.pointee.write?(stream, start + done, UInt64(bytes.count - done)) ?? -1
            if count <= 0 { return false }
            done += Int(count)
          }
          return true
        }
      },
      load: { plugin, stream in
        guard let instance = unsafe CLAPInstance.of(plugin),
          let stream = unsafe stream?.assumingMemoryBound(to: CLAPInputStream.self)
        else { return false }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 12)
        while bytes.count < 1 << 26 {
          let count = unsafe stream.pointee.read?(stream, &part, UInt64(part.count)) ?? -1
          if count < 0 || count > part.count { return false }
          if count == 0 { break }
          bytes += part[..<Int(count)]
        }
        return CLAPExtensions.load(bytes, file: "state", instance)
      }))

  private static func load(_ bytes: [UInt8], file: String, _ instance: CLAPInstance) -> Bool {
    do {
      try instance.load(bytes, file: file)
      return true
    } catch {
      instance.log(CLAPHostLog.error, error.sentence)
      return false
    }
  }

  nonisolated(unsafe) private static let presetLoad = unsafe HostText.lasting(
    CLAPPresetLoad(fromLocation: { plugin, kind, location, key in
      guard let instance = unsafe CLAPInstance.of(plugin) else { return false }
      let (bytes, file) = unsafe CLAPPresets.bytes(kind, location, key)
      let isLoaded = bytes.map { CLAPExtensions.load($0, file: file, instance) } ?? false
      unsafe instance.tellPreset(isLoaded: isLoaded, kind, location, key)
      return isLoaded
    }))
}

extension CLAPInstance {
  /// Tells the host what has become of a preset.
  func tellPreset(isLoaded: Bool, _ kind: UInt32, _ location: CLAPText?, _ key: CLAPText?) {
    let presets = unsafe extensionOfHost("clap.preset-load")?.assumingMemoryBound(
      to: CLAPHostPresetLoad.self)
    if isLoaded {
      unsafe presets?.pointee.loaded?(host, kind, location, key)
    } else {
      unsafe "no preset".withCString {
        unsafe presets?.pointee.onError?(host, kind, location, key, 0, $0)
      }
    }
  }
}
