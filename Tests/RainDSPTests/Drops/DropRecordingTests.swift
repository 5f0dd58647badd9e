import RainTestSupport
import Testing

@testable import RainDSP

@Suite("One drop by itself")
struct DropRecordingTests {
  /// So few drops that none rings into the next, and nothing else.
  private var rain: Rain {
    var rain = Rain.silent
    rain[.drops] = 20
    rain[.echoTime] = 0
    rain[.gust] = 0
    return rain
  }

  @Test("equals the rendering of a rain of single drops, bit for bit", arguments: [1, 2])
  func place(channels: Int) throws {
    for surface in [Surface.open, .ground, .water, .glass] {
      var rain = rain
      rain.surface = surface
      rain[.gain] = 5
      rain[.gust] = surface == .open && channels == 1 ? 0.3 : 0
      for number in 0..<(surface == .open ? 2 : 1) {
        let recording = try #require(
          try DropRecording(number: number, of: rain, sampleRate: 22_050, channels: channels))
        let next = try #require(
          try DropRecording(number: number + 1, of: rain, sampleRate: 22_050, channels: channels))
        let frames = recording.samples.count / channels
        let layout = try #require(ChannelLayout(channels: channels))
        let delay = recording.drop.lastDelay(layout, sampleRate: 22_050)
        #expect(frames == recording.timing.frames + delay)
        try #require(recording.onset + frames < next.onset)
        let mix = rendered(
          rain, recording.onset..<recording.onset + frames, sampleRate: 22_050,
          channels: channels)
        #expect(mix.map(\.bitPattern) == recording.samples.map(\.bitPattern))
        #expect(recording.samples.contains { $0 != 0 })
      }
    }
  }

  @Test(
    "is heard through lowpass and highpass, bit for bit as in the rendering", arguments: [1, 2])
  func tone(channels: Int) throws {
    for (lowpass, highpass) in [(900.0, 20.0), (20_000, 300), (2500, 80)] {
      var rain = rain
      (rain[.lowpass], rain[.highpass]) = (lowpass, highpass)
      let recording = try #require(
        try DropRecording(number: 0, of: rain, sampleRate: 22_050, channels: channels))
      let frames = recording.samples.count / channels
      #expect(frames > recording.timing.frames)
      let mix = rendered(
        rain, recording.onset..<recording.onset + frames, sampleRate: 22_050, channels: channels)
      #expect(mix.map(\.bitPattern) == recording.samples.map(\.bitPattern))
      let peak = recording.samples.reduce(0) { max($0, $1.magnitude) }
      let rest = recording.samples.suffix(channels).reduce(0) { max($0, $1.magnitude) }
      #expect(rest <= peak * 1e-3)
    }
  }

  @Test("splash and modes are timed, and a bubble that is silent is none")
  func parts() throws {
    var rain = rain
    rain.surface = .water
    rain[.bubbleAmplitude] = 0
    let silent = try #require(try DropRecording(number: 0, of: rain))
    #expect(silent.timing.bubble.isEmpty && silent.timing.delay.isEmpty)
    #expect(silent.timing.modes.isEmpty && !silent.timing.splash.isEmpty)
    rain.surface = .metal
    rain[.splash] = 0
    let metal = try #require(try DropRecording(number: 0, of: rain))
    #expect(metal.timing.modes.count > metal.timing.impact.count && metal.timing.splash.isEmpty)
  }

  @Test("drops are counted in the order in which they strike")
  func order() throws {
    var rain = rain
    rain[.drops] = 300
    let frames = try Drops(rain, in: 0..<180 * 8000, sampleRate: 8000).map(\.frame)
    try #require(frames.count > 500)
    for number in [0, 1, 17, 299, 300, 500] {
      let onset = try DropRecording(number: number, of: rain, sampleRate: 8000, channels: 1)?.onset
      #expect(onset == frames[number])
    }
  }

  @Test("is nil in a rain without drops")
  func none() throws { #expect(try DropRecording(number: 0, of: .silent) == nil) }

  @Test("holds no patter, bed or echo")
  func noise() throws {
    var noisy = rain
    noisy[.pink] = 0.3
    noisy[.patterRate] = 5000
    noisy[.echoTime] = 0.5
    let one = try #require(try DropRecording(number: 0, of: rain, sampleRate: 8000))
    let other = try #require(try DropRecording(number: 0, of: noisy, sampleRate: 8000))
    #expect(one.onset == other.onset && one.samples == other.samples)
  }
}
