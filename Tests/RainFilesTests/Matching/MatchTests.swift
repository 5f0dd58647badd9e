import Foundation
import RainTestSupport
import Testing

@testable import RainAudio
@testable import RainFiles

/// The analysis by sounds whose numbers are known.
@Suite struct SoundTextureTests {
  private static let rate = 32_000
  private static let analysis = TextureAnalysis(sampleRate: rate, highest: 14_000)

  /// Gaussian noise, times an envelope over seconds.
  static func noise(
    seconds: Double = 8, seed: UInt64 = 5, _ envelope: (Double) -> Double = { _ in 1 }
  ) -> [Float] {
    let key = RandomKey(seed: seed)
    return (0..<Int(seconds * Double(rate))).map {
      Float(0.1 * key.child($0).normal * envelope(Double($0) / Double(rate)))
    }
  }

  private static func texture(_ sound: [Float]) -> SoundTexture {
    SoundTexture(meanOf: analysis.textures(of: sound))
  }

  @Test("noise that is a sixteenth as high for half of the time varies by the law")
  func variation() {
    // An envelope is the fourth root of the amplitude: 1 and 1/2 have the mean 3/4, and the mean square 5/8.
    let plain = Self.texture(Self.noise())[1]
    let gated = Self.texture(
      Self.noise { ($0 * 2).truncatingRemainder(dividingBy: 1) < 0.5 ? 1 : 0.0625 })[1]
    for band in plain.indices {
      let square = CLibrary.exponential(2 * plain[band])
      let wanted = (1 + square) * 0.625 / 0.5625 - 1
      #expect(abs(CLibrary.exponential(2 * gated[band]) / wanted - 1) < 0.1, "\(band)")
    }
  }

  @Test("a modulation is found in its octave")
  func modulation() {
    let plain = Self.texture(Self.noise())[3]
    for octave in 1...6 {
      // Of a step of 8 ms, difference number n lasts 16 · 2^n ms: half of a period.
      let hertz = 1 / (0.032 * Double(1 << octave))
      let moved = Self.texture(
        Self.noise { 1 + 0.7 * CLibrary.sine(2 * .pi * hertz * $0) })[3]
      for band in 4..<16 {
        let rises = (0..<7).map { moved[7 * band + $0] - plain[7 * band + $0] }
        let highest = rises.indices.max { rises[$0] < rises[$1] } ?? 0
        #expect(abs(highest - octave) <= 1, "\(hertz) Hz: \(rises)")
      }
    }
  }

  @Test("third octaves of white noise rise by 1 dB each, at every rate")
  func thirds() {
    let levels = Self.texture(Self.noise())[0]
    // Of lower ones, the bins are too few.
    for third in 9..<levels.count {
      #expect(abs(levels[third] - levels[third - 3] - 3.01) < 0.7, "\(third)")
    }
  }

