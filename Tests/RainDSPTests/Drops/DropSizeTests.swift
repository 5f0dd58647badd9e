import RainTestSupport
import Testing

@testable import RainDSP

@Suite("The sizes of drops")
struct DropSizeTests {
  /// Minutes of measured rain within a fourth of a rainfall in mm/h: Dm in mm at 10, 50 and 90 % of them, and the median
  /// of the width of the mass over diameter, in Dm. 3,917 minutes of Parsivels (HyMeX 2012, Locarno 2022) and a 2DVD
  /// (Cordoba 2018); of 30 mm/h there are 27.
  static let measured: [(rainfall: Double, dm: (Double, Double, Double), width: Double)] = [
    (1, (0.91, 1.17, 1.57), 0.29), (3, (1.09, 1.34, 1.79), 0.34), (10, (1.41, 1.71, 2.12), 0.38),
    (30, (2.05, 2.38, 2.88), 0.39),
  ]

  /// Drops on a square meter in a second: how many of each diameter, so that their water is the rainfall.
  private func ground(
    _ rainfall: Double, factor: Double = 1
  ) -> [(diameter: Double, speed: Double, count: Double)] {
    let sizes = DropSize(rainfall: rainfall, factor: factor, spread: 1)
    let near = (0..<20_000).map { sizes.diameter((Double($0) + 0.5) / 20_000) }
    // Near drops are drawn by the square of their strength.
    let drops = near.map { diameter in
      let speed = DropSize.terminalSpeed(diameter)
      let strength = DropSize.strength(diameter, speed: speed)
      return (diameter, speed, 1 / (strength * strength))
    }
    let water = drops.reduce(0) { $0 + $1.2 * $1.0 * $1.0 * $1.0 }
    let scale = rainfall / (6e-4 * Double.pi * water)
    return drops.map { ($0.0, $0.1, $0.2 * scale) }
  }

  /// (Σ energy)²/Σ energy², of all drops on a square meter in a second.
  private func effective(_ rainfall: Double, factor: Double = 1) -> Double {
    var (sum, squares) = (0.0, 0.0)
    for (diameter, speed, count) in ground(rainfall, factor: factor) {
      let energy = diameter * diameter * diameter * speed * speed
      sum += count * energy
      squares += count * energy * energy
    }
    return sum * sum / squares
  }

  @Test("are those of measured rain, at each rainfall", arguments: measured)
  func law(rainfall: Double, dm: (Double, Double, Double), width: Double) {
    var (mass, first, second) = (0.0, 0.0, 0.0)
    for (diameter, speed, count) in ground(rainfall) {
      let weight = count / speed * diameter * diameter * diameter
      mass += weight
      first += weight * diameter
      second += weight * diameter * diameter
    }
    let mean = first / mass
    #expect(mean > dm.0 && mean < dm.2)
    // The median, within a third of the way to where a tenth begins; of few minutes within it.
    let tolerance = rainfall == 30 ? dm.1 - dm.0 : 0.07 * dm.1
    #expect(abs(mean - dm.1) < tolerance, "\(mean)")
    let deviation = (second / mass - mean * mean).squareRoot()
    #expect(abs(deviation / mean / width - 1) < 0.1)
  }

