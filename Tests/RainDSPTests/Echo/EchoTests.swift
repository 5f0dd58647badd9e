import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The echo")
struct EchoTests {
  private func rain(_ time: Double, _ decibels: Double, pulses: Double = 300) -> Rain {
    var rain = Rain()
    rain.echoTime = time
    rain.echoLevel = decibels
    rain.echoDensity = pulses
    return rain
  }

  /// The response to impulses of 1 in the frames `onsets`, over `tiles` tiles from number `first` on.
  private func response(
    _ rain: Rain, sampleRate: Int, onsets: [Int] = [Self.start], tiles: Int = 1, first: Int = 0,
    loop: Int? = nil, seed: UInt64 = 1, marksAll: Bool = false
  ) -> (left: [Float], right: [Float], memory: Int) {
    let timeline = Timeline(sampleRate: sampleRate, frames: loop)
    let automation = AutomationReader(rain, timeline)
    var echo = Echo(
      RainBounds(rain), timeline: timeline, layout: .stereo, root: Source.root(seed: seed))
    var bus = DropBus(.stereo, behind: echo.memoryFrames, ahead: 64)
    var front = DirectionTable(.stereo, rows: 1, sampleRate: sampleRate)
    (front.gains[0], front.gains[1]) = (1, 1)
    var impulse = FixedArray<Float>(repeating: 0, count: 8)
    impulse[0] = 1
    var left: [Float] = []
    var right: [Float] = []
    for tile in 0..<tiles {
      var output = Planes(count: 2, frames: Tile.frames)
      for onset in onsets where Tile.index(of: onset) == tile {
        bus.add(impulse, 0..<8, at: onset - tile * Tile.frames, from: front)
      }
      if marksAll { bus.markSounding(from: 0) }
      echo.render(tile: first + tile, of: automation, from: bus, adding: &output)
      for frame in 0..<Tile.frames {
        left.append(output[0, frame])
        right.append(output[1, frame])
      }
      bus.advance()
    }
    return (left, right, echo.memoryFrames)
  }

  /// The first frame of a tile after the fade from the taps of the tile before.
  private static let start = 32

  @Test(
    "skipping silence changes no sample", .enabled(if: Build.isOptimised),
    arguments: [0.02, 0.5, 1.6])
  func silence(time: Double) {
    let rain = rain(time, -3, pulses: 700)
    // One impulse alone, one during the echo of the first, and one after long silence, in which the
    // bus moves to its front.
    let onsets = [5, 40_000, 300_000]
    let some = response(rain, sampleRate: 44_100, onsets: onsets, tiles: 90)
    let all = response(rain, sampleRate: 44_100, onsets: onsets, tiles: 90, marksAll: true)
    #expect(some.left == all.left && some.right == all.right)
    #expect(some.left.contains { $0 != 0 })
  }

  @Test("the echo has the energy of its level, in both channels, at every sample rate")
  func energies() {
    for rate in [8000, 44_100] {
      for (time, decibels, pulses) in [
        (0.1, 0.0, 300.0), (0.1, -6, 300), (0.05, 6, 1000), (0.1, 0, 40),
      ] {
        let echo = response(rain(time, decibels, pulses: pulses), sampleRate: rate)
        let expected = CLibrary.power(10, decibels / 10)
        for channel in [echo.left, echo.right] {
          // Without the dry sound.
          let echo = channel.dropFirst(Self.start)
          let power = energy([echo.first! - 1] + echo.dropFirst())
          #expect(abs(power / expected - 1) < 1e-4, "\(rate) \(time) \(decibels)")
        }
      }
    }
  }

  @Test(
    "pulses as dense as frames keep their energy: those of a pair never share a frame",
    .enabled(if: Build.isOptimised))
  func dense() {
    for pulses in [1500.0, 4000] {
      var power = 0.0
      for tile in 0..<50 {
        let echo = response(rain(0.3, 0, pulses: pulses), sampleRate: 8000, first: tile).left
          .dropFirst(Self.start)
        power += energy([echo.first! - 1] + echo.dropFirst()) / 50
      }
      // Pairs that share frames with others change the energy by less than a fifth each time.
      #expect(abs(power - 1) < 0.15, "\(pulses): \(power)")
    }
  }

