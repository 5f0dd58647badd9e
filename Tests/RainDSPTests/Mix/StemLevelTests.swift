import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The stems of the mix")
struct StemLevelTests {
  private typealias Stereo = (left: [Float], right: [Float])

  /// The frames of the mix and of each stem, in runs within tiles.
  private func stems(
    _ automation: RainAutomation, _ point: StemPoint, _ frames: Range<Int>,
    layout: ChannelLayout = .stereo, loop: Int? = nil
  ) throws -> (mix: Stereo, stems: [Stereo]) {
    let channels = layout.channels
    var renderer = try RainRenderer(
      automation, stems: point, layout: layout, sampleRate: 11_025, seed: 4,
      startingAt: frames.lowerBound, loop: loop)
    var mix: Stereo = ([], [])
    var stems = point.stems.map { _ in mix }
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
      for (index, stem) in point.stems.enumerated() {
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

  private var rains: [RainAutomation] {
    get throws {
      var dense = Rain.everything
      (dense.lowpass, dense.highpass, dense.gain) = (20_000, 20, 0)
      dense.drops = 200_000
      var bare = dense
      (bare.echoTime, bare.pink, bare.white, bare.brown) = (0, 0, 0, 0)
      var noise = Rain.silent
      noise.white = 0.1
      let moving = try RainAutomation(
        dense,
        curves: [
          .init(.drops, [.init(at: 0, 0), .init(at: 2, 90_000)]),
          .init(.echoTime, [.init(at: 0, 0.1), .init(at: 2, 0.5)]),
          .init(.pink, [.init(at: 0, 0), .init(at: 2, 0.1)]),
        ])
      return [dense, bare, noise, Rain.silent].map(RainAutomation.init) + [moving]
    }
  }

  @Test(
    "dry, added in their order, are the mix bit for bit",
    arguments: Build.isOptimised ? [.mono, .stereo] : [ChannelLayout.mono])
  func dry(layout: ChannelLayout) throws {
    for automation in try rains {
      let (mix, stems) = try stems(automation, .dry, 3000..<30_000, layout: layout)
      for (whole, parts) in [
        (mix.left, stems.map(\.left)), (mix.right, stems.map(\.right)),
      ] where !whole.isEmpty {
        let added = sum(parts)
        // Without tone and gain, the output is the mix up to the knee of the limiter.
        let same = zip(added, whole).count { $0 == $1 || $0.magnitude > Limiter.knee }
        #expect(same == whole.count)
        #expect(whole.count { $0.magnitude <= Limiter.knee } > whole.count / 2)
        let rest = parts[4].reduce(0) { max($0, $1.magnitude) }
        let most = parts.reduce(0) { max($0, $1.reduce(0) { max($0, $1.magnitude) }) }
        #expect(rest <= most * 1e-6)
      }
    }
  }

  @Test(
    "dry, they are the mix of the speakers and of ambisonics, too",
    arguments: [ChannelLayout.surround5, .firstOrder])
  func drySurround(layout: ChannelLayout) throws {
    var rain = Rain.everything
    (rain.lowpass, rain.highpass, rain.gain) = (20_000, 20, 0)
    let (mix, stems) = try stems(RainAutomation(rain), .dry, 3000..<20_000, layout: layout)
    #expect(mix.right.allSatisfy { $0.magnitude < Limiter.knee })
    #expect(sum(stems.map(\.left)) == mix.left && sum(stems.map(\.right)) == mix.right)
  }

  @Test("drops alone, patter alone and noise alone are in their own stems alone")
  func separation() throws {
    var rain = Rain.everything
    rain.lowpass = 20_000
    let frames = 0..<20_000
    let all = try stems(RainAutomation(rain), .dry, frames).stems
    var drops = rain
    (drops.patterRate, drops.echoTime) = (0, 0)
    (drops.white, drops.pink, drops.brown) = (0, 0, 0)
    let alone = try stems(RainAutomation(drops), .dry, frames).stems
    #expect(alone[0].left == all[0].left && alone[0].right == all[0].right)
    for other in alone[1...] { #expect(other.left.allSatisfy { $0 == 0 }) }
    var bed = rain
    (bed.drops, bed.eaves, bed.gutter, bed.patterRate) = (0, 0, 0, 0)
    let noise = try stems(RainAutomation(bed), .dry, frames).stems
    #expect(noise[3].left == all[3].left && noise[3].right == all[3].right)
    #expect(noise[0].left.allSatisfy { $0 == 0 } && noise[2].left.allSatisfy { $0 == 0 })
    #expect(all[1].left.contains { $0 != 0 } && all[2].left.contains { $0 != 0 })
  }

  @Test(
    "wet, they add up to the output within -100 dB, limited samples too",
    arguments: [ChannelLayout.mono, .stereo, .quad, .firstOrder])
  func wet(layout: ChannelLayout) throws {
    var rain = Rain.everything
    (rain.gain, rain.dropLevel) = (12, 0)
    let moving = try RainAutomation(
      rain,
      curves: [
        .init(.gain, [.init(at: 0, -20), .init(at: 2, 12)]),
        .init(.lowpass, [.init(at: 0, 800), .init(at: 2, 9000)]),
      ])
    for automation in [RainAutomation(rain), moving] {
      let (mix, stems) = try stems(automation, .wet, 5000..<30_000, layout: layout)
      let added = sum(stems.map(\.left))
      let error = zip(added, mix.left).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
      #expect(error < 1e-5)
      #expect(mix.left.contains { $0.magnitude > Limiter.bentByOneDecibel })
    }
  }

  @Test("a renderer that keeps them renders the same samples, in a loop too")
  func sameSamples() throws {
    var rain = Rain.everything
    rain.drops = 20_000
    for point in [StemPoint.dry, .wet] {
      for loop in [nil, 20_000] {
        let frames = 17_000..<20_000
        let mix = try stems(RainAutomation(rain), point, frames, loop: loop).mix
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
}
