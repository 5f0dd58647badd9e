import RainDSP
import RainTestSupport
import Testing

@Suite("Elementary functions against the C library")
struct ElementaryTests {
  /// Evenly spaced numbers, at steps that are not round in binary.
  private func grid(_ range: ClosedRange<Double>, _ count: Int) -> [Double] {
    (0...count).map {
      range.lowerBound + (range.upperBound - range.lowerBound) * Double($0) / Double(count)
    }
  }

  /// Each number and its two neighbours.
  private func around(_ seams: [Double]) -> [Double] {
    seams.flatMap { [$0.nextDown, $0, $0.nextUp] }
  }

  private func worst(_ arguments: [Double], _ error: (Double) -> Double) -> Double {
    arguments.reduce(0) { worst, x in
      let e = error(x).magnitude
      return e.isFinite ? max(worst, e) : .infinity
    }
  }

  @Test("floor gives the largest integer that is not above a number")
  func floor() {
    for number in Array(-3000...3000) + [44_100, 192_000, 0x7FFF_FFFE, 1 << 40, -1 << 40] {
      let x = Double(number)
      #expect(Elementary.floor(x) == number)
      #expect(Elementary.floor(x.nextUp) == number)
      for part in [0.25, 0.5, 0.75] { #expect(Elementary.floor(x + part) == number) }
      #expect(Elementary.floor(x.nextDown) == number - 1)
    }
  }

  @Test("sine and cosine are within 1e-11, also at the seams and after 2⁴⁰ turns")
  func sine() {
    // Whole turns are subtracted first, without rounding: then the C library is exact.
    let radians = { (turns: Double) in 2 * Double.pi * (turns - Double(Int(turns))) }
    let far = grid(-0.5...0.5, 1024)
    let arguments =
      grid(-3...3, 7001) + around([-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1])
      + far.map { 0x1p40 + $0 } + far.map { $0 - 0x1p40 }
    #expect(
      worst(arguments) { Elementary.sine(turns: $0) - CLibrary.sine(radians($0)) } < 1e-11)
    #expect(
      worst(arguments) { Elementary.cosine(turns: $0) - CLibrary.cosine(radians($0)) } < 1e-11)
    #expect(abs(Elementary.sine(turns: 0x1p50 - 0.25) + 1) < 1e-11)
    #expect(abs(Elementary.sine(turns: 0.25 - 0x1p50) - 1) < 1e-11)
    #expect(Elementary.sine(turns: 0) == 0)
    expectSameBits(arguments, Elementary.sine(turns:), Elementary.sine(turns:))
  }

  @Test("exp2 is within 1e-11 over all normal results")
  func exp2() {
    let seams = around([-1021.5, -0.5, 0, 0.5, 1, 1022.5]) + [-1022, 1023]
    let arguments = grid(-1022...1023, 9001) + grid(-2...2, 9001) + seams
    #expect(
      worst(arguments) {
        Elementary.exp2($0) / CLibrary.exponential2($0) - 1
      } < 1e-11)
    #expect(Elementary.exp2(0) == 1 && Elementary.exp2(10) == 1024)
  }

  @Test("exp is within 1e-11 from -700 to 700")
  func exp() {
    let arguments = grid(-700...700, 9001) + grid(-1...1, 9001)
    #expect(
      worst(arguments) {
        Elementary.exp($0) / CLibrary.exponential($0) - 1
      } < 1e-11)
    #expect(Elementary.exp(0) == 1)
    expectSameBits(arguments, Elementary.exp, Elementary.exp)
  }

  @Test("logarithms are within 1e-11 of every normal number")
  func log() {
    let root = 2.0.squareRoot()
    let edges: [Double] = [.leastNormalMagnitude, .greatestFiniteMagnitude]
    let arguments =
      grid(0.4...3, 9001) + grid(-1021.9...1023.9, 3001).map(CLibrary.exponential2)
      + around([root, root / 2, 1]) + edges
    #expect(worst(arguments) { Elementary.log2($0) - CLibrary.logarithm2($0) } < 1e-11)
    #expect(worst(arguments) { Elementary.log($0) - CLibrary.logarithm($0) } < 1e-11)
    #expect(Elementary.log2(1) == 0 && Elementary.log2(8) == 3)
    expectSameBits(arguments, Elementary.log, Elementary.log)
  }

  /// Expects that a function of eight numbers gives the bits of the function of one.
  private func expectSameBits(
    _ arguments: [Double], _ one: (Double) -> Double, _ eight: (SIMD8<Double>) -> SIMD8<Double>
  ) {
    for first in stride(from: 0, to: arguments.count - 8, by: 8) {
      let x = SIMD8(arguments[first..<first + 8])
      let y = eight(x)
      for lane in 0..<8 { #expect(y[lane] == one(x[lane]), "of \(x[lane])") }
    }
  }

  @Test("powers are within 1e-10 where they lie within 1e-30 .. 1e30")
  func power() {
    var compared = 0
    for base in grid(0.01...9, 301) {
      for exponent in grid(-200...200, 101) {
        let expected = CLibrary.power(base, exponent)
        guard expected > 1e-30 && expected < 1e30 else { continue }
        compared += 1
        #expect(abs(Elementary.power(base, exponent) / expected - 1) < 1e-10)
      }
    }
    #expect(compared > 10_000)
  }

  @Test("the normal quantile is within 1.2e-9, far into both tails")
  func normalQuantile() {
    let tails = grid(4...53, 2001).map { CLibrary.exponential2(-$0) }
    let seams = around([0.02425, 1 - 0.02425])
    // Closer to the middle the error of the reference exceeds the bound.
    let probabilities = (grid(0.0001...0.9999, 9001) + seams + tails + tails.map { 1 - $0 })
      .filter { abs($0 - 0.5) > 1e-5 && $0 < 1 }
    let error = worst(probabilities) { p in
      let x = Elementary.normalQuantile(p)
      // The tails mirror each other: compare in the lower one, where the reference is exact.
      let (lower, low) = p < 0.5 ? (x, p) : (-x, 1 - p)
      let density = CLibrary.exponential(-x * x / 2) / (2 * Double.pi).squareRoot()
      // One step of Newton's method gives the error, up to its square.
      return (CLibrary.normalDistribution(lower) - low) / density / lower
    }
    #expect(error < 1.2e-9)
    #expect(Elementary.normalQuantile(0.01) < 0 && Elementary.normalQuantile(0.99) > 0)
    #expect(Elementary.normalQuantile(0.5) == 0)
    expectSameBits(probabilities, Elementary.normalQuantile, Elementary.normalQuantile)
  }
}
