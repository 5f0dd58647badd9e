// Measures the time of every part of a rendering, and of every preset:
//
//     RainBench [--json]

internal import Platform
internal import RainAudio
internal import RainFiles

let sampleRate = 44_100
let tiles = 20 * sampleRate / Tile.frames
let frames = tiles * Tile.frames
var report = Report(isJSON: CommandLine.arguments.contains("--json"))

/// Adds a row with the time of work on all frames, or on so many other units.
@MainActor func measure(
  _ name: String, units: Int = frames, _ work: @MainActor () async throws -> Void
) async throws {
  try report.add(name, await Measurement(units: units, work))
}

try report.begin("Loops to compare with", in: "ns a frame")
let sound = [Float](repeating: 0.25, count: Tile.frames)
// Both channels of 20 seconds, tile by tile.
try await measure("a multiplication a sample") {
  var samples = sound
  for _ in 0..<2 * tiles {
    for index in samples.indices { samples[index] *= 0.999 }
  }
  precondition(samples[0] < 1)
}
try await measure("a sum in one order, a sample") {
  var samples = sound
  for _ in 0..<2 * tiles {
    var sum: Float = 0
    for index in samples.indices { sum += samples[index] }
    samples[0] = sum * 1e-9
  }
}

/// Renders 20 seconds in stereo and calls `work` with each tile.
func render(
  _ automation: RainAutomation, _ work: (Int, borrowing [Float]) -> Void = { _, _ in }
) throws {
  var renderer = try RainRenderer(.init(automation, sampleRate: sampleRate))
  var samples = [Float](repeating: 0, count: 2 * Tile.frames)
  for index in 0..<tiles {
    var span = samples.mutableSpan
    renderer.render(planar: &span)
    work(index * Tile.frames, samples)
  }
}

/// Measures the renderer with some sources of the default rain, its start included.
@MainActor func alone(
  _ name: String, units: Int = frames, _ values: [Setting: Double]
) async throws {
  var rain = Rain()
  for setting in [
    Setting.drops, .patterLevel, .pink, .echoTime, .bedCorrelation, .bedModulation,
  ] { rain[setting] = 0 }
  (rain[.bedHighpass], rain[.bedLowpass]) = (20, 20_000)
  for (setting, number) in values { rain[setting] = number }
  try await measure(name, units: units) { try render(RainAutomation(rain)) }
}

let steady = Rain()
try report.begin("The renderer, stereo", in: "ns a frame")
let sources: KeyValuePairs<String, [Setting: Double]> = [
  "everything at 0": [:],
  "near drops": [.drops: steady[.drops]],
  "patter": [.patterLevel: steady[.patterLevel]],
  "echo": [.echoTime: steady[.echoTime]],
  "white bed": [.white: 0.1],
  "pink bed": [.pink: 0.1],
  "pink bed, high-pass": [.pink: 0.1, .bedHighpass: 200],
  "pink bed, low-pass": [.pink: 0.1, .bedLowpass: 5000],
  "pink bed, channels correlated": [.pink: 0.1, .bedCorrelation: 1200],
  "pink bed, following gusts": [.pink: 0.1, .bedModulation: 0.6],
  "lowpass": [.lowpass: 5000],
]
for (name, values) in sources { try await alone(name, values) }

try report.begin("Steady rain whose settings move, stereo", in: "ns a frame")
/// Measures steady rain while some settings move from one factor of their values to another.
@MainActor func moving(_ name: String, by factors: ClosedRange<Double>, _ settings: [Setting])
  async throws
{
  let end = Double(frames) / Double(sampleRate)
  var curves: [RainAutomation.Curve] = []
  for setting in settings where !setting.row.isChoice {
    let (range, value) = (setting.row.range, steady[setting])
    let ends = [factors.lowerBound, factors.upperBound].map {
      max(range.lowerBound, min(range.upperBound, $0 * value))
    }
    curves.append(.init(setting, [.init(at: 0, ends[0]), .init(at: end, ends[1])]))
  }
  if settings == [.rainfall] {
    curves = [.init(.rainfall, [.init(at: 0, 5), .init(at: end, 20)])]
  }
  let automation = try RainAutomation(steady, curves: curves)
  try await measure(name) { try render(automation) }
}
try await moving("none", by: 1...1, [.gain])
try await moving(
  "rates and levels", by: 0.7...1.4, [.drops, .patterRate, .patterLevel, .pink, .dropLevel])
