import RainTestSupport
import Testing

@testable import RainDSP

@Suite("Patter")
struct PatterTests {
  /// Ticks alone, all at one distance, without gusts.
  private func rain(rate: Double, low: Double = 1000, high: Double = 8000) -> Rain {
    var rain = Rain.silent
    rain[.patterRate] = rate
    rain[.patterLevel] = 0.05
    rain[.patterLow] = low
    rain[.patterHigh] = high
    rain[.patterRatio] = 1
    rain[.patterGust] = 0
    rain[.patterCluster] = 0
    rain[.echoTime] = 0
    return rain
  }

  @Test("its RMS is patterLevel at every rate of ticks", arguments: [300.0, 2000, 10_000])
  func level(rate: Double) {
    let seconds = rate < 1000 ? 6 : 2
    let sound = rendered(rain(rate: rate), 0..<seconds * 22_050, sampleRate: 22_050)
    for side in 0...1 {
      let power = Sample(channel(side, of: sound)).power / 0.0025
      // Each tick has the same energy, times the square p of its pan: over the circle, p² has the
      // mean 1 + (1 - J₀(π))/2 = 1.65; then ticks that overlap, as in noise 3 kHz wide.
      let count = rate * Double(seconds)
      let error = (1.65 / count + 1 / (3000 * Double(seconds))).squareRoot()
      #expect(abs(power - 1) < 5 * error + 0.04)
    }
  }

  @Test("its RMS is patterLevel at every range of distances")
  func distances() {
    var rain = rain(rate: 8000)
    rain[.patterDistance] = 1.2
    rain[.patterRatio] = 5
    let sound = rendered(rain, 0..<2 * 22_050, sampleRate: 22_050, channels: 1)
    // The mean of the squared energies over the squared mean, of 1/r² over a ring: with
    // q = (r1/r0)², (1/q) (q - 1)²/ln² q; times 1.65 for the pan.
    let q = 25.0
    let logarithm = CLibrary.logarithm(q)
    let scatter = 1.65 * (q - 1) * (q - 1) / (q * logarithm * logarithm)
    let error = (scatter / 16_000 + 1 / 6000.0).squareRoot()
    #expect(abs(Sample(sound).power / 0.0025 - 1) < 5 * error + 0.04)
  }