  @Test("there is one pulse in each space of time, and they fall by 60 dB in echoTime")
  func pulses() throws {
    let rate = 8000
    let echo = response(rain(0.5, 0, pulses: 400), sampleRate: rate).left.dropFirst(Self.start)
    var found: [(time: Double, gain: Double)] = []
    for (frame, x) in echo.enumerated() {
      // Without the dry sound.
      let gain = frame == 0 ? x - 1 : x
      if gain != 0 { found.append((Double(frame) / Double(rate), Double(gain))) }
    }
    // 0.8 of 0.5 s.
    try #require(found.count == 160)
    for (k, pulse) in found.enumerated() {
      #expect(pulse.time > Double(k) / 400 - 1 / Double(rate) && pulse.time < Double(k + 1) / 400)
    }
    let levels = LineFit(
      found.map { (x: $0.time, y: CLibrary.decibels($0.gain * $0.gain), weight: 1) })
    #expect(abs(levels.slope + 120) < 0.5)
    // Of two neighbours one is added, the other subtracted.
    for pair in stride(from: 0, to: found.count, by: 2) {
      #expect(abs(found[pair].gain + found[pair + 1].gain) < 1e-6)
    }
    // The first is added in half of all pairs: five standard errors of √80/2.
    let added = stride(from: 0, to: found.count, by: 2).filter { found[$0].gain > 0 }
    #expect(abs(added.count - 40) < 23)
  }

  @Test(
    "left and right have pulses at nearly the same times; another seed or tile has others")
  func patterns() {
    let echo = response(rain(0.1, 0), sampleRate: 44_100)
    func heard(_ echo: [Float]) -> Set<Int> {
      Set(echo.indices.dropFirst(Self.start + 1).filter { echo[$0] != 0 })
    }
    #expect(heard(echo.left).count == 24)
    let lags = zip(heard(echo.left).sorted(), heard(echo.right).sorted()).map { $0 - $1 }
    // At a width of 0.55 a pulse from the side has a lag of 4.2 frames.
    #expect(lags.allSatisfy { abs($0) <= 4 } && Set(lags).count > 4)
    for other in [
      response(rain(0.1, 0), sampleRate: 44_100, seed: 2),
      response(rain(0.1, 0), sampleRate: 44_100, first: 1),
    ] {
      #expect(heard(echo.left).intersection(heard(other.left)).count < 5)
    }
    // Two impulses within a tile have the same taps.
    let later = response(rain(0.05, 0), sampleRate: 44_100, onsets: [Self.start + 1000]).left
    let earlier = response(rain(0.05, 0), sampleRate: 44_100).left
    #expect(later.dropFirst(1000).prefix(3000).elementsEqual(earlier.prefix(3000)))
  }

  @Test("the echo ends after 0.8 of echoTime")
  func memory() {
    for time in [0.05, 0.2, 1] {
      let echo = response(rain(time, 0), sampleRate: 22_050, tiles: 6)
      #expect(abs(Double(echo.memory) - 0.8 * time * 22_050) < 80)
      for channel in [echo.left, echo.right] {
        #expect(channel.dropFirst(Self.start + echo.memory).allSatisfy { $0 == 0 })
        // The space of the last pulse, of 300 a second.
        #expect(channel.dropFirst(Self.start + echo.memory - 148).contains { $0 != 0 })
      }
    }
  }

