import RainDSP
import RainTestSupport
import Testing

@Suite("The sequence of drops")
struct DropsTests {
  private var rain: Rain {
    var rain = Rain()
    rain[.drops] = 6000
    rain[.gust] = 0.4
    return rain
  }

  @Test("drops come in the order of time, as many as are counted")
  func order() throws {
    let drops = try Drops(rain, in: 1000..<100_000, sampleRate: 22_050)
    let frames = drops.map(\.frame)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(frames.allSatisfy { (1000..<100_000).contains($0) })
    #expect(drops.count == frames.count && frames.count > 300)
  }

  @Test("any range holds the drops that the whole has there", arguments: [nil, 50_000])
  func ranges(loop: Int?) throws {
    let whole = Array(try Drops(rain, in: 0..<120_000, sampleRate: 22_050, loop: loop))
    for range in [0..<1, 7..<4096, 22_050..<22_051, 30_000..<110_000] {
      let part = Array(try Drops(rain, in: range, sampleRate: 22_050, loop: loop))
      let expected = whole.filter { range.contains($0.frame) }
      #expect(part.map(\.frame) == expected.map(\.frame))
      #expect(part.map(\.drop) == expected.map(\.drop))
    }
  }

  @Test("a loop repeats its drops")
  func loop() throws {
    let loop = 30_000
    let first = Array(try Drops(rain, in: 0..<loop, sampleRate: 22_050, loop: loop))
    let third = Array(try Drops(rain, in: 2 * loop..<3 * loop, sampleRate: 22_050, loop: loop))
    #expect(first.map { $0.frame + 2 * loop } == third.map(\.frame))
    #expect(first.map(\.drop) == third.map(\.drop))
  }

  @Test("an endless range can be left at any time, and one without rain ends at once")
  func endless() throws {
    #expect(try Array(Drops(rain, in: 44_100 * 3600..<Int.max).prefix(10)).count == 10)
    #expect(try Drops(.silent, in: 0..<Int.max).first { _ in true } == nil)
    #expect(try Drops(.silent, in: 0..<441_000).count == 0)
  }

  @Test("wrong settings and arguments are refused by name, in a sentence")
  func wrongSettings() {
    func flaw(_ body: () throws -> Void) -> String? {
      #expect(throws: InvalidSetting.self, performing: body)?.description
    }
    var dry = Rain()
    dry[.drops] = -1

    let range = "it has to lie within"
    let noDrops = "drops is -1; \(range) 0 to 1000000"
    #expect(flaw { _ = try DropLaw(dry) } == noDrops)
    #expect(flaw { _ = try Drops(dry, in: 0..<1) } == noDrops)
    #expect(flaw { _ = try DropRecording(number: 0, of: dry) } == noDrops)

    let rate = "sampleRate is 192001; \(range) 8000 to 192000"
    #expect(flaw { _ = try Drops(rain, in: 0..<1, sampleRate: 192_001) } == rate)
    #expect(flaw { _ = try DropRecording(number: 0, of: rain, sampleRate: 192_001) } == rate)
    #expect(
      flaw { _ = try Drops(rain, in: -1..<1) } == "frames is -1; it has to be at least 0")
    #expect(
      flaw { _ = try Drops(rain, in: 0..<1, loop: 44_099) }
        == "loop is 44099; it has to be at least 44100")
    #expect(
      flaw { _ = try DropRecording(number: -1, of: rain) }
        == "number is -1; it has to be at least 0")
    #expect(
      flaw { _ = try DropRecording(number: 0, of: rain, channels: 3) }
        == "channels is 3; \(range) 1 to 2; a layout has more")
  }

  @Test("a drop made by hand sounds, at its level, on its side")
  func byHand() {
    let drop = Drop(
      azimuth: 0.25, width: 1, level: 0.5, impact: Impact(amplitude: 0.3, duration: 0.8e-3),
      delay: 0.01, bubble: Bubble(amplitude: 0.4, frequency: 1200, decay: 100))
    let mono = drop.samples(sampleRate: 48_000, channels: 1)
    #expect(mono.count == drop.timing(sampleRate: 48_000).frames)
    #expect(mono.map(\.magnitude).max() ?? 0 > 0.1)
    let stereo = drop.samples(sampleRate: 48_000, channels: 2)
    let (left, right) = (channel(0, of: stereo), channel(1, of: stereo))
    #expect(energy(left) < 1e-9 * energy(right))
    #expect(abs(energy(right) / (2 * energy(mono)) - 1) < 1e-5)
  }
}