  @Test("every octave between its lowest and highest tick has the same power")
  func octaves() {
    let rate = 44_100
    // Near and far ticks: pitch and distance are independent.
    var rain = rain(rate: 6000, low: 300, high: 15_000)
    rain[.patterDistance] = 1.2
    rain[.patterRatio] = 5
    let sound = rendered(rain, 0..<3 * rate, sampleRate: rate)
    for side in 0...1 {
      let spectrum = Spectrum(of: channel(side, of: sound), sampleRate: rate, segment: 4096)
      let levels = Spectrum.bands(from: 500, to: 8000, perOctave: 1).map { band in
        CLibrary.decibels(spectrum.density(band) * (band.upperBound - band.lowerBound))
      }
      let mean = levels.reduce(0, +) / Double(levels.count)
      // Some 3,200 ticks an octave, whose powers scatter by √3.7: 3.4 % or 0.15 dB, five of them.
      for level in levels { #expect(abs(level - mean) < 1) }
      // There is little power far below the lowest tick.
      let low = CLibrary.decibels(spectrum.density(40..<80) * 40)
      #expect(low < mean - 8)
    }
  }

  @Test("its mean is 0")
  func constant() {
    let sample = Sample(rendered(rain(rate: 3000), 0..<22_050, sampleRate: 22_050, channels: 1))
    #expect(abs(sample.mean) < 0.01 * sample.power.squareRoot())
  }

  @Test("left and right are equally loud and hear different ticks")
  func channels() {
    var wide = rain(rate: 4000)
    wide[.width] = 1
    let sound = rendered(wide, 0..<2 * 11_025, sampleRate: 11_025)
    let left = Sample(channel(0, of: sound))
    let right = Sample(channel(1, of: sound))
    // The powers p and 2 - p of 8,000 ticks: their difference scatters by 2 √(0.65/8000), 0.08 dB.
    #expect(abs(CLibrary.decibels(left.power / right.power)) < 0.5)
    // The mean of left times right over the circle is J₀(π/2) = 0.472; the lag of up to two frames takes
    // a part of it.
    #expect((0.1..<0.5).contains(left.correlation(with: right)))
    // At width 0 all of them.
    var narrow = rain(rate: 1000)
    narrow[.width] = 0
    let middle = rendered(narrow, 0..<4096, sampleRate: 22_050)
    #expect(channel(0, of: middle) == channel(1, of: middle))
  }

  @Test("clusters bunch the ticks and keep their mean power")
  func clusters() {
    func roughness(_ cluster: Double) -> Double {
      var rain = rain(rate: 1000, low: 2000, high: 4000)
      rain[.patterCluster] = cluster
      let sound = rendered(rain, 0..<3 * 11_025, sampleRate: 11_025, channels: 1)
      // Powers of 50 ms.
      let powers = Sample((0..<60).map { energy(sound[$0 * 551..<($0 + 1) * 551]) })
      return powers.variance / (powers.mean * powers.mean)
    }
    // Chance gives about 1.65/50; clusters add e^(0.64) - 1, less what 50 ms blur.
    #expect(roughness(0) < 0.1)
    #expect(roughness(0.8) > 0.15)
  }

  @Test("its level follows the gust curve of the drops, by patterGust")
  func gusts() {
    var rain = rain(rate: 600, low: 2000, high: 4000)
    rain[.patterGust] = 0.8
    rain[.gustTime] = 4
    let sound = rendered(rain, 0..<12 * 11_025, sampleRate: 11_025, channels: 1)
    let half = 11_025 / 2
    let powers = Sample((0..<23).map { energy(sound[$0 * half..<($0 + 1) * half]) })
    var gusty = rain
    gusty[.patterGust] = 0.8
    var gusts = GustCurve(
      .patter, in: RainBounds(gusty), Timeline(sampleRate: 11_025, frames: nil),
      Source.root(seed: 1))
    let factors = Sample((0..<23).map { gusts.factor(at: $0 * half + half / 2) })
    // 300 ticks each scatter by 7 %, the gust curve by more than half.
    #expect(powers.correlation(with: factors) > 0.8)
  }

  @Test("a tick follows its formula, and all have one energy")
  func ticks() {
    let rate = 44_100
    let table = TickTable(
      low: 300, high: 15_000, color: Surface.open.color(bubbles: 1), sampleRate: rate)
    let octaves = CLibrary.logarithm2(50)
    // An eighth of the energy of the impact, in three tones.
    let impact =
      0.125 * (1 - 1 / (1 + Double.pi * Double.pi)) * (1 - CLibrary.exponential(-6)) / 3000
    let envelope = 1 / 1000.0 - 2 / 3000.0 + 1 / 5000.0
    let amplitude = (0.13 * impact / (3 * envelope / 2)).squareRoot()
    let count = table.count
    #expect(count == 1 + Int(octaves * 16))
    for k in stride(from: 0, to: count, by: 5) {
      let range = table.range(of: k)
      let pitch = 300 * CLibrary.exponential2(octaves * (Double(k) + 0.5) / Double(count))
      var error = 0.0
      var sum = 0.0
      for frame in range {
        let t = Double(frame - range.lowerBound) / Double(rate)
        var expected =
          t < 1.5 / pitch
          ? (pitch / 3000).squareRoot() * CLibrary.exponential(-2 * pitch * t)
            * CLibrary.sine(2 * .pi * pitch * t)
          : 0
        for (ratio, sign) in [(0.84, 1.0), (1.13, -1), (1.47, 1)]
        where ratio * pitch <= 0.45 * 44_100 {
          expected +=
            sign * amplitude * (1 - CLibrary.exponential(-t / 0.5e-3))
            * CLibrary.exponential(-t / 2e-3) * CLibrary.sine(2 * .pi * ratio * pitch * t)
        }
        // It fades out over 16 frames.
        expected *= min(1, (Double(range.upperBound - 1 - frame) + 0.5) / 16)
        let x = Double(table.frames[frame])
        error = max(error, abs(x - expected))
        sum += x * x
      }
      #expect(error < 1e-4)
      #expect(range.count % 8 == 0 && range.count <= table.mostFrames)
      // Above a tenth of the rate sums are no longer integrals.
      if pitch < 4000 { #expect(abs(sum / Double(rate) / table.energy - 1) < 0.2) }
    }
  }

  @Test("ticks above 0.45 of the sample rate are silent")
  func aboveBand() {
    let table = TickTable(
      low: 3000, high: 6000, color: Surface.open.color(bubbles: 1), sampleRate: 8000)
    #expect(!table.range(of: 0).isEmpty)
    #expect(table.range(of: table.count - 1).isEmpty)
    var high = rain(rate: 1000, low: 5000, high: 8000)
    high[.patterDistance] = 1
    #expect(rendered(high, 0..<4096, sampleRate: 8000).allSatisfy { $0 == 0 })
  }

  @Test("ticks begin at multiples of four frames, counted from the beginning of a loop")
  func grid() {
    let rate = 44_100
    var rain = rain(rate: 40, low: 3000, high: 6000)
    rain[.patterGust] = 0
    for loop in [nil, rate + 3] {
      let timeline = Timeline(sampleRate: rate, frames: loop)
      var patter = Patter(
        RainBounds(rain), timeline: timeline, layout: .mono, root: RandomKey(seed: 4))
      var bus = DropBus(.mono, behind: 0, ahead: patter.mostFrames)
      let first = -2
      patter.apply(AutomationReader(rain, timeline), tile: first)
      patter.seek(to: first * Tile.frames)
      var count = 0
      for tile in first..<20 {
        bus.clear()
        patter.render(tile: tile, adding: &bus)
        var silent = 500
        for frame in 0..<Tile.frames {
          let isSilent = bus.planes[0, bus.cursor + frame] == 0
          // The first frame of a tick is a zero of its sine.
          if !isSilent && silent > 400 {
            count += 1
            #expect(timeline.frameInLoop(tile * Tile.frames + frame - 1) % 4 == 0)
          }
          silent = isSilent ? silent + 1 : 0
        }
      }
      #expect(count > 20)
    }
  }
}

extension TickTable {
  /// The ticks of the pitches from `low` to `high`.
  init(low: Double, high: Double, color: SurfaceColor, sampleRate: Int) {
    self.init(lowest: low, highest: high, sampleRate: sampleRate)
    compute(low: low, high: high, color: color)
  }
}