  @Test("a statistic depends neither on the level nor on the rate")
  func invariance() throws {
    let rain = try Preset(named: "tent").rain
    func texture(_ rate: Int, gain: Double) throws -> SoundTexture {
      var (rain, sound) = (rain, [Float](repeating: 0, count: 8 * rate))
      rain[.gain] = gain
      var renderer = try RainRenderer(rain, sampleRate: rate, channels: 1)
      var span = sound.mutableSpan
      renderer.render(into: &span)
      return SoundTexture(
        meanOf: TextureAnalysis(sampleRate: rate, highest: 14_000).textures(of: sound))
    }
    let soft = try texture(48_000, gain: -20)
    for (kinds, limit) in [
      (try texture(48_000, gain: -6), 0.01), (try texture(96_000, gain: -20), 0.35),
    ] {
      for kind in [1, 4, 5, 8] {
        for (a, b) in zip(soft[kind], kinds[kind]) { #expect(abs(a - b) < limit, "\(kind)") }
      }
    }
  }

  @Test("channels that share half of their power have a correlation of a half")
  func correlation() {
    let (a, b, c) = (Self.noise(seed: 1), Self.noise(seed: 2), Self.noise(seed: 3))
    let spectrum = ShortTimeSpectrum(
      count: 512, step: 512, sampleRate: Self.rate, bands: [(250, 500), (1000, 2000)])
    for r in spectrum.correlations(
      zip(a, b).map { $0 + $1 }, zip(a, c).map { $0 + $1 })
    {
      #expect(abs(r - 0.5) < 0.05)
    }
  }

  @Test("a recording that cannot be matched says why")
  func refusals() throws {
    func sentence(_ channels: [[Float]], _ rate: Int = Self.rate) -> String {
      do {
        _ = try Recording(channels, sampleRate: rate)
        return ""
      } catch {
        return "\(error)"
      }
    }
    let sine = (0..<128_000).map { Float(CLibrary.sine(2 * .pi * 440 * Double($0) / 32_000)) }
    var click = [Float](repeating: 0, count: 128_000)
    click[64_000] = 1
    for (channels, words) in [
      ([Self.noise(seconds: 2)], "lasts 2 s"), ([Self.noise(seconds: 61)], "lasts 61 s"),
      ([], "lasts 0 s"), ([click], "silent"), ([sine], "tone of 440 Hz"),
      ([Self.noise(), [.nan] + Self.noise()], "no numbers"),
    ] { #expect(sentence(channels).contains(words), "\(sentence(channels))") }
    #expect(sentence([Self.noise()], 4000).contains("4000 Hz"))
    #expect(sentence([Self.noise()]) == "")
    #expect(try Recording([Self.noise(), Self.noise()], sampleRate: Self.rate).channels.count == 1)
  }
}

/// Recordings in which there is more than rain, or less.
@Suite struct RecordingTests {
  private static let rate = 32_000
  private static func noise(_ seed: UInt64 = 5, _ envelope: (Double) -> Double = { _ in 1 })
    -> [Float]
  { SoundTextureTests.noise(seed: seed, envelope) }

  /// The rest, in s, and what is said.
  private static func heard(
    _ channels: [[Float]], _ layout: ChannelLayout? = nil
  ) throws -> (Recording, seconds: Double, notes: String) {
    let recording = try Recording(channels, sampleRate: rate, layout: layout, startingAt: 10)
    let seconds = Double(recording.channels[0].count) / Double(rate)
    return (recording, seconds, recording.notes.joined(separator: "; "))
  }

  @Test("an offset and a rumble of 5 Hz move no band")
  func rumble() throws {
    let sound = Self.noise()
    let shaken = sound.indices.map {
      sound[$0] + 0.05 + 0.05 * Float(CLibrary.sine(2 * .pi * 5 * Double($0) / 32_000))
    }
    func texture(_ sound: [Float]) throws -> SoundTexture {
      MatchSearch(try Recording([sound], sampleRate: Self.rate)).target
    }
    for (a, b) in try zip(texture(sound).joined(), texture(shaken).joined()) {
      #expect(abs(a - b) < 0.1)
    }
  }

  @Test("a channel that is dead is left out, and one that is inverted turned back")
  func channels() throws {
    let (left, right) = (Self.noise(1), Self.noise(2))
    let dead = try Self.heard([left, right.map { $0 / 1000 }])
    #expect(dead.0.channels.count == 1 && dead.notes.contains("right channel is silent"))
    let both = zip(left, right).map { $0 + 0.3 * $1 }
    let inverted = try Self.heard([left, both.map { -$0 }])
    #expect(inverted.notes.contains("inverted"))
    #expect(zip(inverted.0.channels[0], inverted.0.channels[1]).allSatisfy { $0 * $1 > -0.1 })
    #expect(try Self.heard([left, both]).notes.isEmpty)
    #expect(try Self.heard([left, right]).notes.isEmpty)
  }

  @Test("loudspeakers are mixed on their sides, and ambisonics is heard by its first channel")
  func layouts() throws {
    let (sound, none) = (Self.noise(), [Float](repeating: 0, count: 8 * Self.rate))
    for (channel, sides) in [(0, [true, false]), (2, [true, true]), (5, [false, true])] {
      var channels = [[Float]](repeating: none, count: 6)
      channels[channel] = sound
      channels[3] = Self.noise(9) { _ in 9 }
      let notes = try Self.heard(channels, .surround5).notes
      #expect(notes.contains("6 loudspeakers are mixed"))
      #expect(notes.contains("left channel") == !sides[0], "\(channel): \(notes)")
      #expect(notes.contains("right channel") == !sides[1], "\(channel): \(notes)")
    }
    let ambisonics = try Self.heard([sound, Self.noise(2), none, none], .firstOrder)
    #expect(ambisonics.0.channels.count == 1 && ambisonics.notes.contains("ambisonics"))
    #expect(ambisonics.0.channels == (try Self.heard([sound]).0.channels))
  }

  @Test("silence, fades and sounds that are no rain are left out with their times, and rain is not")
  func stretches() throws {
    func check(_ words: String, _ seconds: Double, _ envelope: (Double) -> Double) throws {
      let heard = try Self.heard([Self.noise(5, envelope)])
      #expect(abs(heard.seconds - seconds) < 0.8, "\(heard.seconds) s; \(heard.notes)")
      #expect(heard.notes.isEmpty == words.isEmpty, "\(heard.notes)")
      #expect(words.isEmpty || heard.notes.contains(words), "\(heard.notes)")
    }
    try check("10.0 to 12.", 6) { $0 < 2 ? 0 : 1 }
    try check("to 18.0 s is left out: silence", 6) { $0 < 6 ? 1 : 0 }
    try check("it fades", 7.2) { min(1, $0 / 1.6) }
    try check("something as", 5.8) { $0 > 3 && $0 < 5 ? 4 : 1 }
    try check("", 8) { $0 < 4 ? 1 : 1.5 }
    try check("", 8) { ($0 * 4).truncatingRemainder(dividingBy: 1) < 0.05 ? 8 : 1 }
  }
}

/// Random rains are found again.
@Suite struct FoundAgainTests {
  /// How many: RAINSYNTH_MATCHES says more.
  static let count =
    ProcessInfo.processInfo.environment["RAINSYNTH_MATCHES"].flatMap { Int($0) }
    ?? (Build.isOptimised ? 3 : 0)
  private static let seconds = 12

  private static func sound(
    _ rain: Rain, _ rate: Int, _ channels: Int, seconds: Int = seconds, seed: UInt64
  ) throws -> [Float] {
    var renderer = try RainRenderer(
      rain, sampleRate: rate, channels: channels, seed: seed, startingAt: 2 * rate)
    var sound = [Float](repeating: 0, count: seconds * rate * channels)
    var span = sound.mutableSpan
    renderer.render(into: &span)
    return sound
  }

  private static func loudness(_ sounds: [[Float]], _ rate: Int, _ channels: Int) -> Double {
    var meter = Loudness(sampleRate: rate, layout: channels == 1 ? .mono : .stereo)
    for sound in sounds { meter.update(sound.span) }
    return meter.integrated ?? -100
  }

  /// A rain of the place, drawn by the number: its rainfall, its nearest drop, its tone, its rate and channels.
  private struct Drawn: Sendable {
    let place: String
    var rain: Rain
    let (rate, channels): (Int, Int)

    init(_ number: Int) throws {
      let key = RandomKey(seed: 65).child(number)
      func share(_ draw: Int) -> Double { key.child(draw).uniform }
      place = Place.names[Int(share(0) * Double(Place.names.count))]
      rain = try Preset(named: place).rain
      rain[.rainfall] = 0.7 * CLibrary.power(60, share(1))
      rain[.distance] = max(0.25, rain[.distance] * 0.6 * CLibrary.power(3, share(2)))
      for band in Setting.tones.indices { rain[Setting.tones[band]] = 12 * share(10 + band) - 6 }
      (rate, channels) = ([32_000, 44_100, 48_000][Int(3 * share(3))], 1 + Int(2 * share(4)))
    }
  }

  /// What a rain is not found again by; nothing if it is.
  private static func misses(_ number: Int) throws -> [String] {
    let drawn = try Drawn(number)
    let (rate, channels) = (drawn.rate, drawn.channels)
    let sound = try Self.sound(drawn.rain, rate, channels, seed: 100 + UInt64(number))
    let recording = try Recording(Recording.planes(sound, channels), sampleRate: rate)
    var search = MatchSearch(recording)
    let (found, _, rainfalls) = search.nearest(isQuick: false) { _ in }
    /// Of a rain from the recording: the mean of several seeds.
    func distance(_ rain: Rain) -> Double {
      (20..<24 as Range<UInt64>).reduce(0) { sum, seed in
        let sound = search.sound(rain, seconds: Double(seconds), gain: -12, seed: seed)
        let own = SoundTexture(meanOf: search.analysis.textures(of: sound))
        return sum + search.distance(own, search.target) / 4
      }
    }
    let again = try (7...10).map {
      try Self.sound(found.rain, rate, channels, seconds: 60, seed: $0)
    }
    let (near, own) = (distance(found.rain), distance(drawn.rain))
    let ratio = found.rain[.rainfall] / drawn.rain[.rainfall]
    let error = loudness(again, rate, channels) - loudness([sound], rate, channels)
    let words =
      "\(number): \(drawn.place) at \(drawn.rain[.rainfall]) mm/h, "
      + "\(drawn.rain[.distance]) m: \(found.place) at \(found.rain[.rainfall]), "
      + "\(found.rain[.distance]) m, in \(rainfalls), distance \(near) beside \(own), \(error) LU"
    if count > 3 { print(words) }
    return [
      (found.place == drawn.place || near <= 1.2 * own, "another place"),
      (0.5...2 ~= ratio, "another rainfall"), (abs(error) <= 0.5, "another loudness"),
    ].filter { !$0.0 }.map { "\($0.1): \(words)" }
  }

  @Test(
    "random rains are found again in their place, as loud, and seven of ten half to twice as hard")
  func foundAgain() async throws {
    let misses = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<Self.count { group.addTask { try Self.misses(number) } }
      return try await group.reduce(into: [String]()) { $0 += $1 }
    }
    func count(_ kind: String) -> Int { misses.count { $0.hasPrefix(kind) } }
    #expect(count("another loudness") == 0, "\(misses)")
    #expect(count("another place") <= max(1, Self.count / 10), "\(misses)")
    // Of three rains, chance misses two with every fifth draw, if three in ten are missed.
    #expect(count("another rainfall") <= max(2, Self.count * 3 / 10), "\(misses)")
  }

  @Test("the same recording has the same preset, and plain noise is told from rain")
  func same() throws {
    let noise = try Recording([SoundTextureTests.noise()], sampleRate: 32_000)
    let match = Match(noise, isQuick: true)
    #expect(match.flaws.contains { $0.contains("plain noise") }, "\(match.flaws)")
    #expect(match.preset.json == Match(noise, isQuick: true).preset.json)
  }
}