try await moving("rainfall", by: 1...1, [.rainfall])
try await moving("all numbers", by: 0.95...1.05, Setting.allCases)

try report.begin("A near drop", in: "ns a drop")
let second = [Float](repeating: 0, count: sampleRate)
@MainActor func drop(_ name: String, _ render: (inout MutableSpan<Float>) -> Void) async throws {
  var output = second
  try await measure(name, units: 10_000) {
    var span = output.mutableSpan
    for _ in 0..<10_000 { render(&span) }
  }
}
let impact = Impact(amplitude: 0.4, duration: 0.8e-3)
let splash = Splash(amplitude: 0.1, frequency: 4000, spreadTime: 3e-3, key: RandomKey(seed: 1))
let bubble = Bubble(amplitude: 0.3, frequency: 2200, decay: 240)
try await drop("impact") { impact.render(adding: &$0, sampleRate: sampleRate) }
try await drop("splash") { splash.render(adding: &$0, sampleRate: sampleRate) }
try await drop("bubble") { bubble.render(adding: &$0, sampleRate: sampleRate) }
for rate in [4000, 60_000, 1_000_000] {
  try await alone(
    "whole, with the renderer, at \(rate)/min", units: rate * frames / sampleRate / 60,
    [.drops: Double(rate), .gust: 0])
}

try report.begin("Encoding, stereo", in: "ns a frame")
let planes = sound + sound
for format in SampleFormat.allCases {
  let encoder = PCMEncoder(format: format, channels: 2, dither: RandomKey(seed: 1))
  var bytes: [UInt8] = []
  try await measure("\(format.rawValue), dithered") {
    for index in 0..<tiles {
      bytes.removeAll(keepingCapacity: true)
      encoder.encode(planar: planes.span, firstFrame: index * Tile.frames, into: &bytes)
    }
  }
}

try report.begin("Bytes of s16, stereo", in: "ns a frame")
// Four tiles of rain, again and again.
var block: [UInt8] = []
let encoder = PCMEncoder(format: .s16, channels: 2, dither: RandomKey(seed: 1))
try render(RainAutomation(steady)) { frame, samples in
  if frame < 4 * Tile.frames {
    encoder.encode(planar: samples.span, firstFrame: frame, into: &block)
  }
}
try await measure("SHA-256") {
  var hash = SHA256()
  for _ in 0..<tiles / 4 { hash.update(block.span) }
  _ = hash.finalize()
}
try await measure("levels") {
  var levels = Levels(WaveFormat(.s16, layout: .stereo, sampleRate: sampleRate))
  for _ in 0..<tiles / 4 { levels.update(block.span) }
  precondition(levels.peak > 0)
}
try await measure("to a file, without its flush") {
  let file = try Output("RainBench.wav", isForced: true, expectedBytes: 4 * frames)
  for _ in 0..<tiles / 4 { try file.write(block) }
}

for threads in Processors.count == 1 ? [1] : [1, Processors.count] {
  try report.begin(
    "Presets as s16, \(threads == 1 ? "one thread" : "\(threads) threads")", in: "times real time")
  for name in Preset.shippedNames {
    let length = Duration(frame: 3 * frames, sampleRate: sampleRate)
    let rendering = try Rendering(RenderJob(try Preset(named: name), duration: length))
    let time = await Measurement(units: 3 * frames) {
      _ = await rendering.deliver(threads: threads) { _ in }
    }
    try report.add(name, Measurement(times: time.times.map { 1e9 / Double(sampleRate) / $0 }))
  }
}
