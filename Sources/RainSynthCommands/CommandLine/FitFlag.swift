internal import CommandLineKit
internal import RainAudio
internal import RainDSP
internal import RainFiles
internal import Text

/// The flag --fit: all that a preset has, in another time.
enum FitFlag {
  static let option = Option(
    "fit", takes: "TIME", "play all of a gauge's preset in this time, from its first rain on")

  /// The preset as the flag wants it.
  static func fitted(_ preset: Preset?, _ commandLine: ParsedCommandLine) throws -> Preset? {
    guard let text = commandLine[option.name] else { return preset }
    guard let time = Duration(written: text), time > .zero else {
      throw Flaw("--fit takes a time such as 5m or 90s, not \(text.quoted)")
    }
    guard let preset else { throw Flaw("--fit needs a preset with a length: -p day.json") }
    if commandLine["duration"] != nil {
      throw Flaw("--fit says the length, and so does --duration; give one of them")
    }
    return try preset.fitting(time)
  }

  /// Where a rendering ends before the first rain of its preset, what the preset takes and how to get all of it.
  static func sentence(_ rendering: Rendering, of preset: Preset?) -> String? {
    let end = Duration(frame: rendering.frames.upperBound, sampleRate: rendering.sampleRate)
    guard let preset, let length = preset.duration, !rendering.isEndless, end < length,
      end <= preset.firstRain
    else { return nil }
    return
      "\(preset.name.quoted) takes \(length.clockText), and its first \(end.clockText) are dry; "
      + "--fit \(end.secondsText)s instead of -d plays all of it from its first rain on, which is at "
      + preset.firstRain.clockText
  }
}

/// Whether samples stay below -60 dBFS, where a rain is not heard.
struct Silence {
  private static let level = 0.001
  static let sentence = "is silent: no sample reaches -60 dBFS"
  private(set) var isSilent = true

  /// Takes more samples, until one is loud.
  mutating func take(_ bytes: ArraySlice<UInt8>, _ format: SampleFormat) {
    guard isSilent else { return }
    let size = format.bytesPerSample
    for place in stride(from: bytes.startIndex, to: bytes.endIndex - size + 1, by: size) {
      // The last byte is the highest.
      let bits = bytes[place..<place + size].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let whole = Double(Int32(bitPattern: bits << UInt32(32 - 8 * size))) / 0x1p31
      let sample = format.isFloat ? Double(Float(bitPattern: bits)) : whole
      if sample.magnitude >= Self.level {
        isSilent = false
        return
      }
    }
  }
}
