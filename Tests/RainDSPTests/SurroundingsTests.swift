import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The surroundings")
struct SurroundingsTests {
  private func rain(_ time: Double, _ decibels: Double, pulses: Double = 300) -> Rain {
    var rain = Rain()
    rain.spaceTime = time
    rain.spaceDb = decibels
    rain.spacePulses = pulses
    return rain
  }

  /// What comes of an impulse in frame `onset`, left and right.
  private func response(
    _ rain: Rain, sampleRate: Int, onset: Int = 0, seed: UInt64 = 1
  ) -> (left: [Float], right: [Float], memory: Int) {
    let surroundings = Surroundings(rain, sampleRate: sampleRate, channels: 2, seed: seed)
    var bus = DropBus(channels: 2, behind: surroundings.memoryFrames, ahead: 64)
    var impulse = FrameBuffer(count: 8)
    impulse[0] = 1
    bus.add(impulse, 0..<8, at: onset, gains: (1, 1))
    var left: [Float] = []
    var right: [Float] = []
    var a = FrameBuffer(count: Tile.frames)
    var b = FrameBuffer(count: Tile.frames)
    for _ in 0...(surroundings.memoryFrames + onset) / Tile.frames + 1 {
      surroundings.render(from: bus, left: &a, right: &b)
      for frame in 0..<Tile.frames {
        left.append(a[frame])
        right.append(b[frame])
      }
      bus.advance()
    }
    return (left, right, surroundings.memoryFrames)
  }

  @Test("the echo has the energy of its level, in both channels, at every rate")
  func energies() {
    for rate in [8000, 44_100] {
      for (time, decibels, pulses) in [
        (0.2, 0.0, 300.0), (0.2, -6, 300), (0.5, 6, 1000), (0.3, 0, 20),
      ] {
        let echo = response(rain(time, decibels, pulses: pulses), sampleRate: rate)
        let expected = CLibrary.power(10, decibels / 10)
        for channel in [echo.left, echo.right] {
          // All but the sound itself.
          let echo = [channel[0] - 1] + channel.dropFirst()
          #expect(abs(energy(echo) / expected - 1) < 1e-4)
        }
      }
    }
  }

  @Test("pulses lie one in each of their places, falling by 60 dB in their time")
  func pulses() {
    let rate = 44_100
    let echo = response(rain(0.5, 0, pulses: 400), sampleRate: rate).left
    var found: [(time: Double, gain: Double)] = []
    for (frame, x) in echo.enumerated().dropFirst() where x != 0 {
      found.append((Double(frame) / Double(rate), Double(x)))
    }
    // .8 of .5 s.
    #expect(found.count == 160)
    for (k, pulse) in found.enumerated() {
      #expect(pulse.time > Double(k) / 400 - 1 / Double(rate) && pulse.time < Double(k + 1) / 400)
    }
    let levels = LineFit(
      found.map { (x: $0.time, y: CLibrary.decibels($0.gain * $0.gain), weight: 1) })
    #expect(abs(levels.slope + 120) < 0.5)
    // Signs are even: five times √160/2.
    #expect(abs(found.filter { $0.gain > 0 }.count - 80) < 32)
  }

  @Test("left and right have echoes of their own, and so has another seed")
  func channels() {
    let echo = response(rain(0.2, 0), sampleRate: 44_100)
    #expect(zip(echo.left, echo.right).dropFirst().filter { $0 != 0 && $1 != 0 }.count < 5)
    let other = response(rain(0.2, 0), sampleRate: 44_100, seed: 2)
    #expect(echo.left != other.left)
  }

  @Test("the memory is as long as the last pulse, .8 of the time at most")
  func memory() {
    for time in [0.05, 0.2, 1] {
      let echo = response(rain(time, 0), sampleRate: 22_050)
      #expect(Double(echo.memory) <= 0.8 * time * 22_050 + 1)
      #expect(Double(echo.memory) > 0.7 * time * 22_050)
      for channel in [echo.left, echo.right] {
        #expect(channel.dropFirst(echo.memory).allSatisfy { $0 == 0 })
      }
      #expect(echo.left[echo.memory - 1] != 0 || echo.right[echo.memory - 1] != 0)
    }
  }

  @Test("an impulse at the end of a tile has the same echo as one at its beginning")
  func tiles() {
    let early = response(rain(0.3, -3), sampleRate: 22_050)
    for onset in [1, 4087] {
      let late = response(rain(0.3, -3), sampleRate: 22_050, onset: onset)
      #expect(Array(late.left.dropFirst(onset).prefix(8000)) == Array(early.left.prefix(8000)))
      #expect(late.left.prefix(onset).allSatisfy { $0 == 0 })
    }
  }

  @Test("without time, or too few pulses, there is no echo")
  func none() {
    for rain in [rain(0, 0), rain(0.01, 0, pulses: 20)] {
      let echo = response(rain, sampleRate: 44_100)
      #expect(echo.memory == 0)
      #expect(echo.left[0] == 1 && echo.left.dropFirst().allSatisfy { $0 == 0 })
    }
  }
}
