internal import CLAP

/// The extensions that hosts ask for beside the sound.
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

  nonisolated(unsafe) private static let audioPorts = unsafe lasting(
    clap_ports(
      count: { _, isInput in isInput ? 0 : 1 },
      get: { plugin, number, isInput, target in
        guard let layout = unsafe CLAPInstance.use(plugin, { $0.rain.layout }), number == 0,
          !isInput,
          let target = unsafe target
        else {
          return false
        }
        var port = unsafe clap_audio_port()
        // The main port, whose memory is that of no input.
        unsafe (port.flags, port.in_place) = (1, .max)
        unsafe (port.channels, port.type) = (
          UInt32(layout.channels), lasting(layout.portType)
        )
        unsafe HostText.fill("rain", &port.name)
        unsafe target.storeBytes(of: port, as: clap_audio_port.self)
        return true
      }))

  nonisolated(unsafe) private static let surround = unsafe lasting(
    clap_surround(
      supports: { plugin, mask in
        guard let layout = unsafe CLAPInstance.use(plugin, { $0.rain.layout }) else { return false }
        return !layout.isAmbisonic && mask == UInt64(layout.speakerMask)
      },
      get_map: { plugin, isInput, number, map, room in
        let speakers = unsafe CLAPInstance.use(plugin) { $0.rain.layout.speakerNumbers } ?? []
        guard let map = unsafe map, number == 0, !isInput, speakers.count <= Int(room) else {
          return 0
        }
        for (channel, speaker) in speakers.enumerated() { unsafe map[channel] = speaker }
        return UInt32(speakers.count)
      }))

  /// ACN and SN3D.
  private static let ambiX = clap_ambisonic_format(ordering: 1, normalization: 1)

  nonisolated(unsafe) private static let ambisonic = unsafe lasting(
    clap_ambisonic(
      supports: { plugin, format in
        guard let format = unsafe format?.pointee else { return false }
        return unsafe CLAPInstance.use(plugin) { $0.rain.layout.isAmbisonic } == true
          && format.ordering == ambiX.ordering && format.normalization == ambiX.normalization
      },
      get_format: { plugin, isInput, number, target in
        guard let target = unsafe target, number == 0, !isInput,
          unsafe CLAPInstance.use(plugin, { $0.rain.layout.isAmbisonic }) == true
        else { return false }
        unsafe target.pointee = ambiX
        return true
      }))

  nonisolated(unsafe) private static let notePorts = unsafe lasting(
    clap_ports(
      count: { _, isInput in isInput ? 1 : 0 },
      get: { _, number, isInput, target in
        guard number == 0, isInput, let target = unsafe target else { return false }
        // The dialects are CLAP, which is preferred, and MIDI.
        var port = clap_note_port()
        (port.supported, port.preferred) = (1 | 2, 1)
        HostText.fill("notes", &port.name)
        unsafe target.storeBytes(of: port, as: clap_note_port.self)
        return true
      }))

  nonisolated(unsafe) private static let tail = unsafe lasting(
    clap_frames(get: { unsafe UInt32(CLAPInstance.use($0) { $0.rain.tailFrames } ?? 0) }))

  nonisolated(unsafe) private static let latency = unsafe lasting(
    clap_frames(get: { _ in 0 }))

  nonisolated(unsafe) private static let parameters = unsafe lasting(
    clap_parameters(
      count: { _ in UInt32(ParameterLimits.count) },
      get_info: { _, number, target in
        guard number < ParameterLimits.count, let target = unsafe target else { return false }
        let parameter = inOwnState { HostParameter.all[HostParameter.order[Int(number)]] }
        var info = unsafe clap_parameter()
        unsafe (info.id, info.standard) = (parameter.id, parameter.row.standard)
        unsafe (info.least, info.most) = (parameter.range.lowerBound, parameter.range.upperBound)
        unsafe HostText.fill(parameter.row.title, &info.name)
        unsafe HostText.fill(parameter.group, &info.module)
        if parameter.isAutomatable { unsafe info.flags |= UInt32(CLAP_IS_AUTOMATABLE) }
        if parameter.isWhole { unsafe info.flags |= UInt32(CLAP_IS_STEPPED) }
        if parameter.row.isChoice { unsafe info.flags |= UInt32(CLAP_IS_CHOICE) }
        if parameter.isBypass { unsafe info.flags |= UInt32(CLAP_IS_BYPASS) }
        unsafe target.pointee = info
        return true
      },
      get_value: { plugin, id, target in
        guard let index = ParameterLimits.index(of: id), let target = unsafe target else {
          return false
        }
        return unsafe CLAPInstance.use(plugin) { instance in
          // A preset may have more than hands reach.
          let number = instance.rain.number(of: index)
          unsafe target.pointee = ParameterLimits[index].nearest(number) ?? number
          return true
        } ?? false
      },
      value_to_text: { _, id, number, target, room in
        inOwnState {
          guard let index = ParameterLimits.index(of: id),
            let number = ParameterLimits[index].nearest(number)
          else { return false }
          return unsafe HostParameter.all[index].text(number).copy(to: target, room: Int(room))
        }
      },
      text_to_value: { _, id, text, target in
        guard let index = ParameterLimits.index(of: id), let text = unsafe text,
          let target = unsafe target,
          let number = inOwnState({
            unsafe HostParameter.all[index].number(String(cString: text))
          })
        else { return false }
        unsafe target.pointee = number
        return true
      },
      flush: { plugin, events, _ in
        unsafe CLAPInstance.use(plugin) { instance in
          instance.rain.takePreset()
          unsafe instance.take(events)
        }
      }))

  nonisolated(unsafe) private static let state = unsafe lasting(
    clap_state(
      save: { plugin, stream in
        guard let state = unsafe CLAPInstance.use(plugin, { $0.rain.state() }),
          let stream = unsafe stream
        else { return false }
        return unsafe state.withUnsafeBytes { bytes in
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
        guard let stream = unsafe stream,
          let bytes = HostText.bytes({
            unsafe Int(stream.pointee.read?(stream, &$0, UInt64($0.count)) ?? -1)
          })
        else { return false }
        return unsafe CLAPInstance.use(plugin) { $0.load(bytes, file: "state") } ?? false
      }))

  nonisolated(unsafe) private static let presetLoad = unsafe lasting(
    clap_preset_load(from_location: { plugin, kind, location, key in
      unsafe CLAPInstance.use(plugin) { instance in
        let (bytes, file) = unsafe CLAPPresets.bytes(kind, location, key)
        let isLoaded = bytes.map { instance.load($0, file: file) } ?? false
        // The host hears what has become of it.
        let host = unsafe instance.host
        let presets = unsafe instance.extensionOfHost(
          "clap.preset-load", clap_host_preset_load.self)
        if isLoaded {
          unsafe presets?.pointee.loaded?(host, kind, location, key)
        } else {
          unsafe "no preset".withCString {
            unsafe presets?.pointee.on_error?(host, kind, location, key, 0, $0)
          }
        }
        return isLoaded
      } ?? false
    }))
}