  @Test(
    "over many tiles the echo has the same power at every frequency",
    .enabled(if: Build.isOptimised))
  func colorless() {
    let rain = rain(0.02, 0)
    // With one set of 4 taps, some frequencies have four times the power of others.
    var powers = [Double](repeating: 0, count: 32)
    let tiles = 1000
    for tile in 0..<tiles {
      let echo = response(rain, sampleRate: 22_050, first: tile).left
      let heard = echo.indices.filter { $0 >= Self.start && echo[$0] != 0 }
      for k in powers.indices {
        // Up to near half the rate, past a quarter of it, where pulses on a grid of four would leave
        // nothing. Below the first band, pairs of opposite signs have less power.
        let cycles = (300 + 326.7 * Double(k)) / 22_050
        var (real, imaginary) = (0.0, 0.0)
        for frame in heard {
          let turn = cycles * Double(frame - Self.start)
          real += Double(echo[frame]) * CLibrary.cosine(2 * .pi * turn)
          imaginary += Double(echo[frame]) * CLibrary.sine(2 * .pi * turn)
        }
        powers[k] += (real * real + imaginary * imaginary) / Double(tiles)
      }
    }
    // The dry sound and as much echo. The power of one set of taps spreads by about 1.5: five standard
    // errors are five times that over √1000.
    for power in powers { #expect(abs(power - 2) < 0.25) }
  }

  /// Impulses in a third of the frames of a tile, the same frames in each.
  private func drizzle(tiles: Int) -> [Int] {
    stride(from: 0, to: tiles * Tile.frames, by: 4).filter { frame in
      RandomKey(seed: 3).child(frame % Tile.frames).uniform < 0.33
    }
  }

  @Test("new taps fade in within 32 frames")
  func fades() {
    let rain = rain(0.1, 0)
    // In a loop of two tiles, two sets of taps take turns; in a loop of one, the first stays.
    let changing = response(
      rain, sampleRate: 8000, onsets: drizzle(tiles: 3), tiles: 3, loop: 2 * Tile.frames
    ).left
    let steady = response(
      rain, sampleRate: 8000, onsets: drizzle(tiles: 3), tiles: 3, loop: Tile.frames
    ).left
    for frame in 0..<Tile.frames {
      let first = steady[Tile.frames + frame]
      let toSecond = changing[Tile.frames + frame]
      let toFirst = changing[2 * Tile.frames + frame]
      // The fade weighs both.
      let second = toSecond + toFirst - first
      let share = min(1, (Float(frame) + 0.5) / 32)
      #expect(abs(toSecond - (first + (second - first) * share)) < 1e-5)
    }
    #expect(changing != steady)
  }

  @Test("in a loop, the first taps follow the last ones, which the partial tile keeps")
  func loops() {
    let rain = rain(0.1, 0)
    let loop = 3 * Tile.frames + 17
    /// The echoes of one sound in two tiles.
    func heard(from first: Int, loop: Int?) -> (ArraySlice<Float>, ArraySlice<Float>) {
      let sound = response(
        rain, sampleRate: 8000, onsets: drizzle(tiles: 2), tiles: 2, first: first, loop: loop
      ).left
      return (sound[2000..<3000], sound[(Tile.frames + 2000)..<(Tile.frames + 3000)])
    }
    func areEqual(_ a: ArraySlice<Float>, _ b: ArraySlice<Float>) -> Bool { a.elementsEqual(b) }
    let (second, third) = heard(from: 1, loop: nil)
    #expect(!areEqual(second, third))
    // The fourth tile has 17 frames.
    let rest = heard(from: 2, loop: loop)
    #expect(areEqual(rest.0, third) && areEqual(rest.1, third))
    // The filters begin with tiles before the loop.
    let before = heard(from: -1, loop: loop)
    #expect(areEqual(before.0, third))
    #expect(areEqual(before.1, heard(from: 0, loop: nil).0))
  }

  @Test("with a echoTime of 0 or too few pulses there is no echo")
  func none() {
    for rain in [rain(0, 0), rain(0.01, 0, pulses: 20)] {
      let echo = response(rain, sampleRate: 44_100, onsets: [0])
      #expect(echo.memory == 0)
      #expect(echo.left[0] == 1 && echo.left.dropFirst().allSatisfy { $0 == 0 })
    }
  }
}
