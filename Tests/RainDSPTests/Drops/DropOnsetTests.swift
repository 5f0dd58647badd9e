import RainTestSupport
import Testing

@testable import RainDSP

/// Onsets in renderings in which nothing but drops sounds are the frames of ``Drops``.
@Suite("Drops and the sound of drops")
struct DropOnsetTests {
  /// The frames in which sound begins after silence of at least `pause` frames.
  private func onsets(
    _ renderer: consuming RainRenderer, frames: Int, channels: Int, pause: Int
  ) -> [Int] {
    var renderer = renderer
    var samples = [Float](repeating: 0, count: frames * channels)
    var span = samples.mutableSpan
    renderer.render(into: &span)
    var onsets: [Int] = []
    var last = -pause
    for frame in 0..<frames {
      let sounds = (0..<channels).contains { samples[frame * channels + $0] != 0 }
      if sounds {
        if frame - last > pause { onsets.append(frame) }
        last = frame
      }
    }
    return onsets
  }

  /// The drops that come so long after all before them that silence lies between.
  private func separate(_ drops: [Drops.Element], sampleRate: Int, pause: Int) -> [Int] {
    var frames: [Int] = []
    var end = -pause
    for (frame, drop) in drops {
      let lag = drop.lastDelay(.stereo, sampleRate: sampleRate)
      if frame - end > pause { frames.append(frame) }
      end = max(end, frame + drop.timing(sampleRate: sampleRate).frames + lag)
    }
    return frames
  }

  private func rain(_ surface: Surface, drops: Double) -> Rain {
    var rain = Rain.silent
    (rain.drops, rain.surface, rain.echoTime) = (drops, surface, 0)
    return rain
  }

  /// The lengths of drops are upper bounds, and no drop ends in silence before its bubble.
  private let pause = 8

  @Test("agree to the frame", arguments: Surface.allCases, [1, 2])
  func rest(surface: Surface, channels: Int) throws {
    let sampleRate = 22_050
    let frames = (Build.isOptimised ? 60 : 10) * sampleRate
    let rain = rain(surface, drops: 100)
    let drops = Array(try Drops(rain, in: 0..<frames, sampleRate: sampleRate, seed: 5))
    let expected = separate(drops, sampleRate: sampleRate, pause: pause)
    let found = onsets(
      try RainRenderer(rain, sampleRate: sampleRate, channels: channels, seed: 5), frames: frames,
      channels: channels, pause: pause)
    #expect(!expected.isEmpty)
    let missing = Set(expected).subtracting(found)
    #expect(missing.isEmpty)
    // A drop may pause before its bubble, or a droplet of its splash.
    var parts: Set<Int> = []
    for (frame, drop) in drops {
      parts.insert(frame + drop.timing(sampleRate: sampleRate).bubble.lowerBound)
      guard let (list, count) = drop.splash?.droplets else { continue }
      for place in 0..<count {
        parts.insert(frame + Int(list[place].delay * Double(sampleRate) + 0.5))
      }
    }
    #expect(
      Set(found).subtracting(drops.map(\.frame)).allSatisfy { onset in
        parts.contains { abs($0 - onset) < 16 }
      })
  }

  @Test("agree in rain whose rate and surface move, and in a loop")
  func moving() throws {
    let sampleRate = 22_050
    let frames = 20 * sampleRate
    let automation = try RainAutomation(
      rain(.metal, drops: 60),
      curves: [
        .init(.drops, [.init(at: 0, 20), .init(at: 20, 200)]),
        .init(.surface, [.init(at: 5, 0), .init(at: 15, 6)]),
        .init(.gain, [.init(at: 0, -6), .init(at: 20, 0)]),
      ])
    for loop in [nil, frames] {
      let expected = separate(
        Array(try Drops(automation, in: 0..<frames, sampleRate: sampleRate, seed: 3, loop: loop)),
        sampleRate: sampleRate, pause: pause)
      let found = onsets(
        try RainRenderer(.init(automation, sampleRate: sampleRate, seed: 3, loop: loop)),
        frames: frames, channels: 2, pause: pause)
      #expect(expected.count > 10)
      // The tails of a loop's end sound in its beginning.
      #expect(
        Set(expected.filter { loop == nil || $0 > 2 * sampleRate }).subtracting(found).isEmpty)
    }
  }
}
