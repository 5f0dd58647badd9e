// Times every part of a rendering and every preset, on one thread: `make bench`.

internal import RainAudioIO
internal import RainDSP
internal import RainSynthCommands

let sampleRate = 44_100
let seconds = 20
let runs = 5

/// A time that was measured several times.
struct Measurement {
  let median: Double
  let least: Double
  let most: Double

  /// Runs `work` once unmeasured, then `runs` times; in nanoseconds per `units`.
  init(units: Int, _ work: () -> Void) {
    work()
    let times = (0..<runs).map { _ in
      let time = ContinuousClock().measure(work).components
      return (Double(time.seconds) * 1e9 + Double(time.attoseconds) * 1e-9) / Double(units)
    }.sorted()
    median = times[times.count / 2]
    least = times[0]
    most = times[times.count - 1]
  }

  /// Against a whole second of sound: how many times faster.
  var timesRealTime: Double { 1e9 / (median * Double(sampleRate)) }

  var row: String {
    column(FixedPoint.text(median, decimals: 2), 9)
      + column(FixedPoint.text(least, decimals: 2), 9)
      + column(FixedPoint.text(most, decimals: 2), 9)
  }
}

func column(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

func name(_ text: String) -> String {
  text + String(repeating: " ", count: max(1, 34 - text.count))
}

/// Renders 20 seconds, and hands each block to `work`.
func render(
  _ rain: Rain, _ work: (Int, borrowing [Float], borrowing [Float]) -> Void = { _, _, _ in }
) {
  var renderer = RainRenderer(rain, sampleRate: sampleRate)
  var left = [Float](repeating: 0, count: Tile.frames)
  var right = left
  for _ in 0..<seconds * sampleRate / Tile.frames {
    let first = renderer.frame
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    renderer.render(left: &leftSpan, right: &rightSpan)
    work(first, left, right)
  }
}

let frames = seconds * sampleRate / Tile.frames * Tile.frames
let tiles = frames / Tile.frames

print(
  name("ns a frame, stereo, 44.1 kHz") + column("median", 9) + column("least", 9)
    + column("most", 9))

// The yardstick: what a loop costs that hardly does anything.
var silence = [Float](repeating: 0.5, count: 2 * Tile.frames)
let trivial = Measurement(units: frames) {
  for _ in 0..<tiles {
    for index in silence.indices { silence[index] *= 0.999 }
  }
}
print(name("a multiplication for each sample") + trivial.row)

var tile = StretchedTile()
let white = WhiteNoise(key: RandomKey(seed: 1))
print(
  name("white noise, one channel")
    + Measurement(units: frames) {
      for index in 0..<tiles { white.render(tile: index, into: &tile) }
    }.row)
var pink = PinkNoise(sampleRate: sampleRate, key: RandomKey(seed: 1))
print(
  name("pink noise, one channel")
    + Measurement(units: frames) {
      for index in 0..<tiles { pink.render(tile: index, into: &tile) }
    }.row)
var brown = BrownNoise(sampleRate: sampleRate, key: RandomKey(seed: 1))
print(
  name("brown noise, one channel")
    + Measurement(units: frames) {
      for index in 0..<tiles { brown.render(tile: index, into: &tile) }
    }.row)

/// The renderer with one source of the default rain.
func alone(_ title: String, _ add: (inout Rain) -> Void) {
  var rain = Rain()
  rain.drops = 0
  rain.patterLevel = 0
  rain.pink = 0
  rain.spaceTime = 0
  add(&rain)
  print(name(title) + Measurement(units: frames) { render(rain) }.row)
}

let steady = Rain()
alone("renderer, everything at 0") { _ in }
alone("renderer, near drops alone") { $0.drops = steady.drops }
alone("renderer, patter alone") { $0.patterLevel = steady.patterLevel }
alone("renderer, surroundings alone") { $0.spaceTime = steady.spaceTime }
alone("renderer, bed alone") { $0.pink = steady.pink }
alone("renderer, muffle alone") { $0.muffle = 5000 }

let half = [Float](repeating: 0.25, count: Tile.frames)
for format in SampleFormat.allCases {
  let encoder = PCMEncoder(format: format, channels: 2, dither: RandomKey(seed: 1))
  var bytes: [UInt8] = []
  print(
    name("encoding \(format.rawValue), dithered")
      + Measurement(units: frames) {
        for index in 0..<tiles {
          bytes.removeAll(keepingCapacity: true)
          encoder.encode(half.span, half.span, firstFrame: index * Tile.frames, into: &bytes)
        }
      }.row)
}

let block = [UInt8](repeating: 1, count: 4 * Tile.frames)
print(
  name("SHA-256 of s16")
    + Measurement(units: frames) {
      var hash = SHA256()
      for _ in 0..<tiles { hash.update(block.span) }
      _ = hash.finalize()
    }.row)

print()
print(name("preset, as s16, one thread") + column("ns", 9) + column("x real time", 14))
for shipped in ShippedPresets.names {
  let rain = try PresetFile.load(shipped).rain
  let encoder = PCMEncoder(format: .s16, channels: 2, dither: RandomKey(seed: 1))
  var bytes: [UInt8] = []
  let time = Measurement(units: frames) {
    render(rain) { first, left, right in
      bytes.removeAll(keepingCapacity: true)
      encoder.encode(left.span, right.span, firstFrame: first, into: &bytes)
    }
  }
  print(
    name(shipped) + column(FixedPoint.text(time.median, decimals: 2), 9)
      + column(FixedPoint.text(time.timesRealTime, decimals: 0), 14))
}
