import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The stems of the mix")
struct StemLevelTests {
  private typealias Stereo = (left: [Float], right: [Float])

  /// The frames of the mix and of each stem, in runs within tiles.
  private func stems(
    _ automation: RainAutomation, _ frames: Range<Int>,
    layout: ChannelLayout = .stereo, loop: Int? = nil
  ) throws -> (mix: Stereo, stems: [Stereo]) {
    let channels = layout.channels
    var renderer = try RainRenderer(
      .stems(
        .init(
          automation, layout: layout, sampleRate: 11_025, seed: 4, startingAt: frames.lowerBound,
          loop: loop)))
    var mix: Stereo = ([], [])
    var stems = RainStem.allCases.map { _ in mix }
    var frame = frames.lowerBound
    while frame < frames.upperBound {
      let count = min(Tile.frames - frame % Tile.frames, frames.upperBound - frame)
      var samples = [Float](repeating: 0, count: channels * count)
      func take(into sound: inout Stereo) {
        sound.left += samples.prefix(count)
        sound.right += samples.dropFirst(count)
      }
      do {
        var span = samples.mutableSpan
        renderer.render(planar: &span)
      }
      take(into: &mix)
      for (index, stem) in RainStem.allCases.enumerated() {
        do {
          var span = samples.mutableSpan
          renderer.copy(stem, planar: &span)
        }
        take(into: &stems[index])
      }
      frame += count
    }
    return (mix, stems)
  }

  private func sum(_ stems: [[Float]]) -> [Float] {
    stems.dropFirst().reduce(stems[0]) { sum, stem in zip(sum, stem).map(+) }
  }

  @Test("drops alone, patter alone and noise alone are in their own stems alone")
  func separation() throws {
    var rain = Rain.everything
    // Below the knee, the limiter leaves each alone.
    (rain[.lowpass], rain[.gain]) = (20_000, -40)
    let frames = 0..<20_000
    let all = try stems(RainAutomation(rain), frames).stems
    var drops = rain
    drops[.patterRate] = 0
    (drops[.white], drops[.pink], drops[.brown]) = (0, 0, 0)
    let alone = try stems(RainAutomation(drops), frames).stems
    #expect(alone[0].left == all[0].left && alone[0].right == all[0].right)
    // What remains of the patter is rounding.
    #expect(alone[1].left.allSatisfy { $0.magnitude < 1e-6 })
    #expect(alone[3].left.allSatisfy { $0 == 0 })
    var bed = rain
    (bed[.drops], bed[.eaves], bed[.gutter], bed[.patterRate]) = (0, 0, 0, 0)
    let noise = try stems(RainAutomation(bed), frames).stems
    #expect(noise[3].left == all[3].left && noise[3].right == all[3].right)
    #expect(noise[0].left.allSatisfy { $0 == 0 } && noise[2].left.allSatisfy { $0 == 0 })
    #expect(all[1].left.contains { $0 != 0 } && all[2].left.contains { $0 != 0 })
  }

  @Test(
    "they add up to the output within -100 dB, limited samples too",
    arguments: [ChannelLayout.mono, .stereo, .binaural, .quad, .firstOrder])
  func wet(layout: ChannelLayout) throws {
    var rain = Rain.everything
    (rain[.gain], rain[.dropLevel]) = (16, 0)
    let moving = try RainAutomation(
      rain,
      curves: [
        .init(.gain, [.init(at: 0, -20), .init(at: 2, 16)]),
        .init(.lowpass, [.init(at: 0, 800), .init(at: 2, 9000)]),
      ])
    for automation in [RainAutomation(rain), moving] {
      let (mix, stems) = try stems(automation, 5000..<30_000, layout: layout)
      let added = sum(stems.map(\.left))
      let error = zip(added, mix.left).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
      #expect(error < 1e-5)
      #expect(mix.left.contains { $0.magnitude > Limiter.bentByOneDecibel })
    }
  }

  @Test("a renderer that keeps them renders the same samples, in a loop too")
  func sameSamples() throws {
    var rain = Rain.everything
    rain[.drops] = 20_000
    for loop in [nil, 20_000] {
      let frames = 17_000..<20_000
      let mix = try stems(RainAutomation(rain), frames, loop: loop).mix
      var plain = renderer(rain, seed: 4, startingAt: frames.lowerBound, loop: loop)
      var (left, right) = (
        [Float](repeating: 0, count: frames.count), [Float](repeating: 0, count: frames.count)
      )
      do {
        var leftSpan = left.mutableSpan
        var rightSpan = right.mutableSpan
        plain.render(left: &leftSpan, right: &rightSpan)
      }
      #expect(mix.left == left && mix.right == right)
    }
  }
}