  @Test("follow the law, each from the ground on which it is heard")
  func distribution() {
    for (rainfall, factor) in [(0.5, 1.0), (10, 1), (10, 0.5), (60, 2)] {
      let sizes = DropSize(rainfall: rainfall, factor: factor, spread: 1)
      let diameters = Sample((0..<4000).map { sizes.diameter((Double($0) + 0.5) / 4000) })
      #expect(diameters.numbers.allSatisfy { $0 >= 0.6 && $0 <= 5.8 })
      // The share below d: ∫ N(D) v(D) strength(D)² from 0.6 mm on, over all, in steps of 1 µm.
      let shape = min(8, 3 + 5 / rainfall)
      let mean = 1.17 * CLibrary.power(rainfall, 0.168) * factor
      var shares = [0.0]
      for step in 0..<5200 {
        let x = 0.6 + (Double(step) + 0.5) / 1000
        let speed = 9.65 - 10.3 * CLibrary.exponential(-0.6 * x)
        let strength = min(4, CLibrary.power(x / 2, 1.5) * speed / 6.5477)
        let number = CLibrary.power(x / mean, shape) * CLibrary.exponential(-(4 + shape) * x / mean)
        shares.append(shares[step] + number * speed * strength * strength)
      }
      func below(_ d: Double) -> Double {
        shares[min(5200, max(0, Int((d - 0.6) * 1000 + 0.5)))] / shares[5200]
      }
      // Evenly spread shares: the remaining distance is that of the table.
      #expect(diameters.kolmogorovSmirnov(below) / 4000.squareRoot() < 2e-3)
    }
    let even = DropSize(rainfall: 10, factor: 2, spread: 0)
    #expect((0..<10).allSatisfy { abs(even.diameter(Double($0) / 10, times: 1.5) - 2) < 1e-9 })
    let whole = DropSize(rainfall: 10, factor: 1, spread: 1)
    let half = DropSize(rainfall: 10, factor: 1, spread: 0.5)
    #expect(
      abs(half.diameter(0.9) / 2 - CLibrary.power(whole.diameter(0.9) / 2, 0.5)) < 1e-9)
  }

  @Test("larger drops are fewer, by their effective number, which all together keeps its energy")
  func number() {
    // 10 to 90 % of the minutes of 10 mm/h.
    let span = CLibrary.logarithm(effective(10, factor: 1.25) / effective(10, factor: 0.8))
    #expect(abs(span / CLibrary.logarithm(1.25 / 0.8) / SizeLaw.number - 1) < 0.05)
    var rain = Rain.everything
    (rain[.drips], rain[.sizeSpread]) = (0, 1)
    let (written, usual) = (rain, rain.sounding)
    /// That of a drop at a distance of 1 m.
    func power(_ rain: Rain) -> Double {
      let drop = DropLaw(validated: rain).drop(RandomKey(seed: 1))
      return drop.level * drop.level * drop.distance * drop.distance
    }
    var before = Double.infinity
    for size in [0.5, 0.7, 0.8, 1, 1.25, 1.4, 2] {
      rain[.dropSize] = size
      let sounding = rain.sounding
      #expect(sounding[.drops] < before)
      before = sounding[.drops]
      let factor = CLibrary.power(size, -2.27)
      #expect(abs(sounding[.drops] / usual[.drops] / factor - 1) < 1e-9)
      #expect(abs(sounding[.patterRate] / usual[.patterRate] / factor - 1) < 1e-9)
      #expect(abs(power(rain) / power(written) * factor - 1) < 1e-9)
      #expect(sounding[.patterLevel] == usual[.patterLevel] && sounding[.pink] == usual[.pink])
      #expect(
        abs(sounding[.bedLowpass] / usual[.bedLowpass] / CLibrary.power(size, -0.4) - 1) < 1e-9)
    }
  }

  @Test("there and back, and any way to a size and a rainfall, move nothing")
  func paths() {
    let start = Rain.everything
    var (one, other) = (start, start)
    (one[.dropSize], one[.rainfall]) = (1.7, 33)
    (other[.rainfall], other[.dropSize]) = (0.3, 0.6)
    (other[.rainfall], other[.dropSize]) = (33, 1.7)
    #expect(one == other && one.sounding == other.sounding)
    (one[.rainfall], one[.dropSize]) = (start[.rainfall], start[.dropSize])
    #expect(one == start && one.sounding == start.sounding)
  }

  @Test("drops of 2 mm alone, and drips, keep their size and number")
  func fixed() throws {
    for (setting, number) in [(Setting.sizeSpread, 0.0), (.drips, 1)] {
      var rain = Rain()
      (rain[.gust], rain[.patterGust]) = (0, 0)
      rain[setting] = number
      var other = rain
      other[.dropSize] = 1.9
      #expect(other.sizeShare == 0)
      (rain[.drift], other[.drift]) = (1, 1)
      for frames in [0..<8000, 80_000_000..<80_008_000] {
        let (a, b) = (
          try Drops(rain, in: frames, sampleRate: 8000),
          try Drops(other, in: frames, sampleRate: 8000)
        )
        #expect(a.map(\.drop) == b.map(\.drop))
        if setting == .sizeSpread { #expect(a.allSatisfy { abs($0.drop.diameter - 2) < 1e-9 }) }
      }
    }
  }

  @Test("walk over minutes as in nature, from the mean on, and around a loop")
  func walk() {
    let key = RandomKey(seed: 3)
    let endless = SlowCurve(.sizes, gusts: key, Timeline(sampleRate: 8000, frames: nil))
    #expect(endless.value(at: 0) == 0)
    let minutes = (60..<20_000).map { endless.value(at: $0 * 60 * 8000) }
    let sample = Sample(minutes)
    // A knot of the slowest curve every 32 minutes: some 600 independent numbers.
    #expect(abs(sample.standardDeviation - 1) < 5 / (2 * 600.0).squareRoot())
    for (lag, correlation) in [(1, 0.81), (5, 0.48), (15, 0.32), (60, 0.04)] {
      let pairs = zip(minutes, minutes.dropFirst(lag)).map { $0 * $1 }
      #expect(abs(Sample(pairs).mean / sample.power - correlation) < 0.13, "\(lag)")
    }
    let loop = SlowCurve(.sizes, gusts: key, Timeline(sampleRate: 8000, frames: 600 * 8000))
    let (first, end) = (loop.value(at: 4_800_000), loop.value(at: 4_799_999))
    #expect(first == 0 && abs(end) < 1e-4 && abs(loop.value(at: 2_400_000)) > 0.01)
    #expect(loop.value(at: 7_200_000) == loop.value(at: 2_400_000))
    let short = SlowCurve(.sizes, gusts: key, Timeline(sampleRate: 8000, frames: 359 * 8000))
    #expect((0..<359).allSatisfy { short.value(at: $0 * 8000) == 0 })
  }

  @Test("where they have walked up, drops are larger, fewer and louder")
  func walked() throws {
    var rain = Rain()
    (rain[.gust], rain[.drops], rain[.distanceRatio], rain[.impactJitter]) = (0, 6000, 1, 0)
    rain[.drift] = SizeLaw.evenDrift
    let key = Source.gusts.key(below: Source.root(seed: 1))
    let curve = SlowCurve(.sizes, gusts: key, Timeline(sampleRate: 8000, frames: nil))
    let minutes = Array(10..<1500)
    let sizes = minutes.map { curve.value(at: $0 * 480_000) }
    let (high, low) = (
      minutes[try #require(sizes.indices.max { sizes[$0] < sizes[$1] })],
      minutes[try #require(sizes.indices.max { sizes[$0] > sizes[$1] })]
    )
    func drops(_ minute: Int) throws -> [Drop] {
      let start = minute * 480_000
      return try Drops(rain, in: start..<start + 160_000, sampleRate: 8000).map(\.drop)
    }
    let (large, fine) = (try drops(high), try drops(low))
    func median(_ drops: [Drop], _ number: (Drop) -> Double) -> Double {
      drops.map(number).sorted()[drops.count / 2]
    }
    let span = SizeLaw.walk * (curve.value(at: high * 480_000) - curve.value(at: low * 480_000))
    #expect(span > 0.8)
    let growth = CLibrary.logarithm(median(large) { $0.diameter } / median(fine) { $0.diameter })
    #expect(abs(growth / span - 1) < 0.2)
    let louder = CLibrary.logarithm(
      median(large) { $0.level * $0.distance } / median(fine) { $0.level * $0.distance })
    #expect(abs(louder / (1.135 * span) - 1) < 0.05)
  }
}
