// Prints hashes, mono and stereo, on the processor that it was compiled for: of each preset, by the functions of
// rain.h, and of a rain that moves, as `rainsynth hash --duration 3 --from 2` does; of clip 731 of a run of `vary`; of
// a log of drops, a CSV for mono, JSON for stereo.

#if !arch(wasm32)
@_extern(c, "putchar") func putchar(_ character: Int32) -> Int32

@main struct Harness {
  static func main() {
    for index in 0..<presets + 3 {
      for channels in 1...2 {
        for byte in digest(of: index, channels: channels) {
          for digit in [byte >> 4, byte & 15] {
            _ = putchar(Int32(digit < 10 ? 48 + digit : 87 + digit))
          }
        }
        _ = putchar(10)
      }
    }
  }
}
#else
/// Eight bytes of a hash at a time, since the WebAssembly runner prints numbers.
@_cdecl("hash") func hash(_ index: Int32, _ channels: Int32, _ part: Int32) -> Int64 {
  let digest = digest(of: Int(index), channels: Int(channels))
  var bytes: UInt64 = 0
  for byte in digest[Int(part) * 8..<Int(part) * 8 + 8] { bytes = bytes << 8 | UInt64(byte) }
  return Int64(bitPattern: bytes)
}
#endif

let clip = 731
let draws = ClipDraws(seed: 1)

/// The settings of the clip.
func rainOfClip() -> Rain {
  var rain = Rain()
  rain[.rainfall] = draws.draw("rainfall", ofClip: clip, .log(0.5...80))
  rain[.gain] = draws.draw("gain", ofClip: clip, .normal(mean: -6, deviation: 3, within: -60...24))
  rain[.distance] = draws.draw(
    "distance", ofClip: clip, .list([(0.5, 1), (0.75, 2), (0.9, 1)]))
  return rain
}

/// Steady rain that grows from 1 to 30 mm/h.
func growingRain() -> RainAutomation {
  do throws(InvalidSetting) {
    return try RainAutomation(
      Rain(), curves: [RainAutomation.Curve(.rainfall, [.init(at: 1, 1), .init(at: 3, 30)])])
  } catch {
    fatalError()
  }
}

let presets = Preset.shippedNames.count

/// The renderer of steady rain that grows from 1 to 30 mm/h, or of the clip.
func renderer(isClip: Bool, seed: UInt64, sampleRate: Int, channels: Int, startingAt frame: Int)
  -> RainRenderer
{
  do throws(InvalidSetting) {
    if isClip {
      return try RainRenderer(
        rainOfClip(), sampleRate: sampleRate, channels: channels, seed: seed, startingAt: frame)
    }
    return try RainRenderer(
      .init(
        growingRain(), layout: channels == 1 ? .mono : .stereo, sampleRate: sampleRate, seed: seed,
        startingAt: frame))
  } catch {
    fatalError()
  }
}

/// The SHA-256 of the third second, in which every preset has drops, as s16 at 44.1 kHz.
func digest(of index: Int, channels: Int) -> [UInt8] {
  if index < presets { return digest(ofPreset: Preset.shippedNames[index], channels: channels) }
  if index == presets + 2 { return digestOfLog(channels: channels) }
  let sampleRate = 44_100
  let isClip = index == presets + 1
  let seed = isClip ? draws.seed(ofClip: clip) : 1
  var renderer = renderer(
    isClip: isClip, seed: seed, sampleRate: sampleRate, channels: channels,
    startingAt: 2 * sampleRate)
  let encoder = PCMEncoder(
    format: .s16, channels: channels, dither: Source.dither.key(below: Source.root(seed: seed)))
  var sha = SHA256()
  var samples = [Float](repeating: 0, count: channels * sampleRate / 10)
  var bytes: [UInt8] = []
  for block in 0..<10 {
    var span = samples.mutableSpan
    renderer.render(planar: &span)
    bytes.removeAll(keepingCapacity: true)
    encoder.encode(
      planar: samples.span, firstFrame: 2 * sampleRate + block * sampleRate / 10, into: &bytes)
    sha.update(bytes.span)
  }
  return sha.finalize()
}

/// The same second by the functions of rain.h, in blocks of 1,000 frames.
func digest(ofPreset name: String, channels: Int) -> [UInt8] {
  let rain = new(name, nil)
  guard rain != 0, option(rain, "channels", "\(channels)", nil) == 1,
    option(rain, "duration", "132300", nil) == 1, option(rain, "from", "88200", nil) == 1,
    start(rain, 0, nil) == 1
  else { fatalError() }
  defer { _ = free(rain) }
  var sha = SHA256()
  var bytes = [UInt8](repeating: 0, count: 1000 * 2 * channels)
  while true {
    let frames = bytes.withUnsafeMutableBytes { render(rain, $0.baseAddress, 1000) }
    if frames <= 0 { return sha.finalize() }
    sha.update(bytes.span.extracting(0..<Int(frames) * 2 * channels))
  }
}

/// The SHA-256 of the log of the drops of a minute of steady rain.
func digestOfLog(channels: Int) -> [UInt8] {
  let sampleRate = 44_100
  let format: DropLogFormat = channels == 1 ? .csv : .jsonl
  let layout: ChannelLayout = channels == 1 ? .mono : .stereo
  var bytes = format.header(layout)
  do throws(InvalidSetting) {
    try Drops(Rain(), in: 0..<60 * sampleRate, sampleRate: sampleRate).forEachDrop {
      frame, drop, level in
      let logged = LoggedDrop(
        drop, at: frame, sampleRate: sampleRate, layout: layout,
        gain: Elementary.amplitude(decibels: level), hasEnd: false)
      format.append(logged, to: &bytes)
    }
  } catch {
    fatalError()
  }
  var sha = SHA256()
  sha.update(bytes.span)
  return sha.finalize()
}
